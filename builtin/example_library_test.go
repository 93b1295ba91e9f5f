package builtin_test

import (
	"context"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
)

// The program of docs/library.md: an agent's loop that asks a person.
func ExampleNew() {
	ask := func(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
		fmt.Printf("asked: %s (%s)\n", r.Reason, r.Risk)
		return &sentinel.Review{Answer: sentinel.No, Reason: "not today", By: "ann"}, nil
	}
	gate, err := builtin.New(
		builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now},
		sentinel.WithReviewer(ask),
		sentinel.WithPolicy(builtin.Policy().
			WithSilence(false, 0).                 // what nobody answers is refused
			WithTool("weather", sentinel.Low).     // a tool of your own that needs no person
			WithTool("deploy", sentinel.Critical), // one that always does
		),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, call := range []sentinel.Call{
		{Tool: "bash", Arguments: map[string]any{"command": "git status"}},
		{Tool: "bash", Arguments: map[string]any{"command": "npm publish"}},
		{Tool: "bash", Arguments: map[string]any{"command": "rm -rf ~"}},
		{Tool: "weather", Arguments: map[string]any{"city": "Oslo"}},
		{Tool: "deploy", Arguments: map[string]any{"to": "staging"}},
	} {
		call.Cwd = "/home/dev/project"
		d := gate.Decide(context.Background(), call)
		if !d.Permitted {
			fmt.Printf("%s: %s: %s\n", call.Tool, d.Outcome, d.Reason) // for the model
			continue
		}
		fmt.Printf("%s: runs with %v\n", call.Tool, d.Arguments)
	}
	// Output:
	// bash: runs with map[command:git status]
	// asked: publishes a version that everybody can install (HIGH)
	// bash: DENIED: User denied permission: not today
	// bash: BLOCKED: deletes a home folder
	// weather: runs with map[city:Oslo]
	// asked: calls deploy (CRITICAL)
	// deploy: DENIED: User denied permission: not today
}
