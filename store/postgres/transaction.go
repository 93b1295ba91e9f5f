package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// patience is how long a call waits for others when its context sets no end,
// and how long a commit may take.
const patience = 10 * time.Second

// again calls f until it no longer fails in a way that is over when it is tried
// again and that surely did nothing, up to the context's end.
func (s *Store) again(ctx context.Context, f func() error) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	for pause, tries := 2*time.Millisecond, 0; ; pause, tries = min(2*pause, 100*time.Millisecond), tries+1 {
		err := f()
		if !passing(err) || tries == 100 {
			return err
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		}
	}
}

// bounded sets an end where the context has none.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, patience)
}

// passing errors: two transactions in each other's way, or a connection that
// was lost before anything was sent.
func passing(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code == "40001" || e.Code == "40P01" || e.Code == "55P03"
	}
	var connect *pgconn.ConnectError
	return err != nil && !errors.As(err, &connect) && pgconn.SafeToRetry(err)
}

// begin runs f in a transaction. Rows are locked by f; the server's default of
// reading what is committed is what the locks need. A step that uses the store
// itself may wait in vain, but not for ever.
func (s *Store) begin(ctx context.Context, f func(context.Context, pgx.Tx) error) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	return s.again(ctx, func() error { return s.once(ctx, f) })
}

// once tries it one time. A commit is not cut off by the caller: that would
// leave open what happened.
func (s *Store) once(ctx context.Context, f func(context.Context, pgx.Tx) error) (err error) {
	if err := s.at("begin"); err != nil {
		return err
	}
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return err
	}
	rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	defer func() { _ = tx.Rollback(rest) }() // nothing after a commit
	if err := f(ctx, tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.at("before_commit"); err != nil {
		return err
	}
	if err := tx.Commit(rest); err != nil {
		return unsure(err)
	}
	return s.at("after_commit_before_ack")
}

// unsure hides from again that a commit failed: whether it did is not known.
func unsure(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) { // the server says so
		return err
	}
	return fmt.Errorf("the answer to a commit got lost, read again: %v", err)
}

func (s *Store) at(point string) error {
	if s.fault == nil {
		return nil
	}
	return s.fault(point)
}

// explain adds what to do about it.
func explain(err error) error {
	var e *pgconn.PgError
	switch {
	case errors.As(err, &e) && e.Code == "42501":
		return fmt.Errorf("%w (hint: the role needs the right to use, and at first to create, the schema)", err)
	case errors.As(err, &e) && e.Code == "25006":
		return fmt.Errorf("%w (hint: this server takes no writes, name the primary)", err)
	}
	return err
}
