package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
)

var update = flag.Bool("update", false, "write the golden files anew")

// captures gives the recorded events of a client by file name.
func captures(t testing.TB, client string) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", client, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no captures of %s: %v", client, err)
	}
	events := make(map[string][]byte)
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		events[strings.TrimSuffix(filepath.Base(f), ".json")] = b
	}
	return events
}

// capturedEnv is the environment of the sessions that were recorded.
func capturedEnv() Env {
	return env(map[string]string{"CLAUDE_PROJECT_DIR": "/home/dev/project", "CLAUDE_CODE_SESSION_ATTENDED": "1", "SHELL": "/bin/bash"})
}

func env(vars map[string]string) Env {
	return Env{Getenv: func(name string) string { return vars[name] }, Home: "/home/dev"}
}

// TestX11CapturesDecode compares every recorded event of every client with the
// golden file beside it.
func TestX11CapturesDecode(t *testing.T) {
	for _, c := range All() {
		t.Run(c.Name(), func(t *testing.T) {
			got := make(map[string]Event)
			for name, event := range captures(t, c.Name()) {
				ev, err := c.Decode(event, capturedEnv())
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				got[name] = ev
			}
			b, err := json.MarshalIndent(got, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("..", "..", "testdata", c.Name(), "decoded.golden")
			if *update {
				if err := os.WriteFile(golden, append(b, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(b)+"\n"); diff != "" {
				t.Errorf("decoded events differ from %s (-want +got):\n%s", golden, diff)
			}
		})
	}
}

func TestClientsAreComplete(t *testing.T) {
	last := ""
	for _, c := range All() {
		if c.Name() <= last {
			t.Errorf("%q is out of order or twice", c.Name())
		}
		last = c.Name()
		if c.Title() == "" || c.CrashNote() == "" {
			t.Errorf("%s: no title or no crash note", c.Name())
		}
		if found, err := Find(c.Name()); err != nil || found != c {
			t.Errorf("Find(%q) = %v, %v", c.Name(), found, err)
		}
	}
	if _, err := Find("nobody"); !errors.Is(err, ErrUnknown) {
		t.Errorf("Find(nobody) = %v", err)
	}
}

func TestX13Refuse(t *testing.T) {
	for _, c := range All() {
		for _, reason := range []string{"", " ", "x", strings.Repeat("\x1b", 3*MaxReason), "\xff\x00\"\\"} {
			stdout, stderr, exit := Refuse(c.Name(), reason)
			if exit != 2 || len(bytes.TrimSpace(stderr)) == 0 || !json.Valid(stdout) || !bytes.Contains(stdout, []byte("deny")) {
				t.Errorf("%s: Refuse(%.20q) = %.200q, %.200q, %d", c.Name(), reason, stdout, stderr, exit)
			}
		}
	}
	if stdout, stderr, exit := Refuse("nobody", "no such client"); exit != 2 || len(stdout) != 0 || string(stderr) != "no such client\n" {
		t.Errorf("Refuse(nobody) = %q, %q, %d", stdout, stderr, exit)
	}
}

func TestFor(t *testing.T) {
	call := sentinel.Call{Attended: true, Arguments: map[string]any{"command": "ls"}}
	ev := Event{Kind: PreTool, Call: call}
	tests := []struct {
		name string
		d    sentinel.Decision
		want Answer
	}{
		{"R371 zero refuses", sentinel.Decision{}, Answer{Attended: true}},
		{"allowed", sentinel.Decision{Permitted: true, Outcome: sentinel.Allowed, Reason: "r"},
			Answer{Verdict: Allow, Reason: "r", Attended: true}},
		{"R396 silence allows", sentinel.Decision{Permitted: true, Outcome: sentinel.TimedOut}, Answer{Verdict: Allow, Attended: true}},
		{"silence refuses", sentinel.Decision{Outcome: sentinel.TimedOut}, Answer{Attended: true}},
		{"allowed but not permitted", sentinel.Decision{Outcome: sentinel.Allowed}, Answer{Attended: true}},
		{"permitted but blocked", sentinel.Decision{Permitted: true, Outcome: sentinel.Blocked}, Answer{Attended: true}},
		{"permitted but denied", sentinel.Decision{Permitted: true, Outcome: sentinel.Denied}, Answer{Attended: true}},
		{"permitted and nothing decided", sentinel.Decision{Permitted: true}, Answer{Attended: true}},
		{"asked", sentinel.Decision{Outcome: sentinel.Asked, Reason: "r"}, Answer{Verdict: Ask, Reason: "q?", Attended: true}},
		{"abstained", sentinel.Decision{Permitted: true, Outcome: sentinel.Abstained}, Answer{Verdict: Abstain, Attended: true}},
		{"R385 an edit runs", sentinel.Decision{Permitted: true, Outcome: sentinel.Approved, Call: call,
			Arguments: map[string]any{"command": "ls -l"}},
			Answer{Verdict: Allow, Attended: true, Input: map[string]any{"command": "ls -l"}}},
		{"no edit", sentinel.Decision{Permitted: true, Outcome: sentinel.Approved, Call: call, Arguments: call.Arguments},
			Answer{Verdict: Allow, Attended: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, For(ev, tt.d, "q?")); diff != "" {
				t.Errorf("For (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadable(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "rm -rf build\n\tnext", "rm -rf build\n\tnext"},
		{"umlauts and CJK", "größe 文件", "größe 文件"},
		{"escape sequence", "a\x1b[2Kb", `a\u{1B}[2Kb`},
		{"carriage return", "evil\rgood", `evil\u{D}good`},
		{"broken UTF-8", "a\xffb", `a\x{FF}b`},
		{"bidirectional", "a\u202eb", `a\u{202E}b`},
		{"zero width", "a\u200bb", `a\u{200B}b`},
		{"C1 control", "a\u009bb", `a\u{9B}b`},
		{"tag", "a\U000e0041b", `a\u{E0041}b`},
		{"escaped before", display.Block("a\x1b ⚠\ufe0f \xff"), display.Block("a\x1b ⚠\ufe0f \xff")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(readable(tt.in)); got != tt.want {
				t.Errorf("readable(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
	long := string(readable(strings.Repeat("a", MaxReason+5)))
	if !strings.HasSuffix(long, "\n[cut here: 5 more bytes are not shown]") || len(long) > MaxReason+64 {
		t.Errorf("long text ends in %q", long[len(long)-60:])
	}
	if exact := readable(strings.Repeat("a", MaxReason)); len(exact) != MaxReason {
		t.Errorf("text of the greatest length was cut to %d bytes", len(exact))
	}
}
