package sentinel_test

import (
	"context"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/state"
	"github.com/sentinelgate/sentinel/rules"
)

// world is the whole chain on an imaginary machine: a home with one project in
// it. What is allowed in it is remembered.
type world struct {
	assessor *guard.Assessor
	memory   sentinel.Memory
	policy   sentinel.Policy
	reviewer sentinel.Reviewer
	prompt   bool
	session  string
}

func testClock() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// newWorld makes a world whose project has these files.
func newWorld(files map[string]string) *world {
	return &world{
		assessor: &guard.Assessor{Session: &state.Session{}, World: &facts.World{KB: kb.New(), Place: &paths.Place{FS: paths.NewProject(files), Home: paths.ProjectHome, Root: paths.ProjectRoot,
			GateDirs: []string{paths.ProjectHome + "/.config/sentinel", paths.ProjectHome + "/.local/state/sentinel"}}}},
		memory:  builtin.NewMemory(testClock),
		policy:  builtin.Policy(),
		session: "s1",
	}
}

// with lays a person's rules over the built-in ones.
func (w *world) with(t *testing.T, permission string) *world {
	t.Helper()
	own, problems := rules.Parse(rules.Source{File: "config.json", Scope: "user", Line: 1, Column: 1}, []byte(permission))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	w.policy = w.policy.WithRules(own.Over(builtin.Rules()))
	return w
}

func (w *world) decide(tool string, arguments map[string]any) sentinel.Decision {
	options := []sentinel.Option{
		sentinel.WithAssessor(w.assessor), sentinel.WithPolicy(w.policy), sentinel.WithMemory(w.memory),
		sentinel.WithBudget(builtin.NewBudget(testClock)), sentinel.WithReviewer(w.reviewer),
	}
	if w.prompt {
		options = append(options, sentinel.WithClientPrompt())
	}
	return sentinel.New(options...).Decide(context.Background(), sentinel.Call{
		Agent: "test", Session: w.session, ID: "1", Tool: tool, Arguments: arguments, Cwd: paths.ProjectRoot, Attended: w.prompt})
}

func (w *world) bash(command string) sentinel.Decision {
	return w.decide("bash", map[string]any{"command": command})
}

// verdict is the answer of the prompt of a client: "allow", "ask" or "block".
func (w *world) verdict(tool string, arguments map[string]any) string {
	asking := *w
	asking.prompt = true
	return verdictOf(asking.decide(tool, arguments))
}

func verdictOf(d sentinel.Decision) string {
	switch {
	case d.Permitted:
		return "allow"
	case d.Outcome == sentinel.Asked:
		return "ask"
	}
	return "block"
}

// shell is verdict for a shell command.
func (w *world) shell(command string) string {
	return w.verdict("bash", map[string]any{"command": command})
}

// approve answers a command once with a.
func (w *world) approve(command string, a sentinel.Answer) sentinel.Decision {
	asked := *w
	asked.reviewer = answers(a, "tested")
	return asked.bash(command)
}

// collect is a reviewer that says nothing and keeps what it was asked.
func collect(to *[]sentinel.Request) sentinel.Reviewer {
	return func(_ context.Context, r sentinel.Request) (*sentinel.Review, error) {
		*to = append(*to, r)
		return nil, nil
	}
}
