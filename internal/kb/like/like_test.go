package like_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/shell"
)

func TestAny(t *testing.T) {
	for _, c := range []struct {
		list, word string
		want       bool
	}{
		{"a|b*", "bc", true}, {"a|b*", "c", false}, {"!a|b", "c", true}, {"!a|b", "b", false}, {"=x?", "xy", true}, {"*=/*", "a=/b", true},
	} {
		if got := like.Any(c.list, c.word); got != c.want {
			t.Errorf("Any(%q, %q) = %v", c.list, c.word, got)
		}
	}
}

func TestParts(t *testing.T) {
	for text, want := range map[string][]string{
		"asm=/x,link=/y": {"asm", "/x", "link", "/y"}, "json:/x": {"json", "/x"}, "trx;LogFileName=a b": {"trx", "LogFileName", "a b"}, "plain": {"plain"}, "=": {"="},
	} {
		got := like.Parts(shell.Text(text))
		if len(got) != len(want) {
			t.Errorf("Parts(%q): %d parts, want %d", text, len(got), len(want))
			continue
		}
		for i, w := range got {
			if w.String() != want[i] {
				t.Errorf("Parts(%q)[%d] = %q, want %q", text, i, w.String(), want[i])
			}
		}
	}
	unknown := shell.Word{Pieces: []shell.Piece{{Text: "json:"}, {Origin: shell.Variable, Name: "X", Text: "$X"}}}
	if got := like.Parts(unknown); len(got) != 2 || !got[1].Unknown() {
		t.Errorf("an unknown part got lost: %v", got)
	}
}
