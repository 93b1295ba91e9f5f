package like

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/standin"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Unless tries patterns on a word: like list, but not like the others.
// Of a word that is not wholly known, what stands there may match by itself.
func Unless(list, others string, w shell.Word) (found, sure bool) {
	if others == "" {
		return Word(list, w)
	}
	if _, whole := w.Known(); !whole && !strings.HasPrefix(list, "!") && Any(strings.TrimPrefix(list, "="), standin.With(w, "?")) {
		return true, false
	}
	if f, certain := Word(others, w); f && certain {
		return false, true
	}
	return Word(list, w)
}

// Word tries patterns on a word; sure is false when it only may match.
func Word(list string, w shell.Word) (found, sure bool) {
	if v, known := w.Known(); known {
		return Any(list, v), true
	}
	text, _, ok := w.Pattern()
	if ok {
		return Any(list, text), true
	}
	return Head(list, text)
}

// Path tells whether a wildcard word is one of the patterns whatever it stands
// for: with a slash in it, it cannot become a name without one.
func Path(patterns string, w shell.Word) bool {
	text, glob, ok := w.Pattern()
	return glob && ok && strings.Contains(text, "/") && !strings.Contains(text, "(") && Any(patterns, text)
}
