package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/internal/record"
)

const (
	selectQuestion = "SELECT " + record.Columns + " FROM question "
	isLive         = "(outcome = 'PENDING' OR permit = 'armed')"
)

// marks are n places for values.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// Create files a question, or gives the live one of the same key.
func (s *Store) Create(ctx context.Context, make func(sentinel.Moment) (sentinel.Question, sentinel.Event)) (q sentinel.Question, joined bool, err error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return q, false, err
	}
	err = s.begin(ctx, func(c *sql.Conn) error {
		q, joined, err = s.create(context.WithoutCancel(ctx), c, make)
		return err
	})
	if err != nil {
		return sentinel.Question{}, false, explain(err)
	}
	if !joined {
		s.bell.Ring()
	}
	return q, joined, nil
}

func (s *Store) create(ctx context.Context, c *sql.Conn, make func(sentinel.Moment) (sentinel.Question, sentinel.Event)) (sentinel.Question, bool, error) {
	m := s.moment()
	asked, e := make(m)
	row, err := record.New(asked, m)
	if err != nil {
		return sentinel.Question{}, false, err
	}
	var live record.Row
	switch err := c.QueryRowContext(ctx, selectQuestion+"WHERE key = ? AND "+isLive, row.Key).Scan(live.Fields()...); {
	case err == nil:
		q, err := live.Question()
		return q, true, err
	case !errors.Is(err, sql.ErrNoRows):
		return sentinel.Question{}, false, err
	}
	events, err := record.Events(row.ID, []sentinel.Event{e})
	if err != nil {
		return sentinel.Question{}, false, err
	}
	columns := strings.TrimPrefix(record.Columns, "number, ")
	values := row.Values()
	result, err := c.ExecContext(ctx, "INSERT INTO question("+columns+") VALUES("+marks(len(values))+")", values...)
	if err != nil {
		return sentinel.Question{}, false, fmt.Errorf("file question: %w", err)
	}
	if row.Number, err = result.LastInsertId(); err != nil {
		return sentinel.Question{}, false, err
	}
	if err := s.file(ctx, c, m, events); err != nil {
		return sentinel.Question{}, false, err
	}
	q, err := row.Question()
	return q, false, err
}

// Change files what step makes of a question.
func (s *Store) Change(ctx context.Context, id string, step func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error)) (sentinel.Question, error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return sentinel.Question{}, err
	}
	var q sentinel.Question
	var changed bool
	err := s.begin(ctx, func(c *sql.Conn) (err error) {
		q, changed, err = s.change(context.WithoutCancel(ctx), c, id, step)
		return err
	})
	if err != nil {
		return sentinel.Question{}, explain(err)
	}
	if changed {
		s.bell.Ring()
	}
	return q, nil
}

func (s *Store) change(ctx context.Context, c *sql.Conn, id string, step func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error)) (q sentinel.Question, changed bool, err error) {
	before, err := find(ctx, c, id)
	if err != nil {
		return q, false, err
	}
	if q, err = before.Question(); err != nil {
		return q, false, err
	}
	m := s.moment()
	events, err := step(&q, m)
	if err != nil {
		return q, false, err
	}
	if err := s.at("after_step"); err != nil {
		return q, false, err
	}
	if events, err = record.Events(id, events); err != nil {
		return q, false, err
	}
	next, changed, err := record.Next(before, q)
	if err != nil {
		return q, false, err
	}
	if changed {
		if err := update(ctx, c, before, next); err != nil {
			return q, false, err
		}
	}
	if err := s.file(ctx, c, m, events); err != nil {
		return q, false, err
	}
	q, err = next.Question()
	return q, changed, err
}

type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func find(ctx context.Context, c querier, id string) (*record.Row, error) {
	var r record.Row
	err := c.QueryRowContext(ctx, selectQuestion+"WHERE id = ?", id).Scan(r.Fields()...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, sentinel.ErrNotFound
	}
	return &r, err
}

// update is the compare-and-set on the version. Nobody can be faster inside the
// transaction; if somebody was, nothing is filed.
func update(ctx context.Context, c *sql.Conn, before, next *record.Row) error {
	result, err := c.ExecContext(ctx, "UPDATE question SET ("+record.ChangedColumns+") = ("+marks(len(next.Changed()))+") WHERE number = ? AND version = ?",
		append(next.Changed(), before.Number, before.Version)...)
	if err != nil {
		return fmt.Errorf("change question: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return fmt.Errorf("change question: %d rows of version %d: %w", n, before.Version, errors.Join(err, sentinel.ErrStale))
	}
	return nil
}

// Beat notes that the requester still waits.
func (s *Store) Beat(ctx context.Context, id string) error {
	if _, err := s.bell.Usable(ctx); err != nil {
		return err
	}
	return explain(s.begin(ctx, func(c *sql.Conn) error {
		result, err := c.ExecContext(context.WithoutCancel(ctx), "UPDATE question SET waiting = max(waiting, ?) WHERE id = ?", record.Micros(s.moment().Time), id)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, sentinel.ErrNotFound)
		}
		return nil
	}))
}

// Get gives a question.
func (s *Store) Get(ctx context.Context, id string) (sentinel.Question, error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return sentinel.Question{}, err
	}
	var r *record.Row
	err := again(ctx, func() (err error) {
		r, err = find(ctx, s.read, id)
		return err
	})
	if err != nil {
		return sentinel.Question{}, explain(err)
	}
	return r.Question()
}

// List gives questions, the newest first.
func (s *Store) List(ctx context.Context, f sentinel.Filter) ([]sentinel.Question, error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return nil, err
	}
	var out []sentinel.Question
	err := again(ctx, func() (err error) {
		out, err = s.list(ctx, f)
		return err
	})
	return out, explain(err)
}

func (s *Store) list(ctx context.Context, f sentinel.Filter) ([]sentinel.Question, error) {
	where, args := s.where(f)
	rows, err := s.read.QueryContext(ctx, selectQuestion+where+" ORDER BY number DESC LIMIT ?", append(args, record.Limit(f.Limit))...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return record.Questions(rows)
}

// where says what record.Row.Chosen says.
func (s *Store) where(f sentinel.Filter) (string, []any) {
	parts, args := []string{"TRUE"}, []any{}
	if f.Open || f.Due {
		parts = append(parts, isLive)
	}
	if f.Due {
		m := s.moment()
		now := record.Micros(m.Time)
		parts = append(parts, `CASE WHEN outcome = 'PENDING' THEN deadline <= ? OR created > ? OR (boot <> '' AND boot = ? AND ? - up >= deadline - created)
			ELSE coalesce(until, 0) <= ? END`)
		args = append(args, now, now, m.Boot, m.Up.Microseconds(), now)
	}
	if f.Number != 0 {
		parts, args = append(parts, "number = ?"), append(args, f.Number)
	}
	if f.Before != 0 {
		parts, args = append(parts, "number < ?"), append(args, f.Before)
	}
	if f.Key != "" {
		parts, args = append(parts, "key = ?"), append(args, f.Key)
	}
	return "WHERE " + strings.Join(parts, " AND "), args
}

// longest is the pause between two looks for what another process did.
const longest = 25 * time.Millisecond

// Wait returns when the question's version is above the given one. A change by
// this process wakes it; for those of others it looks.
func (s *Store) Wait(ctx context.Context, id string, above int64) (sentinel.Question, error) {
	for pause := time.Millisecond; ; pause = min(2*pause, longest) {
		changed, err := s.bell.Usable(ctx)
		if err != nil {
			return sentinel.Question{}, err
		}
		if v, err := s.versionOf(ctx, id); err != nil {
			return sentinel.Question{}, err
		} else if v > above {
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

func (s *Store) versionOf(ctx context.Context, id string) (v int64, err error) {
	err = again(ctx, func() error {
		return s.read.QueryRowContext(ctx, "SELECT version FROM question WHERE id = ?", id).Scan(&v)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return 0, sentinel.ErrNotFound
	}
	return v, explain(err)
}
