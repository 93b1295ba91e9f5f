package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/trial"
	"github.com/sentinelgate/sentinel/store/storetest"
)

func TestMain(m *testing.M) {
	if trial.Worker(opener) {
		return
	}
	os.Exit(m.Run())
}

func opener(ctx context.Context, where string) (sentinel.Store, error) {
	return OpenWith(ctx, where, Options{})
}

// file names one in a folder that is still to be made.
func file(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "own", "sentinel.db")
}

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func asking(id string, risk sentinel.Risk) func(sentinel.Moment) (sentinel.Question, sentinel.Event) {
	return func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		return sentinel.Question{ID: id, Key: "key " + id, Shown: "shown", Outcome: sentinel.Pending, Silence: risk == sentinel.Medium,
			Request: sentinel.Request{Risk: risk}, Deadline: m.Time.Add(time.Hour)}, sentinel.Event{Kind: "asked"}
	}
}

func decide(ctx context.Context, s *Store, id string) (sentinel.Question, error) {
	return s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		return []sentinel.Event{{Kind: "answered"}}, q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes, Reason: "seen"}}, m)
	})
}

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) (sentinel.Store, storetest.Again) {
		path := filepath.Join(t.TempDir(), "own folder?x=1%20", "sentinel#1.db")
		again := func() (sentinel.Store, error) { return Open(path) }
		s, err := again()
		if err != nil {
			t.Fatal(err)
		}
		return s, again
	})
}

// failing opens the file with a clock and faults of the test.
type failing struct {
	path, point string
	clock       *trial.Clock
}

func (f *failing) open() (sentinel.Store, error) {
	s, err := OpenWith(context.Background(), f.path, Options{Clock: f.clock.Now})
	if err != nil {
		return nil, err
	}
	s.fault = func(point string) error {
		if point == f.point {
			return trial.ErrFault
		}
		return nil
	}
	return s, nil
}

func TestLifeOfQuestions(t *testing.T) {
	f := &failing{path: file(t), clock: trial.NewClock(false)}
	trial.Life(t, trial.World{Name: "SQLite", Clock: f.clock, Open: f.open, Fail: func(point string) { f.point = point }})
}

func TestR408_ProcessesAtOnce(t *testing.T) {
	r, err := trial.Race(context.Background(), opener, file(t), 8, trial.Long(4, 8), trial.Long(2000, 10000))
	if err != nil || r.Doubles != 0 || r.Accepted != r.Rows {
		t.Errorf("%v, %v", r, err)
	}
	t.Logf("race on SQLite: %v", r)
}

func TestR397_KilledProcesses(t *testing.T) {
	r, err := trial.Storm(context.Background(), opener, file(t), 4, trial.Long(8, 60))
	if err != nil || r.Lost != 0 || r.Acknowledged == 0 {
		t.Errorf("%v, %v", r, err)
	}
	t.Logf("kill storm on SQLite: %v", r)
}

// TestFaults: whatever fails, and where, a change is done wholly or not at all,
// and who was not told so reads again.
func TestFaults(t *testing.T) {
	for point, done := range map[string]bool{"begin": false, "after_step": false, "before_commit": false, "after_commit_before_ack": true} {
		t.Run(point, func(t *testing.T) {
			f := &failing{path: file(t), clock: trial.NewClock(false)}
			one, err := f.open()
			if err != nil {
				t.Fatal(err)
			}
			s := one.(*Store)
			defer s.Close()
			ctx := context.Background()
			if _, _, err := s.Create(ctx, asking("a", sentinel.High)); err != nil {
				t.Fatal(err)
			}
			f.point = point
			if _, err := decide(ctx, s, "a"); !errors.Is(err, trial.ErrFault) {
				t.Fatalf("no fault: %v", err)
			}
			f.point = ""
			q, err := s.Get(ctx, "a")
			if err != nil || (q.Outcome == sentinel.Approved) != done {
				t.Errorf("%v, %v", q.Outcome, err)
			}
			lines, err := s.Lines(ctx, 0, 10)
			if err != nil || (len(lines) == 2) != done {
				t.Errorf("%d lines, %v", len(lines), err)
			}
			if _, err := decide(ctx, s, "a"); done != errors.Is(err, sentinel.ErrDecided) {
				t.Errorf("again: %v", err)
			}
		})
	}
}

// TestLocked: who cannot write in time is told so, and nothing is done.
func TestLocked(t *testing.T) {
	path := file(t)
	s, other := open(t, path), open(t, path)
	ctx := context.Background()
	if _, _, err := s.Create(ctx, asking("a", sentinel.High)); err != nil {
		t.Fatal(err)
	}
	inside, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		_, _ = other.Change(ctx, "a", func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error) {
			close(inside)
			time.Sleep(300 * time.Millisecond)
			return nil, errors.New("never mind")
		})
	}()
	<-inside
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := decide(short, s, "a"); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	if q, err := s.Get(ctx, "a"); err != nil || q.Outcome != sentinel.Pending {
		t.Errorf("readers need not wait: %v, %v", q.Outcome, err)
	}
	if _, err := decide(ctx, s, "a"); err != nil { // waits until the other is through
		t.Errorf("the one with patience: %v", err)
	}
	<-done
}
