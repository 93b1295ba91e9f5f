package trial

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
)

// RaceResult is what Race counted.
type RaceResult struct {
	Processes, Rows, Tries, Accepted, Doubles int
	P50, P99, Max                             time.Duration // of one try
}

func (r RaceResult) String() string {
	return fmt.Sprintf("%d processes, %d rows, %d tries: %d decided, %d decided twice, p50 %v, p99 %v, max %v", r.Processes, r.Rows, r.Tries,
		r.Accepted, r.Doubles, r.P50.Round(10*time.Microsecond), r.P99.Round(10*time.Microsecond), r.Max.Round(time.Millisecond))
}

// Race files so many questions and lets processes answer them, each one by as
// many processes as share it. Every question must be answered exactly once, and the one
// who was told so must be the one who is on record.
func Race(ctx context.Context, open Opener, where string, processes, share, rows int) (RaceResult, error) {
	r := RaceResult{Processes: processes, Rows: rows}
	var all []*process
	for i := range processes {
		p, err := start("race", where, fmt.Sprint(i), fmt.Sprint(processes), fmt.Sprint(rows), fmt.Sprint(share))
		if err != nil {
			return r, err
		}
		defer p.cmd.Process.Kill()
		all = append(all, p)
	}
	for _, p := range all { // each filed its share
		if !p.out.Scan() || p.out.Text() != "filed" {
			return r, fmt.Errorf("a process did not file: %q, %w", p.out.Text(), errors.Join(p.out.Err()))
		}
	}
	for _, p := range all {
		fmt.Fprintln(p.in, "go")
	}
	by := map[string][]string{}
	var took []time.Duration
	for _, p := range all {
		for p.out.Scan() {
			f := strings.Fields(p.out.Text())
			if len(f) != 3 {
				return r, fmt.Errorf("a process said %q", p.out.Text())
			}
			took = append(took, time.Duration(number(f[2])))
			if f[1] != "-" {
				by[f[0]] = append(by[f[0]], f[1])
			}
		}
		if err := p.cmd.Wait(); err != nil {
			return r, err
		}
	}
	slices.Sort(took)
	r.Tries, r.Accepted = len(took), len(by)
	if len(took) > 0 {
		r.P50, r.P99, r.Max = took[len(took)/2], took[len(took)*99/100], took[len(took)-1]
	}
	s, err := open(ctx, where)
	if err != nil {
		return r, err
	}
	defer s.Close()
	var wrong []error
	err = Agree(ctx, s, 0, func(id string, q sentinel.Question, versions int64) {
		if len(by[id]) != 1 || versions != 3 {
			r.Doubles++
		}
		if len(by[id]) > 0 && q.By != by[id][0] || q.Permit != sentinel.PermitClaimed {
			wrong = append(wrong, fmt.Errorf("%s was told yes to %s, and the record is %s's, %v", by[id], id, q.By, q.Permit))
		}
	})
	return r, errors.Join(append(wrong, err, s.Check(ctx))...)
}

func raceWorker(ctx context.Context, s sentinel.Store, args []string) error {
	me, processes, rows, share := number(args[0]), number(args[1]), number(args[2]), number(args[3])
	for i := me; i < rows; i += processes {
		if _, _, err := s.Create(ctx, ask(fmt.Sprint("row", i), sentinel.High)); err != nil {
			return fmt.Errorf("process %d: file row %d: %w", me, i, err)
		}
	}
	fmt.Println("filed")
	if !bufio.NewScanner(os.Stdin).Scan() {
		return errors.New("nobody said go")
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for i := range rows {
		if group := processes / share; i%group != me%group {
			continue
		}
		id, name := fmt.Sprint("row", i), fmt.Sprint("process", me)
		began := time.Now()
		_, err := answer(ctx, s, id, name, sentinel.Yes)
		took := time.Since(began)
		switch {
		case err == nil:
			if _, err := claim(ctx, s, id); err != nil {
				return fmt.Errorf("%s: claim %s: %w", name, id, err)
			}
		case errors.Is(err, sentinel.ErrDecided):
			name = "-"
		default:
			return fmt.Errorf("%s: answer %s: %w", name, id, err)
		}
		fmt.Fprintln(out, id, name, took.Nanoseconds())
		if rand.N(50) == 0 {
			time.Sleep(rand.N(time.Millisecond)) // so that nobody leads for long
		}
	}
	return nil
}
