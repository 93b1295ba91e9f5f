// Package postgres keeps questions and the audit chain in PostgreSQL, where
// many hosts share one queue:
//
//	store, err := postgres.Open(ctx, "postgres://gate@db.example/approvals")
//
// The tables are made in a schema of their own on first use; the role needs the
// right to create it then. Only the server's clock counts. A waiter is woken by
// NOTIFY and looks by itself as well, since a notice may get lost; behind a
// pooler that gives each transaction another connection, set PollOnly. To
// change the tables, add migrations/NNN.sql, and let the suite of package
// storetest pass.
//
// The address decides alone where questions go: PGSSLMODE, PGOPTIONS and their
// like cannot redirect or weaken the connection.
package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/internal/record"
)

//go:embed migrations/*.sql
var embedded embed.FS

// Options are how a server is used. The zero value is what Open uses.
type Options struct {
	Schema   string // "" is "sentinel"
	PollOnly bool   // no LISTEN: for poolers in transaction mode
	Migrate  bool   // bring older tables up to this program's version instead of refusing them
	MaxConns int32  // connections at most, 0 is 8
}

// Store is one opened queue. Use Open.
type Store struct {
	pool    *pgxpool.Pool
	schema  string
	listens bool

	clock      string // SQL for the server's time, microseconds since 1970
	migrations fs.FS
	fault      func(point string) error // of tests: fails at a point by name
	poll       time.Duration            // between two looks of a waiter that would be told
	bell       *record.Bell             // rings with the changes this process hears of

	mu        sync.Mutex
	listening bool
	stop      context.CancelFunc
	ended     sync.WaitGroup
}

var _ sentinel.Store = (*Store)(nil)

// Open connects to the server at the address, and makes the tables if there are
// none.
func Open(ctx context.Context, address string) (*Store, error) {
	return OpenWith(ctx, address, Options{})
}

// OpenWith is Open with options.
func OpenWith(ctx context.Context, address string, o Options) (*Store, error) {
	s, err := unopened(address, o)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if err := s.prepare(ctx, o.Migrate); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open store: %w", err)
	}
	return s, nil
}

func unopened(address string, o Options) (*Store, error) {
	if o.Schema == "" {
		o.Schema = "sentinel"
	}
	if !identifier(o.Schema) {
		return nil, fmt.Errorf("%q cannot name a schema (hint: letters a to z, digits and _, at most 40)", o.Schema)
	}
	whole, err := explicit(address)
	if err != nil {
		return nil, err
	}
	c, err := pgxpool.ParseConfig(whole)
	if err != nil {
		return nil, errors.New("the address cannot be read") // the error holds it, and it holds a password
	}
	for name, value := range c.ConnConfig.RuntimeParams {
		if u, err := url.Parse(whole); err != nil || u.Query().Get(name) != value { // of the environment
			delete(c.ConnConfig.RuntimeParams, name)
		}
	}
	// Statements without a name: a pooler may give each transaction another
	// connection, and a migration may change what a prepared one meant.
	c.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	c.ConnConfig.StatementCacheCapacity, c.ConnConfig.DescriptionCacheCapacity = 0, 0
	if c.MaxConns = o.MaxConns; c.MaxConns <= 0 {
		c.MaxConns = 8
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), c)
	if err != nil {
		return nil, err
	}
	migrations, err := fs.Sub(embedded, "migrations")
	return &Store{pool: pool, schema: o.Schema, listens: !o.PollOnly, clock: serverTime, migrations: migrations, poll: time.Second,
		bell: record.NewBell(), stop: func() {}}, err
}

const serverTime = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

func identifier(s string) bool {
	for i, c := range s {
		if c != '_' && (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 40
}

// explicit says in the address what the environment could say otherwise. A
// connection that leaves the host is encrypted and the server proves its name,
// unless the address itself says that it need not.
func explicit(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return "", errors.New("the address is none (hint: postgres://user@host/database)")
	}
	q := u.Query()
	host := u.Hostname()
	if h := q.Get("host"); h != "" {
		host = h
	}
	if host == "" || u.User.Username() == "" && q.Get("user") == "" || strings.Trim(u.Path, "/") == "" && q.Get("dbname") == "" {
		return "", errors.New("the address must name user, host and database (hint: postgres://user@host/database)")
	}
	sslmode := "verify-full"
	if strings.HasPrefix(host, "/") || host == "localhost" || host == "127.0.0.1" || host == "::1" {
		sslmode = "disable"
	}
	for name, value := range map[string]string{
		"sslmode": sslmode, "sslrootcert": "", "sslcert": "", "sslkey": "", "target_session_attrs": "any",
		"application_name": "sentinel", "connect_timeout": "5", "port": u.Port(),
	} {
		if _, ok := q[name]; !ok && (name != "port" || value == "") {
			q.Set(name, value)
		}
	}
	if q.Get("port") == "" {
		q.Set("port", "5432")
	}
	if u.Port() != "" {
		q.Del("port")
	}
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// sql puts the schema in place.
func (s *Store) sql(text string) string {
	return strings.NewReplacer("@now", s.clock, "@", s.schema).Replace(text)
}

// Close ends the store's use.
func (s *Store) Close() error {
	s.bell.Close() // first: listen begins nothing on a closed store
	s.mu.Lock()
	stop := s.stop
	s.mu.Unlock()
	stop()
	s.ended.Wait()
	s.pool.Close()
	return nil
}

// Now is the server's time.
func (s *Store) Now(ctx context.Context) (m sentinel.Moment, err error) {
	if _, err := s.bell.Usable(ctx); err != nil {
		return m, err
	}
	err = s.again(ctx, func() (err error) {
		m, err = s.moment(ctx, s.pool)
		return err
	})
	return m, err
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func (s *Store) moment(ctx context.Context, c querier) (sentinel.Moment, error) {
	var us int64
	err := c.QueryRow(ctx, s.sql("SELECT @now")).Scan(&us)
	return sentinel.Moment{Time: record.Time(us)}, err
}
