package words

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// plainly is DeletesAll over a list of the words.
func plainly(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n;&|()`\"'", r) })
	for i, w := range words {
		if w != "rm" {
			continue
		}
		recursive := false
		for _, x := range words[i+1 : min(len(words), i+8)] {
			if strings.HasPrefix(x, "-") {
				recursive = recursive || strings.ContainsAny(x, "rR")
				continue
			}
			if recursive && (x == "/" || x == "/*" || x == "~" || x == "~/" || x == "$HOME") {
				return x
			}
		}
	}
	return ""
}

// TestDeletesAll: what is found word by word is what the list of all words shows.
func TestDeletesAll(t *testing.T) {
	words := []string{"rm", "rm", "-rf", "-R", "-f", "--", "x", "/", "~", "/*", "$HOME", "~/", "a;b", "'"}
	found := 0
	for range 20000 {
		var text []string
		for range rand.IntN(24) {
			text = append(text, words[rand.IntN(len(words))])
			if rand.IntN(3) > 0 {
				text = append(text, "y")
			}
		}
		line := strings.Join(text, " ")
		want := plainly(line)
		if got := DeletesAll(line); got != want {
			t.Fatalf("%s: %q, want %q", line, got, want)
		}
		if want != "" {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("%d of the texts delete everything: too few to tell", found)
	}
}

// TestDeletesAllKeepsNoList: a large text costs no memory.
func TestDeletesAllKeepsNoList(t *testing.T) {
	text := strings.Repeat("rm -rf some/where\n", 6000)
	if n := testing.AllocsPerRun(3, func() { DeletesAll(text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
