package facts

import (
	"slices"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/reach"
	"github.com/sentinelgate/sentinel/internal/facts/words"
)

// asks lists the questions that user rules are asked about a command
// (Settled 9).
func (j *judgement) asks() []sentinel.RuleAsk {
	var out []sentinel.RuleAsk
	if len(j.c.Argv) > 0 && (j.c.Place.Script == "" || j.a.w.Fresh != nil && j.a.w.Fresh(j.c.Place.Script)) && (!j.c.Holds || forms.IsPrivilege(j.c) || j.p.Colour != sentinel.Green) {
		out = append(out, sentinel.RuleAsk{Tools: forms.ShellTools(j.a.call.Tool), Subjects: []sentinel.RuleSubject{j.commandSubject()}})
	}
	for _, t := range j.touched {
		if t.loc.Scope == sentinel.ScopeNone && t.loc.Rule == "path.device" {
			continue
		}
		out = append(out, pathAsk(j.a, t))
		out = append(out, j.a.external(t)...)
	}
	for _, w := range reach.Words(j.c, j.v, j.dirs()[0] != j.a.cwd) {
		if slices.ContainsFunc(j.touched, func(t touch) bool { return t.text == w.String() }) {
			continue // asked already
		}
		out = append(out, j.a.external(touch{loc: j.locate(sentinel.List, w), text: w.String()})...)
	}
	return out
}

// external asks the rules for what lies outside of the project.
func (a *assessor) external(t touch) []sentinel.RuleAsk {
	if !reach.Outside(a.w.Place, t.loc) {
		return nil
	}
	return []sentinel.RuleAsk{{Tools: []string{"external_directory"}, Subjects: []sentinel.RuleSubject{pathSubject(a, t)}, Extra: true}}
}

// pathSubject gives a path as rules see it.
func pathSubject(a *assessor, t touch) sentinel.RuleSubject {
	return reach.Subject(a.w.Place, t.loc, t.text, t.tree)
}

// commandSubject gives the forms of a command that rules see: unwrapped,
// unquoted, base name, global options removed, joined by blanks.
func (j *judgement) commandSubject() sentinel.RuleSubject {
	s := sentinel.RuleSubject{Kind: "command"}
	plain := words.Line(j.c.Argv)
	s.Forms = append(s.Forms, plain)
	if short := forms.Unwrapped(j.c, j.v); short != plain {
		s.Forms = append(s.Forms, short)
	}
	if o := j.c.Outer; o != nil && forms.Renamed(j.c, o) {
		s.Forms = append(s.Forms, words.Line(o.Argv))
	}
	// The wrapped form and the text as written only tighten.
	for o := j.c.Outer; o != nil; o = o.Outer {
		s.Strict = append(s.Strict, words.Line(o.Argv))
		if o.Place.Privilege || forms.IsPrivilege(o) {
			s.Strict = append(s.Strict, s.Forms...)
			s.Forms = []string{words.Line(o.Argv)}
			break
		}
	}
	s.Strict = append(s.Strict, j.p.Text)
	return s
}

// pathAsk asks the rules of the file tools about a path that a command
// touches. Only denies and asks count there.
func pathAsk(a *assessor, t touch) sentinel.RuleAsk {
	tools := []string{t.use}
	switch t.use {
	case "list":
		tools = []string{"list_dir"}
	case "write":
		tools = []string{"write", "edit"}
	}
	return sentinel.RuleAsk{Tools: tools, Subjects: []sentinel.RuleSubject{pathSubject(a, t)}, Extra: true}
}
