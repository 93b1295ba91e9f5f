package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
)

// Row is one thing that was decided, whichever chain tells of it.
type Row struct {
	Time      time.Time        `json:"time"`
	Permitted bool             `json:"permitted"`
	Outcome   sentinel.Outcome `json:"outcome"`
	Risk      sentinel.Risk    `json:"risk"`
	Tool      string           `json:"tool"`
	Rule      string           `json:"rule,omitempty"`
	Agent     string           `json:"agent,omitempty"`
	Session   string           `json:"session,omitempty"`
	Number    int64            `json:"number,omitempty"`
	Request   string           `json:"request,omitempty"`
	Reason    string           `json:"reason,omitempty"`
	By        string           `json:"by,omitempty"`
	Channel   string           `json:"channel,omitempty"`
	Comment   string           `json:"comment,omitempty"`
	Arguments string           `json:"arguments,omitempty"`
	Edit      string           `json:"edit,omitempty"`
	Host      string           `json:"host,omitempty"`
	Policy    string           `json:"policy,omitempty"`
	Kind      string           `json:"kind"`   // of the event
	Origin    string           `json:"origin"` // which chain
	Seq       int64            `json:"seq"`
	Hash      string           `json:"hash"`
	// Canary says that `sentinel doctor` made the call to see whether the gate
	// answers: it was refused, and nobody wanted it.
	Canary bool `json:"canary,omitempty"`
}

// CanaryCall is the id under which the call of a canary is recorded.
const CanaryCall = "sentinel doctor"

// Act tells whether a row is what a person did to the gate itself, not what
// became of a call.
func (r Row) Act() bool { return r.Origin == FileOrigin && isAct(r.Kind) }

// RowOf reads a line of either chain; ok is false for lines that decide nothing:
// asked, told, claimed and such.
func RowOf(origin string, l sentinel.Line) (r Row, ok bool) {
	r = Row{Time: l.Time, Kind: l.Event.Kind, Request: l.Event.Request, Origin: origin, Seq: l.Seq, Hash: l.Hash}
	if origin == FileOrigin && isAct(l.Event.Kind) {
		var a Act
		err := json.Unmarshal(l.Event.Data, &a)
		r.By, r.Reason, r.Arguments = a.By, a.Reason, a.What
		return r, err == nil
	}
	if origin == FileOrigin {
		var e Entry
		if l.Event.Kind != kindDecision || json.Unmarshal(l.Event.Data, &e) != nil {
			return r, false
		}
		r.Permitted, r.Outcome, r.Risk, r.Tool, r.Rule, r.Agent, r.Session = e.Permitted, e.Outcome, e.Risk, e.Tool, e.Rule, e.Agent, e.Session
		r.Number, r.Reason, r.Arguments, r.Edit = e.Number, e.Reason, e.Text, e.Edited
		r.Canary = e.Call == CanaryCall && !e.Permitted
		if r.Rule == "" && len(e.Findings) > 0 {
			r.Rule = e.Findings[0]
		}
		return r, true
	}
	switch l.Event.Kind {
	case kindDecision, "approved", "denied", "timed-out", "blocked", "cancelled", "revoked":
	default:
		return r, false
	}
	var e sentinel.Entry
	if json.Unmarshal(l.Event.Data, &e) != nil {
		return r, false
	}
	r.Permitted, r.Outcome, r.Risk, r.Tool, r.Rule, r.Agent, r.Session = e.Permitted, e.Outcome, e.Risk, e.Tool, e.Rule, e.Agent, e.Session
	r.Number, r.Reason, r.By, r.Channel, r.Comment, r.Arguments, r.Edit = e.Number, e.Reason, e.By, e.Channel, e.Comment, e.Arguments, e.Edit
	r.Host, r.Policy = e.Host, e.Policy
	if e.Cause != "" {
		r.Comment = e.Cause
	}
	return r, true
}

// Filter chooses rows. The zero value chooses all.
type Filter struct {
	Since   time.Time
	Outcome string // in any case
	Agent   string
	Limit   int // at most so many, the newest; 0 for all
	// Canaries takes those of `sentinel doctor`, too, which are no agent's calls.
	Canaries bool
}

func (f Filter) takes(r Row) bool {
	return (f.Canaries || !r.Canary) && !r.Time.Before(f.Since) && (f.Outcome == "" || strings.EqualFold(f.Outcome, r.Outcome.String())) && (f.Agent == "" || f.Agent == r.Agent)
}

// Sources are the chains to read. Store is nil where there is none.
type Sources struct {
	Dir   string
	Store sentinel.Store
}

// all gives the lines of both chains behind the numbers in after, each chain
// oldest first.
func (s Sources) all(ctx context.Context, after map[string]int64) iter.Seq2[string, lineOrError] {
	return func(yield func(string, lineOrError) bool) {
		for l, err := range Lines(s.Dir) {
			if err == nil && l.Seq <= after[FileOrigin] {
				continue
			}
			if !yield(FileOrigin, lineOrError{l, err}) {
				return
			}
		}
		if s.Store == nil {
			return
		}
		for l, err := range StoreLines(ctx, s.Store, after[StoreOrigin]) {
			if !yield(StoreOrigin, lineOrError{l, err}) {
				return
			}
		}
	}
}

type lineOrError struct {
	line sentinel.Line
	err  error
}

// Rows gives what was decided, oldest first. A stored question is told by the
// store's chain, and what the file has on it is left out. bad counts what is no
// line. after, if not nil, holds the numbers that were read last and is moved on.
func (s Sources) Rows(ctx context.Context, f Filter, after map[string]int64) (rows []Row, bad int, err error) {
	for origin, got := range s.all(ctx, after) {
		if errors.Is(got.err, ErrNoLine) {
			bad++
			continue
		}
		if errors.Is(got.err, ErrForm) {
			bad++
			got.err = nil
		}
		if got.err != nil {
			return rows, bad, got.err
		}
		if after != nil {
			after[origin] = got.line.Seq
		}
		r, ok := RowOf(origin, got.line)
		if !ok || !f.takes(r) || origin == FileOrigin && r.Request != "" && s.Store != nil {
			continue
		}
		rows = append(rows, r)
		if f.Limit > 0 && len(rows) > 4*f.Limit+1000 { // so that a long log is not kept whole
			rows = newest(rows, f.Limit)
		}
	}
	return newest(rows, f.Limit), bad, nil
}

// HasCanaries tells whether the log has calls of the doctor.
func (s Sources) HasCanaries(ctx context.Context) bool {
	for origin, got := range s.all(ctx, nil) {
		if r, ok := RowOf(origin, got.line); ok && got.err == nil && r.Canary {
			return true
		}
	}
	return false
}

// newest sorts by time and keeps the last n; 0 keeps all.
func newest(rows []Row, n int) []Row {
	slices.SortStableFunc(rows, func(a, b Row) int { return a.Time.Compare(b.Time) })
	if n > 0 && len(rows) > n {
		return slices.Clone(rows[len(rows)-n:])
	}
	return rows
}

// Line is the row in one line for people.
func (r Row) Line() string {
	if r.Act() {
		text := fmt.Sprintf("• %s  %-10s by %s", r.Time.UTC().Format("2006-01-02T15:04:05Z"), r.Kind, r.By)
		for _, more := range []string{r.Arguments, r.Reason} {
			if more != "" {
				text += ": " + more
			}
		}
		return display.Line(text)
	}
	mark := "✗"
	if r.Permitted {
		mark = "✓"
	}
	rule := "-"
	if r.Rule != "" {
		rule = display.Line(display.Clip(r.Rule, maxRule))
	}
	return fmt.Sprintf("%s %s  %-9s %-9s %-14s %s", mark, r.Time.UTC().Format("2006-01-02T15:04:05Z"),
		strings.ToLower(r.Outcome.String()), strings.ToLower(r.Risk.String()), display.Line(display.Clip(r.Tool, maxName)), rule)
}

// shownText is how many characters of a call stand behind its line.
const shownText = 120

// What is what the call was, shortened, and what the outcome does not say by
// itself; "" for nothing. It was masked when it was written.
func (r Row) What() string {
	if r.Act() {
		return ""
	}
	var out []string
	if r.Arguments != "" {
		out = append(out, display.Line(display.Clip(r.Arguments, shownText)))
	}
	switch {
	case r.Canary:
		out = append(out, "(a canary of `sentinel doctor`)")
	case r.Outcome == sentinel.TimedOut && r.Permitted:
		out = append(out, "(nobody answered; silence permits it)")
	case r.Outcome == sentinel.TimedOut:
		out = append(out, "(nobody answered)")
	}
	return strings.Join(out, "  ")
}
