package takes

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/kb/taskfile"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Bounds on the files of one command.
const (
	maxFiles  = 24
	maxUp     = 6
	maxListed = 8
)

// Line is a command as far as it says which files its tool takes.
type Line struct {
	Tool    string
	Program shell.Word
	Verbs   []string
	Words   []shell.Word // behind the program
	Dir     []shell.Word // the folder it is told to work in
	Env     []shell.Assign
}

// Taken is a file that a tool takes commands from.
type Taken struct {
	Kind    Kind
	Path    string
	Text    string
	Fetched bool     // nobody has seen what stands in it
	Names   []string // the scripts of it that run; nil for all
	Args    []shell.Word
}

// Files gives the files that a command's tool takes commands from. One that is
// not there, or that cannot be read, is none.
func Files(l Line, from shell.Reader) []Taken {
	var out []Taken
	for _, k := range by(l.Tool) {
		if k.Strict && len(k.Steps) == 0 || !like.Any(k.By[l.Tool], l.verb()) || l.has(k.Skip) || !l.needs(k.Needs) ||
			k.Programs != "" && !slices.Contains(strings.Fields(k.Programs), path.Base(l.Program.String())) {
			continue
		}
		o := opener{l: l, k: k, files: taskfile.Files{From: from, Dir: l.Dir}}
		if len(k.Steps) > 0 {
			if o.names = k.scripts(l.verb()); len(o.names) == 0 {
				continue
			}
		}
		o.all()
		if out = append(out, o.out...); len(out) >= maxFiles {
			return out[:maxFiles]
		}
	}
	return out
}

func (l Line) verb() string { return strings.Join(l.Verbs, " ") }

// has tells whether one of some options is given.
func (l Line) has(options string) bool {
	return options != "" && slices.ContainsFunc(l.Words, func(w shell.Word) bool {
		s, ok := w.Known()
		return ok && slices.Contains(strings.Fields(options), s)
	})
}

// needs tells whether one of some options is given, with whatever value.
func (l Line) needs(options string) bool {
	return options == "" || slices.ContainsFunc(l.Words, func(w shell.Word) bool {
		s, _, _ := strings.Cut(w.String(), "=")
		return slices.Contains(strings.Fields(options), s)
	})
}

// values are those of some options.
func (l Line) values(options string) []shell.Word {
	var out []shell.Word
	for i, w := range l.Words {
		s, ok := w.Known()
		if !ok || !strings.HasPrefix(s, "-") {
			continue
		}
		for o := range strings.FieldsSeq(options) {
			switch rest, found := strings.CutPrefix(s, o); {
			case !found:
			case rest == "" && i+1 < len(l.Words):
				out = append(out, l.Words[i+1])
			case strings.HasPrefix(rest, "="):
				out = append(out, shell.Text(rest[1:]))
			case len(o) == 2 && rest != "":
				out = append(out, shell.Text(rest))
			}
		}
	}
	return out
}

// opener opens the files of one kind.
type opener struct {
	l     Line
	k     *Kind
	files taskfile.Files
	names []string
	out   []Taken

	within bool // what settings name is being opened
	tried  int
}

func (o *opener) all() {
	told := o.l.values(o.k.Options)
	for _, a := range o.l.Env {
		if slices.Contains(strings.Fields(o.k.Vars), a.Name) {
			told = append(told, a.Value)
		}
	}
	for _, w := range told {
		if s, ok := w.Known(); ok {
			o.named(s)
		}
	}
	if o.k.Operand != "" {
		o.operands()
	}
	if o.k.Only || len(told) > 0 && !o.k.Also {
		return
	}
	o.usual("")
	for up := ".."; o.k.Up && len(o.out) == 0 && len(up) < 3*maxUp; up += "/.." {
		o.usual(up + "/")
	}
}

// operands are the words that may name the file, or its folder.
func (o *opener) operands() {
	for i, w := range o.l.Words {
		s, ok := w.Known()
		switch {
		case i > 20:
			return
		case !ok || s == "" || strings.HasPrefix(s, "-"):
		case o.k.Operand == "dir":
			o.usual(strings.TrimSuffix(s, "/") + "/")
		case o.k.Operand == "source" && !slices.Contains(strings.Fields(o.k.Endings), path.Ext(s)):
			o.sources(strings.TrimSuffix(strings.TrimSuffix(s, "..."), "/"))
		case slices.Contains(o.l.Verbs, s) && o.k.Operand != "module":
		case o.k.Endings != "" && !slices.Contains(strings.Fields(o.k.Endings), path.Ext(s)):
		case o.k.Operand == "module":
			o.module(s)
		default:
			o.open(strings.TrimPrefix(s, "@"))
		}
	}
}

// sources opens the files of a folder that are one program.
func (o *opener) sources(dir string) {
	n := 0
	for _, f := range o.files.List(path.Clean("./" + dir)) {
		if slices.Contains(strings.Fields(o.k.Endings), path.Ext(f)) && !strings.Contains(f, "_test.") && n < maxListed {
			n++
			o.open(path.Join(dir, f))
		}
	}
}

// usual looks for the names of the table in a folder.
func (o *opener) usual(dir string) {
	var listed []string
	last := "none"
	for name := range strings.FieldsSeq(o.k.Files + " " + o.k.In) {
		if !strings.Contains(name, "*") {
			o.open(dir + name)
			continue
		}
		below, name := path.Split(name)
		if below != last {
			listed, last = o.files.List(path.Clean("./"+dir+below)), below
		}
		dir, n := dir+below, 0
		for _, f := range listed {
			if ok, _ := path.Match(name, f); ok && n < maxListed {
				n++
				o.open(dir + f)
			}
		}
	}
}

// open takes a file, and tells whether it is there.
func (o *opener) open(name string) bool {
	w, ok := o.files.Word(name)
	if !ok || o.files.From == nil || len(o.out) >= maxFiles {
		return false
	}
	f := o.files.From.Open(w)
	if !f.Exists {
		return false
	}
	if o.k.Mentions != "" && !o.within {
		o.mentioned(f.Text)
		return true
	}
	if (f.Known || f.Fetched) && !slices.ContainsFunc(o.out, func(t Taken) bool { return t.Path == f.Path }) {
		o.out = append(o.out, Taken{Kind: *o.k, Path: f.Path, Text: f.Text, Fetched: f.Fetched, Names: o.names})
		o.follow(name, f.Text)
	}
	return true
}

// follow opens the files that a file of folders names: those of the same name in
// the folders, or those themselves.
func (o *opener) follow(name, text string) {
	for _, word := range strings.Fields(o.k.Follows) {
		for i, part := range strings.Split(text, word) {
			part = strings.TrimLeft(part, " \t")
			end := strings.IndexByte(part, ')')
			if i == 0 || i > maxFiles || end < 1 || part[0] != '(' {
				continue
			}
			for _, to := range strings.FieldsFunc(part[1:end], separates) {
				to = path.Join(path.Dir(name), strings.TrimPrefix(to, "${CMAKE_CURRENT_SOURCE_DIR}/"))
				if path.Ext(to) == "" {
					to = path.Join(to, path.Base(name))
				}
				o.open(to)
			}
		}
	}
}
