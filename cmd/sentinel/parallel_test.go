//go:build !windows

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// processes run at once on one session and one ledger.
const processes = 200

// openAtOnce is how many questions one client has open at a time at most, with room.
const openAtOnce = 50

// TestParallelHooks: clients run hooks side by side. Nothing of what they note
// is lost or torn, and none waits for ever. Each process writes a file of its
// own, then each asks for something, then the answers teach the one ledger. A
// machine that is too slow for all of them may refuse some, and says so.
func TestParallelHooks(t *testing.T) {
	m := newGround(t)
	n := processes
	if testing.Short() {
		n = openAtOnce
	}
	start := time.Now()
	wrote := m.atOnce(0, n, func(i int) map[string]any {
		return m.event(fmt.Sprint("w", i), "PreToolUse", "Write", map[string]any{"file_path": fmt.Sprintf("%s/gen/f%d.sh", m.project, i), "content": fmt.Sprintf("echo %d\n", i)})
	}, "")
	asked := 0
	for from := 0; from < n; from += openAtOnce {
		asked += m.atOnce(from, from+openAtOnce, func(i int) map[string]any {
			return m.event(fmt.Sprint("a", i), "PreToolUse", "Bash", map[string]any{"command": fmt.Sprintf("git stash push -m s%d", i)})
		}, "ask|allow")
		m.atOnce(from, from+openAtOnce, func(i int) map[string]any {
			return m.event(fmt.Sprint("a", i), "PostToolUse", "Bash", map[string]any{"command": fmt.Sprintf("git stash push -m s%d", i)})
		}, "")
	}
	t.Logf("%d hooks in %s; noted %d and %d of %d each", 3*n, time.Since(start), wrote, asked, n)

	sessions, err := filepath.Glob(filepath.Join(m.home, ".local", "state", "sentinel", "sessions", "*.json"))
	if err != nil || len(sessions) != 1 {
		t.Fatalf("sessions %q %v", sessions, err)
	}
	var session struct {
		Written []struct{ Path string }
		Asked   []struct{ CallID string }
	}
	m.parse(sessions[0], &session)
	if len(session.Written) < wrote || wrote < n/2 {
		t.Errorf("%d of %d written files are noted", len(session.Written), wrote)
	}
	if len(session.Asked) > n-asked {
		t.Errorf("%d questions are still open", len(session.Asked))
	}
	var ledger struct{ Shapes map[string]json.RawMessage }
	m.parse(filepath.Join(m.project, ".sentinel", "risk.json"), &ledger)
	if len(ledger.Shapes) != 1 {
		t.Errorf("%d shapes in the ledger, want 1", len(ledger.Shapes))
	}
	m.wholeLines(filepath.Join(m.home, ".local", "state", "sentinel"), wrote+asked)
	if decision, reason, err := m.hook(m.event("last", "PreToolUse", "Bash", map[string]any{"command": "git stash push -m again"})); decision != "allow" || err != nil {
		t.Errorf("what was learned is not known: %q %s %v", decision, reason, err)
	}
}

func (m *ground) event(id, kind, tool string, input map[string]any) map[string]any {
	return map[string]any{"session_id": "s1", "cwd": m.project, "hook_event_name": kind, "tool_name": tool, "tool_input": input,
		"tool_use_id": id, "permission_mode": "default", "tool_response": map[string]any{"stdout": ""}}
}

// atOnce starts processes together and wants one of the decisions of all. It
// gives how many came to one; the others must have been refused for want of time.
func (m *ground) atOnce(from, to int, event func(i int) map[string]any, want string) int {
	m.t.Helper()
	var wg sync.WaitGroup
	var done atomic.Int64
	begin := make(chan struct{})
	for i := from; i < to; i++ {
		wg.Go(func() {
			<-begin
			decision, reason, err := m.hook(event(i))
			switch {
			case err == nil && strings.Contains("|"+want+"|", "|"+decision+"|"):
				done.Add(1)
			case err != nil || decision != "deny" || !strings.Contains(reason, "in time") && !strings.Contains(reason, "lock is busy"):
				m.t.Errorf("process %d: %q, want %q: %s %v", i, decision, want, reason, err)
			}
		})
	}
	close(begin)
	wg.Wait()
	return int(done.Load())
}

func (m *ground) parse(file string, to any) {
	m.t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, to)
	}
	if err != nil {
		m.t.Fatal(err)
	}
}

// wholeLines looks at the audit log: each line is an object, and none is lost.
func (m *ground) wholeLines(dir string, want int) {
	m.t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "audit*.jsonl"))
	if err != nil || len(files) == 0 {
		m.t.Fatalf("no log in %s: %v", dir, err)
	}
	got := 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			m.t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var entry map[string]any
			if err := json.Unmarshal([]byte(line), &entry); err != nil {
				m.t.Errorf("a torn line: %v: %.80q", err, line)
			}
			got++
		}
	}
	if got < want {
		m.t.Errorf("%d lines in the log, want %d", got, want)
	}
}
