package display

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text          string
		width, indent int
		want          string
	}{
		{"no width leaves a text as it is, however long it may be", 0, 2, "no width leaves a text as it is, however long it may be"},
		{"it breaks at blanks and nowhere else", 24, 2, "it breaks at blanks and\n  nowhere else"},
		{"  an indent at the start stays there", 24, 4, "  an indent at the start\n    stays there"},
		{"/a/path/without/any/blank/of/some/length stays", 24, 2, "/a/path/without/any/blank/of/some/length\n  stays"},
		{"undo it with `sentinel unkill` now", 24, 2, "undo it with\n  `sentinel unkill` now"},
		{"one\ntwo three four five six seven", 24, 1, "one\ntwo three four five six\n seven"},
		{"ok   log: line", 24, 5, "ok   log: line"},
		{"a width below reason is none at all", 3, 0, "a width below reason is\nnone at all"},
		{"`unclosed at the end of a line of words", 24, 0, "`unclosed at the end of\na line of words"},
		{"", 24, 2, ""},
	} {
		if got := Wrap(c.text, c.width, c.indent); got != c.want {
			t.Errorf("Wrap(%q, %d, %d)\ngot  %q\nwant %q", c.text, c.width, c.indent, got, c.want)
		}
	}
}

// TestWrapKeepsWords: whatever is wrapped holds the same words in the same order,
// and a line is only too long where it holds one that is.
func TestWrapKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.StringMatching("[a-zäé`/.]{0,30}")).Draw(t, "words"), " ")
		width := rapid.IntRange(1, 90).Draw(t, "width")
		got := Wrap(text, width, 4)
		if a, b := strings.Fields(text), strings.Fields(got); strings.Join(a, " ") != strings.Join(b, " ") {
			t.Fatalf("words differ: %q, %q", text, got)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if utf8.RuneCountInString(line) > max(width, leastWidth) && len(pieces(strings.TrimLeft(line, " "), max(width, leastWidth)-4)) > 1 {
				t.Fatalf("%q is longer than %d", line, width)
			}
		}
	})
}

func TestColumns(t *testing.T) {
	list := []string{"awk", "cp", "git", "kubectl", "ls"}
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, "awk\ncp\ngit\nkubectl\nls\n"},
		{16, "awk      kubectl\ncp       ls\ngit\n"},
		{80, "awk      cp       git      kubectl  ls\n"},
		{3, "awk\ncp\ngit\nkubectl\nls\n"},
	} {
		if got := Columns(list, c.width); got != c.want {
			t.Errorf("%d wide: %q, want %q", c.width, got, c.want)
		}
	}
	if got := Columns(nil, 80); got != "" {
		t.Errorf("nothing: %q", got)
	}
}
