package kb

import (
	"errors"
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/code"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks"
)

// task looks a named task of the project up and gives the texts it runs: what
// they do decides. A task that cannot be found is judged by its name; one that
// is read only in part is asked about, bound to what was read.
func (b *Base) task(c *shell.Command, v *View, files shell.Reader, w shell.Word, kind string) []shell.Inner {
	name, ok := w.Known()
	if isAssignment(name, w) {
		return nil // make NAME=value, no task
	}
	d := Deed{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Scoped: true, Target: w, Aimed: true, Role: "task:" + kind, Rule: v.Parse.rule("", "task"),
		Say: "runs the task " + w.String() + " of the project"}
	if ok && (name == "" || tasks.Ordinary(name)) {
		d.Kind = sentinel.Run
	}
	find, known := tasks.For(kind)
	if !ok || !known {
		v.Deeds = append(v.Deeds, d)
		return nil
	}
	t := taskFiles{files: files, dir: v.Parse.Words("dir")}
	res, err := find(t.read, v.Parse.taskFile(kind), name)
	switch {
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
	return v.taskTexts(res, w.String())
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
		if s, _ := o.Word.Known(); !isAssignment(s, o.Word) {
			return nil
		}
	}
	return b.task(c, v, files, shell.Text(""), kind)
}

// taskTexts turns the commands of a task into inner texts.
func (v *View) taskTexts(res tasks.Result, name string) []shell.Inner {
	var out []shell.Inner
	for _, t := range res.Cmds {
		in := shell.Inner{Kind: shell.InnerText, Text: shell.Text(t.Text), Via: v.Name + " " + name, Line: t.Line,
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
