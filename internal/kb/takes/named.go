package takes

import (
	"path"
	"strings"
)

// maxNamed bounds the names of code that are tried for one command.
const maxNamed = 60

// endings are those of the files of a language, as they are left out where code
// is named.
func endings(form string) string {
	switch form {
	case "javascript":
		return ".js .cjs .mjs .ts /index.js"
	case "python":
		return ".py /__init__.py /__main__.py"
	case "ruby":
		return ".rb"
	case "php":
		return ".php"
	case "perl":
		return ".pm"
	}
	return ""
}

// named opens the files that the value of an option names: a path, one without
// its ending, a module, several of them, or the folder of the usual ones.
func (o *opener) named(value string) {
	n := len(o.out)
	if o.open(value) && (len(o.out) > n || o.k.Mentions != "") { // no folder
		return
	}
	for part := range strings.SplitSeq(value, ",") {
		o.module(part)
	}
	if _, file, ok := strings.Cut(value, "="); ok && o.k.Form == "script" { // NAME=FILE
		o.open(file)
	}
	if len(o.out) == n && !o.k.Only && o.k.Files+o.k.In != "" {
		o.usual(strings.TrimSuffix(value, "/") + "/")
	}
}

// module opens a file by the name that its language gives it. Behind a colon,
// and behind the last dot of a name that is no module, stands what lies in it.
func (o *opener) module(name string) {
	if o.tried++; o.tried > maxNamed || name == "" || strings.Contains(name, "://") {
		return
	}
	if path.Ext(name) != "" && o.open(name) {
		return
	}
	if o.k.Form == "python" {
		name, _, _ = strings.Cut(name, ":")
		if !strings.ContainsAny(name, "/\\") {
			name = strings.ReplaceAll(strings.TrimSuffix(name, ".py"), ".", "/")
		}
	}
	if o.k.Form == "perl" {
		name, _, _ = strings.Cut(name, "=")
		name = strings.ReplaceAll(name, "::", "/")
	}
	if name = strings.TrimSpace(name); strings.Trim(name, "./") == "" {
		return
	}
	for range 3 {
		for end := range strings.FieldsSeq(endings(o.k.Form)) {
			if o.open(name + end) {
				return
			}
		}
		if o.k.Form != "python" || !strings.Contains(name, "/") {
			return
		}
		name = path.Dir(name)
	}
}

// mentioned opens the code that settings name: in lines with one of the words of
// the table, and below them until the next setting begins.
func (o *opener) mentioned(text string) {
	o.within = true
	defer func() { o.within = false }()
	on := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		has := false
		for word := range strings.FieldsSeq(o.k.Mentions) {
			if _, rest, ok := strings.Cut(line, word); ok {
				line, has = rest, true
				line, _, _ = strings.Cut(line, ">") // the rest of an element is not its attribute
				break
			}
		}
		section := strings.HasSuffix(o.k.Mentions, "]") // all of it counts
		below := on && !strings.HasPrefix(line, "[") && (section || strings.HasPrefix(line, "-") || !strings.ContainsAny(line, ":=<"))
		if on = has || below; !on {
			continue
		}
		for _, w := range strings.FieldsFunc(line, separates) {
			if w[0] != '-' {
				o.module(w)
			}
		}
	}
}

// separates tells what stands between names in settings.
func separates(r rune) bool { return strings.ContainsRune(" \t\"'`=,()[]{}<>", r) }

// calls adds what make runs while it reads a file, whatever it is told to do:
// $(shell ...) outside of recipes, and !=.
func (t *texts) calls(text string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "#") {
			continue
		}
		if _, command, ok := strings.Cut(line, "!="); ok {
			t.add(command)
		}
		for i, part := range strings.Split(line, "$(shell ") {
			if i > 0 && i <= 20 {
				t.add(strings.ReplaceAll(part[:closing(part)], "$$", "$"))
			}
		}
	}
}

// closing gives the place of the bracket that ends a text.
func closing(s string) int {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(s)
}
