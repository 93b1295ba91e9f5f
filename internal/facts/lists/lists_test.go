package lists

import (
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

func word(pieces ...shell.Piece) shell.Word { return shell.Word{Pieces: pieces} }

func TestNames(t *testing.T) {
	files := map[string]string{"/p/list": "a.txt\n/home/x/key two\n\n", "/p/zero": "a\x00b\x00"}
	text := Text{Written: map[string]string{"/p/own": "made.txt\n"}, Read: func(f string) (string, bool, bool) { c, ok := files[f]; return c, ok, f != "/p/huge" }}
	from := func(f string) shell.Piece {
		return shell.Piece{Origin: shell.Supplied, Text: "{}", Inside: &shell.Captured{File: shell.Text(f)}}
	}
	cat := &shell.Command{Argv: []shell.Word{shell.Text("cat")}, Stdin: shell.Input{Kind: shell.FromFile, File: shell.Text("zero")}, Dirs: []shell.Word{shell.Text("/p")}}
	for _, c := range []struct {
		say   string
		w     shell.Word
		want  string
		whole bool
	}{
		{"a file", word(from("/p/list")), "a.txt|/home/x/key two|/home/x/key|two", true},
		{"inside of a word", word(shell.Piece{Text: "d/"}, from("/p/zero"), shell.Piece{Text: ".md"}), "d/a.md|d/b.md", true},
		{"a file that the text wrote", word(from("/p/own")), "made.txt", true},
		{"no file", word(from("/p/none")), "", true},
		{"a file too large", word(from("/p/huge")), "", false},
		{"what a command prints", word(shell.Piece{Origin: shell.Output, Inside: &shell.Captured{From: cat}}), "a|b", true},
		{"a known word", shell.Text("x"), "", true},
		{"a process substitution", word(shell.Piece{Origin: shell.Other, Inside: &shell.Captured{File: shell.Text("/p/list")}}), "", true},
	} {
		names, whole := text.Names(c.w)
		var got []string
		for _, n := range names {
			s, ok := n.Known()
			if !ok {
				t.Errorf("%s: %v is not known", c.say, n)
			}
			got = append(got, s)
		}
		if strings.Join(got, "|") != c.want || whole != c.whole {
			t.Errorf("%s: %q whole %v, want %q %v", c.say, got, whole, c.want, c.whole)
		}
	}
}

// TestSplitIsBounded: of a long list all names that lead elsewhere count, and a
// list beyond all bounds is no list that was read.
func TestSplitIsBounded(t *testing.T) {
	names, whole := split(strings.Repeat("a\n", 5000)+"/etc/shadow\n", true)
	if !whole || len(names) != maxNames+1 || !slices.Contains(names, "/etc/shadow") {
		t.Errorf("%d names, whole %v", len(names), whole)
	}
	if _, whole := split(strings.Repeat("a\n", maxLines+5), true); whole {
		t.Error("more lines than are looked at")
	}
	if names, _ := split("see .env for more\n", false); slices.Contains(names, ".env") {
		t.Error("a word in the middle of a filtered line is no name")
	}
}
