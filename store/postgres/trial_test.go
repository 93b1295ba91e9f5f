package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/trial"
	"github.com/sentinelgate/sentinel/store/internal/record"
)

func TestMain(m *testing.M) {
	if trial.Worker(opener) {
		return
	}
	os.Exit(m.Run())
}

// opener opens "SCHEMA ADDRESS".
func opener(ctx context.Context, where string) (sentinel.Store, error) {
	name, a, _ := strings.Cut(where, " ")
	return OpenWith(ctx, a, Options{Schema: name, MaxConns: 2})
}

func TestR408_ProcessesAtOnce(t *testing.T) {
	where := schema(t) + " " + address(t)
	r, err := trial.Race(context.Background(), opener, where, 8, trial.Long(2, 8), trial.Long(2000, 10000))
	if err != nil || r.Doubles != 0 || r.Accepted != r.Rows {
		t.Errorf("%v, %v", r, err)
	}
	t.Logf("race on PostgreSQL: %v", r)
}

func TestR397_KilledProcesses(t *testing.T) {
	r, err := trial.Storm(context.Background(), opener, schema(t)+" "+address(t), 4, trial.Long(8, 60))
	if err != nil || r.Lost != 0 || r.Acknowledged == 0 {
		t.Errorf("%v, %v", r, err)
	}
	t.Logf("kill storm on PostgreSQL: %v", r)
}

// setClock gives the server's clock into the test's hand.
func setClock(t testing.TB, s *Store, m sentinel.Moment) {
	t.Helper()
	ctx := context.Background()
	if _, err := s.pool.Exec(ctx, s.sql("CREATE TABLE IF NOT EXISTS @.test_clock(us bigint)")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, s.sql("INSERT INTO @.test_clock VALUES($1)"), record.Micros(m.Time)); err != nil {
		t.Fatal(err)
	}
	s.clock = s.sql("(SELECT us FROM @.test_clock)")
}

func TestLifeOfQuestions(t *testing.T) {
	clock, point := trial.NewClock(true), ""
	first := open(t, Options{Schema: schema(t)})
	setClock(t, first, clock.Now())
	first.fault = func(p string) error {
		if p == point {
			return trial.ErrFault
		}
		return nil
	}
	again := func() (sentinel.Store, error) { return lasting{first}, nil }
	trial.Life(t, trial.World{Name: "PostgreSQL", Runs: 25, Clock: clock, Open: again, Fail: func(p string) { point = p }, Moved: func(m sentinel.Moment) error {
		_, err := first.pool.Exec(context.Background(), first.sql("UPDATE @.test_clock SET us = $1"), record.Micros(m.Time))
		return err
	}})
}

// lasting keeps its connections when it is closed: they are dear, and the server
// rolls back what a crash left.
type lasting struct{ *Store }

func (lasting) Close() error { return nil }

func asking(id string, risk sentinel.Risk, window time.Duration) func(sentinel.Moment) (sentinel.Question, sentinel.Event) {
	return func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		return sentinel.Question{ID: id, Key: "key " + id, Shown: "shown", Outcome: sentinel.Pending, Silence: risk == sentinel.Medium, NobodyOK: true,
			Request: sentinel.Request{Risk: risk}, Deadline: m.Time.Add(window)}, sentinel.Event{Kind: "asked"}
	}
}

func decide(ctx context.Context, s sentinel.Store, id string) (sentinel.Question, error) {
	return s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		return []sentinel.Event{{Kind: "answered"}}, q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes, Reason: "seen"}}, m)
	})
}

// TestR409_ClientsClockDoesNotCount: a host whose clock is wrong, or that
// claims another time in what it files, moves no deadline.
func TestR409_ClientsClockDoesNotCount(t *testing.T) {
	name := schema(t)
	one, other := open(t, Options{Schema: name}), open(t, Options{Schema: name})
	ctx := context.Background()
	for _, skew := range []time.Duration{-48 * time.Hour, -time.Minute, time.Minute, 48 * time.Hour} {
		id := fmt.Sprint("skew ", skew)
		here := time.Now().Add(skew) // what this host believes
		q, _, err := one.Create(ctx, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
			if d := time.Since(m.Time); d < -time.Minute || d > time.Minute {
				t.Errorf("the server's time is %v away", d)
			}
			q, e := asking(id, sentinel.High, time.Hour)(m)
			q.Created, q.Waiting, q.Boot, q.Up = here, here, "a boot of this host", 5*time.Hour
			return q, e
		})
		if err != nil {
			t.Fatal(err)
		}
		if q.Boot != "" || q.Up != 0 || q.Created.Sub(here).Round(time.Minute) != -skew || q.Deadline.Sub(q.Created) != time.Hour {
			t.Errorf("%v: asked at %v of boot %q, until %v", skew, q.Created, q.Boot, q.Deadline)
		}
		var m sentinel.Moment
		q, err = other.Change(ctx, id, func(q *sentinel.Question, now sentinel.Moment) ([]sentinel.Event, error) {
			m = now
			return nil, q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes}}, now)
		})
		if err != nil || !q.Decided.Equal(m.Time) || q.Until.Sub(m.Time) != sentinel.PermitLife {
			t.Errorf("%v: decided %v, permit until %v, %v", skew, q.Decided, q.Until, err)
		}
	}
	// With the server's clock ahead of every client's, the window is over for all.
	if _, _, err := one.Create(ctx, asking("late", sentinel.Medium, time.Minute)); err != nil {
		t.Fatal(err)
	}
	m, err := one.Now(ctx)
	if err != nil {
		t.Fatal(err)
	}
	setClock(t, other, sentinel.Moment{Time: m.Time.Add(2 * time.Minute)})
	if _, err := decide(ctx, other, "late"); !errors.Is(err, sentinel.ErrLate) {
		t.Errorf("late by the server's clock: %v", err)
	}
}

func TestFaults(t *testing.T) {
	s := open(t, Options{Schema: schema(t)})
	ctx := context.Background()
	for point, done := range map[string]bool{"begin": false, "after_step": false, "before_commit": false, "after_commit_before_ack": true} {
		if _, _, err := s.Create(ctx, asking(point, sentinel.High, time.Hour)); err != nil {
			t.Fatal(err)
		}
		s.fault = func(p string) error {
			if p == point {
				return trial.ErrFault
			}
			return nil
		}
		if _, err := decide(ctx, s, point); !errors.Is(err, trial.ErrFault) {
			t.Fatalf("%s: no fault: %v", point, err)
		}
		s.fault = nil
		if q, err := s.Get(ctx, point); err != nil || (q.Outcome == sentinel.Approved) != done {
			t.Errorf("%s: %v, %v", point, q.Outcome, err)
		}
		if _, err := decide(ctx, s, point); done != errors.Is(err, sentinel.ErrDecided) {
			t.Errorf("%s: again: %v", point, err)
		}
	}
	if lines, err := s.Lines(ctx, 0, 100); err != nil || len(lines) != 8 {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}

// TestConnectionsLost: the server ends all connections, the listener's among
// them; the store goes on, and a waiter is woken all the same.
func TestConnectionsLost(t *testing.T) {
	name := schema(t)
	s, other := open(t, Options{Schema: name}), open(t, Options{Schema: name})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if _, _, err := s.Create(ctx, asking("a", sentinel.High, time.Hour)); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { _, err := s.Wait(ctx, "a", 1); done <- err }()
	time.Sleep(100 * time.Millisecond)
	execute(t, address(t), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sentinel' AND pid <> pg_backend_pid() AND query LIKE '%'||$1||'%'", name)
	if _, err := decide(ctx, other, "a"); err != nil {
		if _, err := decide(ctx, other, "a"); err != nil { // its own connection was ended, too
			t.Fatal(err)
		}
	}
	if err := <-done; err != nil {
		if _, err := s.Wait(ctx, "a", 1); err != nil { // the look was cut off, and says so
			t.Error(err)
		}
	}
}

// TestPollOnly: without the server's notices a waiter looks by itself.
func TestPollOnly(t *testing.T) {
	name := schema(t)
	s, other := open(t, Options{Schema: name, PollOnly: true}), open(t, Options{Schema: name, PollOnly: true})
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if _, _, err := s.Create(ctx, asking("a", sentinel.High, time.Hour)); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { _, err := s.Wait(ctx, "a", 1); done <- err }()
	time.Sleep(50 * time.Millisecond)
	if _, err := decide(ctx, other, "a"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if s.listens || s.listening {
		t.Error("it listens")
	}
}

func TestVersions(t *testing.T) {
	name := schema(t)
	open(t, Options{Schema: name})
	ctx := context.Background()
	two := func(migrate bool) error {
		s, err := unopened(address(t), Options{Schema: name})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.migrations = fstest.MapFS{"001.sql": {Data: []byte("SELECT 1/0")}, "002.sql": {Data: []byte("CREATE TABLE @.second(x bigint)")}}
		return s.prepare(ctx, migrate)
	}
	if err := two(false); err == nil || !strings.Contains(err.Error(), "older than 2") || !strings.Contains(err.Error(), "hint") {
		t.Errorf("older tables: %v", err)
	}
	if err := two(true); err != nil {
		t.Errorf("migrate: %v", err)
	}
	if err := two(true); err != nil {
		t.Errorf("migrate again: %v", err)
	}
	if s, err := OpenWith(ctx, address(t), Options{Schema: name}); err == nil || !strings.Contains(err.Error(), "version 2") {
		t.Errorf("newer tables: %v", err)
		_ = s.Close()
	}
}

func TestMadeOnceByMany(t *testing.T) {
	name := schema(t)
	errs := make(chan error)
	for range 6 {
		go func() {
			s, err := OpenWith(context.Background(), address(t), Options{Schema: name, MaxConns: 1})
			if err == nil {
				err = errors.Join(s.Check(context.Background()), s.Close())
			}
			errs <- err
		}()
	}
	for range 6 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestTablesRefuse(t *testing.T) {
	s := open(t, Options{Schema: schema(t)})
	ctx := context.Background()
	insert := func(change map[string]string) error {
		row := map[string]string{"id": "'a'", "key": "'k'", "request": "'{}'", "shown": "'s'", "policy": "''", "host": "''", "risk": "4", "boot": "''", "up": "0",
			"silence": "0", "nobody_ok": "0", "created": "10", "outcome": "'APPROVED'", "permit": "'armed'", "version": "1", "told": "0", "deadline": "20",
			"waiting": "10", "decided": "12", "reviewer": "''", "channel": "''", "reason": "'seen'", "answer": "0", "edit": "NULL", "allowed": "'s'",
			"until": "15", "claimed": "NULL", "result": "''"}
		for k, v := range change {
			row[k] = v
		}
		var values []string
		columns := strings.TrimPrefix(record.Columns, "number, ")
		for c := range strings.SplitSeq(columns, ", ") {
			values = append(values, row[c])
		}
		tx, err := s.pool.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback(ctx)
		_, err = tx.Exec(ctx, s.sql("INSERT INTO @.question("+columns+") VALUES("+strings.Join(values, ", ")+")"))
		return err
	}
	if err := insert(nil); err != nil {
		t.Fatal(err)
	}
	for c := range strings.SplitSeq("id key request shown policy host risk boot up silence nobody_ok created outcome permit version told deadline waiting decided reviewer channel reason answer allowed until result", " ") {
		if insert(map[string]string{c: "NULL"}) == nil {
			t.Errorf("%s may be NULL", c)
		}
	}
	for name, change := range map[string]map[string]string{
		"a critical yes without a reason":  {"reason": "E' \t\n\r'"},
		"armed for nothing":                {"allowed": "''"},
		"claimed at no time":               {"permit": "'claimed'"},
		"claimed and not claimed":          {"claimed": "13"},
		"armed after a denial":             {"outcome": "'DENIED'"},
		"armed while pending":              {"outcome": "'PENDING'", "decided": "NULL"},
		"armed by silence, CRITICAL":       {"outcome": "'TIMED_OUT'"},
		"armed by silence, HIGH":           {"outcome": "'TIMED_OUT'", "risk": "3", "silence": "1"},
		"armed by silence no policy wants": {"outcome": "'TIMED_OUT'", "risk": "2"},
		"a result of nothing":              {"result": "'ok'"},
		"no such outcome":                  {"outcome": "'ALLOWED'"},
		"no such risk":                     {"risk": "5"},
		"ends before it begins":            {"deadline": "5"},
	} {
		if insert(change) == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestTablesKeep(t *testing.T) {
	s := open(t, Options{Schema: schema(t)})
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		if _, _, err := s.Create(ctx, asking(id, sentinel.High, time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := decide(ctx, s, "a"); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		"UPDATE @.audit SET data = '{\"a\":1}' WHERE seq = 1", "DELETE FROM @.audit", "DELETE FROM @.audit WHERE seq = 1", "TRUNCATE @.audit", "TRUNCATE @.question",
		"INSERT INTO @.audit SELECT seq + 2, at, kind, request, data, hash, hash FROM @.audit WHERE seq = 3",
		"INSERT INTO @.audit SELECT seq + 1, at, kind, request, data, prev, hash FROM @.audit WHERE seq = 3",
		"DELETE FROM @.question", "DELETE FROM @.chain", "UPDATE @.question SET outcome = 'DENIED' WHERE id = 'a'", "UPDATE @.question SET risk = 1",
		"UPDATE @.question SET outcome = 'PENDING', decided = NULL, permit = 'none' WHERE id = 'a'", "UPDATE @.question SET key = 'x' WHERE id = 'a'",
		"UPDATE @.question SET allowed = 'other' WHERE id = 'a'", "UPDATE @.question SET version = 0", "UPDATE @.question SET request = '{ }'",
	} {
		if _, err := s.pool.Exec(ctx, s.sql(q)); err == nil {
			t.Errorf("done: %s", q)
		}
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

// TestAddress: nothing of the environment redirects or weakens a connection.
func TestAddress(t *testing.T) {
	for _, name := range []string{"PGHOST", "PGSSLMODE", "PGOPTIONS", "PGSSLROOTCERT", "PGDATABASE", "PGUSER", "PGTZ", "PGTARGETSESSIONATTRS"} {
		t.Setenv(name, "disable")
	}
	t.Setenv("PGPORT", "1")
	whole, err := explicit("postgres://gate:secret@db.example/approvals")
	if err != nil {
		t.Fatal(err)
	}
	s, err := unopened("postgres://gate:secret@db.example/approvals", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if p := s.pool.Config().ConnConfig.RuntimeParams; len(p) != 1 || p["application_name"] != "sentinel" { // a pooler refuses what it does not know
		t.Errorf("start-up parameters %v", p)
	}
	c, err := pgx.ParseConfig(whole)
	if err != nil {
		t.Fatal(err)
	}
	if c.Host != "db.example" || c.Port != 5432 || c.User != "gate" || c.Database != "approvals" || c.TLSConfig == nil || c.TLSConfig.InsecureSkipVerify ||
		c.TLSConfig.ServerName != "db.example" || len(c.Fallbacks) != 0 {
		t.Errorf("%+v", c)
	}
	for _, bad := range []string{"", "db.example", "host=db user=x dbname=y", "postgres://db.example/approvals", "postgres://gate@/approvals", "postgres://gate@db.example",
		"mysql://gate@db.example/approvals", "postgres://gate:secret@db.example:port/approvals"} {
		if _, err := unopened(bad, Options{}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, bad := range []string{"Upper", "a b", "a;b", "1a", strings.Repeat("a", 41), "a\x00"} {
		if _, err := unopened("postgres://gate@db.example/approvals", Options{Schema: bad}); err == nil {
			t.Errorf("schema %q is taken", bad)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := Open(ctx, "postgres://gate:secret@127.0.0.1:1/approvals"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("R374, nobody is there: %v", err)
	}
}
