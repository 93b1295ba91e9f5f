// Package grade sums a decision on a shell command up in the words that `sentinel
// risk` prints: a colour, a reason, and what a yes would be remembered as.
package grade

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/shape"
)

// Of sums a decision on a shell command up as `sentinel risk` prints it.
func Of(d sentinel.Decision, a sentinel.Assessment) sentinel.Grade {
	g := sentinel.Grade{Level: "green", Shape: d.Shape, Intent: a.Intent, Warnings: []string{}}
	if g.Shape == "" {
		g.Shape = shape.None
	}
	findings := d.Findings // the most severe first
	if len(findings) == 0 {
		findings = a.Findings
	}
	for _, f := range findings {
		if !slices.Contains(g.Warnings, f.Say) {
			g.Warnings = append(g.Warnings, f.Say)
		}
	}
	g.Known = d.Outcome == sentinel.Approved
	switch {
	case a.Colour == sentinel.Red || d.Outcome == sentinel.Blocked:
		g.Level, g.Reason = "red", "destructive command"
		if len(g.Warnings) > 0 {
			g.Reason = g.Warnings[0]
		}
		if d.Outcome == sentinel.Blocked && a.Colour != sentinel.Red {
			g.Reason = d.Reason
		}
	case len(d.Pending) > 0:
		g.Level, g.Reason = "yellow", "new command shape in this repo: "+g.Shape
		if Bound(d) && len(g.Warnings) > 0 {
			g.Reason = "new in this repo: " + g.Warnings[0]
		}
	case g.Known && strings.HasPrefix(d.Rule, "ledger:"):
		g.Reason = "shape already approved in this repo: " + g.Shape
	case g.Known:
		g.Reason = "allowed by " + d.Rule
	case a.Intent == "read_only":
		g.Reason = "read-only"
	default:
		g.Reason = "ordinary work in the project"
	}
	return g
}

// Bound tells whether a yes would cover this very command and not its shape:
// what a program that is not known, or a script, does with other words, or
// after it was changed, nobody has seen.
func Bound(d sentinel.Decision) bool {
	return slices.ContainsFunc(d.Pending, func(p sentinel.Part) bool {
		return slices.ContainsFunc(p.Effects, func(e sentinel.Effect) bool { return e.Kind == sentinel.ExecuteFile })
	})
}

// Explain is the explanation of a grade, line by line. Green has none. What a yes
// would be kept for is read from the decision.
func Explain(g sentinel.Grade, d sentinel.Decision) []string {
	var out []string
	switch g.Level {
	case "red":
		out = append(out, "High risk.", g.Reason)
	case "yellow":
		out = append(out, "Unfamiliar in this repo.", g.Reason)
	default:
		return nil
	}
	if more := warnings(g); len(more) > 0 {
		out = append(out, "Warnings:")
		for _, w := range more {
			out = append(out, "- "+w)
		}
	}
	return append(out, promise(g, d)...)
}

// promise is what a yes would be kept for, and no more than that.
func promise(g sentinel.Grade, d sentinel.Decision) []string {
	var out []string
	switch {
	case d.Outcome == sentinel.Blocked:
		return nil // nobody is asked
	case g.Level == "red" || d.Remember == "":
		return []string{"A yes counts for this once; it will be asked again each time."}
	case Bound(d):
		return append(out, "Approving this records this very command: with other words, or after its file changed, it asks again. For a program of the project only numbers and plain files may differ.")
	case d.Remember == "session":
		out = append(out, "Approving this allows the same kind of command for this session; after a yes in a second session, for good.")
	default:
		out = append(out, "Approving this records the shape, so the same kind of command will not ask again.")
	}
	out = append(out, "Shape: "+g.Shape)
	if note := BoundNote(BoundBy(d)); note != "" {
		out = append(out, note)
	}
	return out
}

// warnings are those that say more than the reason does. The plain sentence of
// a single yellow finding is what the shape says already.
func warnings(g sentinel.Grade) []string {
	if g.Level == "yellow" && len(g.Warnings) == 1 {
		return nil
	}
	var out []string
	for _, w := range g.Warnings {
		if w != g.Reason && !strings.HasSuffix(g.Reason, ": "+w) {
			out = append(out, w)
		}
	}
	return out
}
