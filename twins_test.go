package sentinel_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

// TestTwins: two identical calls wait for one answer, and one of them runs. The
// other one asks anew.
func TestTwins(t *testing.T) {
	q := newQueue(t, sentinel.High)
	done := make(chan sentinel.Decision, 2)
	for range 2 {
		go func() { done <- q.decide() }()
	}
	first := q.open()
	time.Sleep(20 * time.Millisecond) // so that both wait, which is no condition for what follows
	if _, err := q.answer(first, yes("")); err != nil {
		t.Fatal(err)
	}
	if d := <-done; !d.Permitted || d.Request != first {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
	var second string
	for second == "" || second == first {
		second = q.open()
	}
	if _, err := q.answer(second, sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.No}}); err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, <-done, sentinel.Denied)
}

// TestOnePermitRunsOnce, whoever comes at the same time.
func TestOnePermitRunsOnce(t *testing.T) {
	q := newQueue(t, sentinel.High)
	id := q.asked().ID
	if _, err := q.answer(id, yes("")); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var ran, same atomic.Int32
	for range 20 {
		wg.Go(func() {
			d := q.decide(sentinel.WithoutWaiting())
			if d.Permitted {
				ran.Add(1)
			}
			if d.Permitted && d.Request == id {
				same.Add(1)
			}
		})
	}
	wg.Wait()
	if ran.Load() != 1 || same.Load() != 1 {
		t.Errorf("%d ran", ran.Load())
	}
}

// TestStoreThatFails at any of its methods: nothing is permitted, and the gate
// lives.
func TestStoreThatFails(t *testing.T) {
	for name, broken := range map[string]func(sentinel.Store) sentinel.Store{
		"create panics": func(s sentinel.Store) sentinel.Store { return panicking{s, "create"} },
		"change panics": func(s sentinel.Store) sentinel.Store { return panicking{s, "change"} },
		"wait panics":   func(s sentinel.Store) sentinel.Store { return panicking{s, "wait"} },
		"beat panics":   func(s sentinel.Store) sentinel.Store { return panicking{s, "beat"} },
	} {
		q := newQueue(t, sentinel.High)
		d := q.decide(sentinel.WithStore(broken(q.store)), sentinel.WithReviewer(answers(sentinel.Yes, "")), sentinel.WithLog(logFunc(func(sentinel.Decision) error { return nil })))
		if d.Permitted && name != "wait panics" || !d.Permitted && d.Outcome != sentinel.Blocked {
			t.Errorf("%s: %s, permitted %v", name, d.Outcome, d.Permitted)
		}
	}
}

// panicking is a store of which one method fails.
type panicking struct {
	sentinel.Store
	at string
}

func (p panicking) Create(ctx context.Context, f func(sentinel.Moment) (sentinel.Question, sentinel.Event)) (sentinel.Question, bool, error) {
	if p.at == "create" {
		panic("store")
	}
	return p.Store.Create(ctx, f)
}

func (p panicking) Change(ctx context.Context, id string, f func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error)) (sentinel.Question, error) {
	if p.at == "change" {
		panic("store")
	}
	return p.Store.Change(ctx, id, f)
}

func (p panicking) Wait(ctx context.Context, id string, v int64) (sentinel.Question, error) {
	if p.at == "wait" {
		panic("store")
	}
	return p.Store.Wait(ctx, id, v)
}

func (p panicking) Beat(ctx context.Context, id string) error {
	if p.at == "beat" {
		panic("store")
	}
	return p.Store.Beat(ctx, id)
}
