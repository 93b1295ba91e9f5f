package builtin_test

import (
	"context"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
)

// Nobody is asked by this gate, so that silence answers: a commit, which can be
// taken back, runs within the hourly budget, and a push does not. A policy may
// want a person for both.
func ExamplePolicy() {
	options := builtin.Options{Home: "/home/dev", Project: "/home/dev/project", Now: time.Now}
	silent, err := builtin.New(options)
	if err != nil {
		fmt.Println(err)
		return
	}
	strict, err := builtin.New(options, sentinel.WithPolicy(builtin.Policy().WithSilence(false, 0)))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, command := range []string{"git commit -m wip", "git push"} {
		call := sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": command}, Cwd: "/home/dev/project"}
		a, b := silent.Decide(context.Background(), call), strict.Decide(context.Background(), call)
		fmt.Printf("%s: %s %t, strict %s %t\n", command, a.Outcome, a.Permitted, b.Outcome, b.Permitted)
	}
	// Output:
	// git commit -m wip: TIMED_OUT true, strict TIMED_OUT false
	// git push: TIMED_OUT false, strict TIMED_OUT false
}
