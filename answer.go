package sentinel

import (
	"context"
	"errors"
	"fmt"
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
	got, err := g.queue.store.Change(ctx, id, func(now *Question, m Moment) ([]Event, error) {
		return g.apply(now, v, r, m)
	})
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
	if now, err := shownDigest(q.Request.Call, j.a); err != nil || now != q.Shown {
		return ruled{end: Denied, why: "what would run changed since it was shown; ask again"}
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
func (g *Gate) apply(q *Question, v Verdict, r ruled, m Moment) ([]Event, error) {
	asked := *q
	if err := q.Decide(v, m); err != nil {
		return nil, err
	}
	if r.end == Approved || r.end == Denied && r.why == "" {
		kind := "approved"
		if r.end == Denied {
			kind = "denied"
		}
		return []Event{g.event(kind, q, "")}, nil
	}
	// The answer would count, but what it allows may not run.
	*q = asked
	edit := v.Arguments
	v.Arguments, v.Edited, v.Channel, v.Reason = nil, "", "edit", r.why
	if err := q.Refuse(r.end, v, m); err != nil {
		return nil, err
	}
	e := g.event("denied", q, "")
	if r.end == Blocked {
		e.Kind = "blocked"
	}
	if edit != nil {
		q.Edit = edit
		e = g.event(e.Kind, q, "")
		q.Edit = nil
	}
	return []Event{e}, nil
}

// end closes an open question without an answer.
func (g *Gate) end(ctx context.Context, id string, o Outcome, why string) (Question, error) {
	if g.queue.store == nil {
		return Question{}, errNoStore
	}
	return g.queue.store.Change(ctx, id, func(q *Question, m Moment) ([]Event, error) {
		if err := q.Refuse(o, Verdict{Review: Review{Reason: why}, Channel: "caller"}, m); err != nil {
			return nil, err
		}
		return []Event{g.event("cancelled", q, "")}, nil
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
	return g.queue.store.Change(ctx, id, func(q *Question, m Moment) ([]Event, error) {
		if err := q.Revoke(m); err != nil {
			return nil, err
		}
		return []Event{g.event("revoked", q, why)}, nil
	})
}

// Report notes how a permitted call ended: ok, error or unknown.
func (g *Gate) Report(ctx context.Context, id, result string) (Question, error) {
	if g.queue.store == nil {
		return Question{}, errNoStore
	}
	return g.queue.store.Change(ctx, id, func(q *Question, _ Moment) ([]Event, error) {
		if err := q.Report(result); err != nil {
			return nil, err
		}
		return []Event{g.event("result", q, q.Result)}, nil
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
	q, err := g.queue.store.Change(ctx, id, func(q *Question, m Moment) ([]Event, error) {
		open := q.Outcome == Pending
		if !q.Expire(m, budget) {
			return nil, ErrDecided
		}
		if open {
			return []Event{g.event("timed-out", q, "")}, nil
		}
		return []Event{g.event("lapsed", q, "")}, nil
	})
	if errors.Is(err, ErrDecided) {
		return g.queue.store.Get(ctx, id)
	}
	return q, err
}
