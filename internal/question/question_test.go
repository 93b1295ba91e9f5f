package question_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/question"
	"github.com/sentinelgate/sentinel/internal/state"
)

func shellDecision(colour sentinel.Colour, risk sentinel.Risk, findings ...sentinel.Finding) sentinel.Decision {
	d := sentinel.Decision{Outcome: sentinel.Asked, Shape: "npm publish", Findings: findings,
		Call:    sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": "npm publish"}},
		Pending: []sentinel.Part{{Text: "npm publish", Shape: "npm publish", Key: "npm publish", Colour: colour, Risk: risk}}}
	for i, f := range findings {
		if i > 0 {
			d.Reason += "; "
		}
		d.Reason += f.Say
	}
	return d
}

func TestAsk(t *testing.T) {
	publishes := sentinel.Finding{Say: "publishes", Part: "npm publish"}
	for _, c := range []struct {
		name     string
		d        sentinel.Decision
		keeps    []state.Keep
		problems []error
		want     []string
	}{
		{"R99 R101 yellow for good", shellDecision(sentinel.Yellow, sentinel.Medium, publishes), []state.Keep{state.ForProject}, nil, []string{
			"Unfamiliar in this repo.", "new command shape in this repo: npm publish", "Warnings:", "- publishes",
			"Approving this records the shape, so the same kind of command will not ask again.", "Shape: npm publish"}},
		{"R100 no warnings, no line", shellDecision(sentinel.Yellow, sentinel.Medium), []state.Keep{state.ForProject}, nil, []string{
			"Unfamiliar in this repo.", "new command shape in this repo: npm publish",
			"Approving this records the shape, so the same kind of command will not ask again.", "Shape: npm publish"}},
		{"R245 R333 what a prompt cannot ask", shellDecision(sentinel.Yellow, sentinel.High, publishes), []state.Keep{state.ForSession}, nil, []string{
			"Unfamiliar in this repo.", "new command shape in this repo: npm publish", "Warnings:", "- publishes",
			"Approving this allows the same kind of command for this session; after a yes in a second session, for good.", "Shape: npm publish",
			"For good at once: `sentinel risk --remember` with the command, in a terminal in this folder."}},
		{"R245 R333 a path, for the session, for good, or its folder", sentinel.Decision{Outcome: sentinel.Asked, Reason: "leaves the project: reads /o/x",
			Call: sentinel.Call{Tool: "Read"}, Findings: []sentinel.Finding{{Rule: "path-access.ask", Say: "leaves the project: reads /o/x"}},
			Pending: []sentinel.Part{{Text: "read /o/x", Shape: "read /o/x", Key: "path read /o/x", Colour: sentinel.Yellow}}}, []state.Keep{state.ForSession}, nil, []string{
			"read /o/x", "leaves the project: reads /o/x",
			"Approving this allows Read for this session, for what leaves the project: reads /o/x; after a yes in a second session, for good.",
			"For a whole folder: put it into guards.pathAccess.allowedPaths, with `sentinel config edit`."}},
		{"R102 red promises nothing", shellDecision(sentinel.Red, sentinel.High, publishes), nil, nil, []string{
			"High risk.", "publishes", "A yes counts for this once; it will be asked again each time."}},
		{"a promise that nobody made", shellDecision(sentinel.Yellow, sentinel.Medium, publishes), nil, []error{errors.New("x")}, []string{
			"Unfamiliar in this repo.", "new command shape in this repo: npm publish", "Warnings:", "- publishes",
			"A yes counts for this once; it will be asked again each time.",
			"The gate's configuration has a mistake; see `sentinel doctor`."}},
		{"the part that matters, and a safer way", shellDecision(sentinel.Red, sentinel.High,
			sentinel.Finding{Say: "overwrites", Part: "git push -f", Instead: "git push --force-with-lease"}), nil, nil, []string{
			"High risk.", "overwrites: git push -f", "  safer: git push --force-with-lease",
			"A yes counts for this once; it will be asked again each time."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, strings.Split(question.Ask(c.d, c.keeps, c.problems), "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAskHidesNothing: what does not fit is counted, what nobody would see is
// written out.
func TestAskHidesNothing(t *testing.T) {
	d := shellDecision(sentinel.Red, sentinel.High)
	for range 9 {
		d.Findings = append(d.Findings, sentinel.Finding{Say: "deletes \x1b[2Jx\u202e", Part: strings.Repeat("y", 5000) + "\r\n"})
	}
	d.Reason = d.Findings[0].Say
	text := question.Ask(d, nil, nil)
	if !strings.Contains(text, "- and 4 more: ") || !strings.Contains(text, `\u{1B}`) || !strings.Contains(text, "characters left out") {
		t.Error(text)
	}
	if strings.ContainsAny(text, "\x1b\u202e\r") || len(text) > 4000 {
		t.Errorf("%d bytes: %q", len(text), text)
	}
}

// TestRefuseSaysWhoCanChangeIt: every refusal ends in what can be done about it.
func TestRefuseSaysWhoCanChangeIt(t *testing.T) {
	part := []sentinel.Part{{Text: "x", Colour: sentinel.Yellow, Risk: sentinel.High}}
	for _, c := range []struct {
		name string
		d    sentinel.Decision
		want string
	}{
		{"never a question", sentinel.Decision{Outcome: sentinel.Blocked, Rule: "destructive-shell", Reason: "deletes"}, "never a question"},
		{"a rule", sentinel.Decision{Outcome: sentinel.Blocked, Rule: "permission:bash:x", Reason: "denied"}, "a person has to change that rule"},
		{"an error", sentinel.Decision{Outcome: sentinel.Blocked, Rule: "error:audit", Reason: "full"}, "sentinel doctor"},
		{"nobody there", sentinel.Decision{Outcome: sentinel.TimedOut, Shape: "x", Remember: "session", Pending: part}, "risk --remember"},
		{"nobody there, never kept", sentinel.Decision{Outcome: sentinel.TimedOut, Shape: "x", Pending: part}, "interactive session"},
		{"nothing decided", sentinel.Decision{}, "Blocked by sentinel"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := question.Refuse(c.d); !strings.Contains(got, c.want) {
				t.Error(got)
			}
		})
	}
}
