package sentinel

import (
	"strings"
	"time"
)

// Verdict is a reviewer's answer to a stored question, with what it was given
// to. The zero value says nothing.
type Verdict struct {
	Review
	Channel string // where the answer came from
	// Shown is that of the question as the person saw it; "" stands for an answer
	// by somebody who only names its number.
	Shown string
	// Limit is the highest risk to which this answer may say yes; RiskUnjudged is
	// no limit.
	Limit Risk
	// Edited is the digest of what may run when Review.Arguments changed it.
	Edited string
}

// Decide applies a yes or a no. With an error nothing changed; the caller
// records that an answer was refused.
func (q *Question) Decide(v Verdict, m Moment) error {
	switch {
	case q.Outcome != Pending:
		return ErrDecided
	case q.closed(m):
		return ErrLate
	case v.Shown != "" && v.Shown != q.Shown:
		return ErrStale
	case v.Answer == Silence || v.Answer > No:
		return ErrNoPermit
	case v.Answer != No && q.Request.Risk >= Critical && strings.TrimSpace(v.Reason) == "":
		return ErrNoReason
	}
	q.settle(v, m)
	if v.Answer == No {
		q.Outcome = Denied
		return nil
	}
	q.Outcome, q.Answer, q.Allowed = Approved, v.Answer, q.Shown
	if v.Arguments != nil {
		q.Edit, q.Allowed = v.Arguments, v.Edited
	}
	q.arm(m)
	return nil
}

func (q *Question) settle(v Verdict, m Moment) {
	q.Decided, q.By, q.Channel, q.Reason = m.Time, v.By, v.Channel, v.Reason
}

// arm gives the permit, for longer when nobody waits for it just now.
func (q *Question) arm(m Moment) {
	life := PermitLife
	if q.gone(m) {
		life = PermitRetryLife
	}
	q.Permit, q.Until = PermitArmed, m.Time.Add(life)
}

// gone tells whether the caller gave no sign for a while.
func (q *Question) gone(m Moment) bool { return m.Time.Sub(q.Waiting) > WaiterGone }

// Refuse ends an open question without an answer of its own: Denied for an edit
// that raises the risk, Blocked for one that is never a question or for a policy
// that changed, Cancelled for a caller that left.
func (q *Question) Refuse(o Outcome, v Verdict, m Moment) error {
	if q.Outcome != Pending {
		return ErrDecided
	}
	if o != Denied && o != Cancelled {
		o = Blocked
	}
	q.settle(v, m)
	q.Outcome = o
	return nil
}

// Expire ends a question whose window is over and a permit that nobody claimed,
// and tells whether it changed anything. Silence permits only what the policy
// said, only where somebody could have been told, and only by both clocks. A
// permit is armed only for a caller that still waits and for which budget finds
// room; for anybody else it is a record and no right.
func (q *Question) Expire(m Moment, budget func() bool) bool {
	switch {
	case q.Outcome == Pending && q.closed(m):
		q.Outcome, q.Decided, q.Channel = TimedOut, m.Time, "silence"
		if !q.silencePermits(m) {
			return true
		}
		if q.gone(m) {
			q.Permit = PermitLapsed
			return true
		}
		if budget != nil && budget() {
			q.Allowed = q.Shown
			q.arm(m)
		}
		return true
	case q.Permit == PermitArmed && !m.Time.Before(q.Until):
		q.Permit = PermitLapsed
		return true
	}
	return false
}

func (q *Question) silencePermits(m Moment) bool {
	return q.Silence && q.Request.Risk == Medium && (q.Told || q.NobodyOK) && q.surelyOver(m)
}

// Claim takes the permit: once, in time, by the requester, and for what was
// shown or what the reviewer put in its place.
func (q *Question) Claim(key, what string, m Moment) error {
	switch {
	case q.Permit != PermitArmed:
		return ErrNoPermit
	case !m.Time.Before(q.Until) || m.Time.Before(q.Decided.Add(-time.Second)):
		return ErrLate
	case key == "" || key != q.Key:
		return ErrNoPermit
	case what == "" || what != q.Allowed:
		return ErrDrift
	}
	q.Permit, q.Claimed = PermitClaimed, m.Time
	return nil
}

// Revoke takes back a permit that nobody claimed.
func (q *Question) Revoke(m Moment) error {
	if q.Permit != PermitArmed {
		return ErrNoPermit
	}
	q.Permit, q.Until = PermitRevoked, m.Time
	return nil
}

// Report notes how a claimed call ended.
func (q *Question) Report(result string) error {
	if q.Permit != PermitClaimed || q.Result != "" {
		return ErrNoPermit
	}
	if result != "ok" && result != "error" {
		result = "unknown"
	}
	q.Result = result
	return nil
}
