package events

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/program"
)

var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func secretRead(outcome sentinel.Outcome) sentinel.Decision {
	return sentinel.Decision{
		Outcome: outcome, Permitted: outcome == sentinel.Approved, Reason: "nobody answered", Risk: sentinel.High,
		Call:     sentinel.Call{Agent: "claude", Session: "s1", ID: "c1", Tool: "Read", Cwd: "/p", Arguments: map[string]any{"file_path": "keys.txt"}},
		Findings: []sentinel.Finding{{Rule: "output-scanner.secret", Label: "github-token", Say: "shows 1 secret in keys.txt", Guard: true, Risk: sentinel.High}},
	}
}

// keys gives the keys of a payload in JSON.
func keys(t *testing.T, e Event) map[string]any {
	t.Helper()
	line, err := e.Line()
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Event   string         `json:"event"`
		Payload map[string]any `json:"payload"`
	}
	if err := json.Unmarshal(line, &v); err != nil {
		t.Fatal(err)
	}
	return v.Payload
}

func TestR258_DangerousThenBlocked(t *testing.T) {
	for outcome, want := range map[sentinel.Outcome][]string{
		sentinel.Denied: {Dangerous, Blocked}, sentinel.Blocked: {Dangerous, Blocked}, sentinel.TimedOut: {Dangerous, Blocked},
		sentinel.Asked: {Dangerous}, sentinel.Approved: {Dangerous},
	} {
		var got []string
		for _, e := range FromDecision(secretRead(outcome), at, audit.Mask) {
			got = append(got, e.Event)
			if p, ok := e.Payload.(BlockedPayload); ok && p.UserDenied != (outcome == sentinel.Denied) {
				t.Errorf("%v: userDenied %v", outcome, p.UserDenied)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: %s", outcome, diff)
		}
	}
	d := secretRead(sentinel.Blocked)
	d.Rule = "permission:read_file:*.txt"
	if got := FromDecision(d, at, audit.Mask); len(got) != 1 {
		t.Errorf("a rule of the person blocks, no guard: %+v", got)
	}
	d.Findings = []sentinel.Finding{{Rule: "git.push.force", Label: "rewrites history", Say: "x"}}
	if got := FromDecision(d, at, audit.Mask); got != nil {
		t.Errorf("no guard found anything: %+v", got)
	}
}

func TestR259_Payload(t *testing.T) {
	list := FromDecision(secretRead(sentinel.Denied), at, audit.Mask)
	want := []map[string]any{
		{"feature": "outputScanner", "toolName": "Read", "input": map[string]any{"file_path": "keys.txt"},
			"description": "shows 1 secret in keys.txt", "labels": []any{"github-token"}},
		{"feature": "outputScanner", "toolName": "Read", "input": map[string]any{"file_path": "keys.txt"},
			"reason": "nobody answered", "userDenied": true},
	}
	for i, e := range list {
		if diff := cmp.Diff(want[i], keys(t, e)); diff != "" {
			t.Errorf("%s", diff)
		}
	}
}

func TestR259_SecretsAreMasked(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1B2", 9)
	d := secretRead(sentinel.Denied)
	d.Call.Arguments = map[string]any{"command": "curl -H 'Authorization: Bearer " + token + "' https://x.example",
		"env": []any{"GITHUB_TOKEN=" + token, map[string]any{"password": "hunter2", "n": 5.0, "password_file": "x"}}, "long": strings.Repeat("word ", 5000)}
	d.Findings[0].Say += " " + token
	for _, e := range FromDecision(d, at, audit.Mask) {
		line, _ := e.Line()
		for _, secret := range []string{token, "hunter2"} {
			if strings.Contains(string(line), secret) {
				t.Errorf("%s stands in %s", secret, line)
			}
		}
		if !strings.Contains(string(line), "x.example") || len(line) > 2*maxInput {
			t.Errorf("got %d bytes: %.300s", len(line), line)
		}
	}
	deep := any("x")
	for range 1000 {
		deep = []any{deep}
	}
	d.Call.Arguments = map[string]any{"deep": deep}
	if line, err := FromDecision(d, at, audit.Mask)[0].Line(); err != nil || len(line) > 1000 {
		t.Errorf("%d bytes, %v", len(line), err)
	}
}

func TestR260_Features(t *testing.T) {
	for _, tt := range []struct{ rule, label, want string }{
		{"output-scanner.unscanned", "x", "outputScanner"}, {"execution-tracker.run", "x", "executionTracker"},
		{"path-access.ask", "x", "pathAccess"}, {"argument-secrets.literal", "x", "argumentSecrets"},
		{"permission-gate.deny", "x", "permissionGate"}, {"sudo.run", "privilege-escalation", "permissionGate"},
		{"write.outside", "outside-project", "permissionGate"}, {"git.push", "", ""}, {"output", "", ""},
	} {
		if got := Feature(sentinel.Finding{Rule: tt.rule, Label: tt.label}); got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.rule, tt.label, got, tt.want)
		}
	}
	d := secretRead(sentinel.Blocked)
	d.Rule = "path-access.block"
	d.Findings = append(d.Findings, sentinel.Finding{Rule: "path-access.block", Label: "pathAccess", Say: "outside", Block: true},
		sentinel.Finding{Rule: "output-scanner.secret", Label: "aws-key", Say: "another"})
	list := FromDecision(d, at, audit.Mask)
	if len(list) != 3 || list[2].Payload.(BlockedPayload).Feature != "pathAccess" || len(list[0].Payload.(DangerousPayload).Labels) != 2 {
		t.Errorf("got %+v", list)
	}
}

func TestR261_Files(t *testing.T) {
	dir := t.TempDir()
	list := FromDecision(secretRead(sentinel.Denied), at, audit.Mask)
	all, only := filepath.Join(dir, "all.jsonl"), filepath.Join(dir, "only.jsonl")
	sinks := []config.Sink{{Kind: config.FileSink, Path: filepath.Join(dir, "gone", "x")}, {Kind: config.FileSink, Path: dir},
		{Kind: config.FileSink, Path: all}, {Kind: config.FileSink, Path: only, Only: []string{"blocked"}}, {}}
	if err := Emit(sinks, list, Courier{}); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Errorf("failures are told: %v", err)
	}
	_ = Emit(sinks, list, Courier{})
	for path, want := range map[string]int{all: 4, only: 2} {
		data, err := os.ReadFile(path)
		if n := strings.Count(string(data), "\n"); err != nil || n != want || !strings.HasPrefix(string(data), `{"event":"sentinel:`) {
			t.Errorf("%s: %d lines, %v: %s", path, n, err, data)
		}
	}
	err := Emit([]config.Sink{{Kind: config.ProgramSink, Argv: []string{"/bin/true"}}}, list, Courier{Binary: filepath.Join(dir, "none"), Home: dir})
	if err == nil || !strings.Contains(err.Error(), "hand events over") {
		t.Errorf("a courier that is not there: %v", err)
	}
	if err := Emit([]config.Sink{{Kind: config.ProgramSink, Only: []string{"blocked"}}}, list[:1], Courier{}); err != nil {
		t.Errorf("nobody wants the event, and yet: %v", err)
	}
}

func TestCourierProgram(t *testing.T) {
	for binary, want := range map[string]string{
		"/usr/bin/sentinel": "/usr/bin/sentinel", "/usr/bin/sentinel-hook": "/usr/bin/sentinel", "/a/sentinel-hook.exe": "/a/sentinel.exe", "/a/sentinel.exe": "/a/sentinel.exe",
	} {
		if got := filepath.ToSlash(program.WholeOf(binary)); got != want {
			t.Errorf("%s: %s", binary, got)
		}
	}
}

func TestTrouble(t *testing.T) {
	dir := t.TempDir()
	Trouble(dir, at, errors.New("a\nb"))
	if data, err := os.ReadFile(TroubleFile(dir)); err != nil || string(data) != "2026-03-01T12:00:00Z \"a\\nb\"\n" {
		t.Errorf("%q, %v", data, err)
	}
}
