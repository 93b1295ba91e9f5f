package sentinel_test

import (
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/sqlite"
)

// Requirements of the approval gate that stand in no other test.

func TestR339_Licence(t *testing.T) {
	if !strings.HasPrefix(string(readFile(t, "LICENSE")), "MIT License") {
		t.Error("the licence is not MIT's")
	}
}

// TestR340_TheLibraryStandsAlone: a program that uses the gate alone links the
// standard library and nothing else.
func TestR340_TheLibraryStandsAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if first, _, _ := strings.Cut(name, "/"); strings.Contains(first, ".") && !strings.HasPrefix(name, module) {
			t.Errorf("it links %s", name)
		}
	}
}

// TestR344_SilenceHasADirection: in one gate the same silence permits and refuses
// (R346, R347, R350, R351).
func TestR344_SilenceHasADirection(t *testing.T) {
	w := newWorld(nil)
	if d := w.decide("write_file", map[string]any{"path": "notes.md", "content": "x"}); !d.Permitted {
		t.Errorf("write_file: %s: %s", d.Outcome, d.Reason)
	}
	mustRefuse(t, w.decide("delete_file", map[string]any{"path": "prod.db"}), sentinel.TimedOut)
}

// TestR351_NobodyToAsk: a gate without a reviewer and without a store waits for
// nobody.
func TestR351_NobodyToAsk(t *testing.T) {
	start := time.Now()
	mustRefuse(t, decide(call(), sentinel.WithAssessor(risky(sentinel.High))), sentinel.TimedOut)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it waited %s", took)
	}
}

// TestR352_WindowsAreSet per risk; one that is not set is closed.
func TestR352_WindowsAreSet(t *testing.T) {
	p := sentinel.DefaultPolicy().WithWindow(sentinel.High, time.Hour)
	if p.Window(sentinel.High) != time.Hour || p.Window(sentinel.Medium) == 0 || p.Window(sentinel.Low) != 0 || p.Window(77) != 0 {
		t.Errorf("%s %s", p.Window(sentinel.High), p.Window(sentinel.Medium))
	}
}

func TestR364_RuleNames(t *testing.T) {
	w := newWorld(nil)
	for _, c := range []struct {
		tool, name, value, rule string
	}{
		{"frob", "path", "~/.aws/credentials", "sensitive-path"}, {"deploy", "env", "production", "production-target"}, {"bash", "command", "rm -rf /", "destructive-shell"},
	} {
		d := w.decide(c.tool, map[string]any{c.name: c.value})
		found := d.Rule == c.rule
		for _, f := range d.Findings {
			found = found || f.Rule == c.rule
		}
		if !found {
			t.Errorf("%s %s: by %q, %+v", c.tool, c.value, d.Rule, d.Findings)
		}
	}
}

// TestR394_OutcomesHaveNames of their own in JSON (R395).
func TestR394_OutcomesHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for o := sentinel.OutcomeNone; o <= sentinel.Pending; o++ {
		b, err := json.Marshal(sentinel.Decision{Outcome: o})
		var back sentinel.Decision
		if err == nil {
			err = json.Unmarshal(b, &back)
		}
		if err != nil || back.Outcome != o || seen[o.String()] {
			t.Errorf("%s: %v", b, err)
		}
		seen[o.String()] = true
	}
	if _, err := json.Marshal(sentinel.Decision{Outcome: 99}); err == nil {
		var o sentinel.Outcome
		if o.UnmarshalText([]byte("invalid(99)")) == nil {
			t.Error("an outcome that is none was read")
		}
	}
}

// TestR399_SQLite: the store's place is given, and a question outlives its gate
// (R397, R398).
func TestR399_SQLite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "approvals.db")
	open := func() (*sentinel.Gate, *sqlite.Store) {
		s, err := sqlite.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return sentinel.New(sentinel.WithStore(s), sentinel.WithPolicy(sentinel.DefaultPolicy()), sentinel.WithAssessor(risky(sentinel.High)),
			sentinel.WithRequester([]byte("me")), sentinel.WithoutWaiting()), s
	}
	gate, s := open()
	asked := gate.Decide(context.Background(), call())
	mustRefuse(t, asked, sentinel.Pending)
	s.Close()
	gate, s = open()
	if _, err := gate.Answer(context.Background(), asked.Request, yes("")); err != nil {
		t.Fatal(err)
	}
	s.Close()
	gate, s = open()
	defer s.Close()
	if d := gate.Decide(context.Background(), call()); !d.Permitted || d.Number != asked.Number {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
}

// TestR407_NoAnswerOfItsOwn: what the agent runs neither answers nor reaches what
// answers are kept in.
func TestR407_NoAnswerOfItsOwn(t *testing.T) {
	w := newWorld(nil)
	for _, command := range []string{"sentinel approve 7", "sh -c 'sentinel approve 7'", "sentinel deny 7", "sentinel review", "sentinel audit prune --before 1h",
		"sqlite3 ~/.local/state/sentinel/sentinel.db 'update x set y=1'", "sqlite3 ~/.local/state/sentinel/sentinel.db \"update x set y=1 where z=2\"", "echo 'UPDATE x SET y=1 WHERE z=2' | sqlite3 ~/.local/state/sentinel/sentinel.db",
		"cd ~/.local/state/sentinel && sqlite3 sentinel.db 'UPDATE x SET y=1 WHERE z=2'",
		"python3 -c \"import sqlite3; sqlite3.connect('/home/dev/.local/state/sentinel/sentinel.db').execute('UPDATE x SET y=1 WHERE z=2')\"",
		"rm ~/.local/state/sentinel/sentinel.db", "cp x ~/.local/state/sentinel/sentinel.db-wal",
		"echo x > ~/.local/state/sentinel/audit.key", "truncate -s 0 ~/.local/state/sentinel/audit.checkpoints"} {
		if got := w.shell(command); got != "block" {
			t.Errorf("%s: %s", command, got)
		}
	}
	for _, command := range []string{"sqlite3 dev.db 'UPDATE t SET x=1 WHERE id=2'", "psql -c 'INSERT INTO t VALUES (1)'"} {
		if got := w.shell(command); got != "ask" {
			t.Errorf("%s: %s", command, got)
		}
	}
	for _, command := range []string{"sentinel risk --list", "sentinel pending", "sentinel policy", "tail -3 ~/.local/state/sentinel/audit.jsonl", "sqlite3 dev.db .tables"} {
		if got := w.shell(command); got != "allow" {
			t.Errorf("%s: %s", command, got)
		}
	}
}

// TestR412_Names: the fields that reviewers see and give, in JSON (R411).
func TestR412_Names(t *testing.T) {
	q := newQueue(t, sentinel.High)
	b, err := json.Marshal(q.asked().Request)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{`"agent":"test"`, `"tool":"t"`, `"arguments":{"x":"y"}`, `"risk":"HIGH"`, `"reason":`, `"deadline":`, `"shown":`, `"id":`} {
		if !strings.Contains(string(b), name) {
			t.Errorf("%s is missing in %s", name, b)
		}
	}
	b, err = json.Marshal(sentinel.Review{Answer: sentinel.Yes, Reason: "r", By: "ops", Arguments: map[string]any{"a": "b"}})
	if err != nil || string(b) != `{"answer":"yes","reason":"r","by":"ops","arguments":{"a":"b"}}` {
		t.Errorf("%s: %v", b, err)
	}
	r := sentinel.Request{Deadline: day.Add(time.Minute)}
	if r.Remaining(day) != time.Minute || r.Remaining(day.Add(time.Hour)) != 0 { // R411
		t.Error("remaining")
	}
}

// TestR425_WhoIsAsTold: the reviewer's name is kept as it was given, and gives no
// rights.
func TestR425_WhoIsAsTold(t *testing.T) {
	q := newQueue(t, sentinel.High)
	v := yes("")
	v.By = "somebody, as they say"
	got, err := q.answer(q.asked().ID, v)
	if err != nil || got.By != v.By {
		t.Errorf("%q: %v", got.By, err)
	}
}

func TestR426_NoSandbox(t *testing.T) {
	if !strings.Contains(string(readFile(t, "README.md")), "sandbox") {
		t.Error("the README does not say that this is no sandbox")
	}
}
