package engine_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/engine"
)

// TestR333_GrantsOfALongSession: what is allowed for a session ends a day after
// the last call of it, also when these calls only read.
func TestR333_GrantsOfALongSession(t *testing.T) {
	m := newMachine(t)
	push := m.bash("s", "c1", "git push")
	if d, _ := m.ask(t, push); d.Outcome != sentinel.Asked {
		t.Fatal(d.Outcome, d.Reason)
	}
	m.ran(t, push)
	for range 30 {
		m.now = m.now.Add(50 * time.Minute)
		m.open(t, "s")
	}
	if d, _ := m.ask(t, m.bash("s", "c2", "git push")); d.Outcome != sentinel.Approved {
		t.Error("a session in use was forgotten:", d.Outcome)
	}
	m.now = m.now.Add(25 * time.Hour)
	if d, _ := m.ask(t, m.bash("s", "c3", "git push")); d.Outcome != sentinel.Asked {
		t.Error("a session that nobody used was not forgotten:", d.Outcome)
	}
}

// TestNothingIsWrittenOutside: calls outside of any project that only read leave
// the state as it is.
func TestNothingIsWrittenOutside(t *testing.T) {
	m := newMachine(t)
	dir := filepath.Join(m.home, ".local", "state", "sentinel")
	for range 2 {
		o := m.options("s")
		o.Cwd = m.home
		e, err := engine.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		if e.Root != "" {
			t.Fatal(e.Root)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "sessions")); !os.IsNotExist(err) {
		t.Error("a session was written:", err)
	}
}
