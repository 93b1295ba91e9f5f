// Package trial tries stores hard: the whole life of questions against a model
// (Life), many processes at once (Race), processes that are killed (Storm), and
// the clock (Bench). It is for tests and for the program bench/store alone. The
// processes are this very program, started again: what calls Race or Storm
// begins with
//
//	if trial.Worker(open) {
//		return
//	}
//
// The tests run bounded. With SENTINEL_STORE_TRIAL=long they run for minutes.
package trial

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Opener opens the store of that place.
type Opener func(ctx context.Context, where string) (sentinel.Store, error)

// Long tells whether the trials are to run for minutes, and picks.
func Long[T any](short, long T) T {
	if os.Getenv("SENTINEL_STORE_TRIAL") == "long" {
		return long
	}
	return short
}

const word = "store-trial-worker"

// Worker is true if this process is one that Race or Storm started; its work is
// done then.
func Worker(open Opener) bool {
	if len(os.Args) < 4 || os.Args[1] != word {
		return false
	}
	if err := work(open, os.Args[2], os.Args[3], os.Args[4:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

func work(open Opener, kind, where string, args []string) error {
	ctx := context.Background()
	s, err := open(ctx, where)
	if err != nil {
		return err
	}
	defer s.Close()
	switch kind {
	case "race":
		return raceWorker(ctx, s, args)
	case "storm":
		return stormWorker(ctx, s, args)
	}
	return errors.New("no such work")
}

// process is a started worker.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(kind, where string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(os.Args[0], append([]string{word, kind, where}, args...)...)}
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewScanner(out)
	return p, p.cmd.Start()
}

// ask makes a question of that id.
func ask(id string, risk sentinel.Risk) func(sentinel.Moment) (sentinel.Question, sentinel.Event) {
	return func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		q := sentinel.Question{ID: id, Key: "key " + id, Shown: "shown", Policy: "policy", Outcome: sentinel.Pending,
			Deadline: m.Time.Add(time.Hour), Request: sentinel.Request{Risk: risk, Reason: "because",
				Call: sentinel.Call{Tool: "Bash", Action: sentinel.ActionShell, Arguments: map[string]any{"command": "make deploy TARGET=" + id}, Cwd: "/p"}}}
		q.Number, q.Version = 0, 1
		return q, told(&q, "asked")
	}
}

// told is the event of a step: what the question is from now on.
func told(q *sentinel.Question, kind string) sentinel.Event {
	data, err := json.Marshal(map[string]any{"outcome": q.Outcome, "permit": q.Permit, "by": q.By})
	if err != nil {
		data = nil
	}
	return sentinel.Event{Kind: kind, Request: q.ID, Data: data}
}

// answer decides, and says by whom.
func answer(ctx context.Context, s sentinel.Store, id, by string, a sentinel.Answer) (sentinel.Question, error) {
	return s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: a, By: by, Reason: "it was looked at"}, Channel: "trial"}, m)
		return []sentinel.Event{told(q, "answered")}, err
	})
}

func claim(ctx context.Context, s sentinel.Store, id string) (sentinel.Question, error) {
	return s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Claim("key "+id, "shown", m)
		return []sentinel.Event{told(q, "claimed")}, err
	})
}

// Agree verifies the chain and compares what it tells last of every question
// with the question itself: outcome, permit, reviewer, and as many lines as
// versions.
func Agree(ctx context.Context, s sentinel.Store, after int64, each func(id string, q sentinel.Question, versions int64)) error {
	type last struct {
		event    sentinel.Event
		versions int64
	}
	of := map[string]*last{}
	var order []string
	var prev sentinel.Line
	for {
		lines, err := s.Lines(ctx, max(after, prev.Seq), 1000)
		if err != nil {
			return err
		}
		if len(lines) == 0 {
			break
		}
		for _, l := range lines {
			if l.Sum() != l.Hash || prev.Seq > 0 && (l.Seq != prev.Seq+1 || l.Prev != prev.Hash) {
				return fmt.Errorf("the chain breaks at line %d", l.Seq)
			}
			prev = l
			if l.Event.Request == "" {
				continue
			}
			if of[l.Event.Request] == nil {
				of[l.Event.Request] = &last{}
				order = append(order, l.Event.Request)
			}
			of[l.Event.Request].event = l.Event
			of[l.Event.Request].versions++
		}
	}
	for _, id := range order {
		q, err := s.Get(ctx, id)
		if err != nil {
			return fmt.Errorf("the chain tells of %s: %w", id, err)
		}
		if want := told(&q, "").Data; string(want) != string(of[id].event.Data) {
			return fmt.Errorf("%s is %s, and the chain's last word is %s", id, want, of[id].event.Data)
		}
		if of[id].versions != q.Version {
			return fmt.Errorf("%s has version %d, and the chain has %d lines of it", id, q.Version, of[id].versions)
		}
		if each != nil {
			each(id, q, of[id].versions)
		}
	}
	return nil
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}
