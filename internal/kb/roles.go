package kb

import (
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/wordlist"
	"strings"
)

// roleAt gives the role that the next operand would have while reading; only
// roles that swallow the rest matter here.
func (ps *parser) roleAt(n int, w shell.Word) string {
	ops := ps.p.active(ps.node)
	for i, role := range ops {
		if role == "env..." {
			s, _ := w.Known()
			if isAssignment(s, w) {
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
		if i == n || i < n && (strings.HasPrefix(base, "command")) || hasEnvBefore(ops, i) {
			return base
		}
	}
	return ""
}

func hasEnvBefore(ops []string, i int) bool {
	for _, o := range ops[:i] {
		if o == "env..." {
			return true
		}
	}
	return false
}

func isAssignment(s string, w shell.Word) bool {
	if s == "" && len(w.Pieces) > 0 && w.Pieces[0].Origin == shell.Literal {
		s = w.Pieces[0].Text
	}
	name, _, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// active gives the operand roles that hold with the options given.
func (p *Parse) active(n *Node) []string {
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
		role := roleOf(ops, rep, i, n)
		if role == "ref" && p.Ended && i >= ps.endAt {
			role = "read" // behind -- stand paths
		}
		p.Operands = append(p.Operands, Operand{Word: w, Role: role})
	}
}

// roleOf gives the role of operand i of n.
func roleOf(ops []string, rep, i, n int) string {
	clean := func(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "..."), "?") }
	if len(ops) == 0 {
		return "word"
	}
	if rep < 0 {
		return clean(ops[min(i, len(ops)-1)])
	}
	after := len(ops) - rep - 1
	switch {
	case i < rep:
		return clean(ops[i])
	case after > 0 && n > rep && i >= n-after:
		return clean(ops[len(ops)-(n-i)])
	}
	return clean(ops[rep])
}

// cut gives the part of a word behind the first n bytes of its literal head.
func cut(w shell.Word, n int) shell.Word {
	out := shell.Word{Span: w.Span, Raw: w.Raw}
	for i, p := range w.Pieces {
		if i == 0 {
			if n < len(p.Text) {
				p.Text = p.Text[n:]
				out.Pieces = append(out.Pieces, p)
			} else if n > len(p.Text) {
				// The name itself ran over into the next piece.
				continue
			}
			continue
		}
		out.Pieces = append(out.Pieces, p)
	}
	return out
}

// joinWords makes one word of several with blanks between them, as ssh, eval
// and watch do.
func joinWords(words []shell.Word) shell.Word {
	var out shell.Word
	for i, w := range words {
		if i > 0 {
			out.Pieces = append(out.Pieces, shell.Piece{Text: " "})
		}
		out.Pieces = append(out.Pieces, w.Pieces...)
	}
	if len(words) > 0 {
		out.Span = shell.Span{Start: words[0].Span.Start, End: words[len(words)-1].Span.End}
	}
	return out.Joined()
}

// last is the innermost node: that of the verb, or the top.
func (p *Parse) last() *Node { return p.nodes[len(p.nodes)-1] }

// Has tells whether an option was given, under any of its names.
func (p *Parse) Has(name string) bool { return p.HasAny(name) }

// HasAny tells whether one of these options was given.
func (p *Parse) HasAny(names ...string) bool {
	_, ok := p.Option(names...)
	return ok
}

// Option gives the first option by one of these names.
func (p *Parse) Option(names ...string) (Option, bool) {
	for _, o := range p.Options {
		for _, n := range names {
			if o.is(n) {
				return o, true
			}
		}
	}
	return Option{}, false
}

func (o Option) is(name string) bool { return o.Name == name || wordlist.Has(o.Key, name) }
