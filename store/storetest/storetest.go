// Package storetest holds the tests that every store must pass. A store of your
// own is one folder with a test like this:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) (sentinel.Store, storetest.Again) {
//			path := filepath.Join(t.TempDir(), "own", "file")
//			again := func() (sentinel.Store, error) { return mystore.Open(path) }
//			s, err := again()
//			if err != nil {
//				t.Fatal(err)
//			}
//			return s, again
//		})
//	}
//
// Each test gets an empty store. A new promise of the interface is a new test
// here, so that no store can forget it.
package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel"
)

// Again opens what an opened store keeps once more, as another process does.
// It is nil for a store that ends with its process.
type Again func() (sentinel.Store, error)

// Open gives an empty store.
type Open func(t *testing.T) (sentinel.Store, Again)

// Run runs every test against stores that open gives.
func Run(t *testing.T, open Open) {
	t.Helper()
	tests := []struct {
		name string
		f    func(*testing.T, *world)
	}{
		{"files a question", filesAQuestion},
		{"files nothing that is refused", filesNothingRefused},
		{"keeps what was asked", keepsWhatWasAsked},
		{"a twin joins", twinJoins},
		{"twins at once", twinsAtOnce},
		{"changes", changes},
		{"changes nothing that is refused", changesNothingRefused},
		{"no step back", noStepBack},
		{"a step is alone", stepIsAlone},
		{"a step inside a step", stepInside},
		{"one of many answers counts", oneAnswer},
		{"one of many claims counts", oneClaim},
		{"expires", expires},
		{"a permit lapses", permitLapses},
		{"late answers", lateAnswers},
		{"beats", beats},
		{"a waiter wakes", waiterWakes},
		{"a waiter gives up", waiterGivesUp},
		{"lists", lists},
		{"the chain has no gap", chainHasNoGap},
		{"prunes", prunes},
		{"sizes", sizes},
		{"cancelled contexts", cancelled},
		{"closed", closedStore},
		{"opened again", openedAgain},
		{"time", tells},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, again := open(t)
			t.Cleanup(func() { _ = s.Close() })
			w := &world{Store: s, again: again, t: t}
			test.f(t, w)
			if !t.Failed() && !w.closed {
				if err := s.Check(context.Background()); err != nil {
					t.Errorf("check: %v", err)
				}
			}
		})
	}
}

// world is a store under test.
type world struct {
	sentinel.Store
	again  Again
	t      *testing.T
	closed bool
}

// other is the same store as another process sees it, or the store itself.
func (w *world) other() sentinel.Store {
	w.t.Helper()
	if w.again == nil {
		return w.Store
	}
	s, err := w.again()
	if err != nil {
		w.t.Fatalf("open again: %v", err)
	}
	w.t.Cleanup(func() { _ = s.Close() })
	return s
}

var background = context.Background()

// asking makes a question of that risk with an hour's window.
func asking(id string, risk sentinel.Risk) func(sentinel.Moment) (sentinel.Question, sentinel.Event) {
	return askingFor(id, risk, time.Hour)
}

func askingFor(id string, risk sentinel.Risk, window time.Duration) func(sentinel.Moment) (sentinel.Question, sentinel.Event) {
	return func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		return sentinel.Question{
			ID: id, Key: "key " + id, Shown: "shown", Policy: "policy", Host: "host", Outcome: sentinel.Pending,
			Silence: risk == sentinel.Medium, NobodyOK: true, Created: m.Time, Boot: m.Boot, Up: m.Up, Deadline: m.Time.Add(window),
			Request: sentinel.Request{
				Call: sentinel.Call{Agent: "agent", Tool: "Bash", Action: sentinel.ActionShell, Cwd: "/p", Arguments: map[string]any{"command": "make deploy"}},
				Assessment: sentinel.Assessment{Risk: risk, Colour: sentinel.Yellow, Findings: []sentinel.Finding{{Rule: "r", Risk: risk, Say: "says"}},
					Parts: []sentinel.Part{{Text: "make deploy", Risk: risk}}},
				Risk: risk, Reason: "because", Window: window,
			},
		}, sentinel.Event{Kind: "asked", Data: json.RawMessage(`{"tool":"Bash"}`)}
	}
}

func (w *world) create(id string, risk sentinel.Risk) sentinel.Question {
	w.t.Helper()
	q, joined, err := w.Create(background, asking(id, risk))
	if err != nil || joined {
		w.t.Fatalf("create %s: joined %v, %v", id, joined, err)
	}
	return q
}

// decide answers with the event that a gate would file.
func decide(s sentinel.Store, id string, answer sentinel.Answer, by string) (sentinel.Question, error) {
	return s.Change(background, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		v := sentinel.Verdict{Review: sentinel.Review{Answer: answer, By: by, Reason: "it was looked at"}, Channel: "test"}
		return []sentinel.Event{{Kind: "answered", Data: json.RawMessage(fmt.Sprintf(`{"by":%q}`, by))}}, q.Decide(v, m)
	})
}

func claim(s sentinel.Store, id string) (sentinel.Question, error) {
	return s.Change(background, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		return []sentinel.Event{{Kind: "claimed"}}, q.Claim("key "+id, "shown", m)
	})
}

func expire(s sentinel.Store, id string) (sentinel.Question, error) {
	return s.Change(background, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		if !q.Expire(m, func() bool { return true }) {
			return nil, nil
		}
		return []sentinel.Event{{Kind: "expired"}}, nil
	})
}

// chain gives all lines and verifies them.
func (w *world) chain() []sentinel.Line { return w.chainBy(500) }

// chainBy reads so many lines at a time.
func (w *world) chainBy(limit int) []sentinel.Line {
	w.t.Helper()
	var out []sentinel.Line
	for {
		after := int64(0)
		if len(out) > 0 {
			after = out[len(out)-1].Seq
		}
		some, err := w.Lines(background, after, limit)
		if err != nil {
			w.t.Fatalf("lines: %v", err)
		}
		if len(some) == 0 {
			break
		}
		if len(some) > limit {
			w.t.Fatalf("%d lines, %d were wanted", len(some), limit)
		}
		out = append(out, some...)
	}
	for i, l := range out {
		if l.Sum() != l.Hash {
			w.t.Fatalf("line %d does not carry its hash: %+v", l.Seq, l)
		}
		if i > 0 && (l.Seq != out[i-1].Seq+1 || l.Prev != out[i-1].Hash) {
			w.t.Fatalf("line %d does not follow %d", l.Seq, out[i-1].Seq)
		}
	}
	return out
}

// kinds are the kinds of all lines.
func (w *world) kinds() string {
	w.t.Helper()
	var out []string
	for _, l := range w.chain() {
		out = append(out, l.Event.Kind)
	}
	return strings.Join(out, " ")
}

func (w *world) get(id string) sentinel.Question {
	w.t.Helper()
	q, err := w.Get(background, id)
	if err != nil {
		w.t.Fatalf("get %s: %v", id, err)
	}
	return q
}

func (w *world) list(f sentinel.Filter) string {
	w.t.Helper()
	all, err := w.List(background, f)
	if err != nil {
		w.t.Fatalf("list: %v", err)
	}
	var ids []string
	for _, q := range all {
		ids = append(ids, q.ID)
	}
	return strings.Join(ids, " ")
}

func (w *world) same(what string, want, got sentinel.Question) {
	w.t.Helper()
	a, err1 := json.Marshal(want)
	b, err2 := json.Marshal(got)
	if err1 == nil && err2 == nil && bytes.Equal(a, b) { // a difference of deep arguments takes very long to find
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Errorf("%s: -want +got\n%s", what, diff)
	}
}
