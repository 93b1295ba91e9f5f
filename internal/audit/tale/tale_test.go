package tale_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit/mask"
	"github.com/sentinelgate/sentinel/internal/audit/tale"
	"github.com/sentinelgate/sentinel/sentineltest"
)

// forged is a store whose rows and lines somebody changed behind its back.
type forged struct {
	sentinel.Store
	row  func(q *sentinel.Question) bool // false: the row is gone
	line func(l []sentinel.Line) []sentinel.Line
}

func (f forged) List(ctx context.Context, filter sentinel.Filter) ([]sentinel.Question, error) {
	list, err := f.Store.List(ctx, filter)
	var out []sentinel.Question
	for _, q := range list {
		if f.row == nil || f.row(&q) {
			out = append(out, q)
		}
	}
	return out, err
}

func (f forged) Get(ctx context.Context, id string) (sentinel.Question, error) {
	q, err := f.Store.Get(ctx, id)
	if err == nil && f.row != nil && !f.row(&q) {
		return q, sentinel.ErrNotFound
	}
	return q, err
}

func (f forged) Lines(ctx context.Context, after int64, limit int) ([]sentinel.Line, error) {
	list, err := f.Store.Lines(ctx, 0, 0)
	if f.line != nil {
		list = f.line(slices.Clone(list))
	}
	return slices.DeleteFunc(list, func(l sentinel.Line) bool { return l.Seq <= after }), err
}

// problems are those of a store, each on a line.
func problems(t *testing.T, s sentinel.Store) string {
	t.Helper()
	var out []string
	told := tale.New(func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) })
	lines, err := s.Lines(context.Background(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		told.Follow(l)
	}
	told.Agree(context.Background(), s)
	return strings.Join(out, "\n")
}

// lived is a store with a question of each fate: 1 claimed, 2 denied, 3 armed,
// 4 pending, 5 approved with other arguments and claimed.
func lived(t *testing.T) (sentinel.Store, *sentineltest.Clock) {
	t.Helper()
	clock := sentineltest.NewClock()
	s := sentineltest.Store(t, clock)
	g := sentineltest.Gate(t, sentinel.High, sentinel.WithStore(s), sentinel.WithRequester([]byte("secret")), sentinel.WithHost("here"),
		sentinel.WithMask(mask.Text), sentinel.WithoutWaiting())
	ctx := context.Background()
	for n, answer := range []sentinel.Answer{sentinel.Yes, sentinel.No, sentinel.Yes, sentinel.Silence, sentinel.Yes} {
		// A struct, a number of any kind, text that JSON escapes: what was asked is
		// the same when it comes back from a store.
		c := sentinel.Call{Tool: "deploy", Agent: "a", Session: "s", Arguments: map[string]any{"n": n, "x": 1.50, "text": "<a> & ü", "list": []any{"1", nil}}}
		q := g.Decide(ctx, c)
		if answer == sentinel.Silence {
			continue
		}
		clock.Advance(time.Second)
		v := sentinel.Verdict{Review: sentinel.Review{Answer: answer, By: "ann", Reason: "because"}, Channel: "command"}
		if n == 4 {
			v.Arguments = map[string]any{"n": json.Number("7")}
		}
		if _, err := g.Answer(ctx, q.Request, v); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Second)
		if n == 0 || n == 4 {
			if d := g.Claim(ctx, c); !d.Permitted {
				t.Fatalf("%+v", d)
			}
			if _, err := g.Report(ctx, q.Request, "ok"); err != nil {
				t.Fatal(err)
			}
		}
		// A second answer changes nothing, and its line tells of no change.
		if _, err := g.Answer(ctx, q.Request, v); err == nil {
			t.Fatal("answered twice")
		}
	}
	return s, clock
}

func TestR349_WhatLivedIsSound(t *testing.T) {
	s, clock := lived(t)
	if got := problems(t, s); got != "" {
		t.Error(got)
	}
	clock.Advance(time.Hour)
	g := sentineltest.Gate(t, sentinel.High, sentinel.WithStore(s))
	if n, err := g.Expire(context.Background()); err != nil || n != 2 {
		t.Fatalf("%d ended, %v", n, err)
	}
	if got := problems(t, s); got != "" {
		t.Error(got)
	}
}

// TestR387_ChangedRowsAreFound: each way to change what stands in the store, and
// what is said about it.
func TestR387_ChangedRowsAreFound(t *testing.T) {
	s, _ := lived(t)
	for name, c := range map[string]struct {
		number int64
		change func(q *sentinel.Question)
		want   string
	}{
		"the permit armed again":  {1, func(q *sentinel.Question) { q.Permit, q.Claimed = sentinel.PermitArmed, time.Time{} }, "question 1 is APPROVED with permit armed in the store, and APPROVED with permit claimed in the log"},
		"a no turned into a yes":  {2, func(q *sentinel.Question) { q.Outcome, q.Permit = sentinel.Approved, sentinel.PermitArmed }, "question 2 is APPROVED"},
		"a longer permit":         {3, func(q *sentinel.Question) { q.Until = q.Until.Add(time.Hour) }, "question 3 is not in the store as its last line left it"},
		"a longer window":         {4, func(q *sentinel.Question) { q.Deadline = q.Deadline.Add(time.Hour) }, "question 4 is not in the store as its last line left it"},
		"another reviewer":        {1, func(q *sentinel.Question) { q.By = "bob" }, "question 1 was answered by somebody else"},
		"another channel":         {2, func(q *sentinel.Question) { q.Channel = "screen" }, "question 2 was answered by somebody else"},
		"another reason":          {1, func(q *sentinel.Question) { q.Reason = "why not" }, "question 1 has another reason"},
		"another time":            {1, func(q *sentinel.Question) { q.Decided = q.Decided.Add(time.Second) }, "question 1 was decided at another time"},
		"another result":          {1, func(q *sentinel.Question) { q.Result = "error" }, "question 1 is not in the store as"},
		"another call":            {1, func(q *sentinel.Question) { q.Request.Call.Arguments = map[string]any{"n": "2"} }, "question 1 is about another call"},
		"another folder":          {3, func(q *sentinel.Question) { q.Request.Call.Project = "/elsewhere" }, "question 3 is "},
		"a lower risk":            {4, func(q *sentinel.Question) { q.Request.Risk = sentinel.Low }, "question 4 has another risk"},
		"another key":             {3, func(q *sentinel.Question) { q.Key = "k" }, "question 3 is not in the store as"},
		"another edit":            {5, func(q *sentinel.Question) { q.Edit = map[string]any{"n": json.Number("8")} }, "question 5 is not in the store as"},
		"what was shown":          {3, func(q *sentinel.Question) { q.Shown, q.Allowed = "x", "x" }, "question 3 allows something else"},
		"silence that may permit": {4, func(q *sentinel.Question) { q.Silence = true }, "question 4 is not in the store as"},
		"told that was not":       {4, func(q *sentinel.Question) { q.Told = !q.Told }, "question 4 is not in the store as"},
	} {
		f := forged{Store: s, row: func(q *sentinel.Question) bool {
			if q.Number == c.number {
				c.change(q)
			}
			return true
		}}
		if got := problems(t, f); !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, gone := range []int64{1, 4, 5} {
		f := forged{Store: s, row: func(q *sentinel.Question) bool { return q.Number != gone }}
		if got := problems(t, f); !strings.HasPrefix(got, "question") || !strings.HasSuffix(got, "is gone from the store") || strings.Contains(got, "\n") {
			t.Errorf("%d gone: %q", gone, got)
		}
	}
	f := forged{Store: s, row: func(*sentinel.Question) bool { return false }}
	if got := problems(t, f); strings.Count(got, "is gone from the store") != 5 {
		t.Errorf("all gone: %q", got)
	}
}

// TestR387_OddLinesAreFound: a chain whose lines no gate writes so, although each
// follows from the one before.
func TestR387_OddLinesAreFound(t *testing.T) {
	s, _ := lived(t)
	find := func(list []sentinel.Line, kind string, n int) int {
		for i, l := range list {
			if l.Event.Kind == kind {
				if n--; n == 0 {
					return i
				}
			}
		}
		t.Fatalf("no line %s", kind)
		return 0
	}
	for name, c := range map[string]struct {
		line func([]sentinel.Line) []sentinel.Line
		want string
	}{
		"claimed twice": {func(l []sentinel.Line) []sentinel.Line {
			again := l[find(l, "claimed", 1)]
			again.Seq = l[len(l)-1].Seq + 1
			return append(l, again)
		}, "the permit of question 1 was used twice: in lines"},
		"claimed without a yes": {func(l []sentinel.Line) []sentinel.Line {
			i := find(l, "claimed", 1)
			l[i].Event.Request = l[find(l, "asked", 4)].Event.Request
			return l[:i+1]
		}, "which no line says was asked"},
		"claimed a no": {func(l []sentinel.Line) []sentinel.Line {
			i := find(l, "claimed", 2)
			l[i].Event.Request = l[find(l, "asked", 2)].Event.Request
			return l
		}, "uses a permit of question 5, which had none"},
		"decided twice": {func(l []sentinel.Line) []sentinel.Line {
			i := find(l, "approved", 2)
			l[i].Event.Request = l[find(l, "asked", 2)].Event.Request
			return l
		}, "was decided twice"},
		"asked twice": {func(l []sentinel.Line) []sentinel.Line {
			again := l[find(l, "asked", 1)]
			again.Seq = l[len(l)-1].Seq + 1
			return append(l, again)
		}, "was asked twice"},
		"nothing said": {func(l []sentinel.Line) []sentinel.Line {
			l[0].Event.Data = json.RawMessage(`[]`)
			return l
		}, "line 1 tells of a question and does not say what"},
		"a change between two lines": {func(l []sentinel.Line) []sentinel.Line {
			i := find(l, "claimed", 1)
			l[i].Event.Data = json.RawMessage(strings.Replace(string(l[i].Event.Data), `"from":"`, `"from":"0`, 1))
			return l
		}, "question 1 was changed between lines"},
	} {
		if got := problems(t, forged{Store: s, line: c.line}); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestManyQuestionsAreCompared: also those beyond what a store gives at once.
func TestManyQuestionsAreCompared(t *testing.T) {
	clock := sentineltest.NewClock()
	s := sentineltest.Store(t, clock)
	ctx := context.Background()
	for n := range 1100 {
		_, _, err := s.Create(ctx, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
			id := fmt.Sprint("q", n)
			q := sentinel.Question{ID: id, Key: id, Outcome: sentinel.Pending, Request: sentinel.Request{Risk: sentinel.High}, Created: m.Time, Deadline: m.Time, Boot: m.Boot, Up: m.Up}
			data, _ := json.Marshal(sentinel.Entry{Outcome: q.Outcome, Risk: sentinel.High, State: q.Digest()})
			return q, sentinel.Event{Kind: "asked", Data: data}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	all := func(row func(*sentinel.Question) bool) string {
		var lines []sentinel.Line
		for {
			more, err := s.Lines(ctx, int64(len(lines)), 0)
			if err != nil || len(more) == 0 {
				break
			}
			lines = append(lines, more...)
		}
		return problems(t, forged{Store: s, row: row, line: func([]sentinel.Line) []sentinel.Line { return lines }})
	}
	if got := all(nil); got != "" {
		t.Error(got)
	}
	if got := all(func(q *sentinel.Question) bool { return q.Number != 3 }); !strings.Contains(got, "is gone from the store") {
		t.Errorf("the oldest but two is gone: %q", got)
	}
}
