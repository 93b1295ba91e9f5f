package sentinel_test

import (
	"context"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
	"github.com/sentinelgate/sentinel/rules"
)

// A gate in a few lines: judge a call, and run it only if it is permitted.
func Example() {
	gate, err := builtin.New(builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, command := range []string{"git status", "npm publish", "rm -rf /"} {
		d := gate.Decide(context.Background(), sentinel.Call{
			Agent: "my-agent", Session: "1", Tool: "bash", Cwd: "/home/dev/project",
			Arguments: map[string]any{"command": command},
		})
		fmt.Println(command, d.Permitted, d.Outcome, d.Risk)
	}
	// Output:
	// git status true ALLOWED LOW
	// npm publish false TIMED_OUT HIGH
	// rm -rf / false BLOCKED CRITICAL
}

// A reviewer is a function: it gets the whole question and answers, or returns
// nil when nobody answered.
func ExampleWithReviewer() {
	ask := func(_ context.Context, q sentinel.Request) (*sentinel.Review, error) {
		fmt.Printf("%s wants %s: %s (%s, kept for the %s)\n", q.Call.Agent, q.Assessment.Shape, q.Reason, q.Risk, q.Remember)
		return &sentinel.Review{Answer: sentinel.YesSession, By: "ops"}, nil
	}
	gate, err := builtin.New(builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now}, sentinel.WithReviewer(ask))
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		d := gate.Decide(context.Background(), sentinel.Call{
			Agent: "my-agent", Session: "1", Tool: "bash", Cwd: "/home/dev/project",
			Arguments: map[string]any{"command": "git push origin main"},
		})
		fmt.Printf("%v %s %q\n", d.Permitted, d.Outcome, d.Rule)
	}
	// Output:
	// my-agent wants git push <word> <word>: publishes to origin (HIGH, kept for the session)
	// true APPROVED ""
	// true APPROVED "session"
}

// A policy is frozen; each With gives a changed copy. Rules are laid over the
// built-in ones, and within a tool the last match wins.
func ExamplePolicy() {
	own, problems := rules.Parse(rules.Source{File: "policy.json"}, []byte(`{
		"bash": {"npm publish*": "allow", "terraform destroy*": "deny"}
	}`))
	if len(problems) > 0 {
		fmt.Println(problems)
		return
	}
	policy := sentinel.DefaultPolicy().
		WithRules(own.Over(builtin.Rules())).
		WithSilence(false, 0).
		WithWindow(sentinel.High, time.Hour)
	gate, err := builtin.New(builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now}, sentinel.WithPolicy(policy))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, command := range []string{"npm publish", "terraform destroy", "git push --force"} {
		d := gate.Decide(context.Background(), sentinel.Call{
			Session: "1", Tool: "bash", Cwd: "/home/dev/project", Arguments: map[string]any{"command": command},
		})
		fmt.Println(command, d.Outcome, d.Rule)
	}
	// Output:
	// npm publish APPROVED permission:bash:npm publish*
	// terraform destroy BLOCKED permission:bash:terraform destroy*
	// git push --force TIMED_OUT
}

// An assessor of one's own judges the calls of one's own tools; whatever it
// does not know goes to the built-in one.
func ExampleWithAssessor() {
	known, err := builtin.Assessor(builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now})
	if err != nil {
		fmt.Println(err)
		return
	}
	gate := sentinel.New(sentinel.WithPolicy(builtin.Policy()), sentinel.WithAssessor(tickets{known}))
	for _, tool := range []string{"list_tickets", "close_ticket"} {
		d := gate.Decide(context.Background(), sentinel.Call{Tool: tool, Cwd: "/home/dev/project", Arguments: map[string]any{}})
		fmt.Println(tool, d.Permitted, d.Risk)
	}
	// Output:
	// list_tickets true LOW
	// close_ticket false HIGH
}

// tickets knows one tool that only reads.
type tickets struct{ sentinel.Assessor }

// Assess implements sentinel.Assessor.
func (t tickets) Assess(c sentinel.Call) (sentinel.Assessment, error) {
	if c.Tool != "list_tickets" {
		return t.Assessor.Assess(c)
	}
	return sentinel.Assessment{Risk: sentinel.Low, Colour: sentinel.Green,
		Parts: []sentinel.Part{{Text: c.Tool, Risk: sentinel.Low, Colour: sentinel.Green}}}, nil
}
