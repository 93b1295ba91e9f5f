// Package memory is a store that ends with its process: for tests, and for
// programs whose callers and reviewers live in one process and end together. A
// question that is still open then was never answered, and nothing permits it.
//
//	store := memory.New(nil)
//	defer store.Close()
package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/internal/clock"
	"github.com/sentinelgate/sentinel/store/internal/record"
)

// patience is how long a call waits for its turn at most: a step that uses the
// store itself would wait for ever.
const patience = 5 * time.Second

// Store keeps everything in memory. Use New.
type Store struct {
	now func() sentinel.Moment

	turn    chan struct{}  // full while somebody uses what follows
	rows    []*record.Row  // by number, from 1
	byID    map[string]int // index in rows
	lines   []sentinel.Line
	last    sentinel.Line
	changed chan struct{} // closed with the next change
	closed  bool
}

var _ sentinel.Store = (*Store)(nil)

// New is an empty store. now is its clock, nil for the host's.
func New(now func() sentinel.Moment) *Store {
	if now == nil {
		now = clock.System()
	}
	return &Store{now: now, turn: make(chan struct{}, 1), byID: map[string]int{}, changed: make(chan struct{})}
}

// lock begins a use of the store, which ends with the function it returns.
func (s *Store) lock(ctx context.Context) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case s.turn <- struct{}{}:
	default:
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		select {
		case s.turn <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	unlock := func() { <-s.turn }
	if s.closed {
		unlock()
		return nil, record.ErrClosed
	}
	return unlock, nil
}

// Now is the clock's time.
func (s *Store) Now(ctx context.Context) (sentinel.Moment, error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return sentinel.Moment{}, err
	}
	defer unlock()
	return s.moment(), nil
}

func (s *Store) moment() sentinel.Moment { return record.Moment(s.now()) }

// Create files a question, or gives the live one of the same key.
func (s *Store) Create(ctx context.Context, make func(sentinel.Moment) (sentinel.Question, sentinel.Event)) (sentinel.Question, bool, error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return sentinel.Question{}, false, err
	}
	defer unlock()
	m := s.moment()
	asked, e := make(m)
	row, err := record.New(asked, m)
	if err != nil {
		return sentinel.Question{}, false, err
	}
	for _, r := range slices.Backward(s.rows) {
		if r.Key == row.Key && r.Live() {
			q, err := r.Question()
			return q, err == nil, err
		}
	}
	if _, ok := s.byID[row.ID]; ok {
		return sentinel.Question{}, false, errors.New("file question: its id is taken")
	}
	events, err := record.Events(row.ID, []sentinel.Event{e})
	if err != nil {
		return sentinel.Question{}, false, err
	}
	row.Number = int64(len(s.rows)) + 1
	q, err := row.Question()
	if err != nil {
		return sentinel.Question{}, false, err
	}
	s.byID[row.ID] = len(s.rows)
	s.rows = append(s.rows, row)
	s.file(events, m)
	s.tell()
	return q, false, nil
}

func (s *Store) file(events []sentinel.Event, m sentinel.Moment) {
	for _, e := range events {
		s.last = s.last.Follow(e, m.Time)
		s.lines = append(s.lines, s.last)
	}
}

func (s *Store) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Change files what step makes of a question.
func (s *Store) Change(ctx context.Context, id string, step func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error)) (sentinel.Question, error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return sentinel.Question{}, err
	}
	defer unlock()
	i, ok := s.byID[id]
	if !ok {
		return sentinel.Question{}, sentinel.ErrNotFound
	}
	q, err := s.rows[i].Question()
	if err != nil {
		return sentinel.Question{}, err
	}
	m := s.moment()
	events, err := step(&q, m)
	if err != nil {
		return sentinel.Question{}, err
	}
	if events, err = record.Events(id, events); err != nil {
		return sentinel.Question{}, err
	}
	next, changed, err := record.Next(s.rows[i], q)
	if err != nil {
		return sentinel.Question{}, err
	}
	if q, err = next.Question(); err != nil {
		return sentinel.Question{}, err
	}
	s.rows[i] = next
	s.file(events, m)
	if changed {
		s.tell()
	}
	return q, nil
}

// Beat notes that the requester still waits.
func (s *Store) Beat(ctx context.Context, id string) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	i, ok := s.byID[id]
	if !ok {
		return sentinel.ErrNotFound
	}
	r := *s.rows[i]
	r.Waiting = max(r.Waiting, record.Micros(s.moment().Time))
	s.rows[i] = &r
	return nil
}

// Get gives a question.
func (s *Store) Get(ctx context.Context, id string) (sentinel.Question, error) {
	q, _, err := s.get(ctx, id)
	return q, err
}

func (s *Store) get(ctx context.Context, id string) (sentinel.Question, <-chan struct{}, error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return sentinel.Question{}, nil, err
	}
	defer unlock()
	i, ok := s.byID[id]
	if !ok {
		return sentinel.Question{}, nil, sentinel.ErrNotFound
	}
	q, err := s.rows[i].Question()
	return q, s.changed, err
}

// List gives questions, the newest first.
func (s *Store) List(ctx context.Context, f sentinel.Filter) ([]sentinel.Question, error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	m, limit := s.moment(), record.Limit(f.Limit)
	var out []sentinel.Question
	for _, r := range slices.Backward(s.rows) {
		if len(out) == limit {
			break
		}
		if !r.Chosen(f, m) {
			continue
		}
		q, err := r.Question()
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}

// Wait returns when the question's version is above the given one.
func (s *Store) Wait(ctx context.Context, id string, version int64) (sentinel.Question, error) {
	for {
		q, changed, err := s.get(ctx, id)
		if err != nil || q.Version > version {
			return q, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return sentinel.Question{}, ctx.Err()
		}
	}
}

// Append files events.
func (s *Store) Append(ctx context.Context, e ...sentinel.Event) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	events, err := record.Events("", e)
	if err != nil {
		return err
	}
	s.file(events, s.moment())
	return nil
}

// Lines gives the chain's lines behind a sequence number.
func (s *Store) Lines(ctx context.Context, after int64, limit int) ([]sentinel.Line, error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []sentinel.Line
	for _, l := range s.lines {
		if l.Seq > after && len(out) < record.Limit(limit) {
			l.Event.Data = slices.Clone(l.Event.Data)
			out = append(out, l)
		}
	}
	return out, nil
}

// Prune removes the lines up to a sequence number and files mark.
func (s *Store) Prune(ctx context.Context, upTo int64, mark sentinel.Event) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	events, err := record.Events("", []sentinel.Event{mark})
	if err != nil {
		return err
	}
	upTo = min(upTo, s.last.Seq)
	s.file(events, s.moment())
	s.lines = slices.DeleteFunc(s.lines, func(l sentinel.Line) bool { return l.Seq <= upTo })
	return nil
}

// Check verifies the chain.
func (s *Store) Check(ctx context.Context) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := record.Chain(s.lines); err != nil {
		return fmt.Errorf("check store: %w", err)
	}
	return nil
}

// Close ends the store and what it kept.
func (s *Store) Close() error {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	if !s.closed {
		s.closed = true
		s.tell()
	}
	return nil
}
