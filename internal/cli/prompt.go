package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
)

// shownFindings is how many findings a question spells out; more are counted.
const shownFindings = 4

// Question is the text a person is shown when a call is asked: what was
// recognised, the part that matters, what a yes will remember.
func Question(d sentinel.Decision, problems []error) string {
	var b strings.Builder
	if d.Shape != "" {
		b.WriteString(headline(d) + "\n")
	}
	reasons(&b, d)
	b.WriteString(promise(d))
	if len(problems) > 0 {
		fmt.Fprintf(&b, "\nThe gate's configuration has %d problem(s); see `sentinel doctor`.", len(problems))
	}
	return strings.TrimRight(b.String(), "\n")
}

// headline says how serious it is.
func headline(d sentinel.Decision) string {
	if worst(d.Pending) == sentinel.Red {
		return "High risk."
	}
	return "Unfamiliar in this repo."
}

func worst(parts []sentinel.Part) sentinel.Colour {
	c := sentinel.Green
	for _, p := range parts {
		c = sentinel.Worst(c, p.Colour)
	}
	return c
}

// reasons lists the findings, the most severe first, each with its part.
func reasons(b *strings.Builder, d sentinel.Decision) {
	findings := slices.Clone(d.Findings)
	slices.SortStableFunc(findings, func(x, y sentinel.Finding) int {
		if x.Colour != y.Colour {
			return int(x.Colour) - int(y.Colour)
		}
		return int(y.Risk) - int(x.Risk)
	})
	if len(findings) == 0 || strings.HasPrefix(d.Rule, "permission") {
		b.WriteString(display.Line(d.Reason) + "\n")
	}
	for i, f := range findings {
		if i == shownFindings {
			fmt.Fprintf(b, "and %d more (`sentinel explain` shows all)\n", len(findings)-i)
			break
		}
		b.WriteString("- " + display.Line(f.Say))
		if f.Part != "" {
			b.WriteString(": " + display.Line(display.Clip(f.Part, 200, 0, 0)))
		}
		b.WriteByte('\n')
		if f.Instead != "" {
			b.WriteString("  safer: " + display.Line(f.Instead) + "\n")
		}
	}
}

// promise says what a yes will remember, word by word.
func promise(d sentinel.Decision) string {
	if d.Remember == "" {
		return "A yes counts for this once; it will be asked again each time."
	}
	var shapes []string
	for _, p := range d.Pending {
		if p.Shape != "" && !slices.Contains(shapes, p.Shape) {
			shapes = append(shapes, display.Line(p.Shape))
		}
	}
	what := "call"
	if d.Shape != "" {
		what = "command"
	}
	text := "Approving this records the shape, so the same kind of " + what + " will not ask again."
	if d.Remember == "session" {
		text = "Approving this allows the same kind of " + what + " for this session; after a yes in a second session, for good."
	}
	if len(shapes) == 0 {
		return text
	}
	return text + "\nShape: " + strings.Join(shapes, " ; ")
}

// Refusal is the text an agent gets: which part, which rule, what would be
// allowed instead, how a person lets it through.
func Refusal(d sentinel.Decision) string {
	var b strings.Builder
	b.WriteString("Blocked by sentinel: " + display.Line(d.Reason))
	for _, f := range d.Findings {
		if f.Rule == d.Rule && f.Part != "" {
			b.WriteString("\nPart: " + display.Line(display.Clip(f.Part, 300, 0, 0)))
			break
		}
	}
	if d.Rule != "" {
		b.WriteString("\nRule: " + display.Line(d.Rule))
	}
	for _, f := range d.Findings {
		if f.Instead != "" {
			b.WriteString("\nAllowed instead: " + display.Line(f.Instead))
			break
		}
	}
	b.WriteString("\n" + wayOn(d))
	return b.String()
}

// wayOn says what can be done about a refusal, and by whom.
func wayOn(d sentinel.Decision) string {
	switch {
	case d.Outcome == sentinel.TimedOut && worst(d.Pending) == sentinel.Red:
		return "This needs a person's yes each time, and nobody could be asked. A person lets it through by repeating it in an interactive session."
	case d.Outcome == sentinel.TimedOut:
		return "This needs a person's yes, and nobody could be asked. A person lets it through by repeating it in an interactive session, or with a rule in the gate's configuration."
	case strings.HasPrefix(d.Rule, "permission"):
		return "Do not retry in another spelling: a person has to change that rule."
	case strings.HasPrefix(d.Rule, "error:"):
		return "The gate refuses what it cannot judge or record. If the call is all right, a person finds the cause with `sentinel doctor`."
	}
	return "Do not retry in another spelling: this is never a question."
}
