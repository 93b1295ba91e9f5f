// Package told words what a scan found, for questions and reasons: a few
// findings are spelled out and the others counted.
package told

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret"
)

const (
	maxShown = 5 // findings of a file that are spelled out
	maxKinds = 5 // kinds of secrets that a reason lists
)

// Count says how many there may be.
func Count(found []secret.Finding) string {
	if len(found) == 1 {
		return "a possible secret"
	}
	return fmt.Sprintf("%d possible secrets", len(found))
}

// List spells out a few findings: title, line, masked text.
func List(found []secret.Finding) string {
	var b strings.Builder
	for i, f := range found {
		if i == maxShown {
			fmt.Fprintf(&b, ", and %d more", len(found)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s (line %d: %s)", f.Title, f.Line, f.Snippet)
	}
	return b.String()
}

// Kinds lists what was found, each kind once.
func Kinds(found []secret.Finding) string {
	var out []string
	for _, f := range found {
		if !slices.Contains(out, f.Label) {
			out = append(out, f.Label)
		}
	}
	if n := len(out); n > maxKinds {
		out = append(out[:maxKinds], fmt.Sprintf("and %d more", n-maxKinds))
	}
	return strings.Join(out, ", ")
}
