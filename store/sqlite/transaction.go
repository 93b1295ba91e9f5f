package sqlite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// again calls f until it no longer fails for being busy, with growing pauses
// that differ between processes, up to the context's end.
func again(ctx context.Context, f func() error) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		err := f()
		if !busy(err) {
			return err
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return fmt.Errorf("the store is locked by others: %w", errors.Join(ctx.Err(), err))
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

func busy(err error) bool {
	var e *driver.Error
	if !errors.As(err, &e) {
		return false
	}
	code := e.Code() & 0xff
	return code == lib.SQLITE_BUSY || code == lib.SQLITE_LOCKED
}

// begin runs f in a transaction that is alone from its first statement on. A
// step that uses the store itself waits in vain, but not for ever.
func (s *Store) begin(ctx context.Context, f func(*sql.Conn) error) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	return again(ctx, func() error { return s.once(ctx, f) })
}

// once tries it one time. Only the wait for others can be cancelled: a commit
// that is cut off would leave open what happened.
func (s *Store) once(ctx context.Context, f func(*sql.Conn) error) (err error) {
	c, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	begun, done := false, false
	rest := context.WithoutCancel(ctx)
	defer func() {
		if begun && !done {
			if _, err := c.ExecContext(rest, "ROLLBACK"); err != nil { // SQLite may have rolled back by itself
				_ = c.Raw(func(any) error { return sqldriver.ErrBadConn }) // or the connection is of no more use
			}
		}
		_ = c.Close()
	}()
	if err := s.at("begin"); err != nil {
		return err
	}
	if _, err := c.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		// A cancelled statement may have taken effect all the same.
		begun = ctx.Err() != nil
		return err
	}
	begun = true
	if err := f(c); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.at("before_commit"); err != nil {
		return err
	}
	if _, err := c.ExecContext(rest, "COMMIT"); err != nil {
		return err
	}
	done = true
	return s.at("after_commit_before_ack")
}

// at is a point at which tests let things fail.
func (s *Store) at(point string) error {
	if s.fault == nil {
		return nil
	}
	return s.fault(point)
}

// explain adds what to do about an error of the file itself.
func explain(err error) error {
	var e *driver.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return fmt.Errorf("the file is corrupt: %w (hint: keep it, and move it and its -wal away together; nothing is permitted until then)", err)
	case lib.SQLITE_FULL:
		return fmt.Errorf("the disk is full: %w", err)
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		return fmt.Errorf("the file cannot be written: %w", err)
	}
	return err
}
