package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/around"
	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// holds tries a condition. certain is false when it holds only because a word
// is not known.
func (p *Parse) holds(c schema.Cond, n *schema.Node, cmd *shell.Command, exists func(shell.Word) bool) (ok, certain bool) {
	certain = true
	if c.Flag != "" {
		found, sure := p.flagHolds(c, n)
		if !found {
			return false, true
		}
		certain = certain && sure
	}
	if c.NoFlag != "" && p.given(n, strings.Fields(c.NoFlag)) {
		return false, true
	}
	if c.Operand != "" {
		found, sure := p.operandHolds(c, exists)
		if !found {
			return false, true
		}
		certain = certain && sure
	}
	if c.Operands != "" && (n != p.Last() || !like.Count(c.Operands, len(p.Operands))) {
		return false, true
	}
	if c.Stdin != "" && !around.Fed(c.Stdin, cmd.Stdin) {
		return false, true
	}
	if c.Stdout != "" && !around.IntoFile(cmd) {
		return false, true
	}
	if c.Env != "" && !around.HasEnv(cmd, c.Env) || c.Same != "" && !p.same(c.Flag, c.Same) {
		return false, true
	}
	return true, certain
}

// own tells whether a node's conditions see an option: those of the node and
// of the nodes above. Options that an inner verb lists itself shadow the same
// name further up; and what stands in front of a verb that lists the name as
// something else (git -C DIR branch) is not the verb's.
func (p *Parse) own(o Option, n *schema.Node) bool {
	if o.Key == "" || o.Key == "--" {
		return true
	}
	for _, m := range p.nodes {
		if m == o.node {
			f, listed := n.Flag(o.Name)
			return m == n || !listed || f.Node != n || f.Role == o.Role || strings.Contains(f.Key, "*")
		}
		if m == n {
			return false
		}
	}
	return false
}

func (p *Parse) given(n *schema.Node, names []string) bool {
	for _, o := range p.Options {
		for _, name := range names {
			if o.is(name) && p.own(o, n) {
				return true
			}
		}
	}
	return false
}

func (p *Parse) flagHolds(c schema.Cond, n *schema.Node) (found, sure bool) {
	names := strings.Fields(c.Flag)
	for _, o := range p.Options {
		for _, name := range names {
			if !o.is(name) || !p.own(o, n) {
				continue
			}
			if c.Like == "" || c.Operand != "" {
				return true, true
			}
			f, certain := like.Unless(c.Like, c.Unlike, o.Value)
			if f && certain {
				return true, true
			}
			found = found || f
		}
	}
	return found, false
}

func (p *Parse) operandHolds(c schema.Cond, exists func(shell.Word) bool) (found, sure bool) {
	for _, w := range p.Words(c.Operand) {
		if c.Exists != "" {
			if exists != nil && exists(w) {
				return true, true
			}
			continue
		}
		if c.Like == "" {
			return true, true
		}
		f, certain := like.Unless(c.Like, c.Unlike, w)
		if f && certain {
			return true, true
		}
		found = found || f
	}
	return found, false
}

// same tells whether two options have the same value.
func (p *Parse) same(a, b string) bool {
	x, okX := p.Option(a)
	y, okY := p.Option(b)
	return okX && okY && x.Has && y.Has && x.Value.String() == y.Value.String()
}
