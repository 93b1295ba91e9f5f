package postgres

import (
	"context"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
)

// steps are the migrations in their order.
func (s *Store) steps() ([]string, error) {
	names, err := fs.Glob(s.migrations, "*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out []string
	for _, name := range names {
		b, err := fs.ReadFile(s.migrations, name)
		if err != nil {
			return nil, err
		}
		out = append(out, s.sql(string(b)))
	}
	return out, nil
}

// prepare looks which version the tables have, and makes them in an empty
// database. Several that come first at once take turns.
func (s *Store) prepare(ctx context.Context, migrate bool) error {
	steps, err := s.steps()
	if err != nil {
		return err
	}
	has, err := s.version(ctx, s.pool)
	if err == nil && has == len(steps) {
		return nil
	}
	if err != nil {
		return explain(err)
	}
	if has > len(steps) || has > 0 && !migrate {
		return wrongVersion(has, len(steps))
	}
	return explain(s.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", "sentinel "+s.schema); err != nil {
			return err
		}
		has, err := s.version(ctx, tx)
		if err != nil {
			return err
		}
		if has > len(steps) || has > 0 && !migrate {
			if has == len(steps) {
				return nil
			}
			return wrongVersion(has, len(steps))
		}
		return s.migrate(ctx, tx, has, steps)
	}))
}

func (s *Store) migrate(ctx context.Context, tx pgx.Tx, has int, steps []string) error {
	if has == 0 {
		steps = append([]string{s.sql("CREATE SCHEMA IF NOT EXISTS @; CREATE TABLE @.version(version bigint NOT NULL); INSERT INTO @.version VALUES(0)")}, steps...)
		has = -1
	}
	for _, step := range steps[max(has, 0):] {
		if _, err := tx.Conn().PgConn().Exec(ctx, step).ReadAll(); err != nil {
			return fmt.Errorf("make the tables: %w", err)
		}
	}
	version := len(steps)
	if has < 0 {
		version--
	}
	_, err := tx.Exec(ctx, s.sql("UPDATE @.version SET version = $1"), version)
	return err
}

// version is 0 where there are no tables.
func (s *Store) version(ctx context.Context, c querier) (v int, err error) {
	var there bool // to_regclass would answer from a cache that a wait for others leaves behind
	if err := c.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = 'version')",
		s.schema).Scan(&there); err != nil || !there {
		return 0, err
	}
	err = c.QueryRow(ctx, s.sql("SELECT max(version) FROM @.version")).Scan(&v)
	return v, err
}

func wrongVersion(has, want int) error {
	if has > want {
		return fmt.Errorf("the tables have version %d and this program knows %d (hint: use the newer program that made them)", has, want)
	}
	return fmt.Errorf("the tables have version %d, older than %d (hint: open the store once with migration allowed)", has, want)
}
