// Package standin makes texts of words that are known in part, with something plain in
// the place of the rest.
package standin

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

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
