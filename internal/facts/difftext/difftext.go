// Package difftext reads which files a difference changes, as the program patch
// understands its headers.
package difftext

import (
	"path"
	"strconv"
	"strings"
)

// maxFiles bounds the names of one text.
const maxFiles = 500

// Files gives the names that the headers of a difference carry, without their
// first strip parts. With strip below 0, as without the option -p, a name may
// count whole or by its last part: both are given. more says that there are
// further ones.
func Files(text string, strip int) (names []string, more bool) {
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		for _, name := range header(strings.TrimRight(line, "\r\n")) {
			if name == "/dev/null" {
				continue
			}
			for _, n := range stripped(name, strip) {
				if n == "" || seen[n] {
					continue
				}
				if len(names) == maxFiles {
					return names, true
				}
				seen[n] = true
				names = append(names, n)
			}
		}
	}
	return names, false
}

// Strip reads the value of the option -p; below 0 if it is no number.
func Strip(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		return -1
	}
	return min(max(n, 0), 100)
}

// header gives the names in one line, none if it is no header. A removed line
// that looks like a header ("--- x") counts as one: that names too much, never
// too little.
func header(line string) []string {
	line = strings.TrimLeft(line, " \t")
	for _, mark := range []string{"--- ", "+++ ", "*** ", "Index: ", "rename to ", "rename from ", "copy to "} {
		rest, ok := strings.CutPrefix(line, mark)
		if !ok || strings.HasSuffix(rest, " ****") || strings.HasSuffix(rest, " ----") {
			continue
		}
		name, _, _ := strings.Cut(rest, "\t")
		return []string{unquoted(strings.TrimSpace(name))}
	}
	if rest, ok := strings.CutPrefix(line, "diff --git "); ok {
		var out []string
		for _, f := range strings.Fields(rest) {
			out = append(out, unquoted(f))
		}
		return out
	}
	return nil
}

func unquoted(s string) string {
	if len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' {
		return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(s[1 : len(s)-1])
	}
	return s
}

func stripped(name string, strip int) []string {
	if strip < 0 {
		return []string{name, path.Base(name)}
	}
	for ; strip > 0; strip-- {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			return nil
		}
		name = strings.TrimLeft(rest, "/")
	}
	return []string{name}
}

// File is what a difference puts into a file.
type File struct{ Name, Text string }

// Added gives the lines that a difference puts into each file, also one in the
// form of apply_patch.
func Added(text string) []File {
	var out []File
	for line := range strings.Lines(text) {
		if name := target(strings.TrimRight(line, "\r\n")); name != "" {
			if len(out) >= maxFiles {
				break
			}
			out = append(out, File{Name: name})
			continue
		}
		if len(out) == 0 {
			continue
		}
		f := &out[len(out)-1]
		switch {
		case strings.HasPrefix(line, "! "): // of a context difference
			f.Text += line[2:]
		case strings.HasPrefix(line, "+"):
			f.Text += line[1:]
		}
	}
	return out
}

// target is the name of the file that a header begins the changes of, "" for
// any other line.
func target(line string) string {
	for _, mark := range []string{"+++ ", "*** Add File:", "*** Update File:", "*** Move to:", "*** "} {
		rest, ok := strings.CutPrefix(line, mark)
		if !ok || strings.HasSuffix(rest, " ****") || strings.HasPrefix(rest, "End Patch") || strings.HasPrefix(rest, "Begin Patch") || strings.HasPrefix(rest, "End of File") {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimSpace(rest), "\t")
		if name = unquoted(name); mark == "+++ " {
			name = strings.TrimPrefix(name, "b/")
		}
		return name
	}
	return ""
}
