// Package sqlite keeps questions and the audit chain in one file of one host,
// with nothing to start and nothing to configure:
//
//	store, err := sqlite.Open("/home/me/.local/state/sentinel/sentinel.db")
//
// The file and its folder are made on first use, for this user alone. Any
// number of processes may use the file at once. What cannot be trusted is
// refused with an error and never repaired or made anew: a file of another
// owner, one that others may write, one on a network file system, one that is
// corrupt, one of another version of this program. To add a column, raise
// version, write the step from the version before as a file of its own, and let
// the suite of package storetest pass.
//
// A commit is on the disk before it is acknowledged (synchronous=FULL).
package sqlite

import (
	"context"
	"database/sql"
	_ "embed" // the schema
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/internal/clock"
	"github.com/sentinelgate/sentinel/store/internal/record"
	driver "modernc.org/sqlite"
)

const (
	applicationID = 0x73746e6c // "stnl", in the file's header
	version       = 1          // of the tables, in the file's header

	// patience is how long a call waits for others when its context sets no end.
	patience = 5 * time.Second
)

//go:embed schema.sql
var schema string

// Options are how a file is opened. The zero value is what Open uses.
type Options struct {
	// Clock is the store's time, nil for the host's.
	Clock func() sentinel.Moment
}

// Store is one opened file. Use Open.
type Store struct {
	path  string
	now   func() sentinel.Moment
	write *sql.DB // one connection
	read  *sql.DB
	fault func(point string) error // of tests: fails at a point by name
	net   func(folder string) (string, error)
	bell  *record.Bell // rings with this process's changes
}

var _ sentinel.Store = (*Store)(nil)

// Open opens the file at path, or makes it.
func Open(path string) (*Store, error) {
	return OpenWith(context.Background(), path, Options{})
}

// OpenWith is Open with options; the context ends the wait for other processes.
func OpenWith(ctx context.Context, path string, o Options) (*Store, error) {
	s, err := unopened(path, o)
	if err != nil {
		return nil, err
	}
	if err := s.open(ctx); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store %s: %w", s.path, err)
	}
	return s, nil
}

func unopened(path string, o Options) (*Store, error) {
	full, err := filepath.Abs(path)
	if err != nil || path == "" {
		return nil, fmt.Errorf("open store %q: the path is none: %w", path, errors.Join(err))
	}
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	return &Store{path: full, now: o.Clock, bell: record.NewBell(), net: networkFS}, nil
}

func (s *Store) open(ctx context.Context) error {
	if err := s.prepareFile(ctx); err != nil {
		return explain(err)
	}
	var err error
	if s.write, err = connect(s.path, 1, "synchronous(FULL)"); err != nil {
		return err
	}
	if s.read, err = connect(s.path, 4, "query_only(1)"); err != nil {
		return err
	}
	return explain(again(ctx, func() error { return s.ours(ctx) }))
}

// connect opens no connection yet. SQLite's own wait is short, since it can be
// neither fair nor interrupted; who waits longer does it in again.
func connect(path string, most int, pragma string) (*sql.DB, error) {
	q := url.Values{"_pragma": {"busy_timeout(20)", "foreign_keys(1)", "trusted_schema(0)", "cell_size_check(1)", pragma}}
	c, err := driver.NewConnector("file:" + escape(path) + "?" + q.Encode())
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	return db, nil
}

// escape writes the path so that no character of it is taken for an option.
func escape(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive of Windows
	}
	return (&url.URL{Path: path}).EscapedPath()
}

// fill makes the tables in an empty file.
func fill(ctx context.Context, path string) error {
	db, err := connect(path, 1, "synchronous(FULL)")
	if err != nil {
		return err
	}
	for _, q := range []string{"PRAGMA journal_mode=WAL",
		"BEGIN IMMEDIATE; " + schema + fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT", applicationID, version)} {
		if _, err := db.ExecContext(ctx, q); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	return db.Close() // which moves all of it into the file itself
}

// ours looks whose file this is, and of which version.
func (s *Store) ours(ctx context.Context) error {
	var has, is int64
	err := s.read.QueryRowContext(ctx, "SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version)").Scan(&is, &has)
	switch {
	case err != nil:
		return err
	case is != applicationID:
		return fmt.Errorf("it is empty, or a database of another program (hint: name another file, or move this one away)")
	case has > version:
		return fmt.Errorf("its tables have version %d and this program knows %d (hint: use the newer program that made it)", has, version)
	case has < version:
		return fmt.Errorf("its tables have version %d, older than %d (hint: finish what is open with the older program, then move the file away)", has, version)
	}
	return nil
}

// Close ends the store's use.
func (s *Store) Close() error {
	s.bell.Close()
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

func (s *Store) moment() sentinel.Moment { return record.Moment(s.now()) }

// Now is the time of the store's clock.
func (s *Store) Now(ctx context.Context) (sentinel.Moment, error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return sentinel.Moment{}, err
	}
	return s.moment(), nil
}
