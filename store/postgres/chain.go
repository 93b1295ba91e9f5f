package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/internal/record"
)

// file does what stands in first and puts events behind the last line. The lock
// on the chain's end makes writers take turns up to their commit.
func (s *Store) file(ctx context.Context, tx pgx.Tx, m sentinel.Moment, events []sentinel.Event, first *pgx.Batch) error {
	var last sentinel.Line
	if len(events) > 0 {
		first.Queue(s.sql("SELECT seq, hash FROM @.chain FOR UPDATE")).QueryRow(func(row pgx.Row) error { return row.Scan(&last.Seq, &last.Hash) })
	}
	if first.Len() > 0 {
		if err := tx.SendBatch(ctx, first).Close(); err != nil {
			return fmt.Errorf("file in its place: %w", err)
		}
	}
	if len(events) == 0 {
		return nil
	}
	var b pgx.Batch
	for _, e := range events {
		last = last.Follow(e, m.Time)
		b.Queue(s.sql("INSERT INTO @.audit(seq, at, kind, request, data, prev, hash) VALUES($1, $2, $3, $4, $5, $6, $7)"),
			last.Seq, last.Time.UnixMilli(), e.Kind, e.Request, string(e.Data), last.Prev, last.Hash)
	}
	b.Queue(s.sql("UPDATE @.chain SET seq = $1, hash = $2"), last.Seq, last.Hash)
	if err := tx.SendBatch(ctx, &b).Close(); err != nil {
		return fmt.Errorf("file line %d of the chain: %w", last.Seq, err)
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
	return explain(s.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err := s.moment(ctx, tx)
		if err != nil {
			return err
		}
		return s.file(ctx, tx, m, events, &pgx.Batch{})
	}))
}

// Lines gives the chain's lines behind a sequence number.
func (s *Store) Lines(ctx context.Context, after int64, limit int) (out []sentinel.Line, err error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return nil, err
	}
	err = s.again(ctx, func() (err error) {
		out, err = s.lines(ctx, after, record.Limit(limit))
		return err
	})
	return out, err
}

func (s *Store) lines(ctx context.Context, after int64, limit int) ([]sentinel.Line, error) {
	rows, err := s.pool.Query(ctx, s.sql("SELECT seq, at, kind, request, data, prev, hash FROM @.audit WHERE seq > $1 ORDER BY seq LIMIT $2"), after, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []sentinel.Line
	for rows.Next() {
		var l sentinel.Line
		var at int64
		var data string
		if err := rows.Scan(&l.Seq, &at, &l.Event.Kind, &l.Event.Request, &data, &l.Prev, &l.Hash); err != nil {
			return nil, err
		}
		l.Time, l.Event.Data = time.UnixMilli(at).UTC(), json.RawMessage(data)
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
	return explain(s.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err := s.moment(ctx, tx)
		if err != nil {
			return err
		}
		if err := s.file(ctx, tx, m, events, &pgx.Batch{}); err != nil {
			return err
		}
		var b pgx.Batch
		b.Queue(s.sql("INSERT INTO @.pruning(up_to) VALUES($1)"), upTo)
		b.Queue(s.sql("DELETE FROM @.audit WHERE seq <= $1 AND seq < (SELECT seq FROM @.chain)"), upTo)
		b.Queue(s.sql("DELETE FROM @.pruning"))
		if err := tx.SendBatch(ctx, &b).Close(); err != nil {
			return fmt.Errorf("prune the chain: %w", err)
		}
		return nil
	}))
}

// Check looks the store over: version, settings of the server, the chain.
func (s *Store) Check(ctx context.Context) error {
	if _, err := s.bell.Usable(ctx); err != nil {
		return err
	}
	if err := s.check(ctx); err != nil {
		return fmt.Errorf("check store: %w", explain(err))
	}
	return nil
}

func (s *Store) check(ctx context.Context) error {
	steps, err := s.steps()
	if err != nil {
		return err
	}
	has, err := s.version(ctx, s.pool)
	if err != nil {
		return err
	}
	if has != len(steps) {
		return wrongVersion(has, len(steps))
	}
	var commit, fsync, encoding string
	var replica bool
	err = s.pool.QueryRow(ctx, "SELECT current_setting('synchronous_commit'), current_setting('fsync'), current_setting('server_encoding'), pg_is_in_recovery()").
		Scan(&commit, &fsync, &encoding, &replica)
	switch {
	case err != nil:
		return err
	case commit == "off" || fsync == "off":
		return errors.New("the server acknowledges what is not on its disk yet (hint: set fsync and synchronous_commit to on)")
	case encoding != "UTF8":
		return fmt.Errorf("the database keeps text as %s (hint: make one with the encoding UTF8)", encoding)
	case replica:
		return errors.New("the server is a replica that takes no writes (hint: name the primary)")
	}
	var seq int64
	var hash string
	if err := s.pool.QueryRow(ctx, s.sql("SELECT seq, hash FROM @.chain")).Scan(&seq, &hash); err != nil {
		return err
	}
	if some, err := s.lines(ctx, seq-1, 1); err != nil || seq > 0 && (len(some) != 1 || some[0].Hash != hash) {
		return errors.Join(errors.New("the chain's end is not its last line"), err)
	}
	return record.Walk(ctx, s.Lines)
}
