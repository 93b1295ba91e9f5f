package sentinel_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/memory"
)

// life is what a model knows of the gate's questions: which were answered with a
// yes that counted, until when, and which ran.
type life struct {
	now   sentinel.Moment
	store *memory.Store
	until map[string]time.Time // of the permits that were given
	ran   map[string]bool
	ids   []string
}

func (l *life) call(n int, r string) sentinel.Call {
	c := riskCall(r)
	c.Arguments["n"] = fmt.Sprint(n)
	return c
}

func (l *life) gate(options ...sentinel.Option) *sentinel.Gate {
	return sentinel.New(append([]sentinel.Option{sentinel.WithAssessor(assess(byArgument)), sentinel.WithPolicy(sentinel.DefaultPolicy()), sentinel.WithBudget(always{}),
		sentinel.WithStore(l.store), sentinel.WithRequester([]byte("x")), sentinel.WithoutWaiting()}, options...)...)
}

// TestR343_LifeOfQuestions plays calls, answers, edits, time and other hands at
// random: whatever is permitted was said yes to, in time, not taken back, and runs
// once.
func TestR343_LifeOfQuestions(t *testing.T) {
	risks := rapid.SampledFrom([]string{"MEDIUM", "HIGH", "CRITICAL"})
	rapid.Check(t, func(rt *rapid.T) {
		l := &life{now: at(0), until: map[string]time.Time{}, ran: map[string]bool{}}
		l.store = memory.New(func() sentinel.Moment { return l.now })
		defer l.store.Close()
		ctx := context.Background()
		pick := func() string {
			if len(l.ids) == 0 {
				return "none"
			}
			return rapid.SampledFrom(l.ids).Draw(rt, "question")
		}
		rt.Repeat(map[string]func(*rapid.T){
			"call": func(rt *rapid.T) {
				d := l.gate().Decide(ctx, l.call(rapid.IntRange(0, 2).Draw(rt, "n"), risks.Draw(rt, "risk")))
				if !d.Permitted {
					if d.Outcome != sentinel.Pending {
						rt.Fatalf("%s: %s", d.Outcome, d.Reason)
					}
					l.ids = append(l.ids, d.Request)
					return
				}
				until, ok := l.until[d.Request]
				if !ok || l.ran[d.Request] || !l.now.Time.Before(until) {
					rt.Fatalf("%s ran as %s: yes %v until %s, now %s, ran before %v", d.Request, d.Outcome, ok, until, l.now.Time, l.ran[d.Request])
				}
				l.ran[d.Request] = true
			},
			"answer": func(rt *rapid.T) {
				v := sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Answer(rapid.IntRange(0, 5).Draw(rt, "answer")), Reason: rapid.SampledFrom([]string{"", "r"}).Draw(rt, "reason")}}
				if rapid.Bool().Draw(rt, "edits") {
					v.Arguments = map[string]any{"risk": rapid.SampledFrom([]string{"LOW", "MEDIUM", "HIGH", "CRITICAL", "block", "error"}).Draw(rt, "edit")}
				}
				id := pick()
				before, _ := l.store.Get(ctx, id)
				q, err := l.gate().Answer(ctx, id, v)
				if err != nil || q.Permit != sentinel.PermitArmed {
					return
				}
				yes := v.Answer == sentinel.Yes || v.Answer == sentinel.YesSession || v.Answer == sentinel.YesAlways
				if !yes || before.Outcome != sentinel.Pending || before.Remaining(l.now) <= 0 || q.Request.Risk == sentinel.Critical && v.Reason == "" {
					rt.Fatalf("%+v armed %s, which was %v with %s left", v, id, before.Outcome, before.Remaining(l.now))
				}
				if v.Arguments != nil {
					e, err := byArgument(sentinel.Call{Tool: "t", Arguments: v.Arguments})
					if err != nil || e.Risk > q.Request.Risk || len(e.Findings) > 0 && e.Findings[0].Block {
						rt.Fatalf("an edit to %v armed a question of %s", v.Arguments, q.Request.Risk)
					}
				}
				l.until[id] = q.Until
			},
			"revoke": func(rt *rapid.T) {
				id := pick()
				if _, err := l.gate().Revoke(ctx, id, "x"); err == nil {
					delete(l.until, id)
				}
			},
			"cancel": func(rt *rapid.T) {
				id := pick()
				if _, err := l.gate().Cancel(ctx, id, "x"); err == nil {
					delete(l.until, id)
				}
			},
			"expire": func(rt *rapid.T) {
				if _, err := l.gate().Expire(ctx); err != nil {
					rt.Fatal(err)
				}
			},
			"a stranger calls": func(rt *rapid.T) {
				d := l.gate(sentinel.WithRequester([]byte("y"))).Claim(ctx, l.call(rapid.IntRange(0, 2).Draw(rt, "n"), risks.Draw(rt, "risk")))
				if d.Permitted {
					rt.Fatal("a stranger ran it")
				}
			},
			"time": func(rt *rapid.T) {
				d := time.Duration(rapid.IntRange(0, 2000).Draw(rt, "seconds")) * time.Second
				l.now.Time, l.now.Up = l.now.Time.Add(d), l.now.Up+d
			},
			"the wall clock is set back": func(rt *rapid.T) {
				l.now.Time = l.now.Time.Add(-time.Duration(rapid.IntRange(0, 300).Draw(rt, "seconds")) * time.Second)
			},
		})
	})
}
