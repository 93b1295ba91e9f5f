package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/internal/record"
)

func mode(t *testing.T, name string) os.FileMode {
	t.Helper()
	info, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

func TestMadeForThisUserAlone(t *testing.T) {
	path := file(t)
	s := open(t, path)
	if _, _, err := s.Create(context.Background(), asking("a", sentinel.High)); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("rights are inherited there")
	}
	if m := mode(t, filepath.Dir(path)); m != 0o700 {
		t.Errorf("the folder has mode %#o", m)
	}
	for _, tail := range []string{"", "-wal", "-shm"} {
		if m := mode(t, path+tail); m != 0o600 {
			t.Errorf("%s has mode %#o", tail, m)
		}
	}
}

func TestSettings(t *testing.T) {
	s := open(t, file(t))
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "trusted_schema": "0", "busy_timeout": "20",
		"application_id": fmt.Sprint(applicationID), "user_version": fmt.Sprint(version)} {
		var got string
		if err := s.write.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, want %s, %v", pragma, got, want, err)
		}
	}
	if _, err := s.read.Exec("DELETE FROM pruning"); err == nil {
		t.Error("a reader can write")
	}
}

func TestRefusedFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("owners and modes of Unix")
	}
	own := os.Geteuid()
	for name, spoil := range map[string]func(path string) error{
		"a file others may write":    func(p string) error { return os.Chmod(p, 0o602) },
		"a file a group may write":   func(p string) error { return os.Chmod(p, 0o620) },
		"a folder others may write":  func(p string) error { return os.Chmod(filepath.Dir(p), 0o707) },
		"a folder a group may write": func(p string) error { return os.Chmod(filepath.Dir(p), 0o770) },
		"a -wal others may write":    func(p string) error { return os.WriteFile(p+"-wal", nil, 0o600|0o066&^0o044) },
		"a -shm of anybody": func(p string) error {
			return errors.Join(os.WriteFile(p+"-shm", nil, 0o600), os.Chmod(p+"-shm", 0o666))
		},
		"a link to a file":             func(p string) error { return errors.Join(os.Rename(p, p+"2"), os.Symlink(p+"2", p)) },
		"a folder in the file's place": func(p string) error { return errors.Join(os.Remove(p), os.Mkdir(p, 0o700)) },
		"a file of another user":       func(p string) error { return os.Chown(p, own+1, -1) },
		"a folder of another user":     func(p string) error { return os.Chown(filepath.Dir(p), own+1, -1) },
		"a -wal of another user": func(p string) error {
			return errors.Join(os.WriteFile(p+"-wal", nil, 0o600), os.Chown(p+"-wal", own+1, -1))
		},
		"a file that is no database":    func(p string) error { return os.WriteFile(p, bytes.Repeat([]byte("not a database\n"), 500), 0o600) },
		"a database cut off":            func(p string) error { return os.Truncate(p, 5000) },
		"a database of another program": func(p string) error { return pragma(p, "application_id=7") },
		"a file that was emptied":       func(p string) error { return os.Truncate(p, 0) },
		"a newer version":               func(p string) error { return pragma(p, "user_version=2") },
		"an older version":              func(p string) error { return pragma(p, "user_version=0") },
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			s := open(t, path)
			if _, _, err := s.Create(context.Background(), asking("a", sentinel.High)); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(name, "-wal others") {
				defer os.Chmod(path+"-wal", 0o600)
			}
			if err := spoil(path); err != nil {
				if strings.Contains(name, "another user") && own != 0 {
					t.Skipf("only root can give a file away: %v", err)
				}
				t.Fatal(err)
			}
			if strings.Contains(name, "-wal others") {
				if err := os.Chmod(path+"-wal", 0o622); err != nil {
					t.Fatal(err)
				}
			}
			before, _ := os.ReadFile(path)
			again, err := Open(path)
			if err == nil {
				err = again.Check(context.Background())
				_ = again.Close()
			}
			if err == nil {
				t.Fatal("it was taken")
			}
			if !strings.Contains(err.Error(), path) && !strings.Contains(err.Error(), filepath.Dir(path)) {
				t.Errorf("the error does not name the file: %v", err)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

func pragma(path, set string) error {
	db, err := sql.Open("sqlite", "file:"+escape(path))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec("PRAGMA " + set)
	return err
}

func TestNetworkFileSystem(t *testing.T) {
	s, err := unopened(file(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.net = func(string) (string, error) { return "nfs", nil }
	if err := s.open(context.Background()); err == nil || !strings.Contains(err.Error(), "nfs") || !strings.Contains(err.Error(), "hint") {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(s.path); err == nil {
		t.Error("a file was made")
	}
	if kind, err := networkFS(t.TempDir()); err != nil || kind != "" {
		t.Skipf("the folder for tests is on %q, %v", kind, err)
	}
}

// TestR374_Damage: a page written over is an error of what needs it, and of
// Check; nothing is made anew.
func TestR374_Damage(t *testing.T) {
	path := file(t)
	s := open(t, path)
	ctx := context.Background()
	for i := range 200 {
		if _, _, err := s.Create(ctx, asking(fmt.Sprint("q", i), sentinel.High)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 3 * 4096; i < len(data); i++ {
		data[i] ^= 0x5a
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err = Open(path)
	if err != nil {
		return // refused at once
	}
	defer s.Close()
	if err := s.Check(ctx); err == nil {
		t.Error("nothing is found wrong")
	}
	failed := 0
	for i := range 200 {
		if q, err := s.Get(ctx, fmt.Sprint("q", i)); err != nil || q.Outcome != sentinel.Pending {
			failed++
		}
		if _, err := decide(ctx, s, fmt.Sprint("q", i)); err != nil {
			failed++
		}
	}
	if failed < 200 {
		t.Errorf("%d of 400 uses failed", failed)
	}
}

// TestTablesRefuse gives the tables rows that package record would never let
// through: each CHECK also with NULL, which passes a CHECK that comes to it.
func TestTablesRefuse(t *testing.T) {
	s := open(t, file(t))
	good := map[string]any{"id": "a", "key": "k", "request": "{}", "shown": "s", "policy": "", "host": "", "risk": 4, "boot": "", "up": 0, "silence": 0,
		"nobody_ok": 0, "created": 10, "outcome": "PENDING", "permit": "none", "version": 1, "told": 0, "deadline": 20, "waiting": 10, "decided": nil,
		"reviewer": "", "channel": "", "reason": "", "answer": 0, "edit": nil, "allowed": "", "until": nil, "claimed": nil, "result": ""}
	insert := func(change map[string]any) error {
		var args []any
		columns := strings.Split(strings.TrimPrefix(record.Columns, "number, "), ", ")
		for _, c := range columns {
			v := good[c]
			if w, ok := change[c]; ok {
				v = w
			}
			args = append(args, v)
		}
		tx, err := s.write.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		_, err = tx.Exec("INSERT INTO question("+strings.Join(columns, ", ")+") VALUES("+marks(len(args))+")", args...)
		return err
	}
	if err := insert(nil); err != nil {
		t.Fatal(err)
	}
	approved := map[string]any{"outcome": "APPROVED", "permit": "armed", "decided": 12, "reason": "seen", "until": 15, "allowed": "s"}
	if err := insert(approved); err != nil {
		t.Fatal(err)
	}
	for c := range good {
		if c != "decided" && c != "edit" && c != "until" && c != "claimed" {
			if insert(map[string]any{c: nil}) == nil {
				t.Errorf("%s may be NULL", c)
			}
		}
	}
	for name, change := range map[string]map[string]any{
		"a critical yes without a reason":  {"reason": " \t\n\r"},
		"a critical yes with reason NULL":  {"reason": nil},
		"armed without an end":             {"until": nil},
		"armed for nothing":                {"allowed": ""},
		"armed for NULL":                   {"allowed": nil},
		"decided at no time":               {"decided": nil},
		"claimed at no time":               {"permit": "claimed"},
		"claimed and not claimed":          {"claimed": 13},
		"armed after a denial":             {"outcome": "DENIED"},
		"armed while pending":              {"outcome": "PENDING", "decided": nil},
		"armed by silence, CRITICAL":       {"outcome": "TIMED_OUT"},
		"armed by silence, HIGH":           {"outcome": "TIMED_OUT", "risk": 3, "silence": 1},
		"armed by silence no policy wants": {"outcome": "TIMED_OUT", "risk": 2, "silence": 0},
		"lapsed by silence, HIGH":          {"outcome": "TIMED_OUT", "risk": 3, "permit": "lapsed"},
		"a result of nothing":              {"result": "ok"},
		"no such outcome":                  {"outcome": "ALLOWED"},
		"no such permit":                   {"permit": "some"},
		"no such risk":                     {"risk": 5},
		"no risk":                          {"risk": 0},
		"ends before it begins":            {"deadline": 5},
		"no id":                            {"id": ""},
		"no key":                           {"key": ""},
		"text in the place of a number":    {"risk": "high"},
	} {
		whole := map[string]any{}
		for _, m := range []map[string]any{approved, change} {
			for k, v := range m {
				whole[k] = v
			}
		}
		if insert(whole) == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// TestTablesKeep tries to change what must stay.
func TestTablesKeep(t *testing.T) {
	s := open(t, file(t))
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		if _, _, err := s.Create(ctx, asking(id, sentinel.High)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := decide(ctx, s, "a"); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		"UPDATE audit SET data = '{\"a\":1}' WHERE seq = 1", "DELETE FROM audit", "DELETE FROM audit WHERE seq = 1", "UPDATE audit SET seq = 9 WHERE seq = 3",
		"INSERT INTO audit SELECT seq + 1, at, kind, request, data, prev, hash FROM audit WHERE seq = 3",
		"INSERT INTO audit SELECT 5, at, kind, request, data, hash, hash FROM audit WHERE seq = 3",
		"INSERT OR REPLACE INTO audit SELECT seq, at, 'forged', request, data, prev, hash FROM audit WHERE seq = 2",
		"DELETE FROM question", "UPDATE question SET outcome = 'DENIED' WHERE id = 'a'", "UPDATE question SET outcome = 'PENDING', decided = NULL, permit = 'none' WHERE id = 'a'",
		"UPDATE question SET risk = 1", "UPDATE question SET key = 'x'", "UPDATE question SET request = '{ }'", "UPDATE question SET id = 'c' WHERE id = 'b'",
		"UPDATE question SET allowed = 'other' WHERE id = 'a'", "UPDATE question SET version = 0", "UPDATE question SET permit = 'none' WHERE id = 'a'",
		"INSERT OR REPLACE INTO question SELECT * FROM question WHERE id = 'a'", "INSERT OR REPLACE INTO question SELECT * FROM question WHERE id = 'b'",
		"UPDATE OR REPLACE question SET key = 'key a' WHERE id = 'b'", "UPDATE OR REPLACE audit SET seq = 1 WHERE seq = 2",
	} {
		if _, err := s.write.Exec(q); err == nil {
			t.Errorf("done: %s", q)
		}
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
	if q, err := s.Get(ctx, "a"); err != nil || q.Outcome != sentinel.Approved || q.Permit != sentinel.PermitArmed {
		t.Errorf("%v %v %v", q.Outcome, q.Permit, err)
	}
}

// TestMadeOnceByMany: the file appears with all its tables, whoever comes first.
func TestMadeOnceByMany(t *testing.T) {
	path := file(t)
	errs := make(chan error)
	for i := range 8 {
		go func() {
			s, err := Open(path)
			if err == nil {
				_, _, err = s.Create(context.Background(), asking(fmt.Sprint(i), sentinel.High))
				err = errors.Join(err, s.Close())
			}
			errs <- err
		}()
	}
	for range 8 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if all, err := open(t, path).List(context.Background(), sentinel.Filter{}); err != nil || len(all) != 8 {
		t.Errorf("%d questions, %v", len(all), err)
	}
	if left, err := filepath.Glob(path + ".new*"); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestR387_OtherTablesAreFound: a file without one of its triggers, with one more, or
// left open for lines to go, is not the one that this program made.
func TestR387_OtherTablesAreFound(t *testing.T) {
	for name, do := range map[string]string{
		"": "", "a trigger less": "DROP TRIGGER question_ends", "a trigger more": "CREATE TRIGGER x AFTER INSERT ON audit BEGIN SELECT 1; END",
		"an index less": "DROP INDEX live", "a table more": "CREATE TABLE x(a)", "a column more": "ALTER TABLE question ADD COLUMN x INTEGER", "open for pruning": "INSERT INTO pruning VALUES(7)",
	} {
		s := open(t, file(t))
		if _, err := s.write.Exec(do); err != nil {
			t.Fatal(err)
		}
		if err := s.Check(context.Background()); (err == nil) != (name == "") || err != nil && !strings.Contains(err.Error(), "not those that this program makes") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
