package sentinel

import (
	"errors"
	"time"

	"github.com/sentinelgate/sentinel/internal/values"
)

// Permit is the right to run one stored call once. The zero value is none.
type Permit uint8

const (
	PermitNone    Permit = iota // nothing may run
	PermitArmed                 // may be claimed, once and soon
	PermitClaimed               // was claimed; whether it ran is in Result
	PermitLapsed                // nobody claimed it in time
	PermitRevoked               // taken back before it was claimed
)

var permitNames = []string{"none", "armed", "claimed", "lapsed", "revoked"}

// String gives the permit's name as stores keep it.
func (p Permit) String() string { return nameOf(permitNames, uint8(p)) }

// ParsePermit is the inverse of String.
func ParsePermit(name string) (Permit, error) {
	i, err := indexOf(permitNames, "permit", name)
	return Permit(i), err
}

// MarshalText makes permits readable in JSON.
func (p Permit) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (p *Permit) UnmarshalText(b []byte) (err error) {
	*p, err = ParsePermit(string(b))
	return err
}

// Moment is a store's time. Wall clocks jump, so a store on one host gives a
// second clock that only runs forward. A store that has its own server's clock
// leaves Boot empty: that clock alone counts.
type Moment struct {
	Time time.Time     // UTC
	Boot string        // which start of the host Up counts from
	Up   time.Duration // since that start, suspended time included
}

// Question is a stored question: what was asked, and what became of it. It goes
// from Pending to one of the other outcomes and never back; every step is a
// method below, made inside one transaction of a Store. The zero value permits
// nothing.
type Question struct {
	ID     string `json:"id"`     // 128 bits at random, set by the gate
	Number int64  `json:"number"` // what people see, counted by the store
	// Key is the same for identical calls of one requester: those share a
	// question while it is open. Only that requester can make the key again, so
	// it is also what a permit is claimed with.
	Key     string  `json:"key"`
	Request Request `json:"request"`
	// Shown is the digest of what the person saw: the call, the effects and the
	// files that run with it. A permit holds for nothing else.
	Shown    string  `json:"shown"`
	Policy   string  `json:"policy"` // digest of the policy it was judged under
	Host     string  `json:"host,omitempty"`
	Outcome  Outcome `json:"outcome"`
	Permit   Permit  `json:"permit"`
	Version  int64   `json:"version"` // counts the changes, set by the store
	Boot     string  `json:"boot,omitempty"`
	Silence  bool    `json:"silence"`   // by policy, silence permits
	Told     bool    `json:"told"`      // somebody could have been told
	NobodyOK bool    `json:"nobody_ok"` // nobody is configured to be told, and that is accepted

	Created  time.Time     `json:"created"`
	Up       time.Duration `json:"up,omitempty"` // the second clock at Created
	Deadline time.Time     `json:"deadline"`
	Waiting  time.Time     `json:"waiting"` // when the requester last showed that it waits

	Decided time.Time `json:"decided,omitzero"`
	By      string    `json:"by,omitempty"`      // who, as far as told
	Channel string    `json:"channel,omitempty"` // terminal, program, webhook, command, silence, ...
	Reason  string    `json:"reason,omitempty"`
	Answer  Answer    `json:"answer,omitempty"` // how long a yes is to be remembered
	// Edit are the arguments that may run in place of the original ones; nil
	// without an edit. Allowed is the digest of what may run.
	Edit    map[string]any `json:"edit,omitempty"`
	Allowed string         `json:"allowed,omitempty"`

	Until   time.Time `json:"until,omitzero"` // the permit's end
	Claimed time.Time `json:"claimed,omitzero"`
	Result  string    `json:"result,omitempty"` // ok, error or unknown
}

// Digest identifies what is kept of the question: what was asked, how it stands, and
// who answered when. Left out are what changes by itself, its number, its version and
// the last sign of its requester. It is "" for a question that cannot be kept.
func (q *Question) Digest() string {
	parts := []any{"sentinel question 1", q.ID, q.Key, q.Request, q.Shown, q.Policy, q.Host, q.Outcome, q.Permit, q.Boot, q.Up.Microseconds(),
		q.Silence, q.Told, q.NobodyOK, q.By, q.Channel, q.Reason, q.Answer, q.Edit, q.Allowed, q.Result}
	for _, t := range []time.Time{q.Created, q.Deadline, q.Decided, q.Until, q.Claimed} {
		parts = append(parts, t.UnixMicro()) // as exactly as stores keep it
	}
	digest, _ := values.Digest(parts)
	return digest
}

// Why an answer or a claim changed nothing.
var (
	ErrNotFound  = errors.New("there is no such question")
	ErrDecided   = errors.New("it was already decided")
	ErrLate      = errors.New("its window is over")
	ErrStale     = errors.New("it changed since it was shown")
	ErrNoReason  = errors.New("a critical call needs a written reason")
	ErrNoPermit  = errors.New("there is no permit to claim")
	ErrDrift     = errors.New("what would run is not what was shown")
	ErrNotWanted = errors.New("this reviewer may not decide calls of this risk")
)

// Lives of a permit. A caller that waits claims at once; one that comes back
// with the same call has longer.
const (
	PermitLife      = time.Minute
	PermitRetryLife = 10 * time.Minute
	// WaiterGone is how long after its last sign a waiter counts as gone.
	WaiterGone = 10 * time.Second
)

// Live tells whether an identical call joins this question.
func (q *Question) Live() bool { return q.Outcome == Pending || q.Permit == PermitArmed }

// Remaining is how long the question stays open, 0 when it is closed.
func (q *Question) Remaining(m Moment) time.Duration {
	if q.Outcome != Pending || q.closed(m) {
		return 0
	}
	left := q.Deadline.Sub(m.Time)
	if q.sameBoot(m) {
		left = min(left, q.window()-(m.Up-q.Up))
	}
	return max(left, 0)
}

func (q *Question) window() time.Duration { return q.Deadline.Sub(q.Created) }

// sameBoot tells whether the second clock can be read for this question.
func (q *Question) sameBoot(m Moment) bool { return q.Boot != "" && q.Boot == m.Boot }

// closed tells whether the window is over by either clock, or by a wall clock
// that stands before the question was asked.
func (q *Question) closed(m Moment) bool {
	if !m.Time.Before(q.Deadline) {
		return true
	}
	if q.sameBoot(m) {
		return m.Up-q.Up >= q.window()
	}
	return m.Time.Before(q.Created)
}

// surelyOver tells whether both clocks say so. After a restart of the host the
// second clock says nothing, and silence permits nothing.
func (q *Question) surelyOver(m Moment) bool {
	if m.Time.Before(q.Deadline) {
		return false
	}
	if q.Boot == "" && m.Boot == "" { // the store's server keeps the time
		return true
	}
	return q.sameBoot(m) && m.Up-q.Up >= q.window()
}
