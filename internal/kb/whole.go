package kb

import (
	"errors"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/taskfile"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks"
	"github.com/sentinelgate/sentinel/internal/tasks/whole"
)

// wholeTask gives what a runner runs that has a file of its own (the member
// "runs" of its knowledge): what that does decides, beside the words.
func (v *View) wholeTask(c *shell.Command, files shell.Reader) []shell.Inner {
	runs := v.Parse.Last().Runs
	find, ok := whole.For(strings.Split(runs, " ")[0])
	if !ok || v.Parse.dry() {
		return nil
	}
	asked := taskfile.Asked{Kind: strings.Split(runs, " ")[0]}
	if len(v.Parse.Verbs) > 0 {
		asked.Verb = taskfile.First(c.Argv[1:], func(s string) bool { return v.Parse.nodes[0].Find(s) != nil })
	}
	for _, o := range v.Parse.Operands {
		asked.Words = append(asked.Words, o.Word)
	}
	for _, o := range v.Parse.Options {
		switch {
		case !o.Has:
		case o.Role == "config":
			asked.File = o.Value
		case strings.Contains(runs+" ", " "+o.Name+" "):
			asked.Options = append(asked.Options, o.Value)
		}
	}
	names, file, ok := asked.Names()
	t := taskfile.Files{From: files, Dir: v.Parse.Words("dir")}
	res, err := find(t.Read, t.List, file, names)
	if err != nil && errors.Is(err, tasks.ErrNoFile) && !t.Blind {
		return nil
	}
	d := Deed{Kind: sentinel.Run, Scope: sentinel.ScopeProject, Scoped: true, Role: "task:" + asked.Kind, Rule: v.Parse.rule("", "task"),
		Identity: taskfile.Digest(res), Say: "runs what " + res.File + " says"}
	switch {
	case t.Blind || err != nil || !ok:
		d.Kind, d.Say = sentinel.Unread, d.Say+", which cannot be read"
	case len(res.Unread) > 0:
		d.Kind, d.Say = sentinel.ExecuteFile, d.Say+", which could be read only in part ("+res.Unread[0]+")"
	}
	v.Deeds = append(v.Deeds, d)
	return v.taskTexts(res, "", nil)
}
