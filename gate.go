package sentinel

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
)

// Gate decides tool calls. Make one with New. It may be used by several
// goroutines if its parts may.
type Gate struct {
	assessor Assessor
	policy   Policy
	memory   Memory
	log      Log
	reviewer Reviewer
	prompt   bool
	fixed    bool
	budget   Budget
	lost     func(Decision)
	handover func(Call, Risk) bool
	stop     func() string
	queue    queue
}

// New makes a gate. A gate without an assessor or without a policy refuses
// every call.
func New(options ...Option) *Gate {
	g := &Gate{queue: queue{patience: -1}}
	for _, o := range options {
		o(g)
	}
	if g.queue.store != nil && len(g.queue.secret) == 0 {
		g.queue.secret = []byte(rand.Text()) // of this gate alone
	}
	return g
}

// Decide answers a call. It returns no error: whatever goes wrong is a BLOCKED
// decision that says why. The order of the checks is the order of the lines
// below, and no later step weakens an earlier one.
func (g *Gate) Decide(ctx context.Context, call Call) Decision {
	return g.record(ctx, g.finish(call, g.guarded(call, func() Decision { return g.decide(ctx, call) })))
}

// finish puts in what runs: the call's own arguments or the reviewer's, and
// nothing where nothing may run.
func (g *Gate) finish(call Call, d Decision) Decision {
	d.Call = call
	switch {
	case !d.Permitted && d.Outcome != Asked:
		d.Arguments = nil
	case d.Arguments == nil:
		d.Arguments = call.Arguments
	}
	return d
}

// guarded turns a panic of whatever the gate is made of into a refusal, which
// is recorded as any other.
func (g *Gate) guarded(call Call, decide func() Decision) (d Decision) {
	defer func() {
		if p := recover(); p != nil {
			d = blocked(call, "error:panic", fmt.Sprintf("the gate failed while judging this call: %v", p))
		}
	}()
	return decide()
}

func (g *Gate) decide(ctx context.Context, call Call) Decision {
	j := g.judge(call)
	if !j.open {
		return j.d
	}
	// 7 ask
	return g.ask(ctx, call, j)
}

// judgement is what is known about a call before a person is heard: a decision,
// or, if it is open, one that wants an answer.
type judgement struct {
	a    Assessment
	d    Decision
	open bool
}

func (g *Gate) judge(call Call) judgement {
	if why := g.stopped(); why != "" {
		return judgement{d: blocked(call, "stop", why)}
	}
	// 1 decode
	if err := g.usable(call); err != nil {
		return judgement{d: blocked(call, "error:call", err.Error())}
	}
	// 2 facts and 4 assess
	a, err := g.assessor.Assess(call)
	if err == nil {
		a, err = g.policy.raise(call, a)
	}
	if err != nil {
		return judgement{d: blocked(call, "error:assess", err.Error())}
	}
	if !a.judged() {
		return judgement{d: blocked(call, "error:unjudged", "the call could not be judged")}
	}
	d := Decision{Risk: a.Risk, Colour: a.Colour, Shape: a.Shape, Findings: severest(a.Findings), Parts: a.Parts}
	// 3 self and what is never a question
	if f, ok := never(d.Findings); ok {
		d.Outcome, d.Rule, d.Reason = Blocked, f.Rule, f.Say
		return judgement{a: a, d: d}
	}
	// 5 user rules
	asked, deny := g.rules(a.Parts)
	if deny != nil {
		d.Outcome, d.Rule, d.Reason = Blocked, deny.rule, deny.reason
		return judgement{a: a, d: d}
	}
	// 6 what was remembered
	d.Pending = g.pending(call, a, asked, &d)
	if len(d.Pending) == 0 {
		return judgement{a: a, d: g.allow(d, a)}
	}
	for _, p := range d.Pending {
		d.Risk = max(d.Risk, p.Risk)
	}
	d.Remember = Remembers(d.Pending)
	d.Reason = question(d, g.policy)
	return judgement{a: a, d: d, open: true}
}

// stopped is why everything is refused just now, "" if it is not. A switch that
// fails is on.
func (g *Gate) stopped() (why string) {
	if g.stop == nil {
		return ""
	}
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("the stop switch cannot be read: %v", p)
		}
	}()
	return g.stop()
}

// judged tells whether an assessment says something about every part and does
// not contradict itself: parts that are milder than the whole would let a
// finding get lost.
func (a Assessment) judged() bool {
	if a.Risk == RiskUnjudged || a.Risk > Critical || len(a.Parts) == 0 {
		return false
	}
	worst := Green
	for _, p := range a.Parts {
		if p.Risk == RiskUnjudged || p.Risk > Critical || p.Colour > Green {
			return false
		}
		worst = Worst(worst, p.Colour)
	}
	for _, f := range a.Findings {
		if f.Colour < worst && !f.Block {
			return false
		}
	}
	return a.Colour >= worst
}

// usable refuses calls and gates that lack something.
func (g *Gate) usable(call Call) error {
	switch {
	case g.assessor == nil:
		return errors.New("the gate has nothing to judge calls with")
	case g.policy.rules == nil:
		return errors.New("the gate has no policy")
	case call.Tool == "":
		return errors.New("the call names no tool")
	case call.Arguments == nil:
		return errors.New("the call has no arguments")
	}
	return nil
}

// severest orders findings: what is never a question, then red before yellow,
// higher risk first, else as they stand in the text.
func severest(findings []Finding) []Finding {
	out := slices.Clone(findings)
	rank := func(f Finding) int {
		n := 16*int(f.Colour) - int(f.Risk)
		if f.Block {
			n -= 64
		}
		return n
	}
	slices.SortStableFunc(out, func(x, y Finding) int { return rank(x) - rank(y) })
	return out
}

func blocked(call Call, rule, reason string) Decision {
	return Decision{Outcome: Blocked, Risk: High, Colour: Red, Rule: rule, Reason: reason, Call: call}
}

// never finds what is no question: the first finding that blocks.
func never(findings []Finding) (Finding, bool) {
	for _, f := range findings {
		if f.Block {
			return f, true
		}
	}
	return Finding{}, false
}

// record writes the decision down before it is returned. If that fails, only
// LOW calls pass.
func (g *Gate) record(ctx context.Context, d Decision) Decision {
	if d.Outcome == Pending && d.Request == "" { // another gate asks, and records
		return d
	}
	if err := g.written(ctx, d); err != nil {
		if d.Permitted && d.Risk > Low {
			d.Permitted, d.Outcome, d.Rule = false, Blocked, "error:audit"
			d.Reason, d.Arguments = "the decision could not be recorded: "+err.Error(), nil
		}
		if d.Outcome == Asked {
			d.Outcome, d.Rule, d.Reason = Blocked, "error:audit", "the question could not be recorded: "+err.Error()
			d.Arguments = nil
		}
	}
	return d
}

// written appends the decision to the log. Without a log it goes to the store's
// chain, if there is one. A log that panics has written nothing.
func (g *Gate) written(ctx context.Context, d Decision) (err error) {
	if g.log == nil && g.queue.store == nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the log failed: %v", p)
		}
		if err != nil && g.lost != nil {
			g.lost(d)
		}
	}()
	if g.log == nil {
		return g.queue.store.Append(context.WithoutCancel(ctx), g.decisionEvent(d))
	}
	return g.log.Append(d)
}
