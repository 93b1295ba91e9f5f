package sentinel_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

// depending judges every call alike, as one that depends on things that may change.
type depending struct {
	assess
	on *[]sentinel.Bound
}

func (d depending) Assess(c sentinel.Call) (sentinel.Assessment, error) {
	a, err := d.assess(c)
	a.Bound = func() []sentinel.Bound { return append([]sentinel.Bound(nil), *d.on...) }
	return a, err
}

// TestR405_WhatChangedIsNamed: a yes is not for what changed since, and who asks again
// is told what it was.
func TestR405_WhatChangedIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		now  []sentinel.Bound
		want string
	}{
		"another content": {[]sentinel.Bound{{What: "the commit of main", Sum: "1"}, {What: "/p/.git/hooks/pre-push", Sum: "9"}}, "/p/.git/hooks/pre-push changed since it was shown"},
		"one more":        {[]sentinel.Bound{{What: "the commit of main", Sum: "1"}, {What: "/p/.git/hooks/pre-push", Sum: "2"}, {What: "/p/.npmrc", Sum: "3"}}, "/p/.npmrc changed since it was shown"},
		"gone":            {[]sentinel.Bound{{What: "the commit of main", Sum: "1"}}, "/p/.git/hooks/pre-push changed since it was shown"},
		"many": {[]sentinel.Bound{{What: "a", Sum: "1"}, {What: "b", Sum: "1"}, {What: "c", Sum: "1"}, {What: "d", Sum: "1"}},
			"a, b, c, 3 more changed since it was shown"},
	} {
		on := []sentinel.Bound{{What: "the commit of main", Sum: "1"}, {What: "/p/.git/hooks/pre-push", Sum: "2"}}
		assess := sentinel.WithAssessor(depending{risky(sentinel.High), &on})
		q := newQueue(t, sentinel.High, assess)
		was := q.asked()
		if len(was.Request.Bound) != 2 {
			t.Fatalf("%+v", was.Request)
		}
		if _, err := q.answer(was.ID, yes("")); err != nil {
			t.Fatal(err)
		}
		on = c.now
		d := q.decide(sentinel.WithoutWaiting())
		mustRefuse(t, d, sentinel.Pending)
		asked, err := q.store.Get(context.Background(), d.Request)
		if err != nil || asked.ID == was.ID || !strings.HasPrefix(asked.Request.Reason, c.want+"; ") || !strings.Contains(d.Reason, c.want) {
			t.Errorf("%s: %s; %+v, %v", name, d.Reason, asked.Request.Reason, err)
		}
		if old, _ := q.store.Get(context.Background(), was.ID); old.Permit != sentinel.PermitRevoked {
			t.Errorf("%s: the permit is %v", name, old.Permit)
		}
		// The new question is for what is there now.
		if _, err := q.answer(d.Request, yes("")); err != nil {
			t.Fatal(err)
		}
		if d := q.decide(sentinel.WithoutWaiting()); !d.Permitted {
			t.Errorf("%s: %s", name, d.Reason)
		}
		// A change before the answer counts, too.
		again := q.asked()
		on = []sentinel.Bound{{What: "x", Sum: "1"}}
		got, err := q.answer(again.ID, yes(""))
		if err != nil || got.Outcome != sentinel.Denied || !strings.Contains(got.Reason, "changed since it was shown; ask again") || !strings.Contains(got.Reason, "x") && len(c.now) < 3 {
			t.Errorf("%s: %v, %s, %v", name, got.Outcome, got.Reason, err)
		}
		if d := q.gate().Claim(context.Background(), call()); d.Permitted {
			t.Errorf("%s: permitted", name)
		}
	}
}

// TestR405_NothingChangedRuns: the same call again, with nothing changed, runs.
func TestR405_NothingChangedRuns(t *testing.T) {
	on := []sentinel.Bound{{What: "b", Sum: "1"}, {What: "a", Sum: "2"}}
	q := newQueue(t, sentinel.High, sentinel.WithAssessor(depending{risky(sentinel.High), &on}))
	if _, err := q.answer(q.asked().ID, yes("")); err != nil {
		t.Fatal(err)
	}
	if d := q.decide(sentinel.WithoutWaiting()); !d.Permitted {
		t.Error(d.Reason)
	}
	// Through Gate.Claim it is told what changed.
	if _, err := q.answer(q.asked().ID, yes("")); err != nil {
		t.Fatal(err)
	}
	on = on[:1]
	if d := q.gate().Claim(context.Background(), call()); d.Permitted || d.Reason != "a changed since it was shown; ask again" {
		t.Error(d.Reason)
	}
}
