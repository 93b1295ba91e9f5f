//go:build live

package livetest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// handLimit is how long a person has to go through the calls by hand.
const handLimit = 8 * time.Minute

// TestLiveByHand prepares the same calls for a person at a terminal: it prints
// the command that starts the interactive client, then waits for the last call's
// result. It checks nothing; what a person should see is in testdata/live/README.md.
func TestLiveByHand(t *testing.T) {
	if os.Getenv("SENTINEL_LIVE_HAND") == "" {
		t.Skip("SENTINEL_LIVE_HAND is not set")
	}
	gate := buildGate(t)
	w := newWorld(t)
	w.install(t, gate)
	// Without this the client first asks about colours, the key and the folder.
	first, err := json.Marshal(map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark",
		"customApiKeyResponses": map[string]any{"approved": []string{"none"}},
		"projects":              map[string]any{w.project: map[string]any{"hasTrustDialogAccepted": true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(w.home, ".claude.json"), string(first), 0o600)
	// The last call shows whether "yes, for this session" in the client's own
	// question covers the next start-up file, too.
	steps := append(guardedCalls(w), Step{{Name: "Write", Input: map[string]any{
		"file_path": filepath.Join(w.home, ".profile"), "content": "echo changed\n",
	}}})
	m, err := Start(Scenario{Steps: steps, Final: "all done"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	start := filepath.Join(w.home, "start.sh")
	write(t, start, w.startScript(t, m), 0o755)
	fmt.Printf("In another terminal run\n\n    %s\n\nand type: run the steps\n", start)
	for end := time.Now().Add(handLimit); time.Now().Before(end); time.Sleep(time.Second) {
		if _, done := m.Result(len(steps)-1, 0); done {
			break
		}
	}
	for i := range steps {
		r, told := m.Result(i, 0)
		t.Logf("call %d: told %v, refused %v\n%s", i+1, told, r.Error, r.Text)
	}
}

// startScript starts the interactive client in the world.
func (w world) startScript(t *testing.T, m *Model) string {
	t.Helper()
	script := "#!/bin/sh\ncd '" + w.project + "' || exit 1\nexec env -i TERM=\"$TERM\""
	for _, v := range append(w.command(t, w.client).Env, clientEnv(m)...) {
		if v != "CI=1" && v != "TERM=dumb" { // a person is there, at a terminal
			script += " '" + v + "'"
		}
	}
	return script + " '" + w.client + "'\n"
}
