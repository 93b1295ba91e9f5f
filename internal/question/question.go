// Package question words what people and agents read about a decision: Ask is
// the text of a question, Refuse that of a refusal. Both have several lines and
// are escaped for a terminal.
//
// The fixed sentences for shell commands ("High risk.", "Unfamiliar in this
// repo.") are relied on by other programs; the goldens in testdata/script hold
// them.
package question

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/grade"
	"github.com/sentinelgate/sentinel/internal/place"
	"github.com/sentinelgate/sentinel/internal/state"
	"github.com/sentinelgate/sentinel/shape"
)

const (
	// shownFindings is how many findings a question spells out; more are counted.
	shownFindings = 4
	// shownPart is how many characters of a part of a command are shown.
	shownPart = 200
)

// Ask is the text a person is shown when a call is asked: what was
// recognised, the part that matters and why, a safer way, and word by word what
// a yes will remember. keeps tells it for each pending part, nil for "nothing";
// problems are those of the gate's configuration.
func Ask(d sentinel.Decision, keeps []state.Keep, problems []error) string {
	lines := append([]string{headline(d)}, because(d)...)
	lines = append(lines, promise(d, keeps)...)
	lines = append(lines, longer(d, keeps)...)
	if n := len(problems); n > 0 {
		what := "a mistake"
		if n > 1 {
			what = fmt.Sprintf("%d mistakes", n)
		}
		lines = append(lines, "The gate's configuration has "+what+"; see `sentinel doctor`.")
	}
	return strings.Join(lines, "\n")
}

// headline says how serious it is, in a fixed sentence for shell commands. For
// other tools it shows the call.
func headline(d sentinel.Decision) string {
	switch {
	case d.Shape == "" && len(d.Pending) > 0:
		return Part(d.Pending[0].Text)
	case worst(d.Pending) == sentinel.Red:
		return "High risk."
	case worst(d.Pending) == sentinel.Green:
		return "Nothing unusual, but a rule asks for it."
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

// because gives the reason, which is the second line, and the findings that it
// does not tell. What the gate was told to ask, by a rule or since its
// configuration is lost, stands in the decision's reason.
func because(d sentinel.Decision) []string {
	told := strings.HasPrefix(d.Rule, "permission") || len(d.Findings) > 0 && !strings.HasPrefix(d.Reason, d.Findings[0].Say)
	serious := worst(d.Pending) == sentinel.Red || d.Shape == ""
	switch {
	case told, serious && len(d.Findings) == 0:
		return append([]string{display.Line(d.Reason)}, warn(d, d.Findings)...)
	case serious:
		return append(finding(d, d.Findings[0]), warn(d, d.Findings[1:])...)
	case d.Shape == shape.None:
		return append([]string{"new command in this repo"}, warn(d, d.Findings)...)
	}
	return append([]string{"new command shape in this repo: " + display.Line(d.Shape)}, warn(d, d.Findings)...)
}

// warn lists findings, the most severe first.
func warn(d sentinel.Decision, findings []sentinel.Finding) []string {
	if len(findings) == 0 {
		return nil
	}
	out := []string{"Warnings:"}
	for i, f := range findings {
		if i == shownFindings {
			return append(out, fmt.Sprintf("- and %d more: `sentinel explain` shows all", len(findings)-i))
		}
		lines := finding(d, f)
		lines[0] = "- " + lines[0]
		out = append(out, lines...)
	}
	return out
}

// finding says what was recognised, in which part of the command, and a safer
// way. A part that is the whole command is not repeated, unless the client's
// own prompt may not show all that is in it.
func finding(d sentinel.Decision, f sentinel.Finding) []string {
	line := display.Line(f.Say)
	if d.Shape != "" && f.Part != "" && f.Part != f.Say && (f.Part != commandOf(d.Call) || !display.Plain(f.Part)) {
		line += ": " + Part(f.Part)
	}
	if f.Instead == "" {
		return []string{line}
	}
	return []string{line, "  safer: " + display.Line(f.Instead)}
}

// Part shows a part of a command in one line, clipped with a note of how much is
// left out.
func Part(part string) string { return display.Line(display.Clip(part, shownPart, 0, 0)) }

// commandOf is the text of a shell call, "" for others.
func commandOf(c sentinel.Call) string {
	for _, name := range []string{"command", "cmd"} {
		if s, ok := c.Arguments[name].(string); ok {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// promise says what a yes will remember, word by word.
func promise(d sentinel.Decision, keeps []state.Keep) []string {
	session, project := kept(d, keeps, state.ForSession), kept(d, keeps, state.ForProject)
	if len(session)+len(project) == 0 {
		return []string{"A yes counts for this once; it will be asked again each time."}
	}
	if d.Shape == "" {
		return promiseCall(d, len(project) > 0)
	}
	var out []string
	if len(project) > 0 {
		out = append(out, "Approving this records the shape, so the same kind of command will not ask again.",
			"Shape: "+strings.Join(project, " ; "))
	}
	if len(session) > 0 {
		out = append(out, "Approving this allows the same kind of command for this session; after a yes in a second session, for good.",
			"Shape: "+strings.Join(session, " ; "))
	}
	if note := grade.BoundNote(grade.BoundBy(d)); note != "" {
		out = append(out, display.Line(note))
	}
	return out
}

// longer says how a person who wants to answer more than yes or no does that:
// prompts of clients have no third answer.
func longer(d sentinel.Decision, keeps []state.Keep) []string {
	var command, path bool
	for i, p := range d.Pending {
		if i >= len(keeps) || keeps[i] == state.Once {
			continue
		}
		path = path || strings.HasPrefix(p.Key, "path ")
		command = command || keeps[i] == state.ForSession && p.Shape != "" && strings.Contains(d.Shape, p.Shape)
	}
	var out []string
	if command {
		out = append(out, "For good at once: `sentinel risk --remember` with the command, in a terminal in this folder.")
	}
	if path {
		out = append(out, "For a whole folder: put it into guards.pathAccess.allowedPaths, with `sentinel config edit`.")
	}
	return out
}

// kept gives the shapes, or else the texts, of the parts that are remembered for
// so long.
func kept(d sentinel.Decision, keeps []state.Keep, k state.Keep) []string {
	var out []string
	for i, p := range d.Pending {
		if i >= len(keeps) || keeps[i] != k {
			continue
		}
		name := place.Shape(p)
		if name == "" {
			name = p.Text
		}
		if name = display.Line(name); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// promiseCall is for tools other than a shell. What is remembered is the tool
// and what the call was found to do.
func promiseCall(d sentinel.Decision, lasting bool) []string {
	var does []string
	for i, f := range d.Findings {
		if i == shownFindings {
			does = append(does, fmt.Sprintf("and %d more", len(d.Findings)-i))
			break
		}
		does = append(does, display.Line(f.Say))
	}
	tool := display.Line(d.Call.Tool)
	if lasting {
		return []string{"Approving this is remembered in this repo: " + tool + " will not ask again for what " + strings.Join(does, "; ") + "."}
	}
	return []string{"Approving this allows " + tool + " for this session, for what " + strings.Join(does, "; ") + "; after a yes in a second session, for good."}
}

// Refuse is the text an agent gets: which part, which rule, what would be
// allowed instead, how a person lets it through.
func Refuse(d sentinel.Decision) string {
	var b strings.Builder
	b.WriteString("Blocked by sentinel: " + display.Line(d.Reason))
	for _, f := range d.Findings {
		if (f.Rule == d.Rule || d.Outcome == sentinel.TimedOut || d.Outcome == sentinel.Pending) && f.Part != "" && f.Part != f.Say {
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
	const repeat = "A person lets it through by repeating it in an interactive session"
	switch {
	case d.Outcome == sentinel.Pending:
		way := fmt.Sprintf("A person lets it through with `sentinel approve %d`, or in `sentinel review`; then the very same call, again, runs once.", d.Number)
		if d.Remember != "" {
			way += " With --remember, or by `sentinel risk --remember`, it will not be asked again."
		}
		return way + " Do not retry in another spelling."
	case d.Outcome == sentinel.Denied:
		return "A person said no. Do not retry in another spelling."
	case d.Outcome == sentinel.TimedOut && worst(d.Pending) == sentinel.Red:
		return "This needs a person's yes each time, and nobody could be asked. " + repeat + "."
	case d.Outcome == sentinel.TimedOut && d.Shape != "" && d.Remember != "":
		return "This needs a person's yes, and nobody could be asked. " + repeat +
			", with `sentinel risk --remember` in a terminal, or with a rule in the gate's configuration."
	case d.Outcome == sentinel.TimedOut:
		return "This needs a person's yes, and nobody could be asked. " + repeat + ", or with a rule in the gate's configuration."
	case strings.HasPrefix(d.Rule, "permission"):
		return "Do not retry in another spelling: a person has to change that rule."
	case strings.HasPrefix(d.Rule, "error:"):
		return "The gate refuses what it cannot judge or record. If the call is all right, a person finds the cause with `sentinel doctor`."
	}
	return "Do not retry in another spelling: this is never a question."
}
