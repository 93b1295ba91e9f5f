package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// prefixed reads a word that begins as an option of the node does. An option
// whose whole name stands there goes first, then the longest beginning.
func (ps *parser) prefixed(w shell.Word, head string) bool {
	for i := len(ps.open) - 1; i >= 0; i-- {
		f, best := ps.open[i].Glued(head, len(w.Pieces) > 1)
		if best == "" {
			continue
		}
		name, _, _ := strings.Cut(head, "=")
		if _, ok := ps.flag(name); ok && len(name) >= len(best) {
			return false
		}
		v := wordpart.Cut(w, len(best))
		ps.take(f, best, &v)
		return true
	}
	return false
}

// handOver gives all words that are left to another tool.
func (ps *parser) handOver(f schema.Flag) {
	if len(ps.words) == 0 {
		return
	}
	var words []shell.Word
	for _, x := range strings.Fields(f.Role[1:]) {
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
