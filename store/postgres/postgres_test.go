package postgres

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/storetest"
)

// address is that of the server for tests; scripts/test starts one.
func address(t testing.TB) string {
	t.Helper()
	a := os.Getenv("SENTINEL_TEST_POSTGRES")
	if a == "" {
		t.Skip("SENTINEL_TEST_POSTGRES names no server: scripts/postgres starts one")
	}
	return a
}

var schemas atomic.Int64

// schema is one that is gone after the test.
func schema(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test_%d_%d", os.Getpid(), schemas.Add(1))
	a := address(t)
	t.Cleanup(func() { execute(t, a, "DROP SCHEMA IF EXISTS "+name+" CASCADE") })
	return name
}

func execute(t testing.TB, a, query string, args ...any) {
	t.Helper()
	if err := try(a, query, args...); err != nil {
		t.Errorf("%s: %v", query, err)
	}
}

func try(a, query string, args ...any) error {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, a)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, query, args...)
	return err
}

func open(t testing.TB, o Options) *Store {
	t.Helper()
	s, err := OpenWith(context.Background(), address(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestStore(t *testing.T) {
	address(t)
	storetest.Run(t, func(t *testing.T) (sentinel.Store, storetest.Again) {
		o := Options{Schema: schema(t)}
		again := func() (sentinel.Store, error) { return OpenWith(context.Background(), address(t), o) }
		s, err := again()
		if err != nil {
			t.Fatal(err)
		}
		return s, again
	})
}
