package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

// until waits for the store's own time to pass.
func (w *world) until(at time.Time) {
	w.t.Helper()
	for range 2000 {
		m, err := w.Now(background)
		if err != nil {
			w.t.Fatal(err)
		}
		if m.Time.After(at) {
			return
		}
		time.Sleep(min(max(at.Sub(m.Time), time.Millisecond), 20*time.Millisecond))
	}
	w.t.Fatal("the store's time stands still")
}

func (w *world) createFor(id string, risk sentinel.Risk, window time.Duration) sentinel.Question {
	w.t.Helper()
	q, joined, err := w.Create(background, askingFor(id, risk, window))
	if err != nil || joined {
		w.t.Fatalf("create %s: joined %v, %v", id, joined, err)
	}
	return q
}

// R403: stored MEDIUM and HIGH past their deadlines; R404: afterwards nothing
// is past its deadline and undecided.
func expires(t *testing.T, w *world) {
	w.createFor("open", sentinel.Medium, time.Hour)
	w.createFor("critical", sentinel.Critical, 30*time.Millisecond)
	w.createFor("high", sentinel.High, 30*time.Millisecond)
	last := w.createFor("medium", sentinel.Medium, 30*time.Millisecond)
	w.until(last.Deadline)
	if got := w.list(sentinel.Filter{Due: true}); got != "medium high critical" {
		t.Errorf("due: %q", got)
	}
	for _, id := range []string{"open", "critical", "high", "medium"} {
		if _, err := expire(w.other(), id); err != nil {
			t.Fatal(err)
		}
	}
	for id, want := range map[string]sentinel.Permit{"medium": sentinel.PermitArmed, "high": sentinel.PermitNone, "critical": sentinel.PermitNone} {
		if q := w.get(id); q.Outcome != sentinel.TimedOut || q.Permit != want {
			t.Errorf("%s: %v with permit %v", id, q.Outcome, q.Permit)
		}
	}
	if q := w.get("open"); q.Outcome != sentinel.Pending || q.Version != 1 {
		t.Errorf("open: %v in version %d", q.Outcome, q.Version)
	}
	if got := w.list(sentinel.Filter{Due: true}); got != "" {
		t.Errorf("still due: %q", got)
	}
	if got := w.list(sentinel.Filter{Open: true}); got != "medium open" {
		t.Errorf("open: %q", got)
	}
	if got := w.kinds(); got != "asked asked asked asked expired expired expired" {
		t.Errorf("chain %q", got)
	}
}

func permitLapses(t *testing.T, w *world) {
	w.create("a", sentinel.High)
	q, err := w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes}}, m)
		q.Until = m.Time.Add(30 * time.Millisecond)
		return nil, err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.until(q.Until)
	if got := w.list(sentinel.Filter{Due: true}); got != "a" {
		t.Errorf("due: %q", got)
	}
	if _, err := claim(w, "a"); !errors.Is(err, sentinel.ErrLate) {
		t.Errorf("claimed late: %v", err)
	}
	if q, err := expire(w, "a"); err != nil || q.Permit != sentinel.PermitLapsed || q.Live() {
		t.Errorf("%v, %v", q.Permit, err)
	}
	if _, err := claim(w, "a"); !errors.Is(err, sentinel.ErrNoPermit) {
		t.Errorf("claimed after all: %v", err)
	}
}

func lateAnswers(t *testing.T, w *world) {
	q := w.createFor("a", sentinel.High, 20*time.Millisecond)
	w.until(q.Deadline)
	if _, err := decide(w, "a", sentinel.Yes, "late"); !errors.Is(err, sentinel.ErrLate) {
		t.Errorf("late: %v", err)
	}
	w.same("late", q, w.get("a"))
	if err := w.Append(background, sentinel.Event{Kind: "refused-answer", Request: "a"}); err != nil {
		t.Fatal(err)
	}
	if got := w.kinds(); got != "asked refused-answer" {
		t.Errorf("chain %q", got)
	}
}

func beats(t *testing.T, w *world) {
	first := w.create("a", sentinel.High)
	w.until(first.Waiting.Add(2 * time.Millisecond))
	if err := w.other().Beat(background, "a"); err != nil {
		t.Fatal(err)
	}
	q := w.get("a")
	if !q.Waiting.After(first.Waiting) || q.Version != 1 {
		t.Errorf("waiting %v, then %v; version %d", first.Waiting, q.Waiting, q.Version)
	}
	if q.Waiting = first.Waiting; w.kinds() != "asked" {
		t.Errorf("chain %q", w.kinds())
	}
	w.same("all else", first, q)
	if err := w.Beat(background, "none"); !errors.Is(err, sentinel.ErrNotFound) {
		t.Errorf("no such question: %v", err)
	}
	mustDecide(t, w, "a", sentinel.No)
	if err := w.Beat(background, "a"); err != nil {
		t.Errorf("a decided one: %v", err)
	}
}

// waiting starts a waiter and gives its result.
func waiting(ctx context.Context, s sentinel.Store, id string, version int64) <-chan error {
	done := make(chan error, 1)
	go func() {
		q, err := s.Wait(ctx, id, version)
		if err == nil && q.Version <= version {
			err = errors.New("woken for nothing")
		}
		done <- err
	}()
	return done
}

func waiterWakes(t *testing.T, w *world) {
	w.create("a", sentinel.High)
	ctx, cancel := context.WithTimeout(background, 30*time.Second)
	defer cancel()
	if q, err := w.Wait(ctx, "a", 0); err != nil || q.Version != 1 {
		t.Errorf("version 1 is there: %d, %v", q.Version, err)
	}
	other := w.other()
	here, there := waiting(ctx, w, "a", 1), waiting(ctx, other, "a", 1)
	time.Sleep(30 * time.Millisecond)
	if err := w.Beat(background, "a"); err != nil {
		t.Fatal(err)
	}
	if err := w.Append(background, sentinel.Event{Kind: "told"}); err != nil {
		t.Fatal(err)
	}
	w.create("b", sentinel.High)
	select {
	case err := <-here:
		t.Fatalf("woken by what is no change: %v", err)
	case err := <-there:
		t.Fatalf("woken by what is no change: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	mustDecide(t, w, "a", sentinel.Yes)
	for name, done := range map[string]<-chan error{"same": here, "other": there} {
		if err := <-done; err != nil {
			t.Errorf("%s store: %v", name, err)
		}
	}
	back := waiting(ctx, w, "a", 2)
	time.Sleep(10 * time.Millisecond)
	if _, err := claim(other, "a"); err != nil {
		t.Fatal(err)
	}
	if err := <-back; err != nil {
		t.Errorf("woken by another: %v", err)
	}
}

func waiterGivesUp(t *testing.T, w *world) {
	w.create("a", sentinel.High)
	if _, err := w.Wait(background, "none", 0); !errors.Is(err, sentinel.ErrNotFound) {
		t.Errorf("no such question: %v", err)
	}
	ctx, cancel := context.WithTimeout(background, 20*time.Millisecond)
	defer cancel()
	if _, err := w.Wait(ctx, "a", 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the end: %v", err)
	}
	ctx, cancel = context.WithCancel(background)
	done := waiting(ctx, w, "a", 1)
	time.Sleep(10 * time.Millisecond)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func tells(t *testing.T, w *world) {
	a, err := w.Now(background)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Millisecond)
	b, err := w.other().Now(background)
	if err != nil {
		t.Fatal(err)
	}
	if a.Time.Location() != time.UTC || !b.Time.After(a.Time) || a.Boot != b.Boot && w.again != nil || a.Boot != "" && b.Up <= a.Up && a.Boot == b.Boot {
		t.Errorf("%+v, then %+v", a, b)
	}
}
