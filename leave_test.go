package sentinel_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/sentineltest"
)

// life is how long the permit of the call's only question counts.
func (q *queued) life(id string) time.Duration {
	q.Helper()
	got, err := q.store.Get(context.Background(), id)
	if err != nil || got.Permit != sentinel.PermitArmed {
		q.Fatalf("permit %v: %v", got.Permit, err)
	}
	return got.Until.Sub(got.Decided)
}

// TestR405_AYesAfterTheRefusalLasts: a call that has been refused waits no longer,
// so that a yes a moment later counts for as long as one an hour later.
func TestR405_AYesAfterTheRefusalLasts(t *testing.T) {
	for name, o := range map[string]sentinel.Option{"it did not wait": sentinel.WithoutWaiting(), "its patience ended": sentinel.WithPatience(20 * time.Millisecond)} {
		q := newQueue(t, sentinel.High)
		d := q.decide(o)
		mustRefuse(t, d, sentinel.Pending)
		if _, err := q.answer(d.Request, yes("")); err != nil {
			t.Fatal(err)
		}
		if got := q.life(d.Request); got != sentinel.PermitRetryLife {
			t.Errorf("%s: %v", name, got)
		}
		if d := q.decide(o); !d.Permitted {
			t.Errorf("%s: %s: %s", name, d.Outcome, d.Reason)
		}
	}
}

// TestR405_ATwinStillWaits: one of two identical calls leaves; the other one is told.
func TestR405_ATwinStillWaits(t *testing.T) {
	q := newQueue(t, sentinel.High)
	done := make(chan sentinel.Decision)
	go func() { done <- q.decide() }()
	id := q.open()
	mustRefuse(t, q.decide(sentinel.WithPatience(time.Millisecond)), sentinel.Pending)
	if _, err := q.answer(id, yes("")); err != nil {
		t.Fatal(err)
	}
	if d := <-done; !d.Permitted || d.Request != id {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
}

// late is a store in which somebody answers in the very moment when the caller
// gives up waiting.
type late struct {
	sentinel.Store
	once   sync.Once
	answer func()
}

func (l *late) Change(ctx context.Context, id string, step func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error)) (sentinel.Question, error) {
	l.once.Do(l.answer)
	return l.Store.Change(ctx, id, step)
}

// TestR406_AnAnswerAtTheLastMoment counts: it was given before the refusal left.
func TestR406_AnAnswerAtTheLastMoment(t *testing.T) {
	for _, v := range []sentinel.Verdict{yes(""), {Review: sentinel.Review{Answer: sentinel.No, Reason: "no"}}} {
		q := newQueue(t, sentinel.High)
		l := &late{Store: q.store}
		l.answer = func() {
			if _, err := q.answer(q.open(), v); err != nil {
				t.Error(err)
			}
		}
		d := q.decide(sentinel.WithStore(l), sentinel.WithoutWaiting())
		if v.Answer == sentinel.No {
			mustRefuse(t, d, sentinel.Denied)
		} else if !d.Permitted || d.Outcome != sentinel.Approved {
			t.Errorf("%s: %s", d.Outcome, d.Reason)
		}
	}
}

// TestR398_AYesIsNotSpentOnADeadCaller: a waiting process whose caller was killed
// takes no permit, and the call that comes back runs.
func TestR398_AYesIsNotSpentOnADeadCaller(t *testing.T) {
	q := newQueue(t, sentinel.High)
	done := make(chan sentinel.Decision)
	go func() { done <- q.decide(sentinel.WithCaller(func() bool { return false })) }()
	if _, err := q.answer(q.open(), yes("")); err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, <-done, sentinel.Cancelled)
	if d := q.decide(sentinel.WithCaller(func() bool { return true })); !d.Permitted {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
	mustRefuse(t, q.decide(sentinel.WithoutWaiting()), sentinel.Pending)
}

// TestR346_WhoWaitsNoLongerGetsNoSilence: the window of a question whose caller left
// ends without a right to run.
func TestR346_WhoWaitsNoLongerGetsNoSilence(t *testing.T) {
	clock := sentineltest.NewClock()
	s := sentineltest.Store(t, clock)
	g := sentineltest.Gate(t, sentinel.Medium, sentinel.WithStore(s), sentinel.WithoutWaiting(), sentinel.WithBudget(always{}),
		sentinel.WithPolicy(sentinel.DefaultPolicy().WithWindow(sentinel.Medium, sentinel.WaiterGone/2)))
	d := g.Decide(context.Background(), call())
	clock.Advance(sentinel.WaiterGone / 2)
	if _, err := g.Expire(context.Background()); err != nil {
		t.Fatal(err)
	}
	got, err := s.Get(context.Background(), d.Request)
	if err != nil || got.Outcome != sentinel.TimedOut || got.Permit != sentinel.PermitLapsed {
		t.Errorf("%v, permit %v: %v", got.Outcome, got.Permit, err)
	}
}
