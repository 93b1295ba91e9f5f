package sentinel_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/store/memory"
)

// The reports of queues that lost, mixed up or invented answers
// (testdata/cases/reports.jsonl, kind approval-queue), each with its id.

// asking is a world whose questions are stored; rules ask for every command.
type asking struct {
	*world
	store sentinel.Store
	more  []sentinel.Option
}

func newAsking(t *testing.T, more ...sentinel.Option) *asking {
	t.Helper()
	s := memory.New(nil)
	t.Cleanup(func() { s.Close() })
	return &asking{world: newWorld(nil).with(t, `{"bash": {"*": "ask"}}`), store: s, more: more}
}

// gate is one process of the gate.
func (a *asking) gate(more ...sentinel.Option) *sentinel.Gate {
	return sentinel.New(append(append([]sentinel.Option{sentinel.WithAssessor(a.assessor), sentinel.WithPolicy(a.policy), sentinel.WithMemory(a.memory),
		sentinel.WithStore(a.store), sentinel.WithRequester([]byte("x"))}, a.more...), more...)...)
}

func (a *asking) run(command string, more ...sentinel.Option) sentinel.Decision {
	return a.gate(more...).Decide(context.Background(), sentinel.Call{Agent: "test", Session: "s", Tool: "bash", Cwd: paths.ProjectRoot,
		Arguments: map[string]any{"command": command}})
}

func (a *asking) say(t *testing.T, id string, answer sentinel.Answer) error {
	t.Helper()
	_, err := a.gate().Answer(context.Background(), id, sentinel.Verdict{Review: sentinel.Review{Answer: answer}})
	return err
}

func TestReport_ApprovalQueue01_Restart(t *testing.T) {
	a := newAsking(t, sentinel.WithoutWaiting())
	d := a.run("npm publish")
	mustRefuse(t, d, sentinel.Pending)
	// Every run is a gate of its own: this is after the restart.
	if list, err := a.store.List(context.Background(), sentinel.Filter{Open: true}); err != nil || len(list) != 1 {
		t.Fatalf("%d questions, %v", len(list), err)
	}
	if err := a.say(t, d.Request, sentinel.Yes); err != nil {
		t.Fatal(err)
	}
	if d := a.run("npm publish"); !d.Permitted {
		t.Error(d.Reason)
	}
}

func TestReport_ApprovalQueue02And03_ExpiredIsNotRejected(t *testing.T) {
	a := newAsking(t)
	a.policy = a.policy.WithWindow(sentinel.High, 30*time.Millisecond)
	d := a.run("npm publish")
	mustRefuse(t, d, sentinel.TimedOut)
	if !strings.Contains(d.Reason, "nobody answered") {
		t.Error(d.Reason)
	}
	if err := a.say(t, d.Request, sentinel.Yes); !errors.Is(err, sentinel.ErrDecided) {
		t.Errorf("a late answer: %v", err)
	}
	if q, _ := a.store.Get(context.Background(), d.Request); q.Outcome != sentinel.TimedOut || q.Permit != sentinel.PermitNone {
		t.Errorf("%v, %v", q.Outcome, q.Permit)
	}
}

func TestReport_ApprovalQueue05_AnswersBeforeItsClientGivesUp(t *testing.T) {
	a := newAsking(t, sentinel.WithPatience(20*time.Millisecond))
	start := time.Now()
	d := a.run("npm publish")
	mustRefuse(t, d, sentinel.Pending)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestReport_ApprovalQueue07_AnswersBelongToTheirQuestion(t *testing.T) {
	a := newAsking(t, sentinel.WithoutWaiting())
	publish, push := a.run("npm publish"), a.run("git push")
	if err := errors.Join(a.say(t, push.Request, sentinel.No), a.say(t, publish.Request, sentinel.Yes)); err != nil {
		t.Fatal(err)
	}
	if d := a.run("npm publish"); !d.Permitted || d.Number != publish.Number {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
	if q, _ := a.store.Get(context.Background(), push.Request); q.Outcome != sentinel.Denied {
		t.Error(q.Outcome)
	}
	mustRefuse(t, a.run("git push"), sentinel.Pending) // what was denied is not permitted, it can be asked again
}

// TestReport_ApprovalQueue10: the answer is stored before it is delivered, so a
// connection that breaks meanwhile costs nothing, and it counts once.
func TestReport_ApprovalQueue10_BrokenDelivery(t *testing.T) {
	a := newAsking(t)
	ctx, broken := context.WithCancel(context.Background())
	asked := a.run("npm publish", sentinel.WithoutWaiting())
	waiting := make(chan sentinel.Decision)
	go func() {
		waiting <- a.gate().Decide(ctx, sentinel.Call{Agent: "test", Session: "s", Tool: "bash", Cwd: paths.ProjectRoot, Arguments: map[string]any{"command": "npm publish"}})
	}()
	broken()
	mustRefuse(t, <-waiting, sentinel.Cancelled)
	// The one that joined left; the question it joined stays.
	if err := a.say(t, asked.Request, sentinel.Yes); err != nil {
		t.Fatal(err)
	}
	if d := a.run("npm publish"); !d.Permitted {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
	mustRefuse(t, a.run("npm publish", sentinel.WithoutWaiting()), sentinel.Pending)
}
