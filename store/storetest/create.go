package storetest

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel"
)

func filesAQuestion(t *testing.T, w *world) {
	before, err := w.Now(background)
	if err != nil {
		t.Fatal(err)
	}
	var told sentinel.Moment
	q, joined, err := w.Create(background, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		told = m
		q, e := asking("a", sentinel.High)(m)
		q.Created, q.Boot, q.Up = m.Time.Add(-24*time.Hour), "elsewhere", 0 // a clock of its own does not count
		q.Number, q.Version, q.Waiting = 77, 77, time.Time{}
		return q, e
	})
	if err != nil || joined {
		t.Fatalf("joined %v, %v", joined, err)
	}
	if q.Number < 1 || q.Number == 77 || q.Version != 1 {
		t.Errorf("number %d, version %d", q.Number, q.Version)
	}
	if !q.Created.Equal(told.Time) || q.Boot != told.Boot || q.Up != told.Up || told.Time.Before(before.Time) || !q.Waiting.Equal(told.Time) {
		t.Errorf("asked at %v %q %v, waiting since %v; the store's time was %v", q.Created, q.Boot, q.Up, q.Waiting, told)
	}
	w.same("get", q, w.get("a"))
	lines := w.chain()
	if len(lines) != 1 || lines[0].Seq != 1 || lines[0].Prev != "" || lines[0].Event.Kind != "asked" || lines[0].Event.Request != "a" ||
		string(lines[0].Event.Data) != `{"tool":"Bash"}` {
		t.Errorf("chain %+v", lines)
	}
	if next := w.create("b", sentinel.Low); next.Number <= q.Number {
		t.Errorf("number %d behind %d", next.Number, q.Number)
	}
}

// refused are questions and events that no store files.
func refused() map[string]func(*sentinel.Question, *sentinel.Event) {
	return map[string]func(*sentinel.Question, *sentinel.Event){
		"no id":                   func(q *sentinel.Question, _ *sentinel.Event) { q.ID = "" },
		"no key":                  func(q *sentinel.Question, _ *sentinel.Event) { q.Key = "" },
		"a taken id":              func(q *sentinel.Question, _ *sentinel.Event) { q.ID = "taken" },
		"no outcome":              func(q *sentinel.Question, _ *sentinel.Event) { q.Outcome = sentinel.OutcomeNone },
		"approved":                func(q *sentinel.Question, _ *sentinel.Event) { q.Outcome = sentinel.Approved },
		"a permit":                func(q *sentinel.Question, _ *sentinel.Event) { q.Permit = sentinel.PermitArmed },
		"an answer":               func(q *sentinel.Question, _ *sentinel.Event) { q.Allowed = "shown" },
		"no risk":                 func(q *sentinel.Question, _ *sentinel.Event) { q.Request.Risk = sentinel.RiskUnjudged },
		"more than CRITICAL":      func(q *sentinel.Question, _ *sentinel.Event) { q.Request.Risk = 5 },
		"no deadline":             func(q *sentinel.Question, _ *sentinel.Event) { q.Deadline = time.Time{} },
		"a deadline before":       func(q *sentinel.Question, _ *sentinel.Event) { q.Deadline = q.Created.Add(-time.Second) },
		"a deadline past all":     func(q *sentinel.Question, _ *sentinel.Event) { q.Deadline = time.Unix(1<<40, 0) },
		"not UTF-8":               func(q *sentinel.Question, _ *sentinel.Event) { q.Host = "\xff" },
		"a zero byte":             func(q *sentinel.Question, _ *sentinel.Event) { q.Key = "a\x00b" },
		"arguments not UTF-8":     func(q *sentinel.Question, _ *sentinel.Event) { q.Request.Call.Arguments["x"] = "\\\xff" },
		"arguments no JSON":       func(q *sentinel.Question, _ *sentinel.Event) { q.Request.Call.Arguments["x"] = func() {} },
		"a huge key":              func(q *sentinel.Question, _ *sentinel.Event) { q.Key = strings.Repeat("k", 1<<20) },
		"a huge request":          func(q *sentinel.Question, _ *sentinel.Event) { q.Request.Reason = strings.Repeat("k", 9<<20) },
		"an event of no kind":     func(_ *sentinel.Question, e *sentinel.Event) { e.Kind = "" },
		"an event that is a list": func(_ *sentinel.Question, e *sentinel.Event) { e.Data = json.RawMessage(`[]`) },
		"an event cut off":        func(_ *sentinel.Question, e *sentinel.Event) { e.Data = json.RawMessage(`{"a":`) },
		"an event and more":       func(_ *sentinel.Question, e *sentinel.Event) { e.Data = json.RawMessage(`{} {}`) },
		"a huge event":            func(_ *sentinel.Question, e *sentinel.Event) { e.Data = hugeData() },
		"an event not UTF-8":      func(_ *sentinel.Question, e *sentinel.Event) { e.Data = json.RawMessage("{\"a\":\"\xff\"}") },
	}
}

func hugeData() json.RawMessage {
	return json.RawMessage(`{"a":"` + strings.Repeat("a", 2<<20) + `"}`)
}

func filesNothingRefused(t *testing.T, w *world) {
	w.create("taken", sentinel.High)
	if _, err := decide(w, "taken", sentinel.No, "p"); err != nil {
		t.Fatal(err)
	}
	before := w.kinds()
	for name, spoil := range refused() {
		_, _, err := w.Create(background, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
			q, e := asking("a", sentinel.High)(m)
			spoil(&q, &e)
			return q, e
		})
		if err == nil {
			t.Errorf("%s: filed", name)
		}
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic got lost")
			}
		}()
		_, _, _ = w.Create(background, func(sentinel.Moment) (sentinel.Question, sentinel.Event) { panic("make") })
	}()
	if got := w.list(sentinel.Filter{}); got != "taken" {
		t.Errorf("the store keeps %q", got)
	}
	if after := w.kinds(); after != before {
		t.Errorf("the chain went from %q to %q", before, after)
	}
	w.create("a", sentinel.High)
}

func keepsWhatWasAsked(t *testing.T, w *world) {
	arguments := map[string]any{
		"number": json.Number("12345678901234567890.10"), "exponent": json.Number("1e400"), "nothing": nil, "yes": true,
		"list": []any{json.Number("1"), "two", map[string]any{"three": []any{}}}, "": "empty name", "zero": "a\x00b",
		"hidden": "a\u202eb\u2028\U000e0041", "mark": "\ufffd \\ufffd", "html": "<a>&'\"", "lines": "a\nb\r\n\tc",
	}
	before := json.RawMessage{}
	q, _, err := w.Create(background, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		q, e := asking("a", sentinel.Medium)(m)
		q.Request.Call.Arguments = arguments
		q.Key, q.Host, q.Told = "key 'a' \"; DROP TABLE question; --", "h\u202e", true
		before, _ = json.Marshal(q.Request)
		e.Data = json.RawMessage(`{ "a" : "<\u0000\u202e>" }`)
		return q, e
	})
	if err != nil {
		t.Fatal(err)
	}
	got := w.get("a")
	w.same("get", q, got)
	if diff := cmp.Diff(arguments, got.Request.Call.Arguments); diff != "" {
		t.Errorf("arguments: -want +got\n%s", diff)
	}
	after, err := json.Marshal(got.Request)
	if err != nil || string(before) != string(after) {
		t.Errorf("the request was %s and is %s, %v", before, after, err)
	}
	if l := w.chain(); string(l[0].Event.Data) != `{"a":"<\u0000\u202e>"}` {
		t.Errorf("the event says %s", l[0].Event.Data)
	}
	got.Request.Call.Arguments["number"] = "changed outside"
	w.same("changed outside", q, w.get("a"))
}

func twinJoins(t *testing.T, w *world) {
	first := w.create("a", sentinel.High)
	twin := func(id string) (sentinel.Question, bool) {
		t.Helper()
		q, joined, err := w.other().Create(background, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
			q, e := asking(id, sentinel.High)(m)
			q.Key = "key a"
			return q, e
		})
		if err != nil {
			t.Fatal(err)
		}
		return q, joined
	}
	q, joined := twin("b")
	if !joined {
		t.Error("the twin of an open question did not join")
	}
	w.same("twin", first, q)
	armed, err := decide(w, "a", sentinel.Yes, "p")
	if err != nil {
		t.Fatal(err)
	}
	q, joined = twin("c")
	if !joined {
		t.Error("the twin of an armed permit did not join")
	}
	w.same("twin", armed, q)
	if got := w.kinds(); got != "asked answered" {
		t.Errorf("joining filed %q", got)
	}
	if _, err := claim(w, "a"); err != nil {
		t.Fatal(err)
	}
	if q, joined = twin("d"); joined || q.ID != "d" || q.Outcome != sentinel.Pending {
		t.Errorf("a permit that was used is joined: %v %+v", joined, q)
	}
	if _, err := decide(w, "d", sentinel.No, "p"); err != nil {
		t.Fatal(err)
	}
	if q, joined = twin("e"); joined || q.ID != "e" {
		t.Errorf("a denied question is joined: %v %+v", joined, q)
	}
	if got := w.list(sentinel.Filter{Key: "key a"}); got != "e d a" {
		t.Errorf("of the key: %q", got)
	}
}

func twinsAtOnce(t *testing.T, w *world) {
	stores := []sentinel.Store{w.Store, w.other(), w.other()}
	var wg sync.WaitGroup
	var mu sync.Mutex
	filed, ids := 0, map[string]int{}
	for i := range 24 {
		wg.Go(func() {
			q, joined, err := stores[i%len(stores)].Create(background, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
				q, e := asking(strings.Repeat("x", i+1), sentinel.High)(m)
				q.Key = "one"
				return q, e
			})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Errorf("create: %v", err)
			}
			if ids[q.ID]++; !joined {
				filed++
			}
		})
	}
	wg.Wait()
	if filed != 1 || len(ids) != 1 {
		t.Errorf("%d were filed, the callers share %d", filed, len(ids))
	}
	if got := w.kinds(); got != "asked" {
		t.Errorf("chain %q", got)
	}
}
