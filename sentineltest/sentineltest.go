// Package sentineltest helps to test what calls a gate: reviewers that answer as
// told, a clock that stands still, a store in memory, and checks of decisions.
//
//	clock := sentineltest.NewClock()
//	people := sentineltest.Answers(sentinel.Review{Answer: sentinel.Yes})
//	gate := sentineltest.Gate(t, sentinel.High, sentinel.WithReviewer(people.Review),
//		sentinel.WithStore(sentineltest.Store(t, clock)))
//	d := gate.Decide(ctx, call)
//	sentineltest.Permitted(t, d)
//
// Gate judges every call alike; for the real judgement use builtin.New with the
// same options.
package sentineltest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/memory"
)

// Clock stands still until it is moved. It may be used by several goroutines.
type Clock struct {
	mu  sync.Mutex
	now time.Time
	up  time.Duration
}

// NewClock is a clock at noon of the first of March 2026, UTC.
func NewClock() *Clock {
	return &Clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), up: time.Hour}
}

// Now is the clock's time.
func (c *Clock) Now() time.Time { return c.Moment().Time }

// Moment is the clock's time as a store has it.
func (c *Clock) Moment() sentinel.Moment {
	c.mu.Lock()
	defer c.mu.Unlock()
	return sentinel.Moment{Time: c.now, Boot: "test", Up: c.up}
}

// Advance moves the clock on.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.up = c.now.Add(d), c.up+d
}

// SetBack moves the wall clock alone, as somebody does who wants an old answer to
// count again.
func (c *Clock) SetBack(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(-d)
}

// Store is a store in memory that ends with the test. clock may be nil for the
// host's.
func Store(t testing.TB, clock *Clock) *memory.Store {
	t.Helper()
	var now func() sentinel.Moment
	if clock != nil {
		now = clock.Moment
	}
	s := memory.New(now)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Reviewer answers as it was told and keeps what it was asked.
type Reviewer struct {
	mu      sync.Mutex
	answers []sentinel.Review
	asked   []sentinel.Request
}

// Answers is a reviewer that gives these answers in turn, and none after them.
func Answers(list ...sentinel.Review) *Reviewer { return &Reviewer{answers: list} }

// Review is the reviewer, for sentinel.WithReviewer.
func (r *Reviewer) Review(_ context.Context, q sentinel.Request) (*sentinel.Review, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, q)
	if len(r.answers) == 0 {
		return nil, nil
	}
	next := r.answers[0]
	r.answers = r.answers[1:]
	return &next, nil
}

// Asked is what the reviewer was asked so far.
func (r *Reviewer) Asked() []sentinel.Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.asked)
}

// Alike judges every call as one of a risk.
func Alike(r sentinel.Risk) sentinel.Assessor { return alike(r) }

type alike sentinel.Risk

// Assess implements sentinel.Assessor.
func (a alike) Assess(c sentinel.Call) (sentinel.Assessment, error) {
	r, colour := sentinel.Risk(a), sentinel.Yellow
	switch {
	case r <= sentinel.Low:
		colour = sentinel.Green
	case r >= sentinel.Critical:
		colour = sentinel.Red
	}
	out := sentinel.Assessment{Risk: r, Colour: colour, Parts: []sentinel.Part{{Text: c.Tool, Key: "tool " + c.Tool, Risk: r, Colour: colour}}}
	if colour != sentinel.Green {
		out.Findings = []sentinel.Finding{{Rule: "test", Risk: r, Colour: colour, Say: "calls " + c.Tool}}
	}
	return out, nil
}

// Gate is a gate of the default policy that judges every call as one of a risk;
// options come after that and replace it.
func Gate(t testing.TB, r sentinel.Risk, options ...sentinel.Option) *sentinel.Gate {
	t.Helper()
	return sentinel.New(append([]sentinel.Option{
		sentinel.WithAssessor(Alike(r)), sentinel.WithPolicy(sentinel.DefaultPolicy()), sentinel.WithBudget(Budget(60)),
	}, options...)...)
}

// Budget permits so many calls on silence.
func Budget(n int) sentinel.Budget { return &budget{left: n} }

type budget struct {
	mu   sync.Mutex
	left int
}

// Take implements sentinel.Budget.
func (b *budget) Take(most int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left--
	return b.left >= 0 && most > 0
}

// Permitted fails the test unless the call may run.
func Permitted(t testing.TB, d sentinel.Decision) {
	t.Helper()
	if !d.Permitted {
		t.Errorf("%s was refused as %s: %s", d.Call.Tool, d.Outcome, d.Reason)
	}
	if d.Permitted && d.Arguments == nil {
		t.Errorf("%s is permitted with nothing to run", d.Call.Tool)
	}
}

// Refused fails the test unless the call was refused with that outcome and a
// reason.
func Refused(t testing.TB, d sentinel.Decision, want sentinel.Outcome) {
	t.Helper()
	switch {
	case d.Permitted:
		t.Errorf("%s was permitted as %s: %s", d.Call.Tool, d.Outcome, d.Reason)
	case d.Outcome != want:
		t.Errorf("%s was refused as %s, want %s: %s", d.Call.Tool, d.Outcome, want, d.Reason)
	case d.Reason == "":
		t.Errorf("%s was refused without a reason", d.Call.Tool)
	}
}
