package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

// step is what a caller does with a question.
type step = func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error)

func changes(t *testing.T, w *world) {
	first := w.create("a", sentinel.High)
	var seen sentinel.Question
	q, err := w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		seen = *q
		q.Told, q.Version, q.Deadline = true, 99, q.Deadline.Add(time.Minute) // versions are the store's
		return []sentinel.Event{{Kind: "told"}, {Kind: "extended", Request: "a"}}, nil
	})
	if err != nil || q.Version != 2 || !q.Told {
		t.Fatalf("%+v, %v", q, err)
	}
	w.same("step", first, seen)
	w.same("get", q, w.get("a"))
	if same, err := w.Change(background, "a", func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error) {
		return []sentinel.Event{{Kind: "refused-answer"}}, nil
	}); err != nil || same.Version != 2 {
		t.Errorf("nothing new: version %d, %v", same.Version, err)
	}
	if same, err := w.Change(background, "a", func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error) { return nil, nil }); err != nil || same.Version != 2 {
		t.Errorf("nothing at all: version %d, %v", same.Version, err)
	}
	edit := map[string]any{"command": "make -n deploy", "n": json.Number("1.50")}
	q, err = w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		return []sentinel.Event{{Kind: "approved"}}, q.Decide(sentinel.Verdict{
			Review: sentinel.Review{Answer: sentinel.YesSession, By: "person\u202e", Reason: "a\nb", Arguments: edit}, Shown: "shown", Edited: "edited", Channel: "test"}, m)
	})
	if err != nil || q.Version != 3 || q.Outcome != sentinel.Approved || q.Permit != sentinel.PermitArmed || q.Allowed != "edited" || q.Reason != "a\nb" ||
		q.Answer != sentinel.YesSession || fmt.Sprint(q.Edit) != fmt.Sprint(edit) {
		t.Errorf("%+v, %v", q, err)
	}
	w.same("get", q, w.get("a"))
	q, err = w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		return []sentinel.Event{{Kind: "claimed"}}, q.Claim("key a", "edited", m)
	})
	if err != nil || q.Permit != sentinel.PermitClaimed || q.Claimed.IsZero() {
		t.Errorf("%+v, %v", q, err)
	}
	q, err = w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		return []sentinel.Event{{Kind: "result"}}, q.Report("ok")
	})
	if err != nil || q.Result != "ok" || q.Version != 5 {
		t.Errorf("%+v, %v", q, err)
	}
	w.same("get", q, w.get("a"))
	if got := w.kinds(); got != "asked told extended refused-answer approved claimed result" {
		t.Errorf("chain %q", got)
	}
	w.create("b", sentinel.High)
	if q, err := decide(w, "b", sentinel.Yes, "p"); err != nil || q.Permit != sentinel.PermitArmed {
		t.Fatal(err)
	}
	q, err = w.Change(background, "b", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) { return nil, q.Revoke(m) })
	if err != nil || q.Permit != sentinel.PermitRevoked {
		t.Errorf("revoked: %+v, %v", q, err)
	}
}

func changesNothingRefused(t *testing.T, w *world) {
	first := w.create("a", sentinel.High)
	events := func(e ...sentinel.Event) step {
		return func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) { q.Told = true; return e, nil }
	}
	broken := errors.New("broken")
	if _, err := w.Change(background, "none", events()); !errors.Is(err, sentinel.ErrNotFound) {
		t.Errorf("no such question: %v", err)
	}
	if _, err := w.Get(background, "none"); !errors.Is(err, sentinel.ErrNotFound) {
		t.Errorf("no such question: %v", err)
	}
	if _, err := w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		q.Told = true
		return []sentinel.Event{{Kind: "told"}}, fmt.Errorf("wrapped: %w", broken)
	}); !errors.Is(err, broken) {
		t.Errorf("the step's error: %v", err)
	}
	for name, s := range map[string]step{
		"an event of no kind": events(sentinel.Event{}), "a huge event": events(sentinel.Event{Kind: "told"}, sentinel.Event{Kind: "huge", Data: hugeData()}),
		"too many events": events(make([]sentinel.Event, 1000)...), "an event not UTF-8": events(sentinel.Event{Kind: "\xff"}),
	} {
		if _, err := w.Change(background, "a", s); err == nil {
			t.Errorf("%s: filed", name)
		}
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic got lost")
			}
		}()
		_, _ = w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) { q.Told = true; panic("step") })
	}()
	w.same("after all", first, w.get("a"))
	if got := w.kinds(); got != "asked" {
		t.Errorf("chain %q", got)
	}
	if _, err := w.Change(background, "a", events(sentinel.Event{Kind: "told"})); err != nil {
		t.Errorf("the store is of no more use: %v", err)
	}
}

// noStepBack: whatever a step does to a question, the store files no answer to
// an answered one, no permit that nobody gave, and no other question.
func noStepBack(t *testing.T, w *world) {
	yes, no := func(id string) { mustDecide(t, w, id, sentinel.Yes) }, func(id string) { mustDecide(t, w, id, sentinel.No) }
	open := func(string) {}
	claimed := func(id string) {
		yes(id)
		if _, err := claim(w, id); err != nil {
			t.Fatal(err)
		}
	}
	rows := []struct {
		name  string
		risk  sentinel.Risk
		state func(id string)
		step  func(*sentinel.Question, sentinel.Moment)
	}{
		{"another id", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.ID = "x" }},
		{"another key", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Key = "x" }},
		{"another number", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Number++ }},
		{"another digest", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Shown = "x" }},
		{"another policy", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Policy = "x" }},
		{"another call", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Request.Call.Arguments["command"] = "rm -rf ~" }},
		{"a lower risk", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Request.Risk = sentinel.Medium }},
		{"silence after all", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Silence = true }},
		{"another beginning", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Created = q.Created.Add(time.Hour) }},
		{"a permit without an answer", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) {
			q.Permit, q.Until, q.Allowed = sentinel.PermitArmed, m.Time.Add(time.Hour), "shown"
		}},
		{"an outcome of no question", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Outcome, q.Decided = sentinel.Allowed, m.Time }},
		{"an answer without a time", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { q.Outcome = sentinel.Denied }},
		{"a yes for HIGH by silence", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { armAs(q, m, sentinel.TimedOut) }},
		{"a denial that permits", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { armAs(q, m, sentinel.Denied) }},
		{"a permit with no end", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) {
			armAs(q, m, sentinel.Approved)
			q.Until = time.Time{}
		}},
		{"a permit for nothing", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) {
			armAs(q, m, sentinel.Approved)
			q.Allowed = ""
		}},
		{"claimed at once", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) {
			armAs(q, m, sentinel.Approved)
			q.Permit, q.Claimed = sentinel.PermitClaimed, m.Time
		}},
		{"a critical yes without a reason", sentinel.Critical, open, func(q *sentinel.Question, m sentinel.Moment) {
			armAs(q, m, sentinel.Approved)
			q.Reason = " \t\n"
		}},
		{"open again", sentinel.High, no, func(q *sentinel.Question, m sentinel.Moment) { q.Outcome, q.Decided = sentinel.Pending, time.Time{} }},
		{"a yes after a no", sentinel.High, no, func(q *sentinel.Question, m sentinel.Moment) { armAs(q, m, sentinel.Approved) }},
		{"a permit after a no", sentinel.High, no, func(q *sentinel.Question, m sentinel.Moment) { armAs(q, m, sentinel.Denied) }},
		{"a no after a yes", sentinel.High, yes, func(q *sentinel.Question, m sentinel.Moment) { q.Outcome = sentinel.Denied }},
		{"a longer permit", sentinel.High, yes, func(q *sentinel.Question, m sentinel.Moment) { q.Until = q.Until.Add(time.Hour) }},
		{"a permit for more", sentinel.High, yes, func(q *sentinel.Question, m sentinel.Moment) { q.Allowed = "other" }},
		{"another edit", sentinel.High, yes, func(q *sentinel.Question, m sentinel.Moment) { q.Edit = map[string]any{"command": "x"} }},
		{"another reviewer", sentinel.High, yes, func(q *sentinel.Question, m sentinel.Moment) { q.By = "x" }},
		{"claimed without a time", sentinel.High, yes, func(q *sentinel.Question, m sentinel.Moment) { q.Permit = sentinel.PermitClaimed }},
		{"a result of nothing", sentinel.High, yes, func(q *sentinel.Question, m sentinel.Moment) { q.Result = "ok" }},
		{"claimed again", sentinel.High, claimed, func(q *sentinel.Question, m sentinel.Moment) { armAs(q, m, sentinel.Approved) }},
		{"a claim taken back", sentinel.High, claimed, func(q *sentinel.Question, m sentinel.Moment) {
			q.Permit, q.Claimed = sentinel.PermitRevoked, time.Time{}
		}},
		{"text that is none", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) { armAs(q, m, sentinel.Approved); q.Reason = "a\x00\xff" }},
		{"a huge reason", sentinel.High, open, func(q *sentinel.Question, m sentinel.Moment) {
			armAs(q, m, sentinel.Approved)
			q.Reason = strings.Repeat("x", 1<<20)
		}},
	}
	for _, r := range rows {
		w.create(r.name, r.risk)
		r.state(r.name)
		before, chain := w.get(r.name), w.kinds()
		if _, err := w.Change(background, r.name, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
			r.step(q, m)
			return []sentinel.Event{{Kind: "forged"}}, nil
		}); err == nil {
			t.Errorf("%s: filed", r.name)
		}
		w.same(r.name, before, w.get(r.name))
		if after := w.kinds(); after != chain {
			t.Errorf("%s: the chain grew", r.name)
		}
	}
}

func mustDecide(t *testing.T, w *world, id string, a sentinel.Answer) {
	t.Helper()
	if _, err := decide(w, id, a, "p"); err != nil {
		t.Fatal(err)
	}
}

func armAs(q *sentinel.Question, m sentinel.Moment, o sentinel.Outcome) {
	q.Outcome, q.Permit, q.Decided, q.Until, q.Allowed, q.Reason = o, sentinel.PermitArmed, m.Time, m.Time.Add(time.Minute), q.Shown, "reason"
	q.Claimed = time.Time{}
}

// stepInside: a step that changes the store itself is a mistake that ends with
// an error, not with everybody waiting.
func stepInside(t *testing.T, w *world) {
	w.create("a", sentinel.High)
	q, err := w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		ctx, cancel := context.WithTimeout(background, 100*time.Millisecond)
		defer cancel()
		if _, err := w.Change(ctx, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
			q.Told = true
			return []sentinel.Event{{Kind: "inner"}}, nil
		}); err == nil {
			t.Error("two were alone with it")
		}
		q.Deadline = q.Deadline.Add(time.Minute)
		return []sentinel.Event{{Kind: "outer"}}, nil
	})
	if err != nil || q.Told || q.Version != 2 || w.kinds() != "asked outer" {
		t.Errorf("%+v, %v, chain %q", q, err, w.kinds())
	}
}

func stepIsAlone(t *testing.T, w *world) {
	first := w.create("a", sentinel.High)
	stores := []sentinel.Store{w.Store, w.other(), w.other()}
	const workers, each = 9, 5
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			for range each {
				_, err := stores[i%len(stores)].Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
					q.Deadline = q.Deadline.Add(time.Second)
					return []sentinel.Event{{Kind: "extended"}}, nil
				})
				if err != nil {
					t.Errorf("change: %v", err)
				}
			}
		})
	}
	wg.Wait()
	q := w.get("a")
	if want := first.Deadline.Add(workers * each * time.Second); !q.Deadline.Equal(want) || q.Version != 1+workers*each {
		t.Errorf("the deadline moved by %v, not %v; version %d", q.Deadline.Sub(first.Deadline), want.Sub(first.Deadline), q.Version)
	}
	if n := len(w.chain()); n != 1+workers*each {
		t.Errorf("%d lines", n)
	}
}

// R408: 20 parallel answers, exactly one accepted.
func oneAnswer(t *testing.T, w *world) {
	w.create("a", sentinel.Critical)
	accepted := race(t, w, sentinel.ErrDecided, func(s sentinel.Store, i int) (sentinel.Question, error) {
		answer := sentinel.Yes
		if i%2 == 1 {
			answer = sentinel.No
		}
		return decide(s, "a", answer, fmt.Sprint("person ", i))
	})
	q := w.get("a")
	if q.By != accepted.By || q.Outcome != accepted.Outcome || q.Version != 2 || w.kinds() != "asked answered" {
		t.Errorf("accepted was %s's %v, kept is %s's %v in version %d, chain %s", accepted.By, accepted.Outcome, q.By, q.Outcome, q.Version, w.kinds())
	}
}

func oneClaim(t *testing.T, w *world) {
	w.create("a", sentinel.High)
	mustDecide(t, w, "a", sentinel.Yes)
	race(t, w, sentinel.ErrNoPermit, func(s sentinel.Store, i int) (sentinel.Question, error) { return claim(s, "a") })
	if q := w.get("a"); q.Permit != sentinel.PermitClaimed || q.Version != 3 || w.kinds() != "asked answered claimed" {
		t.Errorf("%v in version %d, chain %s", q.Permit, q.Version, w.kinds())
	}
}

// race lets 24 try it at once through three stores, and gives what the one got
// that succeeded.
func race(t *testing.T, w *world, others error, try func(sentinel.Store, int) (sentinel.Question, error)) sentinel.Question {
	t.Helper()
	stores := []sentinel.Store{w.Store, w.other(), w.other()}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var won []sentinel.Question
	start := make(chan struct{})
	for i := range 24 {
		wg.Go(func() {
			<-start
			q, err := try(stores[i%len(stores)], i)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won = append(won, q)
			} else if !errors.Is(err, others) {
				t.Errorf("try %d: %v", i, err)
			}
		})
	}
	close(start)
	wg.Wait()
	if len(won) != 1 {
		t.Fatalf("%d were accepted", len(won))
	}
	return won[0]
}
