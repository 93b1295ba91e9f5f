package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/cli"
)

// written takes what one call of Write gives as one piece.
type written chan string

func (w written) Write(b []byte) (int, error) { w <- string(b); return len(b), nil }

// TestFollowGivesWholeLines: whoever reads what is followed through a pipe gets
// each decision as soon as it is recorded, and never half a line.
func TestFollowGivesWholeLines(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	decide := func(command string) {
		runIn(t, home, func(e *cli.Env) {
			e.Now, e.Stdin = time.Now, bytes.NewReader([]byte(event(project, command)))
		}, "hook", "claude")
	}
	decide("git status")
	ctx, cancel := context.WithCancel(context.Background())
	out := make(written, 100)
	done := make(chan int)
	go func() {
		var errOut bytes.Buffer
		done <- cli.Run(ctx, cli.Env{Args: []string{"audit", "--follow"}, Stdin: strings.NewReader(""), Stdout: out, Stderr: &errOut,
			Getenv: func(string) string { return "" }, Now: time.Now, Home: home, Cwd: project, Binary: "/opt/bin/sentinel"})
	}()
	for i, want := range []string{"git status\n", "git log\n"} {
		select {
		case line := <-out:
			if !strings.HasSuffix(line, want) || strings.Count(line, "\n") != 1 {
				t.Errorf("piece %d is %q, want a line that ends with %q", i, line, want)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("no line %d came", i)
		}
		if i == 0 {
			decide("git log")
		}
	}
	cancel()
	if code := <-done; code != 0 {
		t.Errorf("exit code %d", code)
	}
}
