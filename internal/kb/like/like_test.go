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

// TestNothingIsCopied: patterns are tried many times for each command.
func TestNothingIsCopied(t *testing.T) {
	var found bool
	for name, f := range map[string]func(){
		"match": func() { found = found || like.Match("*Prod*", "my-PRODUCTION-db") },
		"any":   func() { like.Any("!a|B*|*c?", "A long Text") },
		"head":  func() { like.Head("http*|S3://*|x?y", "S3://Bucket") },
	} {
		if n := testing.AllocsPerRun(100, f); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestFoldsBeyondASCII: letters that only look like others once folded.
func TestFoldsBeyondASCII(t *testing.T) {
	if !like.Match("k*", "\u212Aelvin") || !like.Match("\u00c9t*", "\u00e9t\u00c9") {
		t.Error("letters beyond ASCII are not folded")
	}
	if found, sure := like.Head("k*", "\u212Aelvin"); !found || !sure {
		t.Error("nor in heads")
	}
	for _, list := range []string{"a{bar}b", "x|a{bar}B"} {
		if !like.Any(list, "A|B") {
			t.Errorf("%s: the bar of the pattern", list)
		}
	}
}
