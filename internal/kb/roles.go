package kb

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/schema"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// roleAt gives the role that the next operand would have while reading; only
// roles that swallow the rest matter here.
func (ps *parser) roleAt(n int, w shell.Word) string {
	ops := ps.p.active(ps.node)
	for i, role := range ops {
		if role == "env..." {
			if wordpart.IsAssignment(w) || wordpart.IsFunction(w) {
				return "env"
			}
			continue
		}
		if strings.HasPrefix(role, "code:") && i == n {
			return role
		}
		if strings.HasSuffix(role, "...") {
			return role
		}
		base := strings.TrimSuffix(role, "?")
		if i == n || i < n && (strings.HasPrefix(base, "command")) || schema.EnvBefore(ops, i) {
			return base
		}
	}
	return ""
}

// active gives the operand roles that hold with the options given.
func (p *Parse) active(n *schema.Node) []string {
	var out []string
	for _, o := range n.Operands {
		if role, ok := p.conditional(o); ok {
			out = append(out, role)
		}
	}
	return out
}

// conditional reads a role with its clauses: "unless FLAGS", "if FLAGS",
// "when-no-operands". All of them must hold.
func (p *Parse) conditional(o string) (string, bool) {
	f := strings.Fields(o)
	if len(f) < 2 {
		return o, o != ""
	}
	clause, given, ok := "", false, true
	end := func() {
		switch clause {
		case "unless":
			ok = ok && !given
		case "if":
			ok = ok && given
		}
		given = false
	}
	for _, w := range f[1:] {
		switch w {
		case "unless", "if":
			end()
			clause = w
		case "when-no-operands":
			end()
			clause = ""
			ok = ok && !p.takesScript()
		default:
			given = given || p.HasAny(w)
		}
	}
	end()
	return f[0], ok
}

// takesScript tells whether an operand is the code to run; - and /dev/stdin
// are standard input.
func (p *Parse) takesScript() bool {
	for _, o := range p.Operands {
		if (strings.HasPrefix(o.Role, "script") || strings.HasPrefix(o.Role, "code:")) && !o.Word.Is("-") && !o.Word.Is("/dev/stdin") {
			return true
		}
	}
	return false
}

// roles gives the collected operands their roles.
func (ps *parser) roles() {
	p := ps.p
	var ops []string
	for _, o := range p.active(ps.node) {
		if p.Rest == nil || !strings.HasPrefix(o, "command") {
			ops = append(ops, o)
		}
	}
	rep := -1
	for i, o := range ops {
		if strings.HasSuffix(o, "...") {
			rep = i
			break
		}
	}
	n := len(ps.raw)
	for i, w := range ps.raw {
		role := schema.RoleOf(ops, rep, i, n)
		if role == "ref" && p.Ended && i >= ps.endAt {
			role = "read" // behind -- stand paths
		}
		p.Operands = append(p.Operands, Operand{Word: w, Role: role})
	}
}

// Last is the innermost node: that of the verb, or the top.
func (p *Parse) Last() *schema.Node { return p.nodes[len(p.nodes)-1] }

// Has tells whether an option was given, under any of its names.
func (p *Parse) Has(name string) bool { return p.HasAny(name) }

// HasAny tells whether one of these options was given.
func (p *Parse) HasAny(names ...string) bool {
	_, ok := p.Option(names...)
	return ok
}

// values gives what each use of an option was given.
func (p *Parse) values(name string) (out []shell.Word) {
	for _, o := range p.Options {
		if o.is(name) {
			out = append(out, o.Value)
		}
	}
	return out
}

// Option gives the first option by one of these names.
func (p *Parse) Option(names ...string) (Option, bool) {
	for _, o := range p.Options {
		if slices.ContainsFunc(names, o.is) {
			return o, true
		}
	}
	return Option{}, false
}

func (o Option) is(name string) bool {
	return name == "*" || o.Name == name || wordlist.Has(o.Key, name)
}
