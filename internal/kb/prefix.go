package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// flagPattern is an option whose name varies in the middle.
type flagPattern struct {
	name string
	flag flagSpec
}

// addPrefix notes an option that is known by what its word begins with: the
// value is glued to it ("-javaagent:*", "@*").
func (n *Node) addPrefix(head string, s flagSpec) {
	if n.prefixes == nil {
		n.prefixes = map[string]flagSpec{}
	}
	n.prefixes[head] = s
}

// prefixed reads a word that begins as an option of the node does. An option
// whose whole name stands there goes first, then the longest beginning.
func (ps *parser) prefixed(w shell.Word, head string) bool {
	for i := len(ps.open) - 1; i >= 0; i-- {
		n := ps.open[i]
		if len(n.prefixes) == 0 {
			continue
		}
		best := ""
		for p := range n.prefixes {
			long := len(head) > len(p) || len(head) == len(p) && len(w.Pieces) > 1
			if len(p) > len(best) && long && begins(head, p) {
				best = p
			}
		}
		if best == "" {
			continue
		}
		name, _, _ := strings.Cut(head, "=")
		if _, ok := ps.flag(name); ok && len(name) >= len(best) {
			return false
		}
		f := n.prefixes[best]
		f.node = n
		v := cut(w, len(best))
		ps.take(f, best, &v)
		return true
	}
	return false
}

// begins compares letter by letter; options with a colon behind their name come
// from tools that do not tell capitals from small letters.
func begins(s, prefix string) bool {
	if strings.HasSuffix(prefix, ":") {
		return strings.EqualFold(s[:len(prefix)], prefix)
	}
	return strings.HasPrefix(s, prefix)
}

// handsOver tells whether an option gives all words behind it to another tool
// ("--": "=rustfmt"): cargo and its like only pass them on.
func (f flagSpec) handsOver() bool { return strings.HasPrefix(f.role, "=") }

func (ps *parser) handOver(f flagSpec) {
	if len(ps.words) == 0 {
		return
	}
	var words []shell.Word
	for _, x := range strings.Fields(f.role[1:]) {
		words = append(words, shell.Text(x))
	}
	ps.p.Rest, ps.p.RestRole = append(words, ps.words...), "command"
	ps.words = nil
}

// fragments records an option once for each part of a value such as
// json:FILE or asm=FILE,link=FILE: which part is the path differs, and what is
// none is a plain name in the folder.
func (ps *parser) fragments(o Option, role string) {
	o.Role = role
	if !o.Has {
		ps.p.Options = append(ps.p.Options, o)
		return
	}
	for _, v := range like.Parts(o.Value) {
		o.Value = v
		ps.p.Options = append(ps.p.Options, o)
	}
}
