package sentinel

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel/internal/values"
)

// allow is the answer when nothing is left to ask.
func (g *Gate) allow(d Decision, a Assessment) Decision {
	switch {
	case g.abstains(a):
		d.Outcome, d.Reason = Abstained, "left to the permission mode of the client"
	case d.Outcome == Approved:
		d.Reason = "allowed earlier (" + d.Rule + ")"
	default:
		d.Outcome, d.Reason = Allowed, "nothing to ask"
	}
	d.Permitted, d.Colour = true, Green
	return d
}

// ask puts the question to a person, or to the client's prompt, or finds out
// what silence means.
func (g *Gate) ask(ctx context.Context, call Call, j judgement) Decision {
	switch {
	case g.handover != nil && g.handover(call, j.d.Risk):
		j.d.Outcome = Pending
		return j.d
	case g.prompt && call.Attended:
		j.d.Outcome = Asked
		return j.d
	case g.policy.Window(j.d.Risk) <= 0:
		return g.silence(j.d)
	case g.queue.store != nil:
		return g.enqueue(ctx, call, j)
	case g.reviewer == nil:
		return g.silence(j.d)
	}
	return g.review(ctx, call, j)
}

// request is what a reviewer gets to see. Its arguments are a copy: a reviewer
// changes a call only by an edit, which is judged.
func (g *Gate) request(call Call, j judgement) (Request, error) {
	shown, bound, err := shownDigest(call, j.a)
	if err != nil {
		return Request{}, err
	}
	if call.Arguments, err = values.Clone(call.Arguments); err != nil {
		return Request{}, err
	}
	rule := j.d.Rule
	if rule == "" && len(j.d.Findings) > 0 {
		rule = j.d.Findings[0].Rule
	}
	return Request{Call: call, Assessment: j.a, Risk: j.d.Risk, Rule: rule, Reason: j.d.Reason, Window: g.policy.Window(j.d.Risk),
		Remember: j.d.Remember, Shown: shown, Fixed: g.fixed, Bound: bound}, nil
}

// review asks the reviewer and applies the answer, all in this process.
func (g *Gate) review(ctx context.Context, call Call, j judgement) Decision {
	d := j.d
	r, err := g.request(call, j)
	if err != nil {
		return blocked(call, "error:call", err.Error())
	}
	open, cancel := context.WithTimeout(ctx, r.Window)
	defer cancel()
	r.ID = rand.Text()
	r.Deadline, _ = open.Deadline()
	rev, err := g.answer(open, r)
	switch {
	case ctx.Err() != nil:
		d.Outcome, d.Reason = Cancelled, "the call was given up before it was answered"
		return d
	case errors.Is(err, ErrNotDelivered) && !g.policy.alone:
		d.Outcome, d.Reason = TimedOut, "nobody could be told of this call: "+err.Error()
		return d
	case err != nil || rev == nil || rev.Answer == Silence || rev.Answer > No:
		return g.silence(d)
	case rev.Answer == No:
		d.Outcome, d.Reason = Denied, saidNo(rev.Reason)
		return d
	case d.Risk == Critical && strings.TrimSpace(rev.Reason) == "":
		d.Outcome, d.Reason = TimedOut, "a critical call needs a written reason; none was given"
		return d
	}
	d.Outcome = Approved
	if rev.Arguments != nil {
		e := g.edit(call, d.Risk, g.fixed, rev.Arguments)
		d.Outcome, d.Reason, d.Arguments, d.Rule = e.outcome, e.reason, e.call.Arguments, cmp.Or(e.rule, d.Rule)
	}
	d.Permitted = d.Outcome == Approved
	if d.Permitted && rev.Arguments == nil {
		g.remember(call, &d, rev.Answer)
	}
	return d
}

func saidNo(reason string) string {
	if reason == "" {
		return "User denied permission"
	}
	return "User denied permission: " + reason
}

// remember files a yes that is for more than this once. Nothing is remembered of
// an edited call: what was asked is not what was allowed.
func (g *Gate) remember(call Call, d *Decision, a Answer) {
	if a != YesSession && a != YesAlways || g.memory == nil || d.Remember == "" {
		return
	}
	if err := g.memory.Remember(call, d.Pending, a == YesAlways); err != nil {
		d.Reason = "approved, but not remembered: " + err.Error()
	}
}

// edited is what became of a reviewer's change of the arguments.
type edited struct {
	call    Call // with the new arguments
	shown   string
	outcome Outcome // Approved if it may stand for the call
	reason  string
	rule    string
}

// edit judges the arguments that a reviewer puts in place of a call's. They may do
// nothing worse than what was asked.
func (g *Gate) edit(call Call, risk Risk, fixed bool, arguments map[string]any) edited {
	e := edited{call: call, outcome: Blocked, rule: "error:edit"}
	var err error
	if e.call.Arguments, err = values.Clone(arguments); err != nil {
		e.reason = "the edited arguments cannot be read: " + err.Error()
		return e
	}
	var j judgement
	d := g.guarded(e.call, func() Decision { j = g.judge(e.call); return j.d })
	switch {
	case d.Outcome == Blocked:
		e.reason, e.rule = "the edited call is refused: "+d.Reason, d.Rule
	case d.Risk > risk:
		e.outcome, e.rule = Denied, "edit"
		e.reason = fmt.Sprintf("the edited call is %s, worse than the %s that was asked; make it a call of its own", d.Risk, risk)
	case fixed:
		e.outcome, e.rule = Denied, "edit"
		e.reason = "this was approved with other arguments, which this client cannot take over; make it a call of its own: " + inJSON(e.call.Arguments)
	default:
		if e.shown, _, err = shownDigest(e.call, j.a); err != nil {
			e.reason = err.Error()
			return e
		}
		e.outcome, e.rule, e.reason = Approved, "", "approved with other arguments"
	}
	return e
}

func inJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "{}"
	}
	return string(b)
}

// answer calls the reviewer; a panic is an error, a late answer is none.
func (g *Gate) answer(ctx context.Context, r Request) (*Review, error) {
	asking := g.asking(ctx, r)
	select {
	case got := <-asking:
		if ctx.Err() != nil && !errors.Is(got.err, ErrNotDelivered) {
			return nil, ctx.Err()
		}
		return got.review, got.err
	case <-ctx.Done():
		if got := lastWord(asking); errors.Is(got.err, ErrNotDelivered) {
			return nil, got.err
		}
		return nil, ctx.Err()
	}
}

// grace is how long a reviewer whose window is over may take to say that it told
// nobody. Whatever else it says then is too late.
const grace = 250 * time.Millisecond

func lastWord(asking <-chan reviewed) reviewed {
	select {
	case got := <-asking:
		return got
	case <-time.After(grace):
		return reviewed{}
	}
}

type reviewed struct {
	review *Review
	err    error
}

// asking starts the reviewer, who may take however long: nobody waits longer than
// the window.
func (g *Gate) asking(ctx context.Context, r Request) <-chan reviewed {
	got := make(chan reviewed, 1)
	go func() {
		done := reviewed{err: errors.New("the reviewer gave up")}
		defer func() {
			if p := recover(); p != nil {
				done = reviewed{err: fmt.Errorf("the reviewer failed: %v", p)}
			}
			got <- done
		}()
		done.review, done.err = g.reviewer(ctx, r)
	}()
	return got
}

// silence is what happens when nobody answers.
func (g *Gate) silence(d Decision) Decision {
	d.Outcome = TimedOut
	if g.policy.SilencePermits(d.Risk) && d.Colour != Red && g.budget != nil && g.budget.Take(g.policy.budget) {
		d.Permitted = true
		d.Reason = "nobody answered; silence permits this"
	}
	return d
}

// Remember files the parts of a decision that were asked, for good. It is for a
// person who says so outside of any call.
func (g *Gate) Remember(d Decision) error {
	if g.memory == nil || Remembers(d.Pending) == "" {
		return errors.New("remember: nothing here may be remembered")
	}
	return g.memory.Remember(d.Call, d.Pending, true)
}

// Remembers says what a yes to these parts will be kept for: "project" when
// all are MEDIUM, "session" when some are HIGH, "" when one is red or has no
// shape to remember.
func Remembers(pending []Part) string {
	keep := "project"
	for _, p := range pending {
		switch {
		case p.Colour == Red || p.Key == "" || p.Risk >= Critical:
			return ""
		case p.Risk > Medium:
			keep = "session"
		}
	}
	return keep
}

// question is the sentence that a person reads first: the parts that matter
// and why.
func question(d Decision, p Policy) string {
	var b strings.Builder
	if p.askAll && p.why != "" {
		b.WriteString(p.why + " ")
	}
	n := 0
	for _, f := range d.Findings {
		if n == 3 {
			fmt.Fprintf(&b, " (and %d more)", len(d.Findings)-n)
			break
		}
		if n > 0 {
			b.WriteString("; ")
		}
		b.WriteString(f.Say)
		n++
	}
	if d.Reason != "" { // of the rule that asks
		if n > 0 {
			b.WriteString("; ")
		}
		b.WriteString(d.Reason)
	} else if n == 0 {
		b.WriteString("this is asked here")
	}
	return b.String()
}
