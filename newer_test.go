package sentinel_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/rules"
)

// withIdentity judges a call as running one file of that content.
func withIdentity(identity *string, r sentinel.Risk) assess {
	return func(c sentinel.Call) (sentinel.Assessment, error) {
		a, err := risky(r)(c)
		a.Parts[0].Effects = []sentinel.Effect{{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Target: "x.sh", Identity: *identity}}
		return a, err
	}
}

// TestDrift: what runs with a call changed while it waited, or between the answer
// and the run. Then it is asked anew, and the old yes is worth nothing.
func TestDrift(t *testing.T) {
	file := "1"
	q := newQueue(t, sentinel.High, sentinel.WithAssessor(withIdentity(&file, sentinel.High)))
	id := q.asked().ID
	file = "2"
	got, err := q.answer(id, yes(""))
	if err != nil || got.Outcome != sentinel.Denied || !strings.Contains(got.Reason, "changed since") {
		t.Errorf("while it waited: %v, %s: %v", got.Outcome, got.Reason, err)
	}
	id = q.asked().ID
	if got, err := q.answer(id, yes("")); err != nil || got.Permit != sentinel.PermitArmed {
		t.Fatalf("%v: %v", got.Permit, err)
	}
	file = "3"
	again := q.asked()
	if again.ID == id {
		t.Error("the old question was joined")
	}
	if old, _ := q.store.Get(context.Background(), id); old.Permit != sentinel.PermitRevoked {
		t.Errorf("the old permit is %v", old.Permit)
	}
	file = "2"
	mustRefuse(t, q.decide(sentinel.WithoutWaiting()), sentinel.Pending)
	// On another host nothing can be compared: that is left to the claim.
	got, err = q.answer(again.ID, yes(""), sentinel.WithHost("elsewhere"))
	if err != nil || got.Outcome != sentinel.Approved {
		t.Errorf("elsewhere: %v: %v", got.Outcome, err)
	}
	mustRefuse(t, q.decide(sentinel.WithoutWaiting()), sentinel.Pending)
	file = "3"
	// The permit for "3" was taken back when "2" came by.
	mustRefuse(t, q.decide(sentinel.WithoutWaiting()), sentinel.Pending)
}

// TestNewerPolicy: what a newer policy refuses is neither approved nor run; what
// it holds for worse is not, either.
func TestNewerPolicy(t *testing.T) {
	deny, _ := rules.Parse(rules.Source{}, []byte(`{"t":"deny"}`))
	ruled := func(r sentinel.Risk) assess {
		return func(c sentinel.Call) (sentinel.Assessment, error) {
			a, err := risky(r)(c)
			a.Parts[0].Asks = []sentinel.RuleAsk{{Tools: []string{"t"}}}
			return a, err
		}
	}
	newer := sentinel.WithPolicy(sentinel.DefaultPolicy().WithRules(deny))
	worse := sentinel.WithPolicy(sentinel.DefaultPolicy().WithTool("t", sentinel.Critical))
	q := newQueue(t, sentinel.High, sentinel.WithAssessor(ruled(sentinel.High)))

	if got, err := q.answer(q.asked().ID, yes("r"), newer); err != nil || got.Outcome != sentinel.Blocked {
		t.Errorf("answered under a newer policy: %v: %v", got.Outcome, err)
	}
	if got, err := q.answer(q.asked().ID, yes("r"), worse); err != nil || got.Outcome != sentinel.Denied || !strings.Contains(got.Reason, "ask again") {
		t.Errorf("answered when it is worse: %v, %s: %v", got.Outcome, got.Reason, err)
	}
	asked := q.asked()
	if _, err := q.answer(asked.ID, yes("r")); err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, q.decide(newer), sentinel.Blocked) // the permit stays, and is refused each time
	mustRefuse(t, q.gate(worse).Claim(context.Background(), call()), sentinel.Blocked)
	if old, _ := q.store.Get(context.Background(), asked.ID); old.Permit != sentinel.PermitRevoked {
		t.Errorf("the permit is %v", old.Permit)
	}
}

// TestR370_WhatIsBlockedHasNoQuestion: there is nothing to approve.
func TestR370_WhatIsBlockedHasNoQuestion(t *testing.T) {
	q := newQueue(t, sentinel.High, sentinel.WithAssessor(assess(byArgument)))
	d := q.gate().Decide(context.Background(), riskCall("block"))
	mustRefuse(t, d, sentinel.Blocked)
	if list, _ := q.store.List(context.Background(), sentinel.Filter{}); len(list) != 0 || d.Request != "" {
		t.Errorf("%d questions", len(list))
	}
	if e := q.entry("decision"); e.Outcome != sentinel.Blocked || e.Permitted { // R369
		t.Errorf("%+v", e)
	}
}

// TestNotes: a told event stands before the answer, and one that turned out false
// is taken back.
func TestNotDeliveredIsTaken(t *testing.T) {
	q := newQueue(t, sentinel.Medium)
	ctx, cancel := context.WithCancel(context.Background())
	fail := make(chan struct{})
	done := make(chan sentinel.Decision)
	go func() {
		done <- q.gate(sentinel.WithReviewer(func(context.Context, sentinel.Request) (*sentinel.Review, error) {
			<-fail
			return nil, sentinel.ErrNotDelivered
		})).Decide(ctx, call())
	}()
	id := q.open()
	wait := func(told bool) {
		t.Helper()
		for v := int64(0); ; {
			got, err := q.store.Wait(ctx, id, v)
			if err != nil {
				t.Fatal(err)
			}
			if got.Told == told {
				return
			}
			v = got.Version
		}
	}
	wait(true)
	close(fail)
	wait(false)
	cancel()
	mustRefuse(t, <-done, sentinel.Cancelled)
	if got := q.kinds(); got != "asked told not-told cancelled decision" {
		t.Error(got)
	}
}
