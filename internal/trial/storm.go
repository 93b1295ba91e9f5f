package trial

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/sentinelgate/sentinel"
)

// StormResult is what Storm counted.
type StormResult struct {
	Kills, Acknowledged, Lost, Unheard, Questions int
}

func (r StormResult) String() string {
	return fmt.Sprintf("%d processes killed with -9, %d decisions acknowledged, %d lost, %d committed and not heard of, %d questions whose state and audit agree",
		r.Kills, r.Acknowledged, r.Lost, r.Unheard, r.Questions)
}

// Storm kills processes that answer questions, lanes at once. Every answer that
// a process told of before it died must be on record as it was told.
func Storm(ctx context.Context, open Opener, where string, lanes, each int) (StormResult, error) {
	first, err := open(ctx, where) // the tables are made by nobody who is killed
	if err != nil {
		return StormResult{}, err
	}
	defer first.Close()
	var mu sync.Mutex
	heard := map[string]string{} // by id: outcome and reviewer
	var wg sync.WaitGroup
	var errs []error
	for lane := range lanes {
		wg.Go(func() {
			for n := range each {
				lines, err := killed(where, fmt.Sprintf("%d-%d", lane, n))
				mu.Lock()
				for _, l := range lines {
					id, said, _ := strings.Cut(l, " ")
					heard[id] = said
				}
				if err != nil {
					errs = append(errs, err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	r := StormResult{Kills: lanes * each, Acknowledged: len(heard)}
	s, err := open(ctx, where)
	if err != nil {
		return r, err
	}
	defer s.Close()
	seen := map[string]bool{}
	err = Agree(ctx, s, 0, func(id string, q sentinel.Question, _ int64) {
		r.Questions++
		seen[id] = true
		said, ok := heard[id]
		if ok && said != state(q) {
			r.Lost++
		}
		if !ok && q.Outcome != sentinel.Pending {
			r.Unheard++
		}
	})
	for id := range heard {
		if !seen[id] {
			r.Lost++
		}
	}
	return r, errors.Join(append(errs, err, s.Check(ctx))...)
}

func state(q sentinel.Question) string { return fmt.Sprint(q.Outcome, " ", q.By) }

// killed runs one process to its end, some time after its first word, and gives
// what it told until then.
func killed(where, name string) ([]string, error) {
	p, err := start("storm", where, name)
	if err != nil {
		return nil, err
	}
	var lines []string
	if rand.N(4) > 0 && p.out.Scan() { // some die while they open the store
		lines = append(lines, p.out.Text())
	}
	go func() {
		time.Sleep(rand.N(40 * time.Millisecond))
		_ = p.cmd.Process.Kill()
	}()
	for p.out.Scan() {
		lines = append(lines, p.out.Text())
	}
	err = p.out.Err()
	_ = p.cmd.Wait()
	return lines, err
}

// stormWorker answers until it is killed, and tells only of what was
// acknowledged to it.
func stormWorker(ctx context.Context, s sentinel.Store, args []string) error {
	for n := range 10_000 {
		id := fmt.Sprint(args[0], ".", n)
		if _, _, err := s.Create(ctx, ask(id, sentinel.Critical)); err != nil {
			return err
		}
		a := sentinel.Yes
		if n%3 == 0 {
			a = sentinel.No
		}
		q, err := answer(ctx, s, id, "process "+args[0], a)
		if err != nil {
			return err
		}
		fmt.Println(id, state(q))
	}
	return nil
}
