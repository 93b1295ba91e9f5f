package sentinel

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

var errNoStore = errors.New("the gate has no store")

// Answer gives a person's answer to a stored question. It is the only place that
// decides: a yes, or what it puts in the call's place, is judged again under this
// gate's policy. With an error nothing changed, and the chain says that an answer
// was refused. Whoever answers must not be the requester; that is for the caller
// to see to.
func (g *Gate) Answer(ctx context.Context, id string, v Verdict) (q Question, err error) {
	if g.queue.store == nil {
		return q, errNoStore
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the gate failed while judging the answer: %v", p)
		}
		if err != nil {
			err = fmt.Errorf("answer question: %w", err)
			if q.ID != "" {
				_ = g.queue.store.Append(context.WithoutCancel(ctx), g.refusedEvent(q, v, err))
			}
		}
	}()
	if q, err = g.queue.store.Get(ctx, id); err != nil {
		return q, err
	}
	r := g.rule(q, &v)
	if r.err != nil {
		return q, r.err
	}
	got, err := g.change(ctx, id, func(now *Question, m Moment) (told, error) { return apply(now, v, r, m) })
	if err != nil {
		return q, err
	}
	return got, nil
}

// ruled is what the gate has to say about an answer before it is applied.
type ruled struct {
	end Outcome // Approved and Denied take the answer as it is given
	why string  // for any other end
	err error   // the answer counts for nothing
}

// rule judges an answer. A no needs no judgement.
func (g *Gate) rule(q Question, v *Verdict) ruled {
	switch {
	case q.Outcome != Pending:
		return ruled{err: ErrDecided}
	case v.Answer == No:
		v.Arguments = nil
		return ruled{end: Denied}
	case v.Limit != RiskUnjudged && q.Request.Risk > v.Limit:
		return ruled{err: ErrNotWanted}
	}
	j := g.judge(q.Request.Call)
	switch {
	case j.d.Outcome == Blocked:
		return ruled{end: Blocked, why: "the call is refused now: " + j.d.Reason}
	case v.Arguments != nil && !sameArguments(q.Request.Call, v.Arguments):
		e := g.edit(q.Request.Call, q.Request.Risk, q.Request.Fixed, v.Arguments)
		v.Arguments, v.Edited = e.call.Arguments, e.shown
		return ruled{end: e.outcome, why: e.reason}
	}
	v.Arguments = nil
	if q.Host != g.queue.host { // what the call would do there cannot be seen from here
		return ruled{end: Approved}
	}
	if j.d.Risk > q.Request.Risk {
		return ruled{end: Denied, why: fmt.Sprintf("the call was asked as %s and is %s now; ask again", q.Request.Risk, j.d.Risk)}
	}
	if now, bound, err := shownDigest(q.Request.Call, j.a); err != nil || now != q.Shown {
		return ruled{end: Denied, why: drift(q.Request.Bound, bound) + "; ask again"}
	}
	return ruled{end: Approved}
}

func sameArguments(c Call, arguments map[string]any) bool {
	was, err1 := c.Digest()
	c.Arguments = arguments
	is, err2 := c.Digest()
	return err1 == nil && err2 == nil && was == is
}

// apply is the step that an answer makes.
func apply(q *Question, v Verdict, r ruled, m Moment) (told, error) {
	asked := *q
	if err := q.Decide(v, m); err != nil {
		return told{}, err
	}
	if r.end == Approved || r.end == Denied && r.why == "" {
		return told{kind: strings.ToLower(r.end.String())}, nil
	}
	// The answer would count, but what it allows may not run.
	*q = asked
	t := told{kind: "denied", edit: v.Arguments}
	v.Arguments, v.Edited, v.Channel, v.Reason = nil, "", "edit", r.why
	if err := q.Refuse(r.end, v, m); err != nil {
		return told{}, err
	}
	if r.end == Blocked {
		t.kind = "blocked"
	}
	return t, nil
}

// end closes an open question without an answer.
func (g *Gate) end(ctx context.Context, id string, o Outcome, why string) (Question, error) {
	if g.queue.store == nil {
		return Question{}, errNoStore
	}
	return g.change(ctx, id, func(q *Question, m Moment) (told, error) {
		return told{kind: "cancelled"}, q.Refuse(o, Verdict{Review: Review{Reason: why}, Channel: "caller"}, m)
	})
}

// Cancel gives up an open question: its caller will not run the call any more.
func (g *Gate) Cancel(ctx context.Context, id, why string) (Question, error) {
	return g.end(ctx, id, Cancelled, why)
}

// Revoke takes back a permit that nobody has used yet.
func (g *Gate) Revoke(ctx context.Context, id, why string) (Question, error) {
	if g.queue.store == nil {
		return Question{}, errNoStore
	}
	return g.revoke(ctx, id, why)
}

func (g *Gate) revoke(ctx context.Context, id, why string) (Question, error) {
	return g.change(ctx, id, func(q *Question, m Moment) (told, error) {
		return told{kind: "revoked", cause: why}, q.Revoke(m)
	})
}

// Report notes how a permitted call ended: ok, error or unknown.
func (g *Gate) Report(ctx context.Context, id, result string) (Question, error) {
	if g.queue.store == nil {
		return Question{}, errNoStore
	}
	return g.change(ctx, id, func(q *Question, _ Moment) (told, error) {
		err := q.Report(result)
		return told{kind: "result", cause: q.Result}, err
	})
}

// Expire ends every question whose window is over and whose caller is gone, and
// every permit that nobody used in time, and says how many. Whatever shows
// questions to people calls it first.
func (g *Gate) Expire(ctx context.Context) (int, error) {
	if g.queue.store == nil {
		return 0, errNoStore
	}
	due, err := g.queue.store.List(ctx, Filter{Due: true})
	if err != nil {
		return 0, fmt.Errorf("expire questions: %w", err)
	}
	m, err := g.queue.store.Now(ctx)
	if err != nil {
		return 0, fmt.Errorf("expire questions: %w", err)
	}
	n := 0
	for _, q := range due {
		if q.Outcome == Pending && !q.gone(m) {
			continue // its caller waits and ends it itself, with what silence permits it
		}
		now, err := g.expire(ctx, q.ID)
		if err != nil {
			return n, fmt.Errorf("expire questions: %w", err)
		}
		if now.Version > q.Version {
			n++
		}
	}
	return n, nil
}

// expire is one step of time. What is not over stays as it is.
func (g *Gate) expire(ctx context.Context, id string) (Question, error) {
	var room *bool // asked for once, however often the step is tried
	budget := func() bool {
		if room == nil {
			ok := g.budget != nil && g.budget.Take(g.policy.budget)
			room = &ok
		}
		return *room
	}
	q, err := g.change(ctx, id, func(q *Question, m Moment) (told, error) {
		open := q.Outcome == Pending
		if !q.Expire(m, budget) {
			return told{}, ErrDecided
		}
		if open {
			return told{kind: "timed-out"}, nil
		}
		return told{kind: "lapsed"}, nil
	})
	if errors.Is(err, ErrDecided) {
		return g.queue.store.Get(ctx, id)
	}
	return q, err
}
