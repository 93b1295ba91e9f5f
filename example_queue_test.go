package sentinel_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
	"github.com/sentinelgate/sentinel/store/memory"
	"github.com/sentinelgate/sentinel/store/postgres"
)

// A rule of one's own raises the risk of the calls it matches, by patterns over
// every value of the arguments, and a tool of one's own gets its risk.
func ExamplePatternRule() {
	customers, err := sentinel.PatternRule("customer-data", sentinel.Critical, `/customers/`)
	if err != nil { // a pattern that cannot be read is told here, not at the first call
		fmt.Println(err)
		return
	}
	policy := builtin.Policy().
		WithRule(customers).
		WithTool("list_tickets", sentinel.Low).
		WithTool("run_migration", sentinel.Critical)
	gate, err := builtin.New(builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now}, sentinel.WithPolicy(policy))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range []sentinel.Call{
		{Tool: "list_tickets", Arguments: map[string]any{"state": "open"}},
		{Tool: "list_tickets", Arguments: map[string]any{"under": []any{"/srv/customers/7"}}},
		{Tool: "run_migration", Arguments: map[string]any{}},
	} {
		c.Cwd = "/home/dev/project"
		d := gate.Decide(context.Background(), c)
		fmt.Println(c.Tool, d.Risk, d.Permitted)
	}
	// Output:
	// list_tickets LOW true
	// list_tickets CRITICAL false
	// run_migration CRITICAL false
}

// With a store a question outlives whoever asked it: the call is stored and
// refused for now, a person answers from elsewhere, and the same call runs, once.
func ExampleWithStore() {
	ctx, store := context.Background(), memory.New(nil)
	defer store.Close()
	open := func() *sentinel.Gate { // one for each process; the secret says whose calls they are
		gate, err := builtin.New(builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now},
			sentinel.WithStore(store), sentinel.WithRequester([]byte("of this agent")), sentinel.WithoutWaiting())
		if err != nil {
			panic(err)
		}
		return gate
	}
	publish := sentinel.Call{Agent: "my-agent", Session: "1", Tool: "bash", Cwd: "/home/dev/project",
		Arguments: map[string]any{"command": "npm publish"}}

	asked := open().Decide(ctx, publish)
	fmt.Println(asked.Permitted, asked.Outcome, asked.Number)

	_, err := open().Answer(ctx, asked.Request, sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes, By: "ops"}})
	fmt.Println("answered", err)

	d := open().Decide(ctx, publish)
	fmt.Println(d.Permitted, d.Outcome, d.Reason)
	fmt.Println(open().Decide(ctx, publish).Outcome, "again")
	// Output:
	// false PENDING 1
	// answered <nil>
	// true APPROVED approved by ops
	// PENDING again
}

// A loop that runs tools puts the gate in front of each of them: what is not
// permitted goes back to the model as the tool's answer, with its reason.
func Example_toolLoop() {
	tools := map[string]func(map[string]any) string{
		"read_file": func(a map[string]any) string { return "the content of " + a["path"].(string) },
		"bash":      func(a map[string]any) string { return "ran " + a["command"].(string) },
	}
	gate, err := builtin.New(builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now})
	if err != nil {
		fmt.Println(err)
		return
	}
	run := func(ctx context.Context, tool string, arguments map[string]any) string {
		d := gate.Decide(ctx, sentinel.Call{Agent: "my-agent", Session: "1", Tool: tool, Arguments: arguments, Cwd: "/home/dev/project"})
		if !d.Permitted {
			return "refused: " + d.Outcome.String()
		}
		return tools[tool](d.Arguments) // the decision's arguments: a reviewer may have changed them
	}
	fmt.Println(run(context.Background(), "read_file", map[string]any{"path": "README.md"}))
	fmt.Println(run(context.Background(), "bash", map[string]any{"command": "git push --force"}))
	// Output:
	// the content of README.md
	// refused: TIMED_OUT
}

// Many hosts share one queue in PostgreSQL, whose clock counts for all of them.
func ExampleWithStore_postgres() {
	ctx := context.Background()
	store, err := postgres.Open(ctx, "postgres://sentinel@db.internal/sentinel?sslmode=verify-full")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	gate, err := builtin.New(builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now},
		sentinel.WithStore(store), sentinel.WithHost("worker-3"), sentinel.WithRequester([]byte("of this agent")))
	if err != nil {
		fmt.Println(err)
		return
	}
	d := gate.Decide(ctx, sentinel.Call{Tool: "deploy", Arguments: map[string]any{"env": "production"}, Cwd: "/home/dev/project"})
	if d.Permitted {
		_, err = gate.Report(ctx, d.Request, "ok") // when it has run
	}
	fmt.Println(d.Outcome, errors.Is(err, sentinel.ErrNoPermit))
}
