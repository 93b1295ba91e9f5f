package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/sentinelgate/sentinel"
)

func (s *Store) channel() string { return "sentinel_" + s.schema }

// Wait returns when the question's version is above the given one. The server's
// notice wakes it; since that has no replay and does not pass every pooler, the
// waiter also looks by itself.
func (s *Store) Wait(ctx context.Context, id string, above int64) (sentinel.Question, error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return sentinel.Question{}, err
	}
	if !text(id) {
		return sentinel.Question{}, sentinel.ErrNotFound
	}
	s.listen()
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, s.pause()) {
		changed, err := s.bell.Usable(ctx)
		if err != nil {
			return sentinel.Question{}, err
		}
		var v int64
		err = s.again(ctx, func() error {
			return s.pool.QueryRow(ctx, s.sql("SELECT version FROM @.question WHERE id = $1"), id).Scan(&v)
		})
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return sentinel.Question{}, sentinel.ErrNotFound
		case err != nil:
			if _, closed := s.bell.Usable(ctx); closed != nil {
				err = closed
			}
			return sentinel.Question{}, err
		case v > above:
			return s.Get(ctx, id)
		}
		timer := time.NewTimer(pause)
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return sentinel.Question{}, ctx.Err()
		}
		timer.Stop()
	}
}

// pause is the longest one between two looks.
func (s *Store) pause() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listening {
		return s.poll
	}
	return min(s.poll, 200*time.Millisecond)
}

// listen starts hearing the server's notices, once, for all waiters.
func (s *Store) listen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.listens || s.bell.Closed() {
		return
	}
	s.listens = false
	ctx, cancel := context.WithCancel(context.Background())
	s.stop = cancel
	s.ended.Go(func() {
		for pause := 100 * time.Millisecond; ctx.Err() == nil; pause = min(2*pause, 5*time.Second) {
			if s.hear(ctx) {
				pause = 100 * time.Millisecond
			}
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
		}
	})
}

// hear tells waiters of every notice until the connection fails, and whether
// there was one.
func (s *Store) hear(ctx context.Context) bool {
	c, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return false
	}
	defer func() {
		s.set(false)
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = c.Close(end)
	}()
	if _, err := c.Exec(ctx, "LISTEN "+s.channel()); err != nil {
		return false
	}
	s.set(true)
	s.bell.Ring() // what was said before is lost
	for {
		if _, err := c.WaitForNotification(ctx); err != nil {
			return true
		}
		s.bell.Ring()
	}
}

func (s *Store) set(listening bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listening = listening
}
