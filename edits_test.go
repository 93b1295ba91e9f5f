package sentinel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
	"github.com/sentinelgate/sentinel/internal/cases"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/store/memory"
)

// byArgument judges a call by its argument "risk", so that an edit can be better
// or worse than what was asked.
func byArgument(c sentinel.Call) (sentinel.Assessment, error) {
	name, _ := c.Arguments["risk"].(string)
	if name == "block" {
		a, err := coloured(sentinel.Critical, sentinel.Red)(c)
		a.Findings[0].Block = true
		return a, err
	}
	if name == "error" {
		return sentinel.Assessment{}, errors.New("cannot be judged")
	}
	if name == "panic" {
		panic("assessor")
	}
	r, err := sentinel.ParseRisk(name)
	if err != nil {
		return sentinel.Assessment{}, err
	}
	return risky(r)(c)
}

func riskCall(r string) sentinel.Call {
	c := call()
	c.Arguments = map[string]any{"risk": r}
	return c
}

// edits is a reviewer who approves something else.
func edits(reason string, arguments map[string]any) sentinel.Reviewer {
	return func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		return &sentinel.Review{Answer: sentinel.YesAlways, Reason: reason, By: "ops", Arguments: arguments}, nil
	}
}

// eachWay decides with a reviewer in this process, and with one who answers a
// stored question.
func eachWay(t *testing.T, f func(t *testing.T, decide func(sentinel.Call, sentinel.Reviewer, ...sentinel.Option) sentinel.Decision)) {
	t.Helper()
	base := []sentinel.Option{sentinel.WithPolicy(sentinel.DefaultPolicy()), sentinel.WithBudget(always{}), sentinel.WithAssessor(assess(byArgument))}
	t.Run("in this process", func(t *testing.T) {
		f(t, func(c sentinel.Call, r sentinel.Reviewer, o ...sentinel.Option) sentinel.Decision {
			return sentinel.New(append(append(base[:3:3], sentinel.WithReviewer(r)), o...)...).Decide(context.Background(), c)
		})
	})
	t.Run("with a store", func(t *testing.T) {
		f(t, func(c sentinel.Call, r sentinel.Reviewer, o ...sentinel.Option) sentinel.Decision {
			s := memory.New(nil)
			defer s.Close()
			// What is not accepted leaves the question open: nobody else answers here.
			p := sentinel.DefaultPolicy()
			for _, risk := range []sentinel.Risk{sentinel.Medium, sentinel.High, sentinel.Critical} {
				p = p.WithWindow(risk, 2*time.Second)
			}
			return sentinel.New(append(append(base[:3:3], sentinel.WithReviewer(r), sentinel.WithStore(s), sentinel.WithPolicy(p)), o...)...).Decide(context.Background(), c)
		})
	})
}

// TestR384_Edits: what a reviewer puts in the call's place runs if it is no worse,
// and nothing else does.
func TestR384_Edits(t *testing.T) {
	eachWay(t, func(t *testing.T, decide func(sentinel.Call, sentinel.Reviewer, ...sentinel.Option) sentinel.Decision) {
		for _, c := range []struct {
			name, from, to, reason string
			want                   sentinel.Outcome
		}{
			{"R388 milder", "HIGH", "MEDIUM", "", sentinel.Approved},
			{"R388 the same risk", "HIGH", "HIGH", "", sentinel.Approved},
			{"down to nothing to ask", "HIGH", "LOW", "", sentinel.Approved},
			{"R389 CRITICAL to CRITICAL with a reason", "CRITICAL", "CRITICAL", "checked", sentinel.Approved},
			{"R389 without", "CRITICAL", "CRITICAL", " ", sentinel.TimedOut},
			{"R389 milder, but asked as CRITICAL", "CRITICAL", "LOW", "", sentinel.TimedOut},
			{"R382 worse", "HIGH", "CRITICAL", "sure", sentinel.Denied},
			{"R382 one step", "MEDIUM", "HIGH", "sure", sentinel.Denied},
			{"R381 never a question", "CRITICAL", "block", "sure", sentinel.Blocked},
			{"cannot be judged", "CRITICAL", "error", "sure", sentinel.Blocked},
			{"the judge fails", "CRITICAL", "panic", "sure", sentinel.Blocked},
			{"unreadable", "CRITICAL", "", "sure", sentinel.Blocked},
		} {
			t.Run(c.name, func(t *testing.T) {
				asked := riskCall(c.from)
				edit := map[string]any{"risk": c.to, "note": "edited"}
				d := decide(asked, edits(c.reason, edit))
				if c.want != sentinel.Approved {
					mustRefuse(t, d, c.want)
					if d.Arguments != nil {
						t.Errorf("something may run: %v", d.Arguments)
					}
					if c.want == sentinel.Denied && !strings.Contains(d.Reason, "call of its own") {
						t.Errorf("no advice: %s", d.Reason)
					}
					return
				}
				if !d.Permitted || d.Outcome != sentinel.Approved {
					t.Fatalf("%s: %s", d.Outcome, d.Reason)
				}
				if d.Arguments["note"] != "edited" || d.Arguments["risk"] != c.to { // R385
					t.Errorf("runs %v", d.Arguments)
				}
				if d.Call.Arguments["risk"] != c.from || d.Call.Arguments["note"] != nil || d.Call.Tool != "t" { // R386, R391
					t.Errorf("the original is %v", d.Call)
				}
			})
		}
		d := decide(riskCall("HIGH"), answers(sentinel.Yes, ""))
		if !d.Permitted || d.Arguments["risk"] != "HIGH" { // R385 without an edit
			t.Errorf("%s, runs %v", d.Outcome, d.Arguments)
		}
	})
}

// TestR392_FixedArguments: a client that cannot take an edit runs nothing.
func TestR392_FixedArguments(t *testing.T) {
	eachWay(t, func(t *testing.T, decide func(sentinel.Call, sentinel.Reviewer, ...sentinel.Option) sentinel.Decision) {
		d := decide(riskCall("HIGH"), edits("", map[string]any{"risk": "LOW"}), sentinel.WithFixedArguments())
		mustRefuse(t, d, sentinel.Denied)
		if !strings.Contains(d.Reason, `{"risk":"LOW"}`) {
			t.Errorf("the edited call is not told: %s", d.Reason)
		}
		if d := decide(riskCall("HIGH"), edits("", map[string]any{"risk": "HIGH"}), sentinel.WithFixedArguments()); d.Outcome == sentinel.Blocked {
			t.Error(d.Reason)
		}
	})
}

// TestEditsTeachNothing: what was allowed in place of the call is no yes to it.
func TestEditsTeachNothing(t *testing.T) {
	kept := false
	m := memoryFuncs{remember: func([]sentinel.Part, bool) error { kept = true; return nil }}
	eachWay(t, func(t *testing.T, decide func(sentinel.Call, sentinel.Reviewer, ...sentinel.Option) sentinel.Decision) {
		if d := decide(riskCall("HIGH"), edits("", map[string]any{"risk": "MEDIUM"}), sentinel.WithMemory(m)); !d.Permitted || kept {
			t.Errorf("%s, remembered %v", d.Outcome, kept)
		}
		if d := decide(riskCall("HIGH"), answers(sentinel.YesSession, ""), sentinel.WithMemory(m)); !d.Permitted || !kept {
			t.Errorf("%s, remembered %v", d.Outcome, kept)
		}
		kept = false
	})
}

// TestReviewersChangeNothingBehindTheGate: neither the request they were given nor
// the edit they gave is the thing that runs.
func TestReviewersChangeNothingBehindTheGate(t *testing.T) {
	eachWay(t, func(t *testing.T, decide func(sentinel.Call, sentinel.Reviewer, ...sentinel.Option) sentinel.Decision) {
		c := riskCall("HIGH")
		c.Arguments["deep"] = map[string]any{"list": []any{"a"}}
		d := decide(c, func(_ context.Context, r sentinel.Request) (*sentinel.Review, error) {
			r.Call.Arguments["risk"] = "block"
			r.Call.Arguments["deep"].(map[string]any)["list"].([]any)[0] = "rm"
			r.Call.Tool = "other"
			return &sentinel.Review{Answer: sentinel.Yes}, nil
		})
		if got := fmt.Sprint(d.Arguments); !d.Permitted || got != "map[deep:map[list:[a]] risk:HIGH]" || d.Call.Tool != "t" {
			t.Errorf("%s runs %s", d.Outcome, got)
		}
		mine := map[string]any{"risk": "LOW"}
		d = decide(riskCall("HIGH"), edits("", mine))
		mine["risk"] = "block"
		if !d.Permitted || d.Arguments["risk"] != "LOW" {
			t.Errorf("%s runs %v", d.Outcome, d.Arguments)
		}
		cycle := map[string]any{"risk": "LOW"}
		cycle["self"] = cycle
		mustRefuse(t, decide(riskCall("HIGH"), edits("", cycle)), sentinel.Blocked)
		c = riskCall("HIGH")
		c.Arguments["self"] = c.Arguments
		mustRefuse(t, decide(c, edits("", nil)), sentinel.Blocked)
	})
}

// TestR387_BothVersionsInTheChain, masked.
func TestR387_BothVersionsInTheChain(t *testing.T) {
	q := newQueue(t, sentinel.High)
	id := q.asked().ID
	v := sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes, By: "ops", Reason: "staging, hunter2", Arguments: map[string]any{"x": "hunter2 staging"}}}
	if _, err := q.answer(id, v); err != nil {
		t.Fatal(err)
	}
	e := q.entry("approved")
	if e.Arguments != `{"x":"y"}` || e.Edit != `{"x":"[masked] staging"}` || e.By != "ops" || e.Comment != "staging, [masked]" || e.Shown == "" || e.Allowed == e.Shown || e.Policy == "" {
		t.Errorf("%+v", e)
	}
	d := q.decide()
	if d.Arguments["x"] != "hunter2 staging" {
		t.Errorf("%s runs %v", d.Outcome, d.Arguments)
	}
	if e := q.entry("claimed"); e.Edit == "" || e.Permit != sentinel.PermitClaimed {
		t.Errorf("%+v", e)
	}
	// What is refused is told with both versions, too.
	q = newQueue(t, sentinel.High, sentinel.WithAssessor(assess(func(c sentinel.Call) (sentinel.Assessment, error) {
		if c.Arguments["x"] == "worse" {
			return risky(sentinel.Critical)(c)
		}
		return risky(sentinel.High)(c)
	})))
	v.Arguments = map[string]any{"x": "worse"}
	got, err := q.answer(q.asked().ID, v)
	if err != nil || got.Outcome != sentinel.Denied || got.Permit != sentinel.PermitNone {
		t.Errorf("%v %v: %v", got.Outcome, got.Permit, err)
	}
	if e := q.entry("denied"); e.Arguments != `{"x":"y"}` || e.Edit != `{"x":"worse"}` || e.By != "ops" || e.Permitted {
		t.Errorf("%+v", e)
	}
}

// TestR390_AdversarialReviewer tries every payload that is never a question as an
// edit of a harmless call, and every dangerous one as an edit of a MEDIUM one.
func TestR390_AdversarialReviewer(t *testing.T) {
	w := newWorld(nil)
	name := "testdata/cases/danger.jsonl"
	list, err := cases.Read(name, bytes.NewReader(readFile(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	blocks, dangers := 0, 0
	for i, c := range list {
		if c.Hand || c.Cwd != paths.ProjectRoot || c.Expect != "block" && i%4 > 0 { // a share of so many is enough
			continue
		}
		edited := w.edited(c.Tool, c.Input)
		switch {
		case c.Expect == "block":
			blocks++
			mustRefuse(t, edited, sentinel.Blocked)
		case edited.Risk == sentinel.Medium && w.decide(c.Tool, c.Input).Risk > sentinel.Medium:
			dangers++
			if edited.Permitted {
				t.Errorf("%s: permitted as an edit", c.ID)
			}
		}
	}
	if blocks < 200 || dangers < 2000 {
		t.Errorf("only %d and %d payloads were tried", blocks, dangers)
	}
}

// edited asks a MEDIUM call of the tool, and the reviewer puts arguments in its
// place.
func (w *world) edited(tool string, arguments map[string]any) sentinel.Decision {
	gate := sentinel.New(sentinel.WithAssessor(w.assessor), sentinel.WithPolicy(builtin.Policy().WithApproveFrom(sentinel.Low)),
		sentinel.WithReviewer(edits("please", arguments)))
	return gate.Decide(context.Background(), sentinel.Call{Agent: "test", Session: w.session, Tool: tool, Cwd: paths.ProjectRoot,
		Arguments: harmless(tool)})
}

func harmless(tool string) map[string]any {
	if strings.EqualFold(tool, "bash") || strings.EqualFold(tool, "powershell") {
		return map[string]any{"command": "git status"}
	}
	return map[string]any{"path": "README.md", "content": "x"}
}
