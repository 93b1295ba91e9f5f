package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/internal/record"
	driver "modernc.org/sqlite"
)

const selectLines = "SELECT seq, at, kind, request, data, prev, hash FROM audit "

func scanLine(scan func(...any) error) (sentinel.Line, error) {
	var l sentinel.Line
	var at int64
	var data string
	err := scan(&l.Seq, &at, &l.Event.Kind, &l.Event.Request, &data, &l.Prev, &l.Hash)
	l.Time, l.Event.Data = time.UnixMilli(at).UTC(), json.RawMessage(data)
	return l, err
}

// file puts events behind the last line.
func (s *Store) file(ctx context.Context, c *sql.Conn, m sentinel.Moment, events []sentinel.Event) error {
	if len(events) == 0 {
		return nil
	}
	last, err := scanLine(c.QueryRowContext(ctx, selectLines+"ORDER BY seq DESC LIMIT 1").Scan)
	if errors.Is(err, sql.ErrNoRows) {
		last, err = sentinel.Line{}, nil
	}
	if err != nil {
		return fmt.Errorf("read the chain's end: %w", err)
	}
	for _, e := range events {
		last = last.Follow(e, m.Time)
		_, err := c.ExecContext(ctx, "INSERT INTO audit(seq, at, kind, request, data, prev, hash) VALUES(?, ?, ?, ?, ?, ?, ?)",
			last.Seq, last.Time.UnixMilli(), e.Kind, e.Request, string(e.Data), last.Prev, last.Hash)
		if err != nil {
			return fmt.Errorf("file line %d of the chain: %w", last.Seq, err)
		}
	}
	return nil
}

// Append files events.
func (s *Store) Append(ctx context.Context, e ...sentinel.Event) error {
	if _, err := s.bell.Usable(ctx); err != nil {
		return err
	}
	events, err := record.Events("", e)
	if err != nil || len(events) == 0 {
		return err
	}
	return explain(s.begin(ctx, func(c *sql.Conn) error {
		return s.file(context.WithoutCancel(ctx), c, s.moment(), events)
	}))
}

// Lines gives the chain's lines behind a sequence number.
func (s *Store) Lines(ctx context.Context, after int64, limit int) ([]sentinel.Line, error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return nil, err
	}
	var out []sentinel.Line
	err := again(ctx, func() (err error) {
		out, err = s.lines(ctx, after, record.Limit(limit))
		return err
	})
	return out, explain(err)
}

func (s *Store) lines(ctx context.Context, after int64, limit int) ([]sentinel.Line, error) {
	rows, err := s.read.QueryContext(ctx, selectLines+"WHERE seq > ? ORDER BY seq LIMIT ?", after, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []sentinel.Line
	for rows.Next() {
		l, err := scanLine(rows.Scan)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, rows.Err()
}

// Prune removes the lines up to a sequence number and files mark.
func (s *Store) Prune(ctx context.Context, upTo int64, mark sentinel.Event) error {
	if _, err := s.bell.Usable(ctx); err != nil {
		return err
	}
	events, err := record.Events("", []sentinel.Event{mark})
	if err != nil {
		return err
	}
	return explain(s.begin(ctx, func(c *sql.Conn) error {
		rest := context.WithoutCancel(ctx)
		if err := s.file(rest, c, s.moment(), events); err != nil {
			return err
		}
		for _, q := range []string{"INSERT INTO pruning(up_to) VALUES(?1)",
			"DELETE FROM audit WHERE seq <= ?1 AND seq < (SELECT max(seq) FROM audit)", "DELETE FROM pruning WHERE up_to = ?1"} {
			if _, err := c.ExecContext(rest, q, upTo); err != nil {
				return fmt.Errorf("prune the chain: %w", err)
			}
		}
		return nil
	}))
}

// Check looks the file over: owner and rights, settings, integrity, the chain.
func (s *Store) Check(ctx context.Context) error {
	if _, err := s.bell.Usable(ctx); err != nil {
		return err
	}
	if err := s.check(ctx); err != nil {
		return fmt.Errorf("check store %s: %w", s.path, explain(err))
	}
	return nil
}

func (s *Store) check(ctx context.Context) error {
	if err := s.checkFiles(); err != nil {
		return err
	}
	if err := s.ours(ctx); err != nil {
		return err
	}
	var mode string
	if err := s.read.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("its journal mode is %s, not wal", mode)
	}
	var said string
	if err := s.read.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&said); err != nil {
		return err
	}
	if said != "ok" {
		return fmt.Errorf("the file is corrupt: %s", said)
	}
	if err := s.sameTables(ctx); err != nil {
		return err
	}
	return record.Walk(ctx, s.Lines)
}

// tables lists all that a file is made of, as SQL, in one text.
const tables = "SELECT group_concat(type || ' ' || name || ' ' || coalesce(sql, ''), char(10)) FROM (SELECT type, name, sql FROM sqlite_schema ORDER BY type, name)"

// sameTables compares the tables with those that this program makes: without its
// triggers the file takes changes that it must refuse.
func (s *Store) sameTables(ctx context.Context) error {
	c, err := driver.NewConnector("file::memory:")
	if err != nil {
		return err
	}
	db := sql.OpenDB(c)
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return err
	}
	var want, is string
	if err := db.QueryRowContext(ctx, tables).Scan(&want); err != nil {
		return err
	}
	if err := s.read.QueryRowContext(ctx, tables).Scan(&is); err != nil {
		return err
	}
	open := 0
	if err := s.read.QueryRowContext(ctx, "SELECT count(*) FROM pruning").Scan(&open); err != nil {
		return err
	}
	if want != is || open > 0 {
		return errors.New("its tables or triggers are not those that this program makes: something else changed them")
	}
	return nil
}
