package sentinel_test

import (
	"errors"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// at is a moment so long after a question was asked, by both clocks.
func at(d time.Duration) sentinel.Moment {
	return sentinel.Moment{Time: day.Add(d), Boot: "b", Up: time.Hour + d}
}

func open(r sentinel.Risk) sentinel.Question {
	return sentinel.Question{ID: "q", Number: 1, Key: "k", Shown: "s", Outcome: sentinel.Pending, Version: 1,
		Request: sentinel.Request{Risk: r}, Silence: r == sentinel.Medium, Told: true,
		Created: day, Boot: "b", Up: time.Hour, Deadline: day.Add(time.Minute), Waiting: day.Add(time.Minute)}
}

func yes(reason string) sentinel.Verdict {
	return sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes, Reason: reason}}
}

func TestR379_AnswerAfterTheWindow(t *testing.T) {
	for name, m := range map[string]sentinel.Moment{
		"exactly at the deadline": at(time.Minute),
		"later":                   at(2 * time.Minute),
		"wall clock set back":     {Time: day.Add(time.Second), Boot: "b", Up: time.Hour + 2*time.Minute},
		"wall clock before it was asked, after a restart": {Time: day.Add(-time.Hour), Boot: "c"},
	} {
		q := open(sentinel.High)
		if err := q.Decide(yes("fine"), m); !errors.Is(err, sentinel.ErrLate) || q.Outcome != sentinel.Pending {
			t.Errorf("%s: %v, %v", name, err, q.Outcome)
		}
	}
	q := open(sentinel.High)
	if err := q.Decide(yes(""), at(time.Minute-1)); err != nil || q.Permit != sentinel.PermitArmed {
		t.Errorf("in time: %v", err)
	}
}

func TestR380_CriticalNeedsAReason(t *testing.T) {
	for _, reason := range []string{"", "   ", "\n\t"} {
		q := open(sentinel.Critical)
		if err := q.Decide(yes(reason), at(1)); !errors.Is(err, sentinel.ErrNoReason) || q.Outcome != sentinel.Pending {
			t.Errorf("%q: %v, %v", reason, err, q.Outcome)
		}
	}
}

func TestR409_SilencePermitsOnlyByBothClocks(t *testing.T) {
	room := func() bool { return true }
	for name, c := range map[string]struct {
		m      sentinel.Moment
		change func(*sentinel.Question)
		permit sentinel.Permit
	}{
		"both over":                {at(time.Minute), nil, sentinel.PermitArmed},
		"wall clock set forward":   {sentinel.Moment{Time: day.Add(time.Hour), Boot: "b", Up: time.Hour + time.Second}, nil, sentinel.PermitNone},
		"after a restart":          {sentinel.Moment{Time: day.Add(time.Hour), Boot: "c", Up: 2 * time.Hour}, nil, sentinel.PermitNone},
		"nobody could be told":     {at(time.Minute), func(q *sentinel.Question) { q.Told = false }, sentinel.PermitNone},
		"nobody is there to tell":  {at(time.Minute), func(q *sentinel.Question) { q.Told, q.NobodyOK = false, true }, sentinel.PermitArmed},
		"the policy says no":       {at(time.Minute), func(q *sentinel.Question) { q.Silence = false }, sentinel.PermitNone},
		"HIGH whatever else":       {at(time.Minute), func(q *sentinel.Question) { q.Request.Risk = sentinel.High }, sentinel.PermitNone},
		"the caller is gone, R405": {at(time.Minute), func(q *sentinel.Question) { q.Waiting = day }, sentinel.PermitLapsed},
	} {
		q := open(sentinel.Medium)
		if c.change != nil {
			c.change(&q)
		}
		if !q.Expire(c.m, room) || q.Outcome != sentinel.TimedOut || q.Permit != c.permit {
			t.Errorf("%s: %v, %v", name, q.Outcome, q.Permit)
		}
	}
	q := open(sentinel.Medium)
	if !q.Expire(at(time.Minute), func() bool { return false }) || q.Permit != sentinel.PermitNone {
		t.Error("the hour's budget is used up, and silence permitted")
	}
}

func TestClaimIsOnceInTimeAndForWhatWasShown(t *testing.T) {
	armed := func() sentinel.Question {
		q := open(sentinel.High)
		if err := q.Decide(yes(""), at(time.Second)); err != nil {
			t.Fatal(err)
		}
		return q
	}
	q := armed()
	if err := q.Claim("k", "other", at(2*time.Second)); !errors.Is(err, sentinel.ErrDrift) {
		t.Errorf("drift: %v", err)
	}
	if err := q.Claim("other", "s", at(2*time.Second)); !errors.Is(err, sentinel.ErrNoPermit) {
		t.Errorf("a stranger: %v", err)
	}
	if err := q.Claim("k", "s", at(time.Hour)); !errors.Is(err, sentinel.ErrLate) {
		t.Errorf("late: %v", err)
	}
	if err := q.Claim("k", "s", at(2*time.Second)); err != nil {
		t.Errorf("in time: %v", err)
	}
	if err := q.Claim("k", "s", at(2*time.Second)); !errors.Is(err, sentinel.ErrNoPermit) {
		t.Errorf("twice: %v", err)
	}
}
