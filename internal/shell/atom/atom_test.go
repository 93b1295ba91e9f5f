package atom

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell/found"
)

func show(words []found.Word) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteByte('<')
		for _, p := range w.Pieces {
			if p.Origin == found.Glob {
				b.WriteString("{" + p.Text + "}")
			} else {
				b.WriteString(p.Text)
			}
		}
		b.WriteByte('>')
	}
	return b.String()
}

func TestR31_BracketsOfSeveralAtoms(t *testing.T) {
	unknown := Atom{Piece: found.Piece{Origin: found.Variable, Text: "$x"}}
	for want, atoms := range map[string][]Atom{
		"<.e{[n]}v>":   {Lit(".e[", false), Lit("n", true), Lit("]v", false)},
		"<.e{?}v>":     {Lit(".e[", false), unknown, Lit("]v", false)},
		"<{?}>":        {Lit("[", false), Lit("a-", true), Lit("z]", false)},
		"<a[n]v>":      {Lit("a", false), Lit("[n]", true), Lit("v", false)},
		"<a[b>":        {Lit("a[", false), Lit("b", true)},
		"<{[a]}{[b]}>": {Lit("[", false), Lit("a", true), Lit("][", false), Lit("b", true), Lit("]", false)},
		"<a><b>":       {Lit("a", true), {Brk: true, Quoted: true}, Lit("b", true)},
	} {
		if got := show(Split(atoms, " ", false, found.Span{}, "")); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
