package self

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// loads is how code takes in a file that runs with it.
type loads struct {
	lang  string
	ends  []string // of files whose name is told without
	words []string // behind which the name stands
}

// loadsOf gives that of the program that runs the code.
func loadsOf(program string) (loads, bool) {
	switch strings.TrimRight(program, "0123456789.") {
	case "python":
		return loads{"python", nil, []string{"run_path(", "execfile(", "open(", "Path("}}, true
	case "node", "bun", "deno":
		return loads{"javascript", []string{".js", ".cjs", ".mjs", ".ts"}, []string{"require(", "import(", "from ", "import ", "readFileSync(", "readTextFileSync("}}, true
	case "ruby":
		return loads{"ruby", []string{".rb"}, []string{"load ", "load(", "require_relative ", "require ", "File.read("}}, true
	case "perl":
		return loads{"perl", nil, []string{"do ", "require "}}, true
	case "php":
		return loads{"php", nil, []string{"include ", "include_once ", "require ", "require_once ", "include(", "require("}}, true
	case "lua":
		return loads{"lua", nil, []string{"dofile(", "loadfile(", "dofile "}}, true
	}
	return loads{}, false
}

// maxLoads bounds the files that one code takes in, maxLoaded the size of one.
const (
	maxLoads  = 20
	maxLoaded = 256 << 10
)

// loaded: code on the command line takes in a file that does something against
// the gate. What else such a file does is the business of whoever wrote it.
func (w *watch) loaded(try func(cwd string, texts []later.Text) []sentinel.Finding) func(*shell.Command, *kb.View) (rule, say string) {
	return func(c *shell.Command, v *kb.View) (rule, say string) {
		l, ok := loadsOf(v.Name)
		if !ok || try == nil {
			return "", ""
		}
		left := maxLoads
		for _, word := range append(c.Argv[1:len(c.Argv):len(c.Argv)], c.Stdin.Text) {
			code, _ := word.Known()
			for _, before := range l.words {
				for _, name := range behind(code, before) {
					if left--; left < 0 {
						return "", ""
					}
					if say := w.runs(c, l.lang, name, l.ends, try); say != "" {
						return "loaded", "takes in " + name + ", which " + say
					}
				}
			}
		}
		return "", ""
	}
}

// runs says what a file does against the gate.
func (w *watch) runs(c *shell.Command, lang, name string, ends []string, try func(string, []later.Text) []sentinel.Finding) string {
	for _, end := range append([]string{""}, ends...) {
		real, ok := w.place.Resolve(w.dir(c), name+end)
		if !ok || w.place.FS == nil || path.Ext(real) == ".json" {
			continue
		}
		text, written := w.facts.Written[real]
		if !written {
			b, err := w.place.FS.ReadFile(real, maxLoaded)
			if err != nil {
				continue
			}
			text = string(b)
		}
		for _, f := range try(w.dir(c), []later.Text{{Lang: lang, Code: text}}) {
			if f.Block {
				return f.Say
			}
		}
	}
	return ""
}

// behind gives the texts between quotes that follow a word.
func behind(code, word string) (out []string) {
	for len(out) < maxLoads {
		_, rest, ok := strings.Cut(code, word)
		if !ok {
			break
		}
		code = rest
		rest = strings.TrimLeft(rest, " (")
		if rest == "" || !strings.ContainsRune("\"'`", rune(rest[0])) {
			continue
		}
		if end := strings.IndexByte(rest[1:], rest[0]); end > 0 && end < 4096 {
			out = append(out, rest[1:1+end])
		}
	}
	return out
}
