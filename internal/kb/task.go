package kb

import (
	"errors"
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/code"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks"
)

// task looks a named task of the project up and gives the texts it runs: what
// they do decides. A task that cannot be found is judged by its name; one that
// is read only in part is asked about, bound to what was read.
func (b *Base) task(c *shell.Command, v *View, files shell.Reader, w shell.Word, kind string) []shell.Inner {
	name, ok := w.Known()
	if kind == "make" {
		if a, op, ok := makeAssignment(w); ok {
			return b.makeVariable(c, v, files, a, op)
		}
	} else if wordpart.IsAssignment(w) {
		return shellPart(v, wordpart.Assignment(w).Value) // NAME=value, no task
	}
	d := Deed{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Scoped: true, Target: w, Aimed: true, Role: "task:" + kind, Rule: v.Parse.rule("", "task"),
		Say: "runs the task " + w.String() + " of the project"}
	if ok && (name == "" || tasks.Ordinary(name)) {
		d.Kind = sentinel.Run
	}
	kind, soft := strings.CutSuffix(kind, "-if-known")
	find, known := tasks.For(kind)
	if !ok || !known {
		v.Deeds = append(v.Deeds, d)
		return nil
	}
	t := taskFiles{files: files, dir: v.Parse.Words("dir")}
	var res tasks.Result
	var err error
	if kind == "make" {
		res, err = tasks.MakeWith(t.read, v.Parse.taskFile(kind), []string{name}, v.Parse.makeVariables(c))
	} else {
		res, err = find(t.read, v.Parse.taskFile(kind), name)
	}
	switch {
	case t.blind && soft && tasks.Ordinary(name):
		d.Kind = sentinel.Run // npm test in each folder of a loop
	case t.blind || err != nil && !errors.Is(err, tasks.ErrNoFile) && !errors.Is(err, tasks.ErrNoTask):
		d.Kind, d.Say = sentinel.Unread, d.Say+", whose file cannot be read"
	case err == nil:
		d.Identity = taskDigest(res)
		d.Kind = sentinel.Run
		if len(res.Unread) > 0 {
			d.Kind, d.Say = sentinel.ExecuteFile, d.Say+", which could be read only in part ("+res.Unread[0]+")"
		}
	}
	v.Deeds = append(v.Deeds, d)
	return v.taskTexts(res, w.String(), taskArgs(c, v.Name, w))
}

// taskArgs gives the words that a package manager adds to the script it runs:
// those behind the script's name, npm's own options left out. Other runners
// take further words for further tasks.
func taskArgs(c *shell.Command, program string, task shell.Word) []shell.Word {
	own := false
	switch program {
	case "npm":
		own = true
	case "pnpm", "yarn", "bun", "composer", "deno":
	default:
		return nil
	}
	var out []shell.Word
	found := false
	for _, w := range c.Argv {
		switch s, known := w.Known(); {
		case !found:
			found = w.Span == task.Span && w.String() == task.String()
		case known && s == "--" && len(out) == 0:
			own = false
		case own && strings.HasPrefix(w.String(), "-"):
		default:
			out = append(out, w)
		}
	}
	return out
}

// handed takes the -- behind a program's name away that some runners keep for
// themselves.
func (v *View) handed(words []shell.Word) []shell.Word {
	if (v.Name == "npm" || v.Name == "composer") && len(words) > 1 && words[1].Is("--") {
		return append([]shell.Word{words[0]}, words[2:]...)
	}
	return words
}

// withArgs adds words to a shell text.
func withArgs(text string, args []shell.Word) shell.Word {
	words := make([]*string, len(args))
	for i, w := range args {
		if s, ok := w.Known(); ok {
			words[i] = &s
		}
	}
	return shell.Text(wordpart.Quoted(text, words))
}

// defaultTask is what a runner does that was told no task.
func (b *Base) defaultTask(c *shell.Command, v *View, files shell.Reader) []shell.Inner {
	operands := v.Parse.last().Operands
	if len(operands) == 0 || v.Parse.dry() {
		return nil
	}
	kind, ok := strings.CutPrefix(strings.TrimSuffix(operands[0], "..."), "task:")
	if !ok || kind != "make" && kind != "just" && kind != "task" {
		return nil
	}
	for _, o := range v.Parse.Operands {
		if !wordpart.IsAssignment(o.Word) {
			return nil
		}
	}
	return b.task(c, v, files, shell.Text(""), kind)
}

// taskTexts turns the commands of a task into inner texts.
func (v *View) taskTexts(res tasks.Result, name string, args []shell.Word) []shell.Inner {
	var out []shell.Inner
	for _, t := range res.Cmds {
		text := shell.Text(t.Text)
		if len(args) > 0 && (t.Task == "" || t.Task == name) {
			text = withArgs(t.Text, args)
		}
		in := shell.Inner{Kind: shell.InnerText, Text: text, Via: v.Name + " " + name, Line: t.Line,
			Script: shell.Script{Path: res.File, Lang: "sh"}}
		switch lang, ok := code.Language(t.Interpreter); {
		case t.Interpreter == "" || t.Interpreter == "argv" || t.Interpreter == "sh" || t.Interpreter == "bash":
			out = append(out, in)
		case ok:
			out = append(out, v.code(lang, t.Text, inline.Client{}, res.File)...)
		default:
			v.Unread = append(v.Unread, "a task in the language of "+t.Interpreter)
		}
	}
	return out
}

// taskFile gives the file that an option names instead of the usual one.
func (p *Parse) taskFile(kind string) string {
	names := []string{"-f", "--file", "--makefile"}
	switch kind {
	case "make":
	case "just":
		names = []string{"-f", "--justfile"}
	case "task":
		names = []string{"-t", "--taskfile"}
	default:
		return ""
	}
	o, ok := p.Option(names...)
	if !ok || !o.Has {
		return ""
	}
	s, _ := o.Value.Known()
	return s
}

// taskFiles opens the files of a task runner.
type taskFiles struct {
	files shell.Reader
	dir   []shell.Word
	blind bool // a file is there and cannot be read
}

func (t *taskFiles) read(name string) ([]byte, bool) {
	w := shell.Text(name)
	if len(t.dir) > 0 && !strings.HasPrefix(name, "/") {
		d, ok := t.dir[0].Known()
		if !ok {
			t.blind = true
			return nil, false
		}
		w = shell.Text(path.Join(d, name))
	}
	o := t.files.Open(w)
	if o.Exists && !o.Known {
		t.blind = true
	}
	return []byte(o.Text), o.Exists && o.Known
}

// taskDigest identifies what a task runs, so that a yes covers no other text
// under the same name.
func taskDigest(res tasks.Result) string {
	var b strings.Builder
	for _, c := range res.Cmds {
		b.WriteString(c.Interpreter + "\x00" + c.Text + "\x00")
	}
	return digest(b.String())
}
