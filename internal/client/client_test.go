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

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/obey"
)

var update = flag.Bool("update", false, "write the golden files anew")

// captures gives the recorded events of a client by file name.
func captures(t testing.TB, client string) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "clients", client, "*.json"))
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

// capturedEnv is the environment of the sessions that were recorded: a person
// at a terminal, and the event's name as the registered command's argument where
// the file's name tells it.
func capturedEnv(client, file string) hook.Env {
	vars := map[string]string{"CLAUDE_PROJECT_DIR": "/home/dev/project", "CLAUDE_CODE_SESSION_ATTENDED": "1", "SHELL": "/bin/bash"}
	e := hook.Env{Getenv: func(name string) string { return vars[name] }, Home: "/home/dev", Cwd: "/home/dev/project",
		Front: func(string) hook.Process { return hook.Process{Args: []string{}, Terminal: true} }}
	if client == "copilot" || client == "antigravity" {
		e.Event, _, _ = strings.Cut(file, "-")
	}
	return e
}

// TestX11CapturesDecode compares every recorded event of every client with the
// golden file beside it.
func TestX11CapturesDecode(t *testing.T) {
	for _, c := range All() {
		t.Run(c.Name(), func(t *testing.T) {
			got := make(map[string]hook.Event)
			for name, event := range captures(t, c.Name()) {
				ev, err := c.Decode(event, capturedEnv(c.Name(), name))
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				got[name] = ev
			}
			b, err := json.MarshalIndent(got, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("..", "..", "testdata", "clients", c.Name(), "decoded.golden")
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
		for _, reason := range []string{"", " ", "x", strings.Repeat("\x1b", 3*hook.MaxReason), "\xff\x00\"\\"} {
			stdout, stderr, exit := Refuse(c.Name(), reason)
			out := obey.Output{Stdout: string(stdout), Stderr: string(stderr), Exit: exit}
			for _, form := range forms(c.Name()) {
				if got, _ := obey.Of(c.Name(), form, true, out); got != obey.Blocked || exit != 2 || len(bytes.TrimSpace(stderr)) == 0 || len(stdout) > 0 && !json.Valid(stdout) {
					t.Errorf("%s %s: Refuse(%.20q) = %.200q, %.200q, %d", c.Name(), form, reason, stdout, stderr, exit)
				}
			}
		}
	}
	if stdout, stderr, exit := Refuse("nobody", "no such client"); exit != 2 || len(stdout) != 0 || string(stderr) != "no such client\n" {
		t.Errorf("Refuse(nobody) = %q, %q, %d", stdout, stderr, exit)
	}
}

func env(vars map[string]string) hook.Env {
	return hook.Env{Getenv: func(name string) string { return vars[name] }, Home: "/home/dev", Cwd: "/home/dev/project"}
}
