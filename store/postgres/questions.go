package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/internal/record"
)

const (
	selectQuestion = "SELECT " + record.Columns + " FROM @.question "
	isLive         = "(outcome = 'PENDING' OR permit = 'armed')"
)

// marks are n places for values, from $first on.
func marks(first, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", first+i)
	}
	return b.String()
}

// Create files a question, or gives the live one of the same key.
func (s *Store) Create(ctx context.Context, make func(sentinel.Moment) (sentinel.Question, sentinel.Event)) (q sentinel.Question, joined bool, err error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return q, false, err
	}
	err = s.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		q, joined, err = s.create(ctx, tx, make)
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

func (s *Store) create(ctx context.Context, tx pgx.Tx, make func(sentinel.Moment) (sentinel.Question, sentinel.Event)) (sentinel.Question, bool, error) {
	m, err := s.moment(ctx, tx)
	if err != nil {
		return sentinel.Question{}, false, err
	}
	asked, e := make(m)
	row, err := record.New(asked, m)
	if err != nil {
		return sentinel.Question{}, false, err
	}
	events, err := record.Events(row.ID, []sentinel.Event{e})
	if err != nil {
		return sentinel.Question{}, false, err
	}
	values := row.Values()
	insert := "INSERT INTO @.question(" + strings.TrimPrefix(record.Columns, "number, ") + ") VALUES(" + marks(1, len(values)) +
		") ON CONFLICT (key) WHERE outcome = 'PENDING' OR permit = 'armed' DO NOTHING RETURNING number"
	for range 100 {
		live, err := s.find(ctx, tx, "WHERE key = $1 AND "+isLive, row.Key)
		if err == nil {
			q, err := live.Question()
			return q, true, err
		}
		if !errors.Is(err, sentinel.ErrNotFound) {
			return sentinel.Question{}, false, err
		}
		err = tx.QueryRow(ctx, s.sql(insert), values...).Scan(&row.Number)
		if errors.Is(err, pgx.ErrNoRows) {
			continue // a twin came first; it may be over by now
		}
		if err != nil {
			return sentinel.Question{}, false, taken(err)
		}
		if err := s.file(ctx, tx, m, events, &pgx.Batch{}); err != nil {
			return sentinel.Question{}, false, err
		}
		q, err := row.Question()
		return q, false, err
	}
	return sentinel.Question{}, false, errors.New("file question: its twins come and go")
}

func taken(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) && e.Code == "23505" {
		return errors.New("file question: its id is taken")
	}
	return fmt.Errorf("file question: %w", err)
}

func (s *Store) find(ctx context.Context, c querier, where string, args ...any) (*record.Row, error) {
	var r record.Row
	err := c.QueryRow(ctx, s.sql(selectQuestion+where), args...).Scan(r.Fields()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, sentinel.ErrNotFound
	}
	return &r, err
}

// Change files what step makes of a question.
func (s *Store) Change(ctx context.Context, id string, step func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error)) (sentinel.Question, error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return sentinel.Question{}, err
	}
	if !text(id) {
		return sentinel.Question{}, sentinel.ErrNotFound
	}
	var q sentinel.Question
	var changed bool
	err := s.begin(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		q, changed, err = s.change(ctx, tx, id, step)
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

// change locks the question, then the chain's end: always in this order.
func (s *Store) change(ctx context.Context, tx pgx.Tx, id string, step func(*sentinel.Question, sentinel.Moment) ([]sentinel.Event, error)) (q sentinel.Question, changed bool, err error) {
	before, m, err := s.lock(ctx, tx, id)
	if err != nil {
		return q, false, err
	}
	if q, err = before.Question(); err != nil {
		return q, false, err
	}
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
	first := &pgx.Batch{}
	if changed {
		s.update(first, before, next)
	}
	if err := s.file(ctx, tx, m, events, first); err != nil {
		return q, false, err
	}
	q, err = next.Question()
	return q, changed, err
}

// lock gives the question, alone with it, and the time. That is asked for in a
// statement of its own, since the wait for the lock is over only then.
func (s *Store) lock(ctx context.Context, tx pgx.Tx, id string) (*record.Row, sentinel.Moment, error) {
	var b pgx.Batch
	b.Queue(s.sql(selectQuestion+"WHERE id = $1 FOR UPDATE"), id)
	b.Queue(s.sql("SELECT @now"))
	results := tx.SendBatch(ctx, &b)
	defer results.Close()
	var r record.Row
	if err := results.QueryRow().Scan(r.Fields()...); errors.Is(err, pgx.ErrNoRows) {
		return nil, sentinel.Moment{}, sentinel.ErrNotFound
	} else if err != nil {
		return nil, sentinel.Moment{}, err
	}
	var us int64
	if err := results.QueryRow().Scan(&us); err != nil {
		return nil, sentinel.Moment{}, err
	}
	return &r, sentinel.Moment{Time: record.Time(us)}, results.Close()
}

// update is the compare-and-set on the version, and tells the waiters of all
// hosts with the commit.
func (s *Store) update(b *pgx.Batch, before, next *record.Row) {
	values := next.Changed()
	set := "UPDATE @.question SET (" + record.ChangedColumns + ") = ROW(" + marks(3, len(values)) + ") WHERE number = $1 AND version = $2"
	b.Queue(s.sql(set), append([]any{before.Number, before.Version}, values...)...).Exec(func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() != 1 {
			return fmt.Errorf("change question: it is not in version %d any more: %w", before.Version, sentinel.ErrStale)
		}
		return nil
	})
	b.Queue("SELECT pg_notify($1, $2)", s.channel(), next.ID).Exec(func(pgconn.CommandTag) error { return nil })
}

// text tells whether the server can compare it: it keeps nothing else.
func text(id string) bool { return strings.ToValidUTF8(id, "") == id && !strings.ContainsRune(id, 0) }

// Beat notes that the requester still waits.
func (s *Store) Beat(ctx context.Context, id string) error {
	if _, err := s.bell.Usable(ctx); err != nil {
		return err
	}
	if !text(id) {
		return sentinel.ErrNotFound
	}
	return s.again(ctx, func() error {
		tag, err := s.pool.Exec(ctx, s.sql("UPDATE @.question SET waiting = greatest(waiting, @now) WHERE id = $1"), id)
		if err == nil && tag.RowsAffected() == 0 {
			return sentinel.ErrNotFound
		}
		return explain(err)
	})
}

// Get gives a question.
func (s *Store) Get(ctx context.Context, id string) (sentinel.Question, error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return sentinel.Question{}, err
	}
	if !text(id) {
		return sentinel.Question{}, sentinel.ErrNotFound
	}
	var r *record.Row
	err := s.again(ctx, func() (err error) {
		r, err = s.find(ctx, s.pool, "WHERE id = $1", id)
		return err
	})
	if err != nil {
		return sentinel.Question{}, err
	}
	return r.Question()
}

// List gives questions, the newest first.
func (s *Store) List(ctx context.Context, f sentinel.Filter) (out []sentinel.Question, err error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return nil, err
	}
	if !text(f.Key) {
		return nil, nil
	}
	err = s.again(ctx, func() (err error) {
		out, err = s.list(ctx, f)
		return err
	})
	return out, err
}

func (s *Store) list(ctx context.Context, f sentinel.Filter) ([]sentinel.Question, error) {
	where, args := []string{"TRUE"}, []any{}
	if f.Open || f.Due {
		where = append(where, isLive)
	}
	if f.Due { // as record.Row.Chosen; the server has no second clock
		where = append(where, "CASE WHEN outcome = 'PENDING' THEN deadline <= @now OR created > @now ELSE coalesce(until, 0) <= @now END")
	}
	if f.Number != 0 {
		args = append(args, f.Number)
		where = append(where, fmt.Sprintf("number = $%d", len(args)))
	}
	if f.Before != 0 {
		args = append(args, f.Before)
		where = append(where, fmt.Sprintf("number < $%d", len(args)))
	}
	if f.Key != "" {
		args = append(args, f.Key)
		where = append(where, fmt.Sprintf("key = $%d", len(args)))
	}
	query := fmt.Sprintf("%sWHERE %s ORDER BY number DESC LIMIT %d", selectQuestion, strings.Join(where, " AND "), record.Limit(f.Limit))
	rows, err := s.pool.Query(ctx, s.sql(query), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return record.Questions(rows)
}
