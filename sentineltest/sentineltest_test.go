package sentineltest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/sentineltest"
)

var call = sentinel.Call{Agent: "a", Session: "s", Tool: "deploy", Arguments: map[string]any{"env": "staging"}, Cwd: "/p"}

// recorder is a test that keeps what it is told.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

func TestChecks(t *testing.T) {
	ctx := context.Background()
	yes := sentineltest.Answers(sentinel.Review{Answer: sentinel.Yes})
	gate := sentineltest.Gate(t, sentinel.High, sentinel.WithReviewer(yes.Review))
	d := gate.Decide(ctx, call)
	sentineltest.Permitted(t, d)
	if asked := yes.Asked(); len(asked) != 1 || asked[0].Call.Tool != "deploy" {
		t.Errorf("%+v", asked)
	}
	sentineltest.Refused(t, gate.Decide(ctx, call), sentinel.TimedOut) // no answer is left
	for name, check := range map[string]func(testing.TB){
		"permitted as APPROVED": func(tb testing.TB) { sentineltest.Refused(tb, d, sentinel.Denied) },
		"was refused as NONE":   func(tb testing.TB) { sentineltest.Permitted(tb, sentinel.Decision{}) },
		"nothing to run":        func(tb testing.TB) { sentineltest.Permitted(tb, sentinel.Decision{Permitted: true}) },
		"want DENIED": func(tb testing.TB) {
			sentineltest.Refused(tb, sentinel.Decision{Outcome: sentinel.Blocked}, sentinel.Denied)
		},
		"was refused without a reason": func(tb testing.TB) {
			sentineltest.Refused(tb, sentinel.Decision{Outcome: sentinel.Denied}, sentinel.Denied)
		},
	} {
		r := &recorder{TB: t}
		check(r)
		if len(r.said) != 1 || !strings.Contains(r.said[0], name) {
			t.Errorf("%s: %q", name, r.said)
		}
	}
}

func TestSilenceIsBudgeted(t *testing.T) {
	gate := sentineltest.Gate(t, sentinel.Medium, sentinel.WithBudget(sentineltest.Budget(1)))
	sentineltest.Permitted(t, gate.Decide(context.Background(), call))
	sentineltest.Refused(t, gate.Decide(context.Background(), call), sentinel.TimedOut)
	sentineltest.Permitted(t, sentineltest.Gate(t, sentinel.Low).Decide(context.Background(), call))
}

// TestClockAndStore: a question ends when the clock is moved on, and setting it
// back opens nothing.
func TestClockAndStore(t *testing.T) {
	ctx, clock := context.Background(), sentineltest.NewClock()
	store := sentineltest.Store(t, clock)
	gate := sentineltest.Gate(t, sentinel.High, sentinel.WithStore(store), sentinel.WithoutWaiting())
	d := gate.Decide(ctx, call)
	sentineltest.Refused(t, d, sentinel.Pending)
	clock.Advance(11 * time.Minute)
	clock.SetBack(10 * time.Minute)
	v := sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes}}
	if _, err := gate.Answer(ctx, d.Request, v); err == nil {
		t.Error("an answer counted after its window")
	}
	if q, err := store.Get(ctx, d.Request); err != nil || !clock.Now().After(q.Created) || q.Permit != sentinel.PermitNone {
		t.Errorf("%+v, %v", q, err)
	}
	if sentineltest.Store(t, nil) == nil {
		t.Error("no store")
	}
}

// A test of an agent's loop: what a person allows runs, what they do not is told to
// the agent.
func Example() {
	t := new(testing.T) // the test's own
	people := sentineltest.Answers(
		sentinel.Review{Answer: sentinel.Yes, Arguments: map[string]any{"env": "staging"}},
		sentinel.Review{Answer: sentinel.No, Reason: "not on Fridays"})
	gate := sentineltest.Gate(t, sentinel.High, sentinel.WithReviewer(people.Review))
	for range 2 {
		d := gate.Decide(context.Background(), sentinel.Call{Tool: "deploy", Arguments: map[string]any{"env": "production"}})
		fmt.Println(d.Outcome, d.Arguments["env"], d.Reason)
	}
	fmt.Println(len(people.Asked()), "questions")
	// Output:
	// APPROVED staging approved with other arguments
	// DENIED <nil> User denied permission: not on Fridays
	// 2 questions
}
