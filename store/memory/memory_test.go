package memory_test

import (
	"context"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/trial"
	"github.com/sentinelgate/sentinel/store/memory"
	"github.com/sentinelgate/sentinel/store/storetest"
)

func TestFilesAndAnswers(t *testing.T) {
	s := memory.New(nil)
	defer s.Close()
	ctx := context.Background()
	ask := func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		return sentinel.Question{ID: "a", Key: "k", Shown: "s", Outcome: sentinel.Pending, Request: sentinel.Request{Risk: sentinel.High},
			Deadline: m.Time.Add(time.Minute)}, sentinel.Event{Kind: "asked"}
	}
	q, joined, err := s.Create(ctx, ask)
	if err != nil || joined || q.Number != 1 || q.Version != 1 {
		t.Fatalf("%+v %v %v", q, joined, err)
	}
	if _, joined, err := s.Create(ctx, ask); err != nil || !joined {
		t.Fatalf("joined %v %v", joined, err)
	}
	q, err = s.Change(ctx, "a", func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		return []sentinel.Event{{Kind: "approved"}}, q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes}}, m)
	})
	if err != nil || q.Version != 2 || q.Permit != sentinel.PermitArmed {
		t.Fatalf("%+v %v", q, err)
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) (sentinel.Store, storetest.Again) { return memory.New(nil), nil })
}

func TestLifeOfQuestions(t *testing.T) {
	clock := trial.NewClock(false)
	s := memory.New(clock.Now)
	trial.Life(t, trial.World{Name: "in memory", Clock: clock, Open: func() (sentinel.Store, error) { return lasting{s}, nil }})
}

// lasting is a store that is there again after it was closed.
type lasting struct{ *memory.Store }

func (lasting) Close() error { return nil }
