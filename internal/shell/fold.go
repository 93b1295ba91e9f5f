package shell

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/tool"
)

// fold computes what a command prints, if that is known.
func (sc *scope) fold(c *Command) (string, bool) {
	if sc.out == nil && c.PipeTo == nil && len(c.Redirs) == 0 && !sc.capturing() {
		return "", false
	}
	name, ok := c.Program()
	if !ok {
		return "", false
	}
	name = path.Base(name)
	switch name {
	case "printf":
		if _, format := found.PrintfTarget(c.Argv[1:]); format != nil {
			return "", true
		}
		return printf(c.Argv[1:])
	case "pwd":
		if len(sc.s.Dirs) == 1 {
			d, ok := sc.s.Dirs[0].Known()
			return d + "\n", ok
		}
		return "", false
	case "git":
		return sc.foldGit(c)
	case "cd", "pushd", "popd", "export", "read", "set", "unset", "alias", "trap", "mkdir", "touch", "shopt", "local":
		return "", true
	}
	f := tool.Find(name)
	if f == nil {
		return "", false
	}
	args := make([]string, 0, len(c.Argv))
	for _, w := range c.Argv[1:] {
		s, known := w.Known()
		if !known && name != "cat" {
			return "", false
		}
		args = append(args, s)
	}
	in, hasIn := sc.content(c.Stdin)
	if name == "cat" {
		return sc.cat(c, args, in, hasIn)
	}
	return f(args, in, hasIn)
}

// cat puts the texts together that it is given: its input, what substitutions
// print, and files that the text itself has written.
func (sc *scope) cat(c *Command, args []string, in string, hasIn bool) (string, bool) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	var b strings.Builder
	for i, a := range args {
		text, known := in, hasIn
		if a != "-" && a != "-u" {
			w := c.Argv[1+i]
			text, known = sc.content(Input{Kind: FromFile, File: w})
			if n := len(w.Pieces); n == 1 && w.Pieces[0].Inside != nil && w.Pieces[0].Origin == Other {
				text, known = w.Pieces[0].Inside.Text, w.Pieces[0].Inside.Known
			}
		}
		if sc.grow(len(text)); !known || len(a) > 1 && a[0] == '-' && a != "-u" {
			return "", false
		}
		if a != "-u" {
			b.WriteString(text)
		}
	}
	return b.String(), true
}

// capturing tells whether anybody looks at what is printed.
func (sc *scope) capturing() bool { return sc.out != nil }

// foldGit knows the top of the work tree.
func (sc *scope) foldGit(c *Command) (string, bool) {
	if len(c.Argv) == 3 && c.Argv[1].Is("rev-parse") && c.Argv[2].Is("--show-toplevel") && sc.e.o.Top != "" {
		return sc.e.o.Top + "\n", true
	}
	return "", false
}

// foldWrites notes what tee and cp put into files.
func (sc *scope) foldWrites(c *Command) {
	name, _ := c.Program()
	switch path.Base(name) {
	case "tee":
		text, known := c.Stdin.Text.Known()
		known = known && (c.Stdin.Kind == Here || c.Stdin.Kind == Pipe)
		appending := false
		for _, w := range c.Argv[1:] {
			if w.Is("-a") || w.Is("--append") {
				appending = true
			}
			for _, p := range sc.absolute(w) {
				sc.e.overlay.Set(p, written{text: text, known: known && !appending, fetched: !known && found.Fetches(c.Stdin.From), by: c.Stdin.From})
			}
		}
	case "cp", "mv", "ln", "install", "gcp", "gln":
		words := found.Operands(c.Argv[1:])
		if len(words) == 2 {
			if s, _ := words[0].Known(); strings.HasPrefix(s, "~/") { // as readers of code write the home
				words[0] = sc.value("HOME").Plus(Text(s[1:]))
			}
			from, to := sc.absolute(words[0]), sc.absolute(words[1])
			if len(to) == 1 && found.Links(path.Base(name), c) {
				if len(from) == 1 && sc.isFolder(c, words[1], to[0]) {
					to[0] = path.Join(to[0], path.Base(from[0]))
				}
				if sc.e.links[to[0]] = to[0]; len(from) == 1 { // else it leads to what nobody knows, as a link to itself does
					sc.e.links[to[0]] = found.LinkTarget(c, words[0], from[0], to[0])
				}
			}
			if len(from) == 1 && len(to) == 1 {
				o := sc.e.open(from[0])
				if o.Exists {
					sc.e.overlay.Set(to[0], written{text: o.Text, known: o.Known, fetched: o.Fetched})
				}
			}
		}
	}
}

// printf computes what printf makes of words, if all of them are known.
func printf(words []Word) (string, bool) {
	if len(words) > 0 && words[0].Is("--") {
		words = words[1:]
	}
	args := make([]string, 0, len(words))
	for _, w := range words {
		s, ok := w.Known()
		if !ok {
			return "", false
		}
		args = append(args, s)
	}
	return pure.Printf(args)
}

// isFolder tells whether ln makes its link inside of the place that it is told,
// which is a folder, and not in its stead.
func (sc *scope) isFolder(c *Command, w Word, at string) bool {
	for _, o := range c.Argv[1:] {
		if o.Is("-T") || o.Is("--no-target-directory") {
			return false
		}
	}
	if s := w.String(); strings.HasSuffix(s, "/") || s == "." || s == ".." || strings.HasSuffix(s, "/.") || strings.HasSuffix(s, "/..") || sc.e.made[at] {
		return true
	}
	for _, d := range sc.s.Dirs {
		if s, _ := d.Known(); s == at || strings.HasPrefix(s, strings.TrimSuffix(at, "/")+"/") {
			return true
		}
	}
	if sc.e.o.Files == nil {
		return false
	}
	_, exists, err := sc.e.o.Files.Read(at)
	return exists && err != nil // no plain file
}
