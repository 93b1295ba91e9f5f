// Package record holds what every store holds to, whatever it keeps its rows
// in: what may be filed, which steps a question may take, how it is written
// down and read again. A store calls New before it files a question, Next
// before it files what a step made of one, and Events before it files lines.
//
// The rules stand here once more, although package sentinel and the tables know
// them: a mistake in one of the three is caught by another.
package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Bounds of what is filed. They are far above what is needed and far below what
// would hurt: who asks must not be able to fill the disk with one question.
const (
	MaxRequest = 8 << 20  // bytes of a request, or of an edit, as JSON
	MaxText    = 64 << 10 // bytes of one other text
	MaxName    = 512      // bytes of an id, a key, a digest, a kind
	MaxData    = 1 << 20  // bytes of an event's data
	MaxEvents  = 100      // events filed at once
	MaxList    = 1000     // questions or lines given at once
)

// ErrClosed is what a closed store answers.
var ErrClosed = fmt.Errorf("the store is closed: %w", os.ErrClosed)

// Moment is m as it is kept: UTC, in microseconds.
func Moment(m sentinel.Moment) sentinel.Moment {
	m.Time, m.Up = kept(m.Time), m.Up.Truncate(time.Microsecond)
	return m
}

func kept(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Microsecond)
}

// normal gives the question's times as they are kept.
func normal(q *sentinel.Question) {
	for _, t := range []*time.Time{&q.Created, &q.Deadline, &q.Waiting, &q.Decided, &q.Until, &q.Claimed} {
		*t = kept(*t)
	}
	q.Up = q.Up.Truncate(time.Microsecond)
}

// New is the row for a question that is to be filed at m. The number is still
// missing. The store's clock counts, whatever the question brought along.
func New(q sentinel.Question, m sentinel.Moment) (*Row, error) {
	if q.Outcome != sentinel.Pending || q.Permit != sentinel.PermitNone {
		return nil, fmt.Errorf("file question: it begins as %v with permit %v, not as %v without one", q.Outcome, q.Permit, sentinel.Pending)
	}
	if !q.Decided.IsZero() || !q.Until.IsZero() || !q.Claimed.IsZero() || q.Allowed != "" || q.Edit != nil || q.Result != "" || q.By != "" {
		return nil, errors.New("file question: it is answered already")
	}
	m = Moment(m)
	q.Number, q.Version = 0, 1
	q.Created, q.Waiting, q.Boot, q.Up = m.Time, m.Time, m.Boot, m.Up
	normal(&q)
	if q.Deadline.Before(q.Created) {
		return nil, errors.New("file question: its window ends before it begins")
	}
	if err := valid(&q); err != nil {
		return nil, fmt.Errorf("file question: %w", err)
	}
	return rowOf(&q)
}

// valid holds for every question at any time.
func valid(q *sentinel.Question) error {
	for _, t := range []struct {
		name, text string
		most       int
		must       bool
	}{
		{"id", q.ID, MaxName, true}, {"key", q.Key, MaxName, true}, {"digest of what was shown", q.Shown, MaxName, false},
		{"policy", q.Policy, MaxName, false}, {"host", q.Host, MaxName, false}, {"boot", q.Boot, MaxName, false},
		{"reviewer", q.By, MaxText, false}, {"channel", q.Channel, MaxName, false}, {"reason", q.Reason, MaxText, false},
		{"digest of what is allowed", q.Allowed, MaxName, false}, {"result", q.Result, MaxName, false},
	} {
		if err := plain(t.name, t.text, t.most); err != nil {
			return err
		}
		if t.must && t.text == "" {
			return fmt.Errorf("it has no %s", t.name)
		}
	}
	if q.Request.Risk < sentinel.Low || q.Request.Risk > sentinel.Critical {
		return fmt.Errorf("its risk %v is none", q.Request.Risk)
	}
	if q.Answer > sentinel.No {
		return fmt.Errorf("its answer %d is none", q.Answer)
	}
	for _, t := range []time.Time{q.Created, q.Deadline, q.Waiting, q.Decided, q.Until, q.Claimed} {
		if !t.IsZero() && (t.Year() < 1971 || t.Year() > 9999) {
			return fmt.Errorf("the time %v cannot be kept", t)
		}
	}
	return nil
}

// Next is the row for what a step made of the question in before, and whether
// that is anything new. It refuses what no step may do.
func Next(before *Row, after sentinel.Question) (next *Row, changed bool, err error) {
	q, err := before.Question()
	if err != nil {
		return nil, false, err
	}
	normal(&after)
	after.Version = q.Version
	next, err = rowOf(&after)
	if err != nil {
		return nil, false, err
	}
	if next.same(before) {
		return before, false, nil
	}
	if !next.sameQuestion(before) {
		return nil, false, errors.New("change question: what was asked does not change")
	}
	if err := valid(&after); err != nil {
		return nil, false, fmt.Errorf("change question: %w", err)
	}
	if err := sound(&after); err != nil {
		return nil, false, fmt.Errorf("change question: %w", err)
	}
	if err := leads(&q, &after); err != nil {
		return nil, false, fmt.Errorf("change question: %w", err)
	}
	next.Version++
	return next, true, nil
}

// sound holds for every question with an answer.
func sound(q *sentinel.Question) error {
	decided, armed := q.Outcome != sentinel.Pending, q.Permit != sentinel.PermitNone
	switch {
	case decided == q.Decided.IsZero():
		return errors.New("it is decided exactly when that has a time")
	case armed && q.Outcome != sentinel.Approved && q.Outcome != sentinel.TimedOut:
		return fmt.Errorf("%v gives no permit", q.Outcome)
	case armed && q.Outcome == sentinel.TimedOut && (q.Request.Risk != sentinel.Medium || !q.Silence):
		return fmt.Errorf("silence permits no call of risk %v", q.Request.Risk)
	case q.Outcome == sentinel.Approved && q.Request.Risk >= sentinel.Critical && strings.TrimSpace(q.Reason) == "":
		return sentinel.ErrNoReason
	case (q.Permit == sentinel.PermitArmed || q.Permit == sentinel.PermitClaimed) && (q.Until.IsZero() || q.Allowed == ""):
		return errors.New("a permit is for one thing and has an end")
	case (q.Permit == sentinel.PermitClaimed) == q.Claimed.IsZero():
		return errors.New("a permit is claimed exactly when that has a time")
	case q.Result != "" && q.Permit != sentinel.PermitClaimed:
		return errors.New("only what was claimed has a result")
	}
	return nil
}

// leads tells whether one step may make the second question of the first.
func leads(a, b *sentinel.Question) error {
	first := a.Outcome == sentinel.Pending
	switch {
	case !first && a.Outcome != b.Outcome:
		return fmt.Errorf("%w: %v stays %v", sentinel.ErrDecided, a.Outcome, a.Outcome)
	case first && !ends(b.Outcome):
		return fmt.Errorf("%v is no outcome of a question", b.Outcome)
	case !permitLeads(a.Permit, b.Permit, first && b.Outcome != sentinel.Pending):
		return fmt.Errorf("%w: from %v to %v", sentinel.ErrNoPermit, a.Permit, b.Permit)
	case !first && !sameAnswer(a, b):
		return fmt.Errorf("%w: its answer stays", sentinel.ErrDecided)
	case a.Result != "" && a.Result != b.Result:
		return fmt.Errorf("%w: its result stays", sentinel.ErrDecided)
	}
	return nil
}

func ends(o sentinel.Outcome) bool {
	switch o {
	case sentinel.Pending, sentinel.Approved, sentinel.Denied, sentinel.TimedOut, sentinel.Blocked, sentinel.Cancelled:
		return true
	}
	return false
}

// permitLeads: a permit is given with the answer or never, and ends once.
func permitLeads(a, b sentinel.Permit, answered bool) bool {
	switch {
	case a == b:
		return true
	case a == sentinel.PermitNone:
		return answered && (b == sentinel.PermitArmed || b == sentinel.PermitLapsed)
	case a == sentinel.PermitArmed:
		return b == sentinel.PermitClaimed || b == sentinel.PermitLapsed || b == sentinel.PermitRevoked
	}
	return false
}

// sameAnswer compares what an answer fixes. The end of a permit moves when it is
// taken back.
func sameAnswer(a, b *sentinel.Question) bool {
	return a.Decided.Equal(b.Decided) && a.Deadline.Equal(b.Deadline) && a.By == b.By && a.Channel == b.Channel && a.Reason == b.Reason &&
		a.Answer == b.Answer && a.Allowed == b.Allowed && sameJSON(a.Edit, b.Edit) &&
		(a.Until.Equal(b.Until) || b.Permit == sentinel.PermitRevoked)
}

func sameJSON(a, b map[string]any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && string(x) == string(y)
}
