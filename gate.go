package sentinel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/rules"
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
	budget   Budget
	lost     func(Decision)
}

// Option configures a Gate.
type Option func(*Gate)

// WithAssessor sets what judges calls; without one every call is refused.
func WithAssessor(a Assessor) Option { return func(g *Gate) { g.assessor = a } }

// WithPolicy sets the policy; without one every call is refused.
func WithPolicy(p Policy) Option { return func(g *Gate) { g.policy = p } }

// WithMemory sets what remembers; without one nothing is remembered.
func WithMemory(m Memory) Option { return func(g *Gate) { g.memory = m } }

// WithLog sets where decisions are recorded before they are returned.
func WithLog(l Log) Option { return func(g *Gate) { g.log = l } }

// WithReviewer sets who is asked.
func WithReviewer(r Reviewer) Option { return func(g *Gate) { g.reviewer = r } }

// WithBudget counts what silence permits; without one silence permits nothing.
func WithBudget(b Budget) Option { return func(g *Gate) { g.budget = b } }

// WithClientPrompt hands questions to the prompt of the client that calls:
// Decide then returns ASKED, which is not a permission.
func WithClientPrompt() Option { return func(g *Gate) { g.prompt = true } }

// WithLostEntries is told of decisions that could not be recorded.
func WithLostEntries(f func(Decision)) Option { return func(g *Gate) { g.lost = f } }

// New makes a gate. A gate without an assessor or without a policy refuses
// every call.
func New(options ...Option) *Gate {
	g := &Gate{}
	for _, o := range options {
		o(g)
	}
	return g
}

// Decide answers a call. It returns no error: whatever goes wrong is a BLOCKED
// decision that says why. The order of the checks is the order of the lines
// below, and no later step weakens an earlier one.
func (g *Gate) Decide(ctx context.Context, call Call) Decision {
	d := g.guarded(ctx, call)
	d.Call, d.Arguments = call, call.Arguments
	return g.record(d)
}

// guarded turns a panic of whatever the gate is made of into a refusal, which
// is recorded as any other.
func (g *Gate) guarded(ctx context.Context, call Call) (d Decision) {
	defer func() {
		if p := recover(); p != nil {
			d = blocked(call, "error:panic", fmt.Sprintf("the gate failed while judging this call: %v", p))
		}
	}()
	return g.decide(ctx, call)
}

func (g *Gate) decide(ctx context.Context, call Call) Decision {
	// 1 decode
	if err := g.usable(call); err != nil {
		return blocked(call, "error:call", err.Error())
	}
	// 2 facts and 4 assess
	a, err := g.assessor.Assess(call)
	if err != nil {
		return blocked(call, "error:assess", err.Error())
	}
	d := Decision{Risk: a.Risk, Colour: a.Colour, Shape: a.Shape, Findings: severest(a.Findings), Parts: a.Parts}
	if !a.judged() {
		return blocked(call, "error:unjudged", "the call could not be judged")
	}
	// 3 self and what is never a question
	if f, ok := never(d.Findings); ok {
		d.Outcome, d.Rule, d.Reason = Blocked, f.Rule, f.Say
		return d
	}
	// 5 user rules
	asked, deny := g.rules(a.Parts)
	if deny != nil {
		d.Outcome, d.Rule, d.Reason = Blocked, deny.rule, deny.reason
		return d
	}
	// 6 what was remembered
	pending := g.pending(call, a, asked, &d)
	if len(pending) == 0 {
		return g.allow(d, a)
	}
	// 7 ask
	d.Pending = pending
	return g.ask(ctx, call, a, d)
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

// ruling is what the rules say about one part.
type ruling struct {
	allow  bool // a person's rule allows it
	ask    bool // a person's rule asks
	rule   string
	reason string
}

// rules puts every part's questions to the rules. A deny ends it.
func (g *Gate) rules(parts []Part) ([]ruling, *ruling) {
	out := make([]ruling, len(parts))
	for i, p := range parts {
		for _, q := range p.Asks {
			res := rules.Resolve(g.policy.rules, ruleCall(q))
			switch {
			case res.Decision == rules.Deny:
				return nil, &ruling{rule: res.Rule(), reason: denied(p, res)}
			case res.Decision == rules.Ask && !res.Default:
				out[i].ask, out[i].rule, out[i].reason = true, res.Rule(), res.Reason()
			case res.Decision == rules.Allow && !res.Default && !q.Extra:
				out[i].allow = true
				if out[i].rule == "" {
					out[i].rule = res.Rule()
				}
			}
		}
	}
	return out, nil
}

// denied says which part met which rule.
func denied(p Part, r rules.Result) string {
	return fmt.Sprintf("%s: %s", p.Text, r.Reason())
}

func ruleCall(q RuleAsk) rules.Call {
	c := rules.Call{Tools: q.Tools, Extra: q.Extra}
	for _, s := range q.Subjects {
		c.Subjects = append(c.Subjects, rules.Subject{Kind: rules.ParseKind(s.Kind), Forms: s.Forms, Strict: s.Strict, Tree: s.Tree})
	}
	return c
}

// pending gives the parts that nobody has allowed yet.
func (g *Gate) pending(call Call, a Assessment, rulings []ruling, d *Decision) []Part {
	var out []Part
	known := false
	// A configuration that is lost may have denied what is green, too: only
	// what reads goes on.
	lost := g.policy.askAll && a.Intent != "read_only"
	for i, p := range a.Parts {
		r := rulings[i]
		switch {
		case p.Colour == Red:
		case p.Colour == Green && !r.ask && !lost, g.abstains(a) && !r.ask && !p.Guard:
			continue
		case r.allow && !r.ask && !p.Guard && !g.policy.askAll:
			d.Rule, known = r.rule, true
			continue
		case g.policy.yolo && !g.policy.askAll && !p.Guard:
			d.Rule, known = "yolo", true
			continue
		case g.remembered(call, p, d):
			known = true
			continue
		}
		if lost || r.ask {
			p.Risk = max(p.Risk, High)
		}
		if r.ask {
			d.Rule, d.Reason = r.rule, r.reason
		}
		out = append(out, p)
	}
	if known && len(out) == 0 {
		d.Outcome = Approved
	}
	return out
}

// abstains tells whether the call is left to the permission mode of the client.
// A gate without a client has nobody to leave it to, and one whose
// configuration is lost does not know what it said about the call.
func (g *Gate) abstains(a Assessment) bool { return a.Abstain && g.prompt && !g.policy.askAll }

func (g *Gate) remembered(call Call, p Part, d *Decision) bool {
	if g.memory == nil || p.Key == "" || g.policy.askAll {
		return false
	}
	by, ok := g.memory.Known(call, p)
	if ok {
		d.Rule = by
	}
	return ok
}

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
func (g *Gate) ask(ctx context.Context, call Call, a Assessment, d Decision) Decision {
	for _, p := range d.Pending {
		d.Risk = max(d.Risk, p.Risk)
	}
	d.Remember = Remembers(d.Pending)
	d.Reason = question(d, g.policy)
	if g.prompt && call.Attended {
		d.Outcome = Asked
		return d
	}
	if g.reviewer == nil {
		return g.silence(d)
	}
	return g.review(ctx, call, a, d)
}

// review asks the reviewer and applies the answer.
func (g *Gate) review(ctx context.Context, call Call, a Assessment, d Decision) Decision {
	window := g.policy.Window(d.Risk)
	if window <= 0 {
		return g.silence(d)
	}
	open, cancel := context.WithTimeout(ctx, window)
	defer cancel()
	r := g.answer(open, Request{Call: call, Assessment: a, Risk: d.Risk, Reason: d.Reason, Window: window, Remember: d.Remember})
	switch {
	case ctx.Err() != nil:
		d.Outcome, d.Reason = Cancelled, "the call was given up before it was answered"
		return d
	case r == nil || r.Answer == Silence || r.Answer > No:
		return g.silence(d)
	case r.Answer == No:
		d.Outcome, d.Reason = Denied, "User denied permission"
		if r.Reason != "" {
			d.Reason += ": " + r.Reason
		}
		return d
	case d.Risk == Critical && strings.TrimSpace(r.Reason) == "":
		d.Outcome, d.Reason = TimedOut, "a critical call needs a written reason; none was given"
		return d
	}
	if r.Answer != Yes && g.memory != nil && d.Remember != "" {
		if err := g.memory.Remember(call, d.Pending, r.Answer == YesAlways); err != nil {
			d.Reason = "approved, but not remembered: " + err.Error()
		}
	}
	d.Permitted, d.Outcome = true, Approved
	return d
}

// answer calls the reviewer; a panic, an error or a late answer is silence.
func (g *Gate) answer(ctx context.Context, r Request) *Review {
	got := make(chan *Review, 1)
	go func() {
		defer func() {
			if recover() != nil {
				got <- nil
			}
		}()
		rev, err := g.reviewer(ctx, r)
		if err != nil {
			rev = nil
		}
		got <- rev
	}()
	select {
	case rev := <-got:
		if ctx.Err() != nil {
			return nil
		}
		return rev
	case <-ctx.Done():
		return nil
	}
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

// record writes the decision down before it is returned. If that fails, only
// LOW calls pass.
func (g *Gate) record(d Decision) Decision {
	if err := g.written(d); err != nil {
		if d.Permitted && d.Risk > Low {
			d.Permitted, d.Outcome, d.Rule = false, Blocked, "error:audit"
			d.Reason = "the decision could not be recorded: " + err.Error()
		}
		if d.Outcome == Asked {
			d.Outcome, d.Rule, d.Reason = Blocked, "error:audit", "the question could not be recorded: "+err.Error()
		}
	}
	return d
}

// written appends the decision to the log, if there is one. A log that panics
// has written nothing.
func (g *Gate) written(d Decision) (err error) {
	if g.log == nil {
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
	return g.log.Append(d)
}
