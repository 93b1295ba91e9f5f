package vars

import (
	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
)

// Decide is the status of test and [ for one or two texts that are known.
func Decide(argv []found.Word) Status {
	var s []string
	for _, w := range argv[1:] {
		text, ok := w.Known()
		if !ok {
			return Unsure
		}
		s = append(s, text)
	}
	if argv[0].Is("[") && len(s) > 0 {
		s = s[:len(s)-1]
	}
	switch {
	case len(s) == 1:
		return Verdict(s[0] != "", true)
	case len(s) == 2 && (s[0] == "-n" || s[0] == "-z"):
		return Verdict((s[1] != "") == (s[0] == "-n"), true)
	case len(s) == 3:
		return Verdict(pure.Compare(s[0], s[1], s[2]))
	}
	return Unsure
}

// Rooted tells whether a variable always begins with a slash, whatever it holds:
// ${PATH:0:1} is one way to write it.
func Rooted(name string) bool {
	switch name {
	case "PATH", "HOME", "PWD", "OLDPWD", "TMPDIR", "SHELL", "BASH", "MANPATH", "GOPATH", "GOROOT", "JAVA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "LD_LIBRARY_PATH":
		return true
	}
	return false
}
