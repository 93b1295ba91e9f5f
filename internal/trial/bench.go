package trial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Speed is what was measured.
type Speed struct {
	N        int
	Took     time.Duration // all of it
	P50, P99 time.Duration // of one
}

// PerSecond is how many there were in one.
func (s Speed) PerSecond() float64 { return float64(s.N) / max(s.Took.Seconds(), 1e-9) }

func speed(each []time.Duration, took time.Duration) Speed {
	slices.Sort(each)
	if len(each) == 0 {
		return Speed{Took: took}
	}
	return Speed{N: len(each), Took: took, P50: each[len(each)/2], P99: each[len(each)*99/100]}
}

// Decisions measures n answers to stored questions by so many clients at once,
// each with the store opened for itself.
func Decisions(ctx context.Context, open Opener, where, run string, clients, n int) (Speed, error) {
	stores := make([]sentinel.Store, clients)
	for i := range stores {
		s, err := open(ctx, where)
		if err != nil {
			return Speed{}, err
		}
		defer s.Close()
		stores[i] = s
	}
	for i := range n {
		if _, _, err := stores[0].Create(ctx, ask(fmt.Sprint(run, i), sentinel.High)); err != nil {
			return Speed{}, err
		}
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var all []time.Duration
	var errs []error
	began := time.Now()
	for c, s := range stores {
		wg.Go(func() {
			var mine []time.Duration
			var err error
			for i := c; i < n && err == nil; i += clients {
				start := time.Now()
				_, err = answer(ctx, s, fmt.Sprint(run, i), "p", sentinel.Yes)
				mine = append(mine, time.Since(start))
			}
			mu.Lock()
			defer mu.Unlock()
			all, errs = append(all, mine...), append(errs, err)
		})
	}
	wg.Wait()
	return speed(all, time.Since(began)), errors.Join(errs...)
}

// Waits measures the time from the moment an answer is given until a caller in
// another place has it, n times.
func Waits(ctx context.Context, open Opener, where, run string, n int) (Speed, error) {
	asks, err := open(ctx, where)
	if err != nil {
		return Speed{}, err
	}
	defer asks.Close()
	answers, err := open(ctx, where)
	if err != nil {
		return Speed{}, err
	}
	defer answers.Close()
	var all []time.Duration
	began := time.Now()
	for i := range n {
		id := fmt.Sprint(run, i)
		if _, _, err := asks.Create(ctx, ask(id, sentinel.High)); err != nil {
			return Speed{}, err
		}
		woken := make(chan error, 1)
		var at time.Time
		go func() {
			_, err := asks.Wait(ctx, id, 1)
			at = time.Now()
			woken <- err
		}()
		time.Sleep(120*time.Millisecond + time.Duration(i%25)*time.Millisecond) // it waits for a while, as for a person
		start := time.Now()
		if _, err := answer(ctx, answers, id, "p", sentinel.Yes); err != nil {
			return Speed{}, err
		}
		if err := <-woken; err != nil {
			return Speed{}, err
		}
		all = append(all, at.Sub(start))
	}
	return speed(all, time.Since(began)), nil
}
