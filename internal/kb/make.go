package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/kb/standin"
	"github.com/sentinelgate/sentinel/internal/kb/taskfile"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks"
	"github.com/sentinelgate/sentinel/internal/tasks/makefile"
)

// makeVariables gives the variables of the command line and of the environment
// as the reader of makefiles takes them.
func (p *Parse) makeVariables(c *shell.Command) []string {
	var out []string
	for _, a := range c.Env {
		out = append(out, a.Name+"?="+makeText(a.Value))
	}
	for _, o := range p.Operands {
		if a, op, ok := taskfile.MakeAssignment(o.Word); ok && op != "!" {
			out = append(out, a.Name+op+"="+makeText(a.Value))
		}
	}
	return out
}

// makeText writes a value whose unknown parts are a variable that nobody knows.
func makeText(w shell.Word) string { return standin.With(w, "$${unknown}") }

// makeVariable judges a variable given to make. Make expands its value, hands
// it to every recipe's environment and pastes it into their text.
func (b *Base) makeVariable(c *shell.Command, v *View, files shell.Reader, a shell.Assign, op string) []shell.Inner {
	if op == "!" {
		return []shell.Inner{{Kind: shell.InnerText, Text: a.Value, Via: a.Name}}
	}
	var out []shell.Inner
	val, known := a.Value.Known()
	r, ok := b.envRules().Find(a.Name)
	ok = ok && a.Name != "SHELL" && (r.Like == "" || !known || like.Any(r.Like, val))
	switch {
	case ok && known && r.Role == "code:sh" && b.Has(val): // CC=clang
	case ok:
		out = append(out, b.envDeed(c, v, a, r, val, known, "")...)
	case known && makefile.NamesProgram(a.Name) && strings.TrimSpace(val) != "" && !b.Has(val):
		out = append(out, shell.Inner{Kind: shell.InnerText, Text: a.Value, Via: a.Name})
	}
	if strings.Contains(makeText(a.Value), "$") {
		out = append(out, v.makeValue(a)...)
	} else if !v.readsMakefile(c, files) {
		out = append(out, taskfile.ShellPart(v.Name, a.Value)...)
	}
	return out
}

// makeEnv does the same for variables of the environment, which make expands
// like its own.
func (v *View) makeEnv(c *shell.Command) []shell.Inner {
	var out []shell.Inner
	for _, a := range c.Env {
		if s, ok := a.Value.Known(); ok && (strings.Contains(s, "$(") || strings.Contains(s, "${")) {
			out = append(out, v.makeValue(a)...)
		}
	}
	return out
}

// makeValue gives what the expansion of a value runs: $(shell ...) and its like.
func (v *View) makeValue(a shell.Assign) []shell.Inner {
	m := makefile.Parse("x:\n\t: $(V)\n", []string{"V=" + makeText(a.Value)})
	m.Build("x")
	for _, u := range m.Unread() {
		v.Deeds = append(v.Deeds, Deed{Kind: sentinel.ExecuteInline, Target: a.Value, Aimed: true, Rule: v.Parse.rule("variable", ""),
			Say: "sets " + a.Name + " to a text that make runs: " + u})
	}
	var out []shell.Inner
	for _, l := range m.Lines() {
		out = append(out, shell.Inner{Kind: shell.InnerText, Text: shell.Text(l.Text), Via: v.Name + " " + a.Name})
	}
	return out
}

// readsMakefile tells whether the recipes of the targets can be read with the
// variables in their places; then these recipes decide.
func (v *View) readsMakefile(c *shell.Command, files shell.Reader) bool {
	t := taskfile.Files{From: files, Dir: v.Parse.Words("dir")}
	res, err := tasks.MakeWith(t.Read, v.Parse.taskFile("make"), v.Parse.makeTargets(), v.Parse.makeVariables(c))
	return err == nil && len(res.Unread) == 0
}

func (p *Parse) makeTargets() []string {
	var out []string
	for _, o := range p.Operands {
		if _, _, ok := taskfile.MakeAssignment(o.Word); ok {
			continue
		}
		s, known := o.Word.Known()
		if !known {
			return []string{"\x00"} // no rule has that name
		}
		out = append(out, s)
	}
	return out
}
