package audit

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/sentineltest"
	"github.com/sentinelgate/sentinel/store/memory"
)

func stamp(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

// TestR401_Lines: the form of a line, to the blank (R402, R430).
func TestR401_Lines(t *testing.T) {
	at := stamp("2026-08-16T19:20:01+02:00")
	for _, c := range []struct {
		row  Row
		want string
	}{
		{Row{Time: at, Outcome: sentinel.TimedOut, Risk: sentinel.Critical, Tool: "deploy", Rule: "production-target"},
			"✗ 2026-08-16T17:20:01Z  timed_out critical  deploy         production-target"},
		{Row{Time: at, Permitted: true, Outcome: sentinel.Approved, Risk: sentinel.High, Tool: "push"},
			"✓ 2026-08-16T17:20:01Z  approved  high      push           -"},
		{Row{Time: at, Outcome: sentinel.Blocked, Risk: sentinel.Critical, Tool: "bash", Rule: "destructive-shell"},
			"✗ 2026-08-16T17:20:01Z  blocked   critical  bash           destructive-shell"},
		{Row{Time: at, Permitted: true, Outcome: sentinel.TimedOut, Risk: sentinel.Medium, Tool: "write_file"}, // R402
			"✓ 2026-08-16T17:20:01Z  timed_out medium    write_file     -"},
		{Row{Time: at, Outcome: sentinel.Denied, Risk: sentinel.High, Tool: "mcp__a_long_server__and_tool\n\x1b[2J", Rule: "x\ny"},
			`✗ 2026-08-16T17:20:01Z  denied    high      mcp__a_long_server__and_tool\u{A}\u{1B}[2J x\u{A}y`},
	} {
		if got := c.row.Line(); got != c.want {
			t.Errorf("\ngot  %q\nwant %q", got, c.want)
		}
	}
}

// twoChains has five decisions of hooks in the file and what became of one stored
// question in a store.
func twoChains(t *testing.T) Sources {
	t.Helper()
	dir := t.TempDir()
	log := OpenFile(FileOptions{Dir: dir})
	for i, o := range []sentinel.Outcome{sentinel.Allowed, sentinel.Blocked, sentinel.Asked, sentinel.Pending} {
		e := Entry{Tool: fmt.Sprint("t", i), Time: stamp("2026-08-16T17:20:00Z").Add(time.Duration(i) * time.Second), Outcome: o, Permitted: o == sentinel.Allowed,
			Risk: sentinel.High, Agent: "a" + fmt.Sprint(i%2), Findings: []string{"f"}}
		if o == sentinel.Pending {
			e.Request = "q"
		}
		if err := log.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	now := stamp("2026-08-16T17:21:00Z")
	s := memory.New(func() sentinel.Moment { now = now.Add(time.Second); return sentinel.Moment{Time: now} })
	t.Cleanup(func() { s.Close() })
	for _, kind := range []string{"asked", "told", "denied", "answer-refused"} {
		data, _ := json.Marshal(sentinel.Entry{Tool: "deploy", Outcome: sentinel.Denied, Risk: sentinel.Critical, Rule: "production-target",
			Number: 7, By: "=ops", Comment: "no, \"not\" today", Arguments: "{\"env\":\"production\"}"})
		if err := s.Append(context.Background(), sentinel.Event{Kind: kind, Request: "q", Data: data}); err != nil {
			t.Fatal(err)
		}
	}
	return Sources{Dir: dir, Store: s}
}

func TestRowsOfBothChains(t *testing.T) {
	s, ctx := twoChains(t), context.Background()
	tools := func(f Filter, s Sources) string {
		rows, bad, err := s.Rows(ctx, f, nil)
		if err != nil || bad != 0 {
			t.Errorf("%d bad, %v", bad, err)
		}
		var out []string
		for _, r := range rows {
			out = append(out, r.Tool)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, "t0 t1 t2 deploy"}, {Filter{Limit: 2}, "t2 deploy"}, {Filter{Outcome: "blocked"}, "t1"}, {Filter{Agent: "a0"}, "t0 t2"},
		{Filter{Since: stamp("2026-08-16T17:20:02Z")}, "t2 deploy"}, {Filter{Outcome: "DENIED", Agent: "x"}, ""},
	} {
		if got := tools(c.f, s); got != c.want {
			t.Errorf("%+v: %s", c.f, got)
		}
	}
	if got := tools(Filter{}, Sources{Dir: s.Dir}); got != "t0 t1 t2 t3" {
		t.Errorf("without a store: %s", got)
	}
	after := map[string]int64{}
	if rows, _, _ := s.Rows(ctx, Filter{}, after); len(rows) != 4 {
		t.Errorf("%d rows", len(rows))
	}
	if rows, _, _ := s.Rows(ctx, Filter{}, after); len(rows) != 0 {
		t.Errorf("%d rows again", len(rows))
	}
	if err := OpenFile(FileOptions{Dir: s.Dir}).Append(Entry{Tool: "new"}); err != nil {
		t.Fatal(err)
	}
	if rows, _, _ := s.Rows(ctx, Filter{}, after); len(rows) != 1 || rows[0].Tool != "new" {
		t.Errorf("%v", rows)
	}
}

func TestExport(t *testing.T) {
	s, ctx := twoChains(t), context.Background()
	var b bytes.Buffer
	if err := Export(ctx, &b, s, Filter{}, "jsonl"); err != nil {
		t.Fatal(err)
	}
	chains := map[string]sentinel.Line{}
	for line := range strings.Lines(b.String()) {
		var e exported
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		prev := chains[e.Origin]
		if e.Sum() != e.Hash || e.Prev != prev.Hash || e.Seq != prev.Seq+1 {
			t.Errorf("%s line %d cannot be verified", e.Origin, e.Seq)
		}
		chains[e.Origin] = e.Line
	}
	if chains[FileOrigin].Seq != 4 || chains[StoreOrigin].Seq != 4 {
		t.Errorf("%+v", chains)
	}
	b.Reset()
	if err := Export(ctx, &b, s, Filter{}, "csv"); err != nil {
		t.Fatal(err)
	}
	cells, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(cells) != 5 || cells[4][10] != "'=ops" || cells[4][12] != `no, "not" today` || cells[4][2] != "DENIED" {
		t.Errorf("%q, %v", cells, err)
	}
	b.Reset()
	if err := Export(ctx, &b, s, Filter{Outcome: "denied"}, "ocsf"); err != nil {
		t.Fatal(err)
	}
	var event struct {
		ClassUID   int    `json:"class_uid"`
		TypeUID    int    `json:"type_uid"`
		CategoryID int    `json:"category_uid"`
		Time       int64  `json:"time"`
		Severity   int    `json:"severity_id"`
		Status     int    `json:"status_id"`
		Code       string `json:"status_code"`
		Actor      struct {
			Authorizations []struct {
				Decision string
				Policy   struct{ Name string }
			}
		}
		API      struct{ Operation string }
		Src      map[string]any `json:"src_endpoint"`
		Metadata struct{ Version string }
	}
	if err := json.Unmarshal(b.Bytes(), &event); err != nil {
		t.Fatal(err)
	}
	if event.ClassUID != 6003 || event.TypeUID != 600399 || event.CategoryID != 6 || event.Severity != 5 || event.Status != 2 || event.Code != "DENIED" ||
		event.API.Operation != "deploy" || len(event.Actor.Authorizations) != 1 || event.Actor.Authorizations[0].Decision != "denied" ||
		event.Actor.Authorizations[0].Policy.Name != "production-target" || event.Src == nil || event.Metadata.Version == "" {
		t.Errorf("%s", b.String())
	}
	if err := Export(ctx, &b, s, Filter{}, "cef"); err == nil || !strings.Contains(err.Error(), "jsonl, csv, ocsf") {
		t.Error(err)
	}
}

// TestPrune leaves a mark that verifies; without it the same cut is a problem.
func TestPrune(t *testing.T) {
	s := twoChains(t)
	now := stamp("2026-08-20T00:00:00Z")
	p, err := PruneFile(s.Dir, stamp("2026-08-16T17:20:02Z"), now, "ops")
	if err != nil || p.From != 1 || p.To != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	r := VerifyFile(s.Dir, "")
	if r.First != 3 || r.Last != 5 || len(r.Problems) > 0 {
		t.Errorf("%+v", r)
	}
	if p, err := PruneFile(s.Dir, stamp("2026-08-16T17:20:02Z"), now, "ops"); err != nil || p.To != 0 {
		t.Errorf("again: %+v, %v", p, err)
	}
	if err := OpenFile(FileOptions{Dir: s.Dir}).Append(Entry{Tool: "after"}); err != nil {
		t.Fatal(err)
	}
	if r := VerifyFile(s.Dir, ""); r.Last != 6 || len(r.Problems) > 0 {
		t.Errorf("%+v", r)
	}
	if p, err := PruneFile(s.Dir, now.Add(time.Hour), now, ""); err != nil || p.To != 6 {
		t.Errorf("all: %+v, %v", p, err)
	}
	if r := VerifyFile(s.Dir, ""); r.First != 7 || len(r.Problems) > 0 {
		t.Errorf("%+v", r)
	}
	// What is broken is not taken away with a clean mark.
	dir, _ := filled(t, 9)
	if err := OpenFile(FileOptions{Dir: dir}).append(sentinel.Event{Kind: "x", Data: json.RawMessage("{}")}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if err := checkpoint(dir, FileOrigin, sentinel.Line{Seq: 4, Hash: strings.Repeat("ab", 32)}, now); err != nil {
		t.Fatal(err)
	}
	if _, err := PruneFile(dir, now, now, ""); err == nil {
		t.Error("a broken log was pruned")
	}
}

// TestR349_PrunedQuestionsStay: the lines of old questions go, the questions stay,
// and the mark tells whether they still are what they were.
func TestR349_PrunedQuestionsStay(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), sentineltest.NewClock()
	s := sentineltest.Store(t, clock)
	g := sentineltest.Gate(t, sentinel.High, sentinel.WithStore(s), sentinel.WithoutWaiting())
	for n := range 3 {
		d := g.Decide(ctx, sentinel.Call{Tool: "t", Arguments: map[string]any{"n": n}})
		if _, err := g.Answer(ctx, d.Request, sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.No}}); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Hour)
	}
	g.Decide(ctx, sentinel.Call{Tool: "open", Arguments: map[string]any{"n": 9}})
	p, err := PruneStore(ctx, s, dir, clock.Now().Add(-90*time.Minute), "ops")
	if err != nil || p.Questions != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	sound := func(s sentinel.Store, want string) {
		t.Helper()
		if r := VerifyStore(ctx, s, dir, ""); strings.Join(r.Problems, "\n") != want {
			t.Errorf("%q", r.Problems)
		}
	}
	sound(s, "")
	sound(without{s, 1}, "the lines of 2 questions were taken away with line 12, and of those 1 are in the store")
	sound(without{s, 3}, "question 3 stands in the log, in lines 7 to 9, and is gone from the store")
	sound(without{s, -2}, "one of the 2 questions whose lines were taken away with line 12 was changed")
	// What is open keeps its lines, however old they are.
	if p, err := PruneStore(ctx, s, dir, clock.Now().Add(time.Minute), "ops"); err != nil || p.To != 9 {
		t.Fatalf("%+v, %v", p, err)
	}
	clock.Advance(time.Hour)
	if _, err := g.Expire(ctx); err != nil {
		t.Fatal(err)
	}
	sound(s, "")
	if p, err := PruneStore(ctx, s, dir, clock.Now().Add(time.Minute), "ops"); err != nil || p.Questions != 4 {
		t.Fatalf("%+v, %v", p, err)
	}
	sound(s, "")
}

// without is a store from which somebody took a question, or changed one, below 0.
type without struct {
	sentinel.Store
	number int64
}

func (w without) List(ctx context.Context, f sentinel.Filter) ([]sentinel.Question, error) {
	list, err := w.Store.List(ctx, f)
	var out []sentinel.Question
	for _, q := range list {
		if q.Number == -w.number {
			q.By = "somebody else"
		}
		if q.Number != w.number {
			out = append(out, q)
		}
	}
	return out, err
}

// TestPruneStoreLeavesAMark: as for the file.
func TestPruneStoreLeavesAMark(t *testing.T) {
	s, ctx := twoChains(t), context.Background()
	s.Store = sentineltest.Store(t, nil)
	for range 3 {
		if err := s.Store.Append(ctx, sentinel.Event{Kind: "decision"}); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := PruneStore(ctx, s.Store, s.Dir, time.Now().Add(time.Hour), "ops"); err != nil || p.To == 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if r := VerifyStore(ctx, s.Store, s.Dir, ""); r.First == 1 || len(r.Problems) > 0 {
		t.Errorf("%+v", r)
	}
}
