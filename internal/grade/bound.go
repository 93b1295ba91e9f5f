package grade

import (
	"strings"

	"github.com/sentinelgate/sentinel"
)

// BoundTo names the values of a command that a yes is bound to, read from the
// key it is filed under: the printed shape shows a kind of value in their place,
// and who reads it alone would take them for free.
func BoundTo(printed, key string) []string {
	var out []string
	seen := map[string]bool{}
	for w := range strings.FieldsSeq(printed) {
		seen[w] = true
	}
	words := strings.Fields(key)
	for _, w := range words[min(verbs(printed), len(words)):] {
		name, value, option := strings.Cut(w, "=")
		switch {
		case strings.HasPrefix(w, "<") || seen[w] || option && strings.HasPrefix(value, "<"):
			continue
		case strings.HasPrefix(w, "-") && option:
			w = name + " " + value
		case strings.HasPrefix(w, "-"):
			continue // a flag, which the shape shows by one of its names
		}
		out = append(out, w)
	}
	return out
}

// verbs counts the words a shape begins with: the program and its sub-commands,
// which a key may name by another of their names.
func verbs(printed string) int {
	n := 0
	for w := range strings.FieldsSeq(printed) {
		if strings.HasPrefix(w, "<") || strings.HasPrefix(w, "-") {
			break
		}
		n++
	}
	return n
}

// BoundBy is BoundTo for all that a decision asks about.
func BoundBy(d sentinel.Decision) []string {
	var out []string
	for _, p := range d.Pending {
		if p.Shape != "" {
			out = append(out, BoundTo(p.Shape, p.Key)...)
		}
	}
	return out
}

// BoundNote is the sentence about what is bound, "" if nothing is.
func BoundNote(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return "bound to: " + strings.Join(values, ", ")
}
