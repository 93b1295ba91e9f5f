package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/engine"
)

// configured is a machine with a configuration.
func configured(t *testing.T, config string) *machine {
	t.Helper()
	m := newMachine(t)
	file := filepath.Join(m.home, ".config", "sentinel", "config.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestReports_ByHand has the cases of testdata/cases/reports.jsonl that need
// more than a call and rules: each is named by its id.
func TestReports_ByHand(t *testing.T) {
	const strict = `{"autonomy": "strict"}`
	const denied = `{"guards": {"permissionGate": {"autoDenyPatterns": ["npm publish*"]}}, "permission": {"bash": {"*": "ask"}}}`
	for id, c := range map[string]struct {
		config, command string
		want            sentinel.Outcome
		says            string // in the reason, or in the problems
	}{
		"rep-rule-saving-09":        {`{"permission": {"bash": {"rm *": "deny", "ls *": "perhaps"}}}`, "rm -r build", sentinel.Blocked, "perhaps"},
		"rep-mode-and-agent-04":     {`{"permission": {"bash": `, "make build", sentinel.Asked, "config.json"},
		"rep-destructive-target-17": {strict, "find build -name '*.o' -delete", sentinel.Asked, ""},
		"rep-readonly-exec-flag-02": {strict, "sort -o src/main.ts src/main.ts", sentinel.Asked, ""},
		"rep-readonly-exec-flag-12": {strict, "git diff --output=src/app.ts", sentinel.Asked, ""},
		"rep-readonly-exec-flag-15": {strict, `awk '{print > "out.txt"}' data.txt`, sentinel.Asked, ""},
		"rep-denial-02":             {denied, "bash -lc 'timeout 60 npm publish'", sentinel.Blocked, "npm publish"},
		// A pattern names one spelling; the effects of all of them are the same, so
		// that none of them runs silently, whatever a rule allows.
		"rep-flag-variants-01": {`{"permission": {"bash": {"*": "ask"}}}`, "rm -r -f build", sentinel.Asked, ""},
		"rep-flag-variants-02": {`{"permission": {"bash": {"*": "ask"}}}`, "rm --recursive --force build", sentinel.Asked, ""},
		"rep-flag-variants-03": {`{"permission": {"bash": {"*": "ask"}}}`, "rm -Rf build", sentinel.Asked, ""},
		"rep-forced-push-01":   {`{"permission": {"bash": {"*": "ask", "git push *": "allow"}}}`, "git push -f origin main", sentinel.Asked, "overwrites"},
		"rep-forced-push-03":   {`{"permission": {"bash": {"*": "ask", "git push *": "allow"}}}`, "git push origin main --force", sentinel.Asked, "overwrites"},
	} {
		t.Run(id, func(t *testing.T) {
			m := configured(t, c.config)
			e := m.open(t, "s")
			d := e.Gate.Decide(context.Background(), m.bash("s", "1", c.command))
			told := d.Reason
			for _, p := range e.Problems {
				told += "\n" + p.Error()
			}
			if d.Outcome != c.want || !strings.Contains(told, c.says) {
				t.Errorf("%s, want %s: %s", d.Outcome, c.want, told)
			}
		})
	}
}

// TestReports_ByHand_StateOutOfReach is rep-hook-protocol-02: what the gate needs
// cannot be reached, and the reason says how to repair it.
func TestReports_ByHand_StateOutOfReach(t *testing.T) {
	m := newMachine(t)
	state := filepath.Join(m.home, ".local", "state", "sentinel")
	if err := os.MkdirAll(filepath.Dir(state), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(state, []byte("a file in its place"), 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(m.options("s"))
	if err != nil {
		return // the hook refuses with that error
	}
	if d := e.Gate.Decide(context.Background(), m.bash("s", "1", "npm publish")); d.Permitted || d.Outcome == sentinel.Asked {
		t.Errorf("%s %s", d.Outcome, d.Reason)
	}
}
