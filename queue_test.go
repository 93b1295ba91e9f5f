package sentinel_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/memory"
)

// queued is a gate with a store, for one requester.
type queued struct {
	*testing.T
	store   *memory.Store
	options []sentinel.Option
}

func newQueue(t *testing.T, r sentinel.Risk, options ...sentinel.Option) *queued {
	t.Helper()
	s := memory.New(nil)
	t.Cleanup(func() { s.Close() })
	return &queued{T: t, store: s, options: append([]sentinel.Option{
		sentinel.WithAssessor(risky(r)), sentinel.WithPolicy(sentinel.DefaultPolicy()), sentinel.WithBudget(always{}),
		sentinel.WithStore(s), sentinel.WithRequester([]byte("secret")), sentinel.WithHost("here"),
		sentinel.WithMask(func(s string) string { return strings.ReplaceAll(s, "hunter2", "[masked]") })}, options...)}
}

func (q *queued) gate(more ...sentinel.Option) *sentinel.Gate {
	return sentinel.New(append(q.options[:len(q.options):len(q.options)], more...)...)
}

func (q *queued) decide(more ...sentinel.Option) sentinel.Decision {
	return q.gate(more...).Decide(context.Background(), call())
}

// asked files the call's question without waiting and gives it.
func (q *queued) asked(more ...sentinel.Option) sentinel.Question {
	q.Helper()
	d := q.decide(append(more, sentinel.WithoutWaiting())...)
	mustRefuse(q.T, d, sentinel.Pending)
	got, err := q.store.Get(context.Background(), d.Request)
	if err != nil || d.Number == 0 || got.Number != d.Number {
		q.Fatalf("%v, number %d: %v", got, d.Number, err)
	}
	return got
}

func (q *queued) answer(id string, v sentinel.Verdict, more ...sentinel.Option) (sentinel.Question, error) {
	return q.gate(more...).Answer(context.Background(), id, v)
}

// kinds are the kinds of the chain's events.
func (q *queued) kinds() string {
	q.Helper()
	lines, err := q.store.Lines(context.Background(), 0, 0)
	if err != nil {
		q.Fatal(err)
	}
	var out []string
	for _, l := range lines {
		out = append(out, l.Event.Kind)
	}
	return strings.Join(out, " ")
}

// entry is what the last event of a kind says.
func (q *queued) entry(kind string) (e sentinel.Entry) {
	q.Helper()
	lines, err := q.store.Lines(context.Background(), 0, 0)
	if err != nil {
		q.Fatal(err)
	}
	for _, l := range lines {
		if l.Event.Kind == kind {
			e = sentinel.Entry{}
			if err := json.Unmarshal(l.Event.Data, &e); err != nil {
				q.Fatal(err)
			}
		}
	}
	return e
}

// TestR406_AnswerElsewhere: asked and left, answered by another gate, taken by
// the same call of the same requester, once.
func TestR406_AnswerElsewhere(t *testing.T) {
	q := newQueue(t, sentinel.High)
	asked := q.asked()
	if again := q.asked(); again.ID != asked.ID {
		t.Error("an identical call made a second question")
	}
	if got, err := q.answer(asked.ID, yes("")); err != nil || got.Permit != sentinel.PermitArmed {
		t.Fatalf("%v: %v", got.Permit, err)
	}
	mustRefuse(t, q.decide(sentinel.WithoutWaiting(), sentinel.WithRequester([]byte("stranger"))), sentinel.Pending)
	d := q.decide(sentinel.WithoutWaiting())
	if !d.Permitted || d.Outcome != sentinel.Approved || d.Request != asked.ID || d.Arguments == nil {
		t.Fatalf("permitted %v, %s: %s", d.Permitted, d.Outcome, d.Reason)
	}
	mustRefuse(t, q.decide(sentinel.WithoutWaiting()), sentinel.Pending) // a new question
	if _, err := q.gate().Report(context.Background(), asked.ID, "ok"); err != nil {
		t.Error(err)
	}
	if got := q.kinds(); !strings.HasPrefix(got, "asked decision decision approved asked decision claimed decision asked") {
		t.Error(got)
	}
}

// TestR406_WaiterProceeds: the waiting call runs as soon as somebody answers.
func TestR406_WaiterProceeds(t *testing.T) {
	for name, c := range map[string]struct {
		v    sentinel.Verdict
		want sentinel.Outcome
	}{
		"yes": {yes("fine"), sentinel.Approved},
		"no":  {sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.No, Reason: "not today"}}, sentinel.Denied},
	} {
		t.Run(name, func(t *testing.T) {
			q := newQueue(t, sentinel.Critical)
			done := make(chan sentinel.Decision)
			go func() { done <- q.decide() }()
			id := q.open()
			if _, err := q.answer(id, c.v); err != nil {
				t.Fatal(err)
			}
			d := <-done
			if d.Outcome != c.want || d.Permitted != (c.want == sentinel.Approved) {
				t.Errorf("%s, permitted %v: %s", d.Outcome, d.Permitted, d.Reason)
			}
			if c.want == sentinel.Denied && d.Reason != "User denied permission: not today" {
				t.Error(d.Reason)
			}
		})
	}
}

// open waits for an open question and gives its id.
func (q *queued) open() string {
	q.Helper()
	for range 1000 {
		list, err := q.store.List(context.Background(), sentinel.Filter{Open: true})
		if err != nil {
			q.Fatal(err)
		}
		if len(list) > 0 {
			return list[0].ID
		}
		time.Sleep(time.Millisecond)
	}
	q.Fatal("nothing was asked")
	return ""
}

// TestR349_StoredBeforeAnybodyIsTold: the reviewer finds the question stored, with
// a deadline.
func TestR349_StoredBeforeAnybodyIsTold(t *testing.T) {
	q := newQueue(t, sentinel.High)
	d := q.decide(sentinel.WithReviewer(func(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
		got, err := q.store.Get(ctx, r.ID)
		if err != nil || got.Outcome != sentinel.Pending || !got.Deadline.After(got.Created) || r.Deadline.IsZero() || r.Number != 1 {
			t.Errorf("%+v: %v", got, err)
		}
		return &sentinel.Review{Answer: sentinel.Yes, By: "ops"}, nil
	}))
	if !d.Permitted || d.Reason != "approved by ops" {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
	if got := q.kinds(); got != "asked told approved claimed decision" {
		t.Error(got)
	}
}

// silences wants the outcome of a question that nobody answers.
func silences(t *testing.T, r sentinel.Risk, permits bool, options ...sentinel.Option) sentinel.Decision {
	t.Helper()
	q := newQueue(t, r, sentinel.WithPolicy(sentinel.DefaultPolicy().WithWindow(r, 30*time.Millisecond)))
	d := q.decide(options...)
	if d.Outcome != sentinel.TimedOut || d.Permitted != permits {
		t.Errorf("%s, permitted %v: %s", d.Outcome, d.Permitted, d.Reason)
	}
	return d
}

func TestR375_SilenceWithAStore(t *testing.T) {
	reviewers := map[string]sentinel.Reviewer{
		"an error": func(context.Context, sentinel.Request) (*sentinel.Review, error) { return nil, errors.New("broken") },
		"a panic":  func(context.Context, sentinel.Request) (*sentinel.Review, error) { panic("reviewer") },
		"nothing":  func(context.Context, sentinel.Request) (*sentinel.Review, error) { return nil, nil },
		"waits": func(ctx context.Context, _ sentinel.Request) (*sentinel.Review, error) {
			<-ctx.Done()
			return &sentinel.Review{Answer: sentinel.Yes, Reason: "late"}, nil
		},
		"nobody": nil,
	}
	for name, reviewer := range reviewers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, r := range []sentinel.Risk{sentinel.Medium, sentinel.High, sentinel.Critical} {
				silences(t, r, r == sentinel.Medium, sentinel.WithReviewer(reviewer))
			}
		})
	}
	undelivered := func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		return nil, sentinel.ErrNotDelivered
	}
	slow := func(ctx context.Context, _ sentinel.Request) (*sentinel.Review, error) {
		<-ctx.Done()
		return nil, sentinel.ErrNotDelivered
	}
	silences(t, sentinel.Medium, false, sentinel.WithReviewer(undelivered))
	silences(t, sentinel.Medium, false, sentinel.WithReviewer(slow))
	silences(t, sentinel.Medium, false, sentinel.WithBudget(nil))
	alone := sentinel.DefaultPolicy().WithWindow(sentinel.Medium, 300*time.Millisecond).WithUnattended(true)
	silences(t, sentinel.Medium, true, sentinel.WithReviewer(undelivered), sentinel.WithPolicy(alone))
	strict := alone.WithSilence(false, 60)
	silences(t, sentinel.Medium, false, sentinel.WithPolicy(strict))
}

// TestR408_FirstAnswerWins: of many at once exactly one counts.
func TestR408_FirstAnswerWins(t *testing.T) {
	q := newQueue(t, sentinel.High)
	id := q.asked().ID
	var mu sync.Mutex
	var wg sync.WaitGroup
	accepted := 0
	for range 20 {
		wg.Go(func() {
			_, err := q.answer(id, yes(""))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				accepted++
			} else if !errors.Is(err, sentinel.ErrDecided) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if accepted != 1 || strings.Count(q.kinds(), "answer-refused") != 19 {
		t.Errorf("%d accepted: %s", accepted, q.kinds())
	}
}

// TestR380_NoReasonStaysOpen: an answer that does not count changes nothing and is
// recorded.
func TestR380_NoReasonStaysOpen(t *testing.T) {
	q := newQueue(t, sentinel.Critical)
	id := q.asked().ID
	for _, c := range []struct {
		v    sentinel.Verdict
		want error
	}{
		{yes(""), sentinel.ErrNoReason}, {yes(" \n\t"), sentinel.ErrNoReason},
		{sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes, Reason: "r"}, Shown: "other"}, sentinel.ErrStale},
		{sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes, Reason: "r"}, Limit: sentinel.High}, sentinel.ErrNotWanted},
		{sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Silence, Reason: "r"}}, sentinel.ErrNoPermit},
		{sentinel.Verdict{Review: sentinel.Review{Answer: 200, Reason: "r"}}, sentinel.ErrNoPermit},
	} {
		if _, err := q.answer(id, c.v); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.v, err, c.want)
		}
		if got, _ := q.store.Get(context.Background(), id); got.Outcome != sentinel.Pending {
			t.Fatalf("%+v: %v", c.v, got.Outcome)
		}
	}
	if n := strings.Count(q.kinds(), "answer-refused"); n != 6 {
		t.Errorf("%d refused answers recorded", n)
	}
	if _, err := q.answer("nothing", yes("r")); !errors.Is(err, sentinel.ErrNotFound) {
		t.Error(err)
	}
}

// TestR403_ExpireOthers: what outlived its process ends by its own risk, and
// permits nobody (R404, R405).
func TestR403_ExpireOthers(t *testing.T) {
	for _, r := range []sentinel.Risk{sentinel.Medium, sentinel.High} {
		now := at(0)
		var mu sync.Mutex
		s := memory.New(func() sentinel.Moment { mu.Lock(); defer mu.Unlock(); return now })
		q := newQueue(t, r, sentinel.WithStore(s))
		q.store = s
		id := q.asked().ID
		mu.Lock()
		now = at(time.Hour)
		mu.Unlock()
		if n, err := q.gate().Expire(context.Background()); n != 1 || err != nil {
			t.Errorf("%s: %d expired, %v", r, n, err)
		}
		got, _ := s.Get(context.Background(), id)
		want := sentinel.PermitNone
		if r == sentinel.Medium {
			want = sentinel.PermitLapsed
		}
		if got.Outcome != sentinel.TimedOut || got.Permit != want {
			t.Errorf("%s: %v, %v", r, got.Outcome, got.Permit)
		}
		mustRefuse(t, q.decide(sentinel.WithoutWaiting()), sentinel.Pending)
		mustRefuse(t, q.gate().Claim(context.Background(), call()), sentinel.Pending)
		if _, err := q.answer(id, yes("")); !errors.Is(err, sentinel.ErrDecided) {
			t.Error(err)
		}
	}
}

// storeFails: whatever must be asked is blocked, what is LOW runs.
func storeFails(t *testing.T) {
	for _, r := range []sentinel.Risk{sentinel.Low, sentinel.Medium, sentinel.High, sentinel.Critical} {
		q := newQueue(t, r)
		q.store.Close()
		lost := 0
		d := q.decide(sentinel.WithLostEntries(func(sentinel.Decision) { lost++ }))
		if d.Permitted != (r == sentinel.Low) || !d.Permitted && d.Outcome != sentinel.Blocked || lost != 1 {
			t.Errorf("%s: %s, permitted %v, %d lost", r, d.Outcome, d.Permitted, lost)
		}
	}
}

// TestCallerLeaves: the question of a caller that left cannot be approved.
func TestCallerLeaves(t *testing.T) {
	q := newQueue(t, sentinel.High)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan sentinel.Decision)
	go func() { done <- q.gate().Decide(ctx, call()) }()
	id := q.open()
	cancel()
	mustRefuse(t, <-done, sentinel.Cancelled)
	if _, err := q.answer(id, yes("")); !errors.Is(err, sentinel.ErrDecided) {
		t.Error(err)
	}
}

// TestStopSwitch: nothing runs, is approved or claimed while it is on.
func TestStopSwitch(t *testing.T) {
	q := newQueue(t, sentinel.High)
	stop := sentinel.WithStop(func() string { return "stopped by ops" })
	asked := q.asked()
	if got, err := q.answer(asked.ID, yes(""), stop); err != nil || got.Outcome != sentinel.Blocked {
		t.Errorf("%v: %v", got.Outcome, err)
	}
	asked = q.asked()
	if _, err := q.answer(asked.ID, yes("")); err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, q.decide(stop), sentinel.Blocked)
	mustRefuse(t, q.decide(stop, sentinel.WithAssessor(risky(sentinel.Low))), sentinel.Blocked)
	mustRefuse(t, q.decide(sentinel.WithStop(func() string { panic("lost") })), sentinel.Blocked)
	if d := q.decide(sentinel.WithStop(func() string { return "" })); !d.Permitted {
		t.Error(d.Reason)
	}
}

func TestRevokeAndCancel(t *testing.T) {
	q := newQueue(t, sentinel.High)
	g, ctx := q.gate(), context.Background()
	id := q.asked().ID
	if _, err := g.Revoke(ctx, id, "no"); !errors.Is(err, sentinel.ErrNoPermit) {
		t.Error(err)
	}
	if _, err := q.answer(id, yes("")); err != nil {
		t.Fatal(err)
	}
	if got, err := g.Revoke(ctx, id, "changed my mind"); err != nil || got.Permit != sentinel.PermitRevoked {
		t.Errorf("%v: %v", got.Permit, err)
	}
	mustRefuse(t, g.Claim(ctx, call()), sentinel.Denied)
	id = q.asked().ID
	if got, err := g.Cancel(ctx, id, "not needed"); err != nil || got.Outcome != sentinel.Cancelled {
		t.Errorf("%v: %v", got.Outcome, err)
	}
	if got := q.kinds(); !strings.Contains(got, "approved revoked") || !strings.Contains(got, "cancelled") {
		t.Error(got)
	}
}

// TestFlood: a session cannot fill the queue; another one is not hindered.
func TestFlood(t *testing.T) {
	q := newQueue(t, sentinel.High)
	g := q.gate(sentinel.WithoutWaiting())
	c := call()
	c.Session = "s"
	for i := range sentinel.MaxOpen {
		c.Arguments = map[string]any{"n": float64(i)}
		mustRefuse(t, g.Decide(context.Background(), c), sentinel.Pending)
	}
	c.Arguments = map[string]any{"n": "more"}
	if d := g.Decide(context.Background(), c); d.Outcome != sentinel.Blocked || d.Rule != "error:queue" {
		t.Errorf("%s by %s", d.Outcome, d.Rule)
	}
	c.Arguments = map[string]any{"n": float64(3)}
	mustRefuse(t, g.Decide(context.Background(), c), sentinel.Pending)
	c.Session = "t"
	c.Arguments = map[string]any{"n": "more"}
	mustRefuse(t, g.Decide(context.Background(), c), sentinel.Pending)
}

// TestFlooded: questions whose time is over block nobody, and a new one pushes
// none out that is open.
func TestFlooded(t *testing.T) {
	now := sentinel.Moment{Time: time.Unix(1e9, 0).UTC()}
	store := memory.New(func() sentinel.Moment { return now })
	t.Cleanup(func() { store.Close() })
	q := newQueue(t, sentinel.High, sentinel.WithStore(store))
	g, c := q.gate(sentinel.WithoutWaiting()), call()
	c.Session = "s"
	ask := func(n int) sentinel.Decision {
		c.Arguments = map[string]any{"n": float64(n)}
		return g.Decide(context.Background(), c)
	}
	first := ask(0)
	now.Time = now.Time.Add(time.Second)
	for i := 1; i < sentinel.MaxOpen; i++ {
		mustRefuse(t, ask(i), sentinel.Pending)
	}
	d := ask(100)
	if d.Outcome != sentinel.Blocked || !strings.Contains(d.Reason, "sentinel deny NUMBER") {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
	if got, err := store.Get(context.Background(), first.Request); err != nil || got.Outcome != sentinel.Pending {
		t.Errorf("the first question is %s: %v", got.Outcome, err)
	}
	asked, err := store.Get(context.Background(), first.Request)
	if err != nil {
		t.Fatal(err)
	}
	now.Time = asked.Deadline
	mustRefuse(t, ask(100), sentinel.Pending) // in the place of the first, which is over
	if d := ask(101); d.Outcome != sentinel.Blocked {
		t.Errorf("one more: %s", d.Outcome)
	}
	now.Time = now.Time.Add(time.Hour)
	mustRefuse(t, ask(101), sentinel.Pending)
}

// TestRequesters: without a secret nobody but the gate itself takes a permit, and
// a stranger's call makes a question of its own.
func TestRequesters(t *testing.T) {
	q := newQueue(t, sentinel.High, sentinel.WithRequester(nil))
	g := q.gate(sentinel.WithoutWaiting())
	d := g.Decide(context.Background(), call())
	mustRefuse(t, d, sentinel.Pending)
	if _, err := q.answer(d.Request, yes("")); err != nil {
		t.Fatal(err)
	}
	if other := q.decide(sentinel.WithoutWaiting()); other.Permitted || other.Request == d.Request {
		t.Error("another gate took the permit")
	}
	if !g.Decide(context.Background(), call()).Permitted {
		t.Error("the gate itself did not")
	}
}

// TestLongTexts: what is too long for the chain is cut there, and nothing fails.
func TestLongTexts(t *testing.T) {
	q := newQueue(t, sentinel.High)
	c := call()
	c.Arguments = map[string]any{"x": strings.Repeat("\u202e", 300_000)}
	c.Agent = strings.Repeat("a", 60_000)
	mustRefuse(t, q.gate(sentinel.WithoutWaiting()).Decide(context.Background(), c), sentinel.Pending)
	if e := q.entry("asked"); len(e.Arguments) > 20_000 || len(e.Agent) > 20_000 {
		t.Errorf("%d, %d", len(e.Arguments), len(e.Agent))
	}
}
