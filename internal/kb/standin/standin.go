// Package standin makes texts of words that are known in part, with something plain in
// the place of the rest.
package standin

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Numbers gives the text when all that is not known are numbers, which no
// language takes for code.
func Numbers(w shell.Word) (string, bool) {
	var b strings.Builder
	for _, p := range w.Pieces {
		switch {
		case p.Origin <= shell.Glob:
			b.WriteString(p.Text)
		case p.Origin == shell.Other && strings.HasPrefix(p.Text, "$"):
			b.WriteByte('1')
		default:
			return "", false
		}
	}
	return b.String(), true
}

// Known joins what is known of a word; unknown pieces become a plain name.
func Known(w shell.Word) string { return With(w, " unknown ") }

// With joins what is known of a word, with another text for unknown pieces.
func With(w shell.Word, unknown string) string {
	var b strings.Builder
	for _, p := range w.Pieces {
		if p.Origin <= shell.Glob {
			b.WriteString(p.Text)
		} else {
			b.WriteString(unknown)
		}
	}
	return b.String()
}
