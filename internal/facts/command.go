package facts

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/foreign"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/facts/webstore"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/place"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/shape"
)

// shellCall judges a shell text.
func (a *assessor) shellCall() error {
	call, err := toolcall.ReadShell(a.call.Arguments)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	text := a.enter(call)
	o := shell.Options{
		Home: a.w.Place.Home, Cwd: a.cwd, Top: a.w.Place.Root, Files: a.w, Knows: a.w.KB,
		Limits: shell.DefaultLimits(), Dialect: forms.Dialect(a.shell),
	}
	a.text, a.read = text, shell.Read(text, o)
	a.withLinks()
	a.strangeCharacters(text)
	for _, p := range a.read.Problems {
		a.problem(p, text)
	}
	a.flow()
	for _, c := range a.read.Commands {
		a.command(c, text)
	}
	a.writtenFiles()
	a.shape = shape.Line(a.read.Commands)
	if len(a.parts) == 0 {
		// Only comments, assignments or definitions: nothing runs.
		a.parts = append(a.parts, sentinel.Part{Text: text, Shape: shape.None, Risk: sentinel.Low, Colour: sentinel.Green})
		a.shape = shape.None
	}
	if len(a.read.Problems) > 0 {
		a.raw(text)
		if a.unparsed() {
			a.shape = "?"
		}
	}
	return nil
}

// enter takes over what a shell call says beside its commands, and gives the
// text that runs: in the folder it names, with its variables, in its shell.
func (a *assessor) enter(call toolcall.Shell) string {
	a.shell = cmp.Or(call.Shell, a.call.Shell, toolcall.ShellByTool(a.call.Tool))
	odd := call.Odd
	if call.Dir != "" {
		if dir, ok := a.w.Place.Absolute(a.cwd, call.Dir); ok {
			a.cwd = dir
		} else {
			odd = append(odd, "folder")
		}
	}
	for _, name := range odd {
		a.field(sentinel.ExecuteFile, "the call has a field that is not known here: "+name)
	}
	if call.Escapes {
		a.field(sentinel.Bypass, "leaves the sandbox of the client")
	}
	before, text := "", call.Text
	if len(call.Env) > 0 {
		before = "export " + strings.Join(call.Env, " ") + "\n"
	}
	switch a.shell {
	case "powershell", "pwsh":
		before, text = before+"pwsh -NoProfile -Command ", toolcall.Quote(text)
	case "cmd":
		before, text = before+"cmd.exe /c ", toolcall.Quote(text)
	}
	a.before = len(before)
	return before + text
}

// field is a part of the call that is no command.
func (a *assessor) field(kind sentinel.EffectKind, say string) {
	part := sentinel.Part{Text: say, Key: "field " + say, Shape: "<field>", Risk: sentinel.Low, Colour: sentinel.Green}
	a.find(&part, sentinel.Effect{Kind: kind, Scope: sentinel.ScopeNone, Target: say}, sentinel.Finding{Rule: "tool.field", Say: say, Part: say})
	a.parts = append(a.parts, part)
}

func (a *assessor) unparsed() bool { return len(a.read.Commands) == 0 }

// problem is a part that cannot be inspected.
func (a *assessor) problem(p shell.Problem, text string) {
	part := sentinel.Part{Text: words.CutSpan(text, p.Span), Risk: sentinel.High, Colour: sentinel.Red}
	e := sentinel.Effect{Kind: sentinel.Unread, Scope: sentinel.ScopeNone}
	f := sentinel.Finding{Rule: "shell.unread", Label: "cannot be inspected", Say: p.Why, Part: part.Text, Span: span(p.Span)}
	if p.Bomb {
		e.Kind = sentinel.Catastrophe
		f.Rule, f.Label = destructiveShell, "fork bomb"
	}
	a.find(&part, e, f)
	a.parts = append(a.parts, part)
}

func span(s shell.Span) sentinel.Span { return sentinel.Span{Start: s.Start, End: s.End} }

// command judges one command and makes its part.
func (a *assessor) command(c *shell.Command, text string) {
	v, _ := c.Parsed.(*kb.View)
	if v == nil {
		v = &kb.View{}
	}
	p := sentinel.Part{Text: a.partText(c, text), Risk: sentinel.Low, Colour: sentinel.Green}
	p.Shape, p.Key = shape.Command(c)
	j := &judgement{a: a, c: c, v: v, p: &p, text: text}
	j.redirections()
	j.program()
	j.unknownWords()
	j.moves()
	j.arrivals()
	j.plantedRepository()
	j.patches()
	j.restores()
	j.edits()
	j.recipes()
	j.takes()
	for _, d := range v.Deeds {
		j.deed(d)
	}
	if foreign.GitReads(v) && j.dirs()[0] != a.cwd {
		j.run(kb.Deed{Kind: sentinel.Run, Rule: "git.elsewhere"})
	}
	if here := shell.Text("."); foreign.SearchesHere(c, v) && forms.ScopeRank(j.locate(sentinel.Read, here).Scope) > 0 {
		j.all = true
		j.path(sentinel.Read, here, kb.Deed{Rule: v.Name + ".here"}, true)
	}
	for _, s := range c.Runs {
		a.notes.Ran(s, c)
		j.script(s)
	}
	for _, u := range append(append([]string{}, v.Unread...), c.Unread...) {
		j.unread(u)
	}
	if say := webstore.Destroys(v, c, j.dirs()[0], j.a.w.Place); say != "" {
		j.plain(kb.Deed{Kind: sentinel.DataDestroy, Rule: "web.data-destroy", Say: say})
	}
	j.secretWords()
	j.flows()
	p.Asks = j.asks()
	if len(p.Effects) == 0 {
		// What does nothing can be asked about by a rule, and remembered.
		p.Effects = []sentinel.Effect{{Kind: sentinel.List, Scope: sentinel.ScopeNone}}
	}
	p.Key = place.Key(p, j.runs, a.w.Strict || c.Place.Script != "" || c.Place.Privilege || forms.Bulk(c, v))
	a.parts = append(a.parts, p)
}

// partText is the command as written, or as it would run where it does not
// stand in the text.
func (a *assessor) partText(c *shell.Command, text string) string {
	if c.Place.Depth == 0 && c.Place.Script == "" && c.Span.End > c.Span.Start && c.Span.End <= len(text) && c.Outer == nil {
		return text[c.Span.Start:c.Span.End]
	}
	return words.Quoted(c.Argv)
}
