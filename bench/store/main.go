// Command store measures the stores: how many answers they take in a second
// from 1, 8 and 32 clients, and how long after an answer a waiting caller has
// it. Run it on a machine that is idle:
//
//	go run ./bench/store
//
// PostgreSQL is measured when SENTINEL_TEST_POSTGRES names a server
// (scripts/postgres starts one).
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/trial"
	"github.com/sentinelgate/sentinel/store/memory"
	"github.com/sentinelgate/sentinel/store/postgres"
	"github.com/sentinelgate/sentinel/store/sqlite"
)

func main() {
	n := flag.Int("n", 2000, "answers for each row")
	waits := flag.Int("waits", 100, "waiting callers")
	dir := flag.String("dir", "", "folder for the SQLite file, on the disk that is to be measured; a new one in the system's by default")
	flag.Parse()
	if err := run(*n, *waits, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// place is a store to measure.
type place struct {
	name, where string
	open        trial.Opener
}

func run(n, waits int, dir string) error {
	ctx := context.Background()
	folder, err := os.MkdirTemp(dir, "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	places := []place{
		{"SQLite", filepath.Join(folder, "own", "sentinel.db"), func(ctx context.Context, where string) (sentinel.Store, error) {
			return sqlite.OpenWith(ctx, where, sqlite.Options{})
		}},
	}
	if address := os.Getenv("SENTINEL_TEST_POSTGRES"); address != "" {
		places = append(places, place{"PostgreSQL", address, func(ctx context.Context, where string) (sentinel.Store, error) {
			return postgres.OpenWith(ctx, where, postgres.Options{Schema: "bench", MaxConns: 2})
		}})
	}
	one := memory.New(nil)
	places = append(places, place{"in memory", "", func(context.Context, string) (sentinel.Store, error) { return kept{one}, nil }})
	run := fmt.Sprint(time.Now().UnixNano(), " ") // the server keeps the questions of earlier runs
	fmt.Printf("| store | clients | decisions a second | p50 | p99 |\n|---|---|---|---|---|\n")
	for _, p := range places {
		for _, clients := range []int{1, 8, 32} {
			s, err := trial.Decisions(ctx, p.open, p.where, fmt.Sprint(run, clients, " "), clients, n)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			fmt.Printf("| %s | %d | %.0f | %s | %s |\n", p.name, clients, s.PerSecond(), ms(s.P50), ms(s.P99))
		}
	}
	fmt.Printf("\n| store | from an answer to a waiting caller, p50 | p99 |\n|---|---|---|\n")
	for _, p := range places {
		s, err := trial.Waits(ctx, p.open, p.where, run+"wait ", waits)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Printf("| %s | %s | %s |\n", p.name, ms(s.P50), ms(s.P99))
	}
	fmt.Printf("\n%d decisions and %d waits each, on %s/%s with %d processors, %s.\n", n, waits, runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), strings.TrimSpace(runtime.Version()))
	return nil
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }

// kept is there again after it was closed.
type kept struct{ *memory.Store }

func (kept) Close() error { return nil }
