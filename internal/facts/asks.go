package facts

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// asks lists the questions that user rules are asked about a command
// (Settled 9).
func (j *judgement) asks() []sentinel.RuleAsk {
	var out []sentinel.RuleAsk
	if len(j.c.Argv) > 0 && (j.c.Place.Script == "" || j.a.w.Fresh != nil && j.a.w.Fresh(j.c.Place.Script)) && (!j.c.Holds || isPrivilege(j.c) || j.p.Colour != sentinel.Green) {
		out = append(out, sentinel.RuleAsk{Tools: shellTools(j.a.call.Tool), Subjects: []sentinel.RuleSubject{j.commandSubject()}})
	}
	for _, t := range j.touched {
		if t.loc.Scope == sentinel.ScopeNone && t.loc.Rule == "path.device" {
			continue
		}
		out = append(out, pathAsk(j.a, t))
		if a := j.a; a.outside(t.loc) {
			out = append(out, sentinel.RuleAsk{Tools: []string{"external_directory"}, Subjects: []sentinel.RuleSubject{pathSubject(j.a, t)}, Extra: true})
		}
	}
	return out
}

func shellTools(tool string) []string {
	if tool == "" || strings.EqualFold(tool, "bash") {
		return []string{"bash"}
	}
	return []string{tool, "bash"}
}

// commandSubject gives the forms of a command that rules see: unwrapped,
// unquoted, base name, global options removed, joined by blanks.
func (j *judgement) commandSubject() sentinel.RuleSubject {
	s := sentinel.RuleSubject{Kind: "command"}
	plain := words.Line(j.c.Argv)
	s.Forms = append(s.Forms, plain)
	if short := unwrapped(j.c, j.v); short != plain {
		s.Forms = append(s.Forms, short)
	}
	if o := j.c.Outer; o != nil && renamed(j.c, o) {
		s.Forms = append(s.Forms, words.Line(o.Argv))
	}
	// The wrapped form and the text as written only tighten.
	for o := j.c.Outer; o != nil; o = o.Outer {
		s.Strict = append(s.Strict, words.Line(o.Argv))
		if o.Place.Privilege || isPrivilege(o) {
			s.Strict = append(s.Strict, s.Forms...)
			s.Forms = []string{words.Line(o.Argv)}
			break
		}
	}
	s.Strict = append(s.Strict, j.p.Text)
	return s
}

// isPrivilege: privilege wrappers are not looked through for an allow.
func isPrivilege(c *shell.Command) bool {
	v, _ := c.Parsed.(*kb.View)
	if v == nil {
		return false
	}
	for _, d := range v.Deeds {
		if d.Kind == sentinel.Privilege {
			return true
		}
	}
	return false
}

// unwrapped is the command without its folder and the options in front of its
// verb.
func unwrapped(c *shell.Command, v *kb.View) string {
	words := make([]string, 0, len(c.Argv))
	name := c.Argv[0].String()
	if i := strings.LastIndexByte(name, '/'); i >= 0 && v.Program == kb.Trusted {
		name = name[i+1:]
	}
	words = append(words, name)
	rest := c.Argv[1:]
	if v.Parse != nil && len(v.Parse.Verbs) > 0 {
		if i := indexWord(rest, v.Parse.Verbs[0]); i > 0 {
			rest = rest[i:]
		}
	}
	for _, w := range rest {
		words = append(words, w.String())
	}
	return strings.Join(words, " ")
}

func indexWord(words []shell.Word, s string) int {
	for i, w := range words {
		if w.Is(s) {
			return i
		}
	}
	return -1
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

// pathSubject gives a path as rules see it: real, relative inside the project,
// absolute and with ~ outside; as written for denies.
func pathSubject(a *assessor, t touch) sentinel.RuleSubject {
	s := sentinel.RuleSubject{Kind: "path", Strict: []string{t.text}, Tree: t.tree}
	real := t.loc.Real
	if real == "" {
		s.Forms = []string{t.text}
		return s
	}
	root, home := a.w.Place.Root, a.w.Place.Home
	switch {
	case root != "" && real == root:
		s.Forms = []string{"."}
	case root != "" && strings.HasPrefix(real, root+"/"):
		s.Forms = []string{real[len(root)+1:]}
		s.Strict = append(s.Strict, real)
	case home != "" && strings.HasPrefix(real, home+"/"):
		s.Forms = []string{real, "~" + real[len(home):]}
	default:
		s.Forms = []string{real}
	}
	if !strings.HasPrefix(t.text, "/") && !strings.HasPrefix(t.text, "~") {
		s.Strict = append(s.Strict, path.Clean(t.text))
	}
	return s
}

// outside: real paths outside of the project root, temporary folders included.
func (a *assessor) outside(loc paths.Located) bool {
	root := a.w.Place.Root
	if loc.Real == "" || loc.Scope == sentinel.ScopeNone {
		return false
	}
	return root == "" || loc.Real != root && !strings.HasPrefix(loc.Real, root+"/")
}

// renamed tells whether a command is only the outer one under another name,
// put there by the knowledge: its program stands where the outer one has
// another word (test in npm test). A rule means what a person can see.
func renamed(c, outer *shell.Command) bool {
	if len(c.Argv) == 0 || c.Argv[0].Span == (shell.Span{}) {
		return false
	}
	for _, w := range outer.Argv {
		if w.Span == c.Argv[0].Span {
			return w.String() != c.Argv[0].String()
		}
	}
	return false
}
