package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Row is a question as it is written down: texts and numbers that any store can
// keep. Times are microseconds since 1970, nil for none.
type Row struct {
	Number   int64
	ID       string
	Key      string
	Request  string // JSON
	Shown    string
	Policy   string
	Host     string
	Risk     int64
	Boot     string
	Up       int64 // microseconds
	Silence  int64
	NobodyOK int64
	Created  int64

	Outcome  string
	Permit   string
	Version  int64
	Told     int64
	Deadline int64
	Waiting  int64
	Decided  *int64
	By       string
	Channel  string
	Reason   string
	Answer   int64
	Edit     *string // JSON
	Allowed  string
	Until    *int64
	Claimed  *int64
	Result   string
}

// Columns are the names of a row's fields in the order of Fields, those that
// never change first.
const (
	FixedColumns   = "number, id, key, request, shown, policy, host, risk, boot, up, silence, nobody_ok, created"
	ChangedColumns = "outcome, permit, version, told, deadline, waiting, decided, reviewer, channel, reason, answer, edit, allowed, until, claimed, result"
	Columns        = FixedColumns + ", " + ChangedColumns
)

// Fields points at the fields, to be filled by a query for Columns.
func (r *Row) Fields() []any {
	return []any{
		&r.Number, &r.ID, &r.Key, &r.Request, &r.Shown, &r.Policy, &r.Host, &r.Risk, &r.Boot, &r.Up, &r.Silence, &r.NobodyOK, &r.Created,
		&r.Outcome, &r.Permit, &r.Version, &r.Told, &r.Deadline, &r.Waiting, &r.Decided, &r.By, &r.Channel, &r.Reason, &r.Answer, &r.Edit,
		&r.Allowed, &r.Until, &r.Claimed, &r.Result,
	}
}

// Values are the fields of all columns but the number, which the store counts.
func (r *Row) Values() []any {
	return append([]any{
		r.ID, r.Key, r.Request, r.Shown, r.Policy, r.Host, r.Risk, r.Boot, r.Up, r.Silence, r.NobodyOK, r.Created,
	}, r.Changed()...)
}

// Changed are the fields of ChangedColumns.
func (r *Row) Changed() []any {
	return []any{
		r.Outcome, r.Permit, r.Version, r.Told, r.Deadline, r.Waiting, r.Decided, r.By, r.Channel, r.Reason, r.Answer, r.Edit,
		r.Allowed, r.Until, r.Claimed, r.Result,
	}
}

func (r *Row) same(o *Row) bool {
	a, b := append([]any{r.Number}, r.Values()...), append([]any{o.Number}, o.Values()...)
	for i := range a {
		if !sameField(a[i], b[i]) {
			return false
		}
	}
	return true
}

// sameQuestion compares what never changes.
func (r *Row) sameQuestion(o *Row) bool {
	a, b := *r, *o
	a.takeChanged(o)
	return a.same(&b)
}

func (r *Row) takeChanged(o *Row) {
	r.Outcome, r.Permit, r.Version, r.Told, r.Deadline, r.Waiting, r.Decided = o.Outcome, o.Permit, o.Version, o.Told, o.Deadline, o.Waiting, o.Decided
	r.By, r.Channel, r.Reason, r.Answer, r.Edit, r.Allowed = o.By, o.Channel, o.Reason, o.Answer, o.Edit, o.Allowed
	r.Until, r.Claimed, r.Result = o.Until, o.Claimed, o.Result
}

func sameField(a, b any) bool {
	switch x := a.(type) {
	case *int64:
		y, _ := b.(*int64)
		return x == nil && y == nil || x != nil && y != nil && *x == *y
	case *string:
		y, _ := b.(*string)
		return x == nil && y == nil || x != nil && y != nil && *x == *y
	}
	return a == b
}

func rowOf(q *sentinel.Question) (*Row, error) {
	request, err := text("the request", q.Request)
	if err != nil {
		return nil, err
	}
	r := &Row{
		Number: q.Number, ID: q.ID, Key: q.Key, Request: request, Shown: q.Shown, Policy: q.Policy, Host: q.Host, Risk: int64(q.Request.Risk),
		Boot: q.Boot, Up: q.Up.Microseconds(), Silence: bit(q.Silence), NobodyOK: bit(q.NobodyOK), Created: Micros(q.Created),
		Outcome: q.Outcome.String(), Permit: q.Permit.String(), Version: q.Version, Told: bit(q.Told),
		Deadline: Micros(q.Deadline), Waiting: Micros(q.Waiting), Decided: micros(q.Decided), By: q.By, Channel: q.Channel, Reason: q.Reason,
		Answer: int64(q.Answer), Allowed: q.Allowed, Until: micros(q.Until), Claimed: micros(q.Claimed), Result: q.Result,
	}
	if q.Edit != nil {
		edit, err := text("the edit", q.Edit)
		if err != nil {
			return nil, err
		}
		r.Edit = &edit
	}
	return r, nil
}

// Question is the question that the row tells of. A row that makes no sense is
// an error: somebody else wrote it.
func (r *Row) Question() (sentinel.Question, error) {
	q := sentinel.Question{
		ID: r.ID, Number: r.Number, Key: r.Key, Shown: r.Shown, Policy: r.Policy, Host: r.Host, Version: r.Version, Boot: r.Boot,
		Silence: r.Silence == 1, Told: r.Told == 1, NobodyOK: r.NobodyOK == 1,
		Created: Time(r.Created), Up: time.Duration(r.Up) * time.Microsecond, Deadline: Time(r.Deadline), Waiting: Time(r.Waiting),
		Decided: maybeTime(r.Decided), By: r.By, Channel: r.Channel, Reason: r.Reason, Allowed: r.Allowed,
		Until: maybeTime(r.Until), Claimed: maybeTime(r.Claimed), Result: r.Result,
	}
	if err := q.Outcome.UnmarshalText([]byte(r.Outcome)); err != nil {
		return q, r.corrupt(err)
	}
	if err := q.Permit.UnmarshalText([]byte(r.Permit)); err != nil {
		return q, r.corrupt(err)
	}
	if err := untext(r.Request, &q.Request); err != nil {
		return q, r.corrupt(err)
	}
	if r.Edit != nil {
		if err := untext(*r.Edit, &q.Edit); err != nil {
			return q, r.corrupt(err)
		}
	}
	if r.Answer < 0 || r.Answer > int64(sentinel.No) || r.Risk != int64(q.Request.Risk) || r.Up < 0 || r.Up > math.MaxInt64/1000 {
		return q, r.corrupt(fmt.Errorf("answer %d, risk %d", r.Answer, r.Risk))
	}
	q.Answer = sentinel.Answer(r.Answer)
	return q, nil
}

func (r *Row) corrupt(err error) error {
	return fmt.Errorf("read question %d: the row is corrupt: %w", r.Number, err)
}

func text(what string, v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("write down %s: %w", what, err)
	}
	if len(b) > MaxRequest {
		return "", fmt.Errorf("write down %s: %d bytes are more than %d", what, len(b), MaxRequest)
	}
	if replaced(b) {
		return "", fmt.Errorf("write down %s: it holds text that is not UTF-8", what)
	}
	return string(b), nil
}

// untext keeps the digits of numbers: a digest is made of them.
func untext(s string, v any) error {
	d := json.NewDecoder(bytes.NewReader([]byte(s)))
	d.UseNumber()
	return d.Decode(v)
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Micros is the time as it is written down.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// Time is the inverse of Micros.
func Time(us int64) time.Time { return time.UnixMicro(us).UTC() }

func micros(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	us := Micros(t)
	return &us
}

func maybeTime(us *int64) time.Time {
	if us == nil {
		return time.Time{}
	}
	return Time(*us)
}
