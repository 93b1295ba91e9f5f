package kb

import (
	"github.com/sentinelgate/sentinel/internal/shell"
	"strings"
)

// holds tries a condition. certain is false when it holds only because a word
// is not known.
func (p *Parse) holds(c Cond, n *Node, cmd *shell.Command, exists func(shell.Word) bool) (ok, certain bool) {
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
	if c.Operands != "" && (n != p.last() || !count(c.Operands, len(p.Operands))) {
		return false, true
	}
	if c.Stdin != "" && cmd.Stdin.Kind == shell.Inherited {
		return false, true
	}
	if c.Stdout != "" && !intoFile(cmd) {
		return false, true
	}
	if c.Env != "" && !hasEnv(cmd, c.Env) {
		return false, true
	}
	return true, certain
}

// own tells whether a node's conditions see an option: those of the node and
// of the nodes above. Options that an inner verb lists itself shadow the same
// name further up.
func (p *Parse) own(o Option, n *Node) bool {
	if o.Key == "" || o.Key == "--" {
		return true
	}
	for _, m := range p.nodes {
		if m == o.node {
			return true
		}
		if m == n {
			return false
		}
	}
	return false
}

func (p *Parse) given(n *Node, names []string) bool {
	for _, o := range p.Options {
		for _, name := range names {
			if o.is(name) && p.own(o, n) {
				return true
			}
		}
	}
	return false
}

func (p *Parse) flagHolds(c Cond, n *Node) (found, sure bool) {
	names := strings.Fields(c.Flag)
	for _, o := range p.Options {
		for _, name := range names {
			if !o.is(name) || !p.own(o, n) {
				continue
			}
			if c.Like == "" || c.Operand != "" {
				return true, true
			}
			f, certain := likeWord(c.Like, o.Value)
			if f && certain {
				return true, true
			}
			found = found || f
		}
	}
	return found, false
}

// likeWord tries patterns on a word; sure is false when it only may match.
func likeWord(like string, w shell.Word) (found, sure bool) {
	if v, known := w.Known(); known {
		return matchAny(like, v), true
	}
	text, _, ok := w.Pattern()
	if ok {
		return matchAny(like, text), true
	}
	return matchHead(like, text)
}

func (p *Parse) operandHolds(c Cond, exists func(shell.Word) bool) (found, sure bool) {
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
		f, certain := likeWord(c.Like, w)
		if f && certain {
			return true, true
		}
		found = found || f
	}
	return found, false
}

// count compares a number of operands with "0", ">1" and the like.
func count(want string, n int) bool {
	v := 0
	for _, c := range strings.TrimLeft(want, "<>=") {
		v = v*10 + int(c-'0')
	}
	switch want[0] {
	case '>':
		return n > v
	case '<':
		return n < v
	}
	return n == v
}

func hasEnv(c *shell.Command, name string) bool {
	for _, a := range c.Env {
		if a.Name == name {
			return true
		}
	}
	return false
}

// intoFile tells whether the shell writes what the command prints into a file.
func intoFile(c *shell.Command) bool {
	for _, r := range c.Redirs {
		if r.Kind != shell.ReadFile && !r.File.Is("/dev/null") {
			return true
		}
	}
	return false
}
