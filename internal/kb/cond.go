package kb

import (
	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/kb/standin"
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
	if c.Operands != "" && (n != p.last() || !like.Count(c.Operands, len(p.Operands))) {
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
			f, certain := c.matches(o.Value)
			if f && certain {
				return true, true
			}
			found = found || f
		}
	}
	return found, false
}

// matches tries the patterns of a condition on a word: like, but not unlike.
// Of a word that is not wholly known, what stands there may match by itself.
func (c Cond) matches(w shell.Word) (found, sure bool) {
	if c.Unlike == "" {
		return likeWord(c.Like, w)
	}
	if _, whole := w.Known(); !whole && !strings.HasPrefix(c.Like, "!") && like.Any(strings.TrimPrefix(c.Like, "="), standin.With(w, "?")) {
		return true, false
	}
	if f, certain := likeWord(c.Unlike, w); f && certain {
		return false, true
	}
	return likeWord(c.Like, w)
}

// likeWord tries patterns on a word; sure is false when it only may match.
func likeWord(list string, w shell.Word) (found, sure bool) {
	if v, known := w.Known(); known {
		return like.Any(list, v), true
	}
	text, _, ok := w.Pattern()
	if ok {
		return like.Any(list, text), true
	}
	return like.Head(list, text)
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
		f, certain := c.matches(w)
		if f && certain {
			return true, true
		}
		found = found || f
	}
	return found, false
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
	for ; c != nil; c = c.Outer { // a wrapper's output is that of what it starts
		for _, r := range c.Redirs {
			if r.Kind != shell.ReadFile && !r.File.Is("/dev/null") {
				return true
			}
		}
	}
	return false
}
