package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

func lists(t *testing.T, w *world) {
	for _, f := range []sentinel.Filter{{}, {Open: true}, {Due: true}, {Number: 1}, {Before: 1}, {Key: "key a"}} {
		if got := w.list(f); got != "" {
			t.Errorf("an empty store gives %q", got)
		}
	}
	for _, id := range strings.Fields("a b c d e") {
		w.create(id, sentinel.High)
	}
	mustDecide(t, w, "b", sentinel.No)
	mustDecide(t, w, "c", sentinel.Yes)
	mustDecide(t, w, "d", sentinel.Yes)
	if _, err := claim(w, "d"); err != nil {
		t.Fatal(err)
	}
	number := w.get("c").Number
	for _, row := range []struct {
		f    sentinel.Filter
		want string
	}{
		{sentinel.Filter{}, "e d c b a"}, {sentinel.Filter{Open: true}, "e c a"}, {sentinel.Filter{Due: true}, ""},
		{sentinel.Filter{Limit: 2}, "e d"}, {sentinel.Filter{Open: true, Limit: 2}, "e c"}, {sentinel.Filter{Limit: -1}, "e d c b a"},
		{sentinel.Filter{Number: number}, "c"}, {sentinel.Filter{Number: 4711}, ""}, {sentinel.Filter{Number: -1}, ""},
		{sentinel.Filter{Before: number}, "b a"}, {sentinel.Filter{Before: number, Limit: 1}, "b"}, {sentinel.Filter{Before: 1}, ""},
		{sentinel.Filter{Key: "key d"}, "d"}, {sentinel.Filter{Key: "key d", Open: true}, ""}, {sentinel.Filter{Key: "%"}, ""},
	} {
		if got := w.list(row.f); got != row.want {
			t.Errorf("%+v gives %q, want %q", row.f, got, row.want)
		}
	}
}

func chainHasNoGap(t *testing.T, w *world) {
	w.create("a", sentinel.High)
	stores := []sentinel.Store{w.Store, w.other(), w.other()}
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			for n := range 10 {
				if err := s.Append(background, sentinel.Event{Kind: "one"}, sentinel.Event{Kind: "two", Data: json.RawMessage(fmt.Sprintf(`{"n":%d}`, n))}); err != nil {
					t.Errorf("append: %v", err)
				}
			}
		})
		wg.Go(func() {
			for range 5 {
				if _, err := s.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
					q.Told = !q.Told
					return []sentinel.Event{{Kind: "told"}}, nil
				}); err != nil {
					t.Errorf("change: %v", err)
				}
				if err := s.Append(background, sentinel.Event{Kind: "\xff"}); err == nil {
					t.Error("filed what is no text")
				}
			}
			if _, _, err := s.Create(background, asking(fmt.Sprint("q", i), sentinel.High)); err != nil {
				t.Errorf("create: %v", err)
			}
		})
	}
	wg.Wait()
	lines := w.chainBy(7)
	if len(lines) != 1+3*10*2+3*5+3 {
		t.Errorf("%d lines", len(lines))
	}
	for i, l := range lines {
		if l.Seq != int64(i)+1 {
			t.Fatalf("line %d has number %d", i+1, l.Seq)
		}
		if l.Event.Kind == "two" && (lines[i-1].Event.Kind != "one" || !l.Time.Equal(lines[i-1].Time)) {
			t.Errorf("line %d was filed together with line %d, which says %q", l.Seq, l.Seq-1, lines[i-1].Event.Kind)
		}
	}
	if err := w.Append(background); err != nil {
		t.Errorf("nothing to file: %v", err)
	}
	if some, err := w.Lines(background, 1<<40, 5); err != nil || len(some) != 0 {
		t.Errorf("behind the end: %v, %v", some, err)
	}
	if some, err := w.Lines(background, -5, 2); err != nil || len(some) != 2 || some[0].Seq != 1 {
		t.Errorf("before the start: %v, %v", some, err)
	}
}

func prunes(t *testing.T, w *world) {
	w.create("a", sentinel.High)
	for range 9 {
		if err := w.Append(background, sentinel.Event{Kind: "line"}); err != nil {
			t.Fatal(err)
		}
	}
	all := w.chain()
	mark := sentinel.Event{Kind: "pruned", Data: json.RawMessage(`{"to":6}`)}
	if err := w.Prune(background, 6, sentinel.Event{Kind: ""}); err == nil || len(w.chain()) != 10 {
		t.Errorf("pruned without a mark: %v, %d lines", err, len(w.chain()))
	}
	if err := w.other().Prune(background, 6, mark); err != nil {
		t.Fatal(err)
	}
	left := w.chain()
	if len(left) != 5 || left[0].Seq != 7 || left[0].Prev != all[5].Hash || left[4].Seq != 11 || left[4].Event.Kind != "pruned" {
		t.Fatalf("left: %+v", left)
	}
	if err := w.Prune(background, 3, mark); err != nil || len(w.chain()) != 6 {
		t.Errorf("what is gone already: %v, %d lines", err, len(w.chain()))
	}
	if err := w.Prune(background, 1<<40, mark); err != nil {
		t.Fatal(err)
	}
	if left := w.chain(); len(left) != 1 || left[0].Seq != 13 || left[0].Event.Kind != "pruned" {
		t.Fatalf("left: %+v", left)
	}
	if err := w.Append(background, sentinel.Event{Kind: "line"}); err != nil {
		t.Fatal(err)
	}
	if left := w.chain(); len(left) != 2 || left[1].Seq != 14 {
		t.Fatalf("left: %+v", left)
	}
	if got := w.list(sentinel.Filter{}); got != "a" {
		t.Errorf("questions: %q", got)
	}
}

func sizes(t *testing.T, w *world) {
	deep := any("end")
	for range 1000 {
		deep = []any{deep}
	}
	q, _, err := w.Create(background, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		q, e := asking("a", sentinel.Critical)(m)
		q.Request.Call.Arguments = map[string]any{"content": strings.Repeat("é\x00", 1<<18), "deep": deep}
		e.Data = json.RawMessage(`{"a":"` + strings.Repeat("a", 1<<19) + `"}`)
		return q, e
	})
	if err != nil {
		t.Fatal(err)
	}
	w.same("get", q, w.get("a"))
	if l := w.chain(); len(l) != 1 || len(l[0].Event.Data) != 1<<19+8 {
		t.Error("the event was cut")
	}
	reason := strings.Repeat("because ", 1<<12)
	edit := map[string]any{"content": strings.Repeat("x", 1<<20)}
	q, err = w.Change(background, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		return nil, q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes, Reason: reason, Arguments: edit}, Edited: "e"}, m)
	})
	if err != nil {
		t.Fatal(err)
	}
	w.same("get", q, w.get("a"))
	many := make([]sentinel.Event, 100)
	for i := range many {
		many[i] = sentinel.Event{Kind: "line"}
	}
	if err := w.Append(background, many...); err != nil || len(w.chain()) != 101 {
		t.Errorf("a hundred events: %v", err)
	}
	if err := w.Append(background, append(many, many...)...); err == nil {
		t.Error("filed two hundred events at once")
	}
	if _, err := w.Get(background, strings.Repeat("x", 1<<20)); !errors.Is(err, sentinel.ErrNotFound) {
		t.Errorf("a huge id: %v", err)
	}
}

// uses calls every method that takes a context.
func uses(ctx context.Context, s sentinel.Store) map[string]error {
	out := map[string]error{}
	_, out["now"] = s.Now(ctx)
	_, _, out["create"] = s.Create(ctx, asking("new", sentinel.High))
	_, out["change"] = s.Change(ctx, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		q.Told = true
		return []sentinel.Event{{Kind: "told"}}, nil
	})
	out["beat"] = s.Beat(ctx, "a")
	_, out["get"] = s.Get(ctx, "a")
	_, out["list"] = s.List(ctx, sentinel.Filter{})
	_, out["wait"] = s.Wait(ctx, "a", 0)
	out["append"] = s.Append(ctx, sentinel.Event{Kind: "line"})
	_, out["lines"] = s.Lines(ctx, 0, 10)
	out["prune"] = s.Prune(ctx, 1, sentinel.Event{Kind: "pruned"})
	out["check"] = s.Check(ctx)
	return out
}

func cancelled(t *testing.T, w *world) {
	first := w.create("a", sentinel.High)
	ctx, cancel := context.WithCancel(background)
	cancel()
	for name, err := range uses(ctx, w) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.same("after all", first, w.get("a"))
	if w.kinds() != "asked" || w.list(sentinel.Filter{}) != "a" {
		t.Errorf("chain %q, questions %q", w.kinds(), w.list(sentinel.Filter{}))
	}
	ctx, cancel = context.WithCancel(background)
	defer cancel()
	if _, err := w.Change(ctx, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		q.Told = true
		cancel()
		return []sentinel.Event{{Kind: "told"}}, nil
	}); err != nil { // either is right, as long as it is true
		w.same("cancelled inside", first, w.get("a"))
	} else if !w.get("a").Told {
		t.Error("acknowledged and not done")
	}
	for name, err := range uses(background, w) {
		if err != nil {
			t.Errorf("the store is of no more use: %s: %v", name, err)
		}
	}
}

func closedStore(t *testing.T, w *world) {
	w.create("a", sentinel.High)
	done := waiting(background, w, "a", 1)
	time.Sleep(20 * time.Millisecond)
	w.closed = true
	if err := w.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	select {
	case err := <-done:
		if err == nil {
			t.Error("a waiter of a closed store got an answer")
		}
	case <-time.After(20 * time.Second):
		t.Error("a waiter of a closed store waits on")
	}
	for name, err := range uses(background, w) {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
}

// R397: what was asked outlives the process that asked.
func openedAgain(t *testing.T, w *world) {
	if w.again == nil {
		t.Skip("this store ends with its process")
	}
	w.create("a", sentinel.Medium)
	w.create("b", sentinel.High)
	mustDecide(t, w, "b", sentinel.Yes)
	a, b, chain := w.get("a"), w.get("b"), w.kinds()
	w.closed = true
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Store = w.other()
	w.same("a", a, w.get("a"))
	w.same("b", b, w.get("b"))
	if got := w.kinds(); got != chain {
		t.Errorf("the chain went from %q to %q", chain, got)
	}
	if _, err := claim(w, "b"); err != nil {
		t.Errorf("claim: %v", err)
	}
	if err := w.Check(background); err != nil {
		t.Error(err)
	}
}
