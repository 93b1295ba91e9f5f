package sentinel

import (
	"context"
	"errors"
	"fmt"
)

// settle turns the end of a question into a decision, and takes its permit.
func (g *Gate) settle(ctx context.Context, call Call, d Decision, w waiting) (_ Decision, again bool) {
	q := w.q
	d.Outcome = q.Outcome
	switch {
	case q.Outcome == Pending:
		return pendingDecision(d, q), false
	case q.Outcome == Denied && q.Edit == nil && q.Channel != "edit":
		d.Reason = saidNo(q.Reason)
		return d, false
	case q.Outcome == Cancelled: // by an identical call that gave up
		return d, true
	case q.Outcome == Denied, q.Outcome == Blocked:
		d.Reason = q.Reason
		return d, false
	case q.Permit == PermitArmed:
		return g.claim(ctx, call, d, w)
	case q.Permit == PermitClaimed:
		return d, true // by an identical call
	case q.Permit == PermitRevoked:
		d.Outcome, d.Reason = Denied, "the permission was taken back"
		return d, false
	case q.Outcome == TimedOut && q.Permit == PermitNone:
		d.Reason = "nobody answered in time: " + d.Reason
		return d, false
	}
	d.Outcome, d.Reason = TimedOut, "the permission was not used in time: "+d.Reason
	return d, false
}

// claim takes the permit, if what would run now is what was approved, and nothing
// newer speaks against it.
func (g *Gate) claim(ctx context.Context, call Call, d Decision, w waiting) (_ Decision, again bool) {
	q, run := w.q, call
	d.Outcome = q.Outcome
	if q.Edit != nil {
		run.Arguments = q.Edit
	}
	j := g.judge(run)
	what, bound, err := shownDigest(run, j.a)
	why := ""
	switch {
	case j.d.Outcome == Blocked:
		why = j.d.Reason
	case err != nil:
		why = err.Error()
	case j.d.Risk > q.Request.Risk:
		why = fmt.Sprintf("what was approved as %s is %s now", q.Request.Risk, j.d.Risk)
	case q.Edit != nil && g.fixed:
		why = "this client cannot run other arguments than its own"
	case q.Outcome == TimedOut && !w.told && !q.NobodyOK:
		why = "nobody could be told of this call"
	}
	if why != "" {
		_, _ = g.revoke(ctx, q.ID, why)
		d.Outcome, d.Reason = Blocked, why
		if j.d.Outcome == Blocked {
			d.Rule = j.d.Rule
		}
		if q.Outcome == TimedOut && j.d.Outcome != Blocked {
			d.Outcome = TimedOut
		}
		return d, false
	}
	key, err := g.key(call)
	if err != nil {
		return blocked(call, "error:call", err.Error()), false
	}
	if g.queue.here != nil && !g.queue.here() {
		d.Outcome, d.Reason = Cancelled, "the caller is gone; the same call again uses the answer"
		return d, false
	}
	got, err := g.change(ctx, q.ID, func(q *Question, m Moment) (told, error) {
		return told{kind: "claimed"}, q.Claim(key, what, m)
	})
	switch {
	case errors.Is(err, ErrDrift):
		if q.Edit != nil {
			bound = q.Request.Bound // that of the edit was not kept
		}
		d.Reason = drift(q.Request.Bound, bound)
		_, _ = g.revoke(ctx, q.ID, d.Reason)
		return d, true
	case errors.Is(err, ErrLate): // or the clock stands before the answer
		_, _ = g.revoke(ctx, q.ID, "it was not used in time")
		return d, true
	case errors.Is(err, ErrNoPermit):
		return d, true
	case err != nil: // whether it was taken is not known: it is not used
		return g.unstored(ctx, d, err), false
	}
	d.Permitted, d.Outcome, d.Arguments = true, got.Outcome, run.Arguments
	d.Reason = approvedReason(got)
	if got.Edit == nil {
		g.remember(call, &d, got.Answer)
	}
	return d, false
}

func approvedReason(q Question) string {
	switch {
	case q.Outcome == TimedOut:
		return "nobody answered; silence permits this"
	case q.Edit != nil:
		return "approved with other arguments"
	case q.By != "":
		return "approved by " + q.By
	}
	return "approved"
}

// Claim takes the permit of a call that was asked before, without asking again:
// what is not permitted comes back as refused.
func (g *Gate) Claim(ctx context.Context, call Call) Decision {
	d := g.guarded(call, func() Decision { return g.take(ctx, call) })
	return g.record(ctx, g.finish(call, d))
}

func (g *Gate) take(ctx context.Context, call Call) Decision {
	j := g.judge(call)
	if !j.open || g.queue.store == nil {
		if j.open {
			j.d.Outcome = TimedOut
		}
		return j.d
	}
	key, err := g.key(call)
	if err != nil {
		return blocked(call, "error:call", err.Error())
	}
	list, err := g.queue.store.List(ctx, Filter{Key: key, Limit: 1})
	if err != nil {
		return g.unstored(ctx, j.d, err)
	}
	if len(list) == 0 {
		j.d.Outcome, j.d.Reason = TimedOut, "this call was not asked"
		return j.d
	}
	q := list[0]
	j.d.Request, j.d.Number = q.ID, q.Number
	d, again := g.settle(ctx, call, j.d, waiting{g: g, q: q, told: q.Told})
	if again {
		why := "the permission was used or is not for what would run now"
		if d.Reason != j.d.Reason {
			why = d.Reason
		}
		d.Outcome, d.Reason = Denied, why+"; ask again"
	}
	return d
}
