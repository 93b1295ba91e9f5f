package kb

import (
	"errors"
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/code"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/kb/loads"
	"github.com/sentinelgate/sentinel/internal/kb/taskfile"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks"
)

// task looks a named task of the project up and gives the texts it runs: what
// they do decides. A task that cannot be found is judged by its name; one that
// is read only in part is asked about, bound to what was read.
func (b *Base) task(c *shell.Command, v *View, files shell.Reader, w shell.Word, kind string) []shell.Inner {
	w = taskfile.Behind(kind, c.Argv, w)
	name, ok := w.Known()
	if kind == "make" {
		if a, op, ok := taskfile.MakeAssignment(w); ok {
			return b.makeVariable(c, v, files, a, op)
		}
	} else if wordpart.IsAssignment(w) {
		return taskfile.ShellPart(v.Name, wordpart.Assignment(w).Value) // NAME=value, no task
	}
	d := Deed{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Scoped: true, Target: w, Aimed: true, Role: "task:" + kind, Rule: v.Parse.rule("", "task"),
		Say: "runs the task " + w.String() + " of the project"}
	if ok && (name == "" || tasks.Ordinary(name)) {
		d.Kind = sentinel.Run
	}
	if v.Name == "bun" && loads.Source(name) && files.Open(w).Exists {
		return b.scriptWord(c, v, files, w, "javascript", []shell.Word{w})
	}
	kind, soft := strings.CutSuffix(kind, "-if-known")
	find, known := tasks.For(kind)
	if !ok || !known {
		v.Deeds = append(v.Deeds, d)
		return nil
	}
	t := taskfile.Files{From: files, Dir: v.Parse.Words("dir")}
	var res tasks.Result
	var err error
	if kind == "make" {
		res, err = tasks.MakeWith(t.Read, v.Parse.taskFile(kind), []string{name}, v.Parse.makeVariables(c))
	} else {
		res, err = find(t.Read, v.Parse.taskFile(kind), name)
	}
	switch {
	case t.Blind && (soft || kind == "npm") && tasks.Ordinary(name):
		d.Kind = sentinel.Run // npm test in each folder of a loop
	case t.Blind || err != nil && !errors.Is(err, tasks.ErrNoFile) && !errors.Is(err, tasks.ErrNoTask):
		d.Kind, d.Say = sentinel.Unread, d.Say+", whose file cannot be read"
	case err == nil:
		d.Identity = taskfile.Digest(res)
		d.Kind = sentinel.Run
		if len(res.Unread) > 0 {
			d.Kind, d.Say = sentinel.ExecuteFile, d.Say+", which could be read only in part ("+res.Unread[0]+")"
		}
	}
	args := taskfile.Args(c, v.Name, w)
	if only, many := v.Parse.packages(); kind == "npm" && many && len(only) > 0 {
		res = tasks.Result{} // the packages named run it, not the one that they are parts of
	}
	out := v.taskTexts(res, w.String(), args)
	if kind == "npm" {
		out = append(out, v.packages(&t, &d, name, args)...)
	}
	v.Deeds = append(v.Deeds, d)
	return out
}

// packages gives what a task runs in the packages of the repository that a
// runner of many goes to.
func (v *View) packages(t *taskfile.Files, d *Deed, name string, args []shell.Word) (out []shell.Inner) {
	only, many := v.Parse.packages()
	if !many {
		return nil
	}
	dirs, whole := tasks.Workspaces(t.Read, t.List, only)
	for _, dir := range dirs {
		res, err := tasks.NPM(t.Read, path.Join(dir, "package.json"), name)
		if err != nil && !errors.Is(err, tasks.ErrNoTask) || len(res.Unread) > 0 {
			whole = false
		}
		place, _ := t.Word(dir)
		d.Identity += taskfile.Digest(res)
		for _, in := range v.taskTexts(res, name, args) {
			in.Dir = &place
			out = append(out, in)
		}
	}
	if d.Identity = digest(d.Identity); !whole || t.Blind {
		d.Kind, d.Say = sentinel.ExecuteFile, d.Say+", whose packages could be read only in part"
	}
	return out
}

// selectors are the options before a verb that say which packages are meant,
// for the verb that it stands for.
func (p *Parse) selectors() (out []shell.Word) {
	for _, o := range p.Options {
		if o.is("-r") || o.is("--ws") || o.is("--workspaces") || o.is("--filter") || o.is("--filter-prod") || p.Tool.Tool == "npm" && o.is("-w") {
			if out = append(out, shell.Text(o.Name)); o.Has {
				out = append(out, o.Value)
			}
		}
	}
	return out
}

// packages tells whether the runner goes to packages of the repository, and to
// which; none named means all.
func (p *Parse) packages() (only []string, many bool) {
	many = p.Tool.Tool == "turbo" || p.Tool.Tool == "lerna" || p.Tool.Tool == "nx" || p.Tool.Tool == "yarn" && len(p.Verbs) > 0 && strings.HasPrefix(p.Verbs[0], "workspace")
	for _, o := range p.Options {
		switch {
		case p.Tool.Tool == "npm" && (o.is("--workspaces") || o.is("--ws")), p.Tool.Tool == "pnpm" && o.is("-r"):
			many = true
		case p.Tool.Tool == "npm" && o.is("-w") || (o.is("--filter") || o.is("--filter-prod") || o.is("--scope")) && o.Has:
			many = true
			s, _ := o.Value.Known()
			only = append(only, s)
		}
	}
	if many && p.Tool.Tool == "yarn" {
		for _, w := range p.Words("name") {
			s, _ := w.Known()
			only = append(only, s)
		}
	}
	return only, many
}

// handed takes the -- behind a program's name away that some runners keep for
// themselves.
func (v *View) handed(words []shell.Word) []shell.Word {
	if (v.Name == "npm" || v.Name == "composer") && len(words) > 1 && words[1].Is("--") {
		return append([]shell.Word{words[0]}, words[2:]...)
	}
	return words
}

// defaultTask is what a runner does that was told no task.
func (b *Base) defaultTask(c *shell.Command, v *View, files shell.Reader) []shell.Inner {
	operands := v.Parse.Last().Operands
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
			text = taskfile.With(t.Text, args)
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
