package sentinel_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

// assess is an assessor made of a function.
type assess func(sentinel.Call) (sentinel.Assessment, error)

func (f assess) Assess(c sentinel.Call) (sentinel.Assessment, error) { return f(c) }

// risky judges every call alike: one part of that risk, with the colour that
// goes with it.
func risky(r sentinel.Risk) assess {
	colour := sentinel.Yellow
	switch {
	case r == sentinel.Low:
		colour = sentinel.Green
	case r == sentinel.Critical:
		colour = sentinel.Red
	}
	return coloured(r, colour)
}

func coloured(r sentinel.Risk, colour sentinel.Colour) assess {
	return func(c sentinel.Call) (sentinel.Assessment, error) {
		p := sentinel.Part{Text: c.Tool, Key: "tool " + c.Tool, Risk: r, Colour: colour,
			Effects: []sentinel.Effect{{Kind: sentinel.Publish, Scope: sentinel.ScopeRemote}}}
		a := sentinel.Assessment{Risk: r, Colour: colour, Parts: []sentinel.Part{p}}
		if colour != sentinel.Green {
			a.Findings = []sentinel.Finding{{Rule: "test.finding", Risk: r, Colour: colour, Say: "does something"}}
		}
		return a, nil
	}
}

// always is a budget that is never used up.
type always struct{}

func (always) Take(int) bool { return true }

// memoryFuncs is a memory made of functions; nil ones know and keep nothing.
type memoryFuncs struct {
	known    func(sentinel.Part) bool
	remember func([]sentinel.Part, bool) error
}

func (m memoryFuncs) Known(_ sentinel.Call, p sentinel.Part) (string, bool) {
	if m.known == nil {
		return "", false
	}
	return "session", m.known(p)
}

func (m memoryFuncs) Remember(_ sentinel.Call, parts []sentinel.Part, always bool) error {
	if m.remember == nil {
		return nil
	}
	return m.remember(parts, always)
}

// logFunc is a log made of a function.
type logFunc func(sentinel.Decision) error

func (f logFunc) Append(d sentinel.Decision) error { return f(d) }

func answers(a sentinel.Answer, reason string) sentinel.Reviewer {
	return func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		return &sentinel.Review{Answer: a, Reason: reason, By: "somebody"}, nil
	}
}

func call() sentinel.Call {
	return sentinel.Call{Agent: "test", Session: "s", ID: "1", Tool: "t", Arguments: map[string]any{"x": "y"}, Cwd: "/p"}
}

// decide makes a gate of the default policy, a budget and options, and asks it
// once.
func decide(c sentinel.Call, options ...sentinel.Option) sentinel.Decision {
	base := []sentinel.Option{sentinel.WithPolicy(sentinel.DefaultPolicy()), sentinel.WithBudget(always{})}
	return sentinel.New(append(base, options...)...).Decide(context.Background(), c)
}

func mustRefuse(t *testing.T, d sentinel.Decision, outcome sentinel.Outcome) {
	t.Helper()
	if d.Permitted || d.Outcome != outcome {
		t.Errorf("permitted %v, outcome %s (%s); want a refusal as %s", d.Permitted, d.Outcome, d.Reason, outcome)
	}
	if strings.TrimSpace(d.Reason) == "" {
		t.Error("the refusal has no reason")
	}
}

// TestCannotFailOpen has a subtest for each way in which permission systems
// were seen to grant by accident. A check that is killed is in the tests of the
// command line (R372). R342 R383: organised by failure, a subtest for each.
func TestCannotFailOpen(t *testing.T) {
	t.Run("R371 zero values refuse", zeroValuesRefuse)
	t.Run("R373 a rule or an assessor that fails", assessorFails)
	t.Run("R374 the record cannot be written", recordFails)
	t.Run("R374 the store fails", storeFails)
	t.Run("R374 the memory fails", memoryFails)
	t.Run("R375 the reviewer fails", reviewerFails)
	t.Run("R376 no reviewer", noReviewer)
	t.Run("R377 a tool nobody knows is HIGH", unknownTool)
	t.Run("R378 a risk without a window", noWindow)
	t.Run("R379 an answer after the window", lateAnswer)
	t.Run("R380 CRITICAL without a written reason", criticalWithoutReason)
	t.Run("R348 CRITICAL with one", func(t *testing.T) {
		d := decide(call(), sentinel.WithAssessor(risky(sentinel.Critical)), sentinel.WithReviewer(answers(sentinel.Yes, "checked with the owner")))
		if !d.Permitted || d.Outcome != sentinel.Approved {
			t.Errorf("%+v", d)
		}
	})
	t.Run("R381 an edit to what is never a question", func(t *testing.T) { editsAre(t, "CRITICAL", "block", sentinel.Blocked) })
	t.Run("R382 an edit that is worse", func(t *testing.T) { editsAre(t, "HIGH", "CRITICAL", sentinel.Denied) })
	t.Run("R368 what is never a question reaches nobody", neverAsked)
	t.Run("a call that was given up", givenUp)
	t.Run("an assessment that contradicts itself", contradictions)
	t.Run("an answer nobody knows", func(t *testing.T) {
		mustRefuse(t, decide(call(), sentinel.WithAssessor(risky(sentinel.High)), sentinel.WithReviewer(answers(sentinel.Answer(9), "x"))), sentinel.TimedOut)
	})
	t.Run("ASKED is no permission", func(t *testing.T) {
		c := call()
		c.Attended = true
		d := decide(c, sentinel.WithAssessor(risky(sentinel.Medium)), sentinel.WithClientPrompt())
		mustRefuse(t, d, sentinel.Asked)
	})
}

func zeroValuesRefuse(t *testing.T) {
	var d sentinel.Decision
	if d.Permitted || d.Outcome != sentinel.OutcomeNone || d.Risk != sentinel.RiskUnjudged || d.Colour != sentinel.Red {
		t.Errorf("the zero decision is %+v", d)
	}
	ctx := context.Background()
	mustRefuse(t, new(sentinel.Gate).Decide(ctx, call()), sentinel.Blocked)
	mustRefuse(t, sentinel.New().Decide(ctx, call()), sentinel.Blocked)
	mustRefuse(t, sentinel.New(sentinel.WithAssessor(risky(sentinel.Low))).Decide(ctx, call()), sentinel.Blocked)
	mustRefuse(t, sentinel.New(sentinel.WithAssessor(risky(sentinel.Low)), sentinel.WithPolicy(sentinel.Policy{})).Decide(ctx, call()), sentinel.Blocked)
	mustRefuse(t, sentinel.New(sentinel.WithPolicy(sentinel.DefaultPolicy())).Decide(ctx, call()), sentinel.Blocked)
	low := sentinel.WithAssessor(risky(sentinel.Low))
	mustRefuse(t, decide(sentinel.Call{}, low), sentinel.Blocked)
	mustRefuse(t, decide(sentinel.Call{Tool: "t"}, low), sentinel.Blocked)
	mustRefuse(t, decide(sentinel.Call{Arguments: map[string]any{}}, low), sentinel.Blocked)
	zero := assess(func(sentinel.Call) (sentinel.Assessment, error) { return sentinel.Assessment{}, nil })
	mustRefuse(t, decide(call(), sentinel.WithAssessor(zero)), sentinel.Blocked)
	part := assess(func(sentinel.Call) (sentinel.Assessment, error) {
		return sentinel.Assessment{Risk: sentinel.Low, Colour: sentinel.Green, Parts: []sentinel.Part{{}}}, nil
	})
	mustRefuse(t, decide(call(), sentinel.WithAssessor(part)), sentinel.Blocked)
	if a := new(sentinel.Review).Answer; a != sentinel.Silence {
		t.Errorf("the zero answer is %d", a)
	}
}

func assessorFails(t *testing.T) {
	d := decide(call(), sentinel.WithAssessor(assess(func(sentinel.Call) (sentinel.Assessment, error) {
		return sentinel.Assessment{Risk: sentinel.Low, Colour: sentinel.Green, Parts: []sentinel.Part{{Risk: sentinel.Low, Colour: sentinel.Green}}}, errors.New("guard x broke")
	})))
	mustRefuse(t, d, sentinel.Blocked)
	if !strings.Contains(d.Reason, "guard x broke") {
		t.Errorf("the reason %q does not name what failed (R205)", d.Reason)
	}
	var recorded []sentinel.Decision
	d = decide(call(), sentinel.WithAssessor(assess(func(sentinel.Call) (sentinel.Assessment, error) { panic("guard y") })),
		sentinel.WithLog(logFunc(func(d sentinel.Decision) error { recorded = append(recorded, d); return nil })))
	mustRefuse(t, d, sentinel.Blocked)
	if !strings.Contains(d.Reason, "guard y") {
		t.Errorf("the reason %q does not name what failed", d.Reason)
	}
	if len(recorded) != 1 || recorded[0].Outcome != sentinel.Blocked || recorded[0].Call.Tool != "t" {
		t.Errorf("the refusal was recorded as %+v", recorded)
	}
}

func recordFails(t *testing.T) {
	logs := map[string]logFunc{
		"error": func(sentinel.Decision) error { return errors.New("disk full") },
		"panic": func(sentinel.Decision) error { panic("disk full") },
	}
	for name, log := range logs {
		t.Run(name, func(t *testing.T) {
			lost := 0
			options := []sentinel.Option{sentinel.WithLog(log), sentinel.WithLostEntries(func(sentinel.Decision) { lost++ })}
			d := decide(call(), append(options, sentinel.WithAssessor(risky(sentinel.Low)))...)
			if !d.Permitted || lost != 1 {
				t.Errorf("LOW: permitted %v, %d lost lines", d.Permitted, lost)
			}
			for _, r := range []sentinel.Risk{sentinel.Medium, sentinel.High, sentinel.Critical} {
				d := decide(call(), append(options, sentinel.WithAssessor(risky(r)), sentinel.WithReviewer(answers(sentinel.Yes, "sure")))...)
				mustRefuse(t, d, sentinel.Blocked)
			}
			known := memoryFuncs{known: func(sentinel.Part) bool { return true }}
			mustRefuse(t, decide(call(), append(options, sentinel.WithAssessor(risky(sentinel.High)), sentinel.WithMemory(known))...), sentinel.Blocked)
			c := call()
			c.Attended = true
			mustRefuse(t, decide(c, append(options, sentinel.WithAssessor(risky(sentinel.Medium)), sentinel.WithClientPrompt())...), sentinel.Blocked)
		})
	}
}

func memoryFails(t *testing.T) {
	broken := memoryFuncs{known: func(sentinel.Part) bool { panic("memory") }}
	mustRefuse(t, decide(call(), sentinel.WithAssessor(risky(sentinel.Medium)), sentinel.WithMemory(broken)), sentinel.Blocked)
	// What a person approved runs even if it cannot be kept; that is said.
	full := memoryFuncs{remember: func([]sentinel.Part, bool) error { return errors.New("no space") }}
	d := decide(call(), sentinel.WithAssessor(risky(sentinel.Medium)), sentinel.WithMemory(full), sentinel.WithReviewer(answers(sentinel.YesAlways, "")))
	if !d.Permitted || !strings.Contains(d.Reason, "no space") {
		t.Errorf("permitted %v: %s", d.Permitted, d.Reason)
	}
}

// byRisk wants MEDIUM to pass on silence and the others to be refused.
func byRisk(t *testing.T, options ...sentinel.Option) {
	t.Helper()
	for _, r := range []sentinel.Risk{sentinel.Medium, sentinel.High, sentinel.Critical} {
		d := decide(call(), append(options, sentinel.WithAssessor(risky(r)))...)
		if want := r == sentinel.Medium; d.Permitted != want || d.Outcome != sentinel.TimedOut {
			t.Errorf("%s: permitted %v, %s (%s)", r, d.Permitted, d.Outcome, d.Reason)
		}
	}
	// Without a budget there is no silence.
	d := decide(call(), append(options, sentinel.WithAssessor(risky(sentinel.Medium)), sentinel.WithBudget(nil))...)
	mustRefuse(t, d, sentinel.TimedOut)
	// Nor for red, whatever its risk.
	d = decide(call(), append(options, sentinel.WithAssessor(coloured(sentinel.Medium, sentinel.Red)))...)
	mustRefuse(t, d, sentinel.TimedOut)
}

func reviewerFails(t *testing.T) {
	reviewers := map[string]sentinel.Reviewer{
		"an error": func(context.Context, sentinel.Request) (*sentinel.Review, error) {
			return &sentinel.Review{Answer: sentinel.Yes, Reason: "yes"}, errors.New("channel broke")
		},
		"a panic (R414)":  func(context.Context, sentinel.Request) (*sentinel.Review, error) { panic("reviewer") },
		"nothing (R413)":  func(context.Context, sentinel.Request) (*sentinel.Review, error) { return nil, nil },
		"silence":         answers(sentinel.Silence, "x"),
		"an odd answer":   answers(sentinel.Answer(200), "x"),
		"the zero review": func(context.Context, sentinel.Request) (*sentinel.Review, error) { return &sentinel.Review{}, nil },
	}
	for name, r := range reviewers {
		t.Run(name, func(t *testing.T) { byRisk(t, sentinel.WithReviewer(r)) })
	}
}

func noReviewer(t *testing.T) {
	byRisk(t)
	byRisk(t, sentinel.WithClientPrompt()) // nobody attends
}

func unknownTool(t *testing.T) {
	w := newWorld(nil)
	for _, tool := range []string{"frobnicate", "mcp__x__y", "Bash2", "ReadFile\u200b", "rm"} {
		d := w.decide(tool, map[string]any{})
		mustRefuse(t, d, sentinel.TimedOut)
		if d.Risk < sentinel.High {
			t.Errorf("%s is %s", tool, d.Risk)
		}
	}
}

func noWindow(t *testing.T) {
	called := false
	reviewer := func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		called = true
		return &sentinel.Review{Answer: sentinel.Yes, Reason: "yes"}, nil
	}
	p := sentinel.DefaultPolicy().WithWindow(sentinel.Medium, 0).WithWindow(sentinel.High, 0)
	for _, r := range []sentinel.Risk{sentinel.Medium, sentinel.High} {
		mustRefuse(t, decide(call(), sentinel.WithPolicy(p), sentinel.WithAssessor(risky(r))), sentinel.TimedOut)
		mustRefuse(t, decide(call(), sentinel.WithPolicy(p), sentinel.WithAssessor(risky(r)), sentinel.WithReviewer(reviewer)), sentinel.TimedOut)
	}
	if called {
		t.Error("somebody was asked though the window was closed")
	}
}

func lateAnswer(t *testing.T) {
	p := sentinel.DefaultPolicy().WithWindow(sentinel.High, 5*time.Millisecond)
	late := func(ctx context.Context, _ sentinel.Request) (*sentinel.Review, error) {
		<-ctx.Done()
		return &sentinel.Review{Answer: sentinel.Yes, Reason: "yes"}, nil
	}
	mustRefuse(t, decide(call(), sentinel.WithPolicy(p), sentinel.WithAssessor(risky(sentinel.High)), sentinel.WithReviewer(late)), sentinel.TimedOut)
	// R416: a reviewer that never returns is cut off.
	stuck := make(chan struct{})
	defer close(stuck)
	never := func(context.Context, sentinel.Request) (*sentinel.Review, error) { <-stuck; return nil, nil }
	mustRefuse(t, decide(call(), sentinel.WithPolicy(p), sentinel.WithAssessor(risky(sentinel.High)), sentinel.WithReviewer(never)), sentinel.TimedOut)
}

func criticalWithoutReason(t *testing.T) {
	for _, a := range []sentinel.Answer{sentinel.Yes, sentinel.YesSession, sentinel.YesAlways} {
		for _, reason := range []string{"", "   ", "\n\t"} {
			kept := false
			m := memoryFuncs{remember: func([]sentinel.Part, bool) error { kept = true; return nil }}
			d := decide(call(), sentinel.WithAssessor(risky(sentinel.Critical)), sentinel.WithReviewer(answers(a, reason)), sentinel.WithMemory(m))
			mustRefuse(t, d, sentinel.TimedOut)
			if kept {
				t.Error("it was remembered")
			}
		}
	}
}

func neverAsked(t *testing.T) {
	asked := func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		t.Error("somebody was asked")
		return &sentinel.Review{Answer: sentinel.Yes, Reason: "yes"}, nil
	}
	block := assess(func(c sentinel.Call) (sentinel.Assessment, error) {
		a, _ := coloured(sentinel.Critical, sentinel.Red)(c)
		a.Findings = append(a.Findings, sentinel.Finding{Rule: "never.x", Risk: sentinel.Critical, Block: true, Say: "ends everything"})
		return a, nil
	})
	yolo := sentinel.DefaultPolicy().WithYolo(true)
	known := memoryFuncs{known: func(sentinel.Part) bool { return true }}
	d := decide(call(), sentinel.WithAssessor(block), sentinel.WithPolicy(yolo), sentinel.WithMemory(known), sentinel.WithReviewer(asked))
	mustRefuse(t, d, sentinel.Blocked) // R369
	if d.Rule != "never.x" {
		t.Errorf("rule %q", d.Rule)
	}
}

func givenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reviewer := func(ctx context.Context, _ sentinel.Request) (*sentinel.Review, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	g := sentinel.New(sentinel.WithPolicy(sentinel.DefaultPolicy()), sentinel.WithBudget(always{}),
		sentinel.WithAssessor(risky(sentinel.Medium)), sentinel.WithReviewer(reviewer))
	mustRefuse(t, g.Decide(ctx, call()), sentinel.Cancelled)
}

func contradictions(t *testing.T) {
	green := sentinel.Part{Text: "x", Risk: sentinel.Low, Colour: sentinel.Green}
	for name, a := range map[string]sentinel.Assessment{
		"a red whole of green parts": {Risk: sentinel.Low, Colour: sentinel.Red, Parts: []sentinel.Part{green}},
		"a red finding in no part": {Risk: sentinel.High, Colour: sentinel.Green, Parts: []sentinel.Part{green},
			Findings: []sentinel.Finding{{Risk: sentinel.High, Colour: sentinel.Red, Say: "x"}}},
		"no parts":               {Risk: sentinel.Low, Colour: sentinel.Green},
		"a risk beyond the last": {Risk: sentinel.Risk(9), Colour: sentinel.Green, Parts: []sentinel.Part{green}},
		"a part nobody judged":   {Risk: sentinel.Low, Colour: sentinel.Green, Parts: []sentinel.Part{green, {Colour: sentinel.Green}}},
	} {
		t.Run(name, func(t *testing.T) {
			mustRefuse(t, decide(call(), sentinel.WithAssessor(assess(func(sentinel.Call) (sentinel.Assessment, error) { return a, nil }))), sentinel.Blocked)
		})
	}
}

func editsAre(t *testing.T, from, to string, want sentinel.Outcome) {
	d := decide(riskCall(from), sentinel.WithAssessor(assess(byArgument)), sentinel.WithReviewer(edits("sure", map[string]any{"risk": to})))
	mustRefuse(t, d, want)
}
