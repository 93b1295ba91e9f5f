//go:build !windows

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

func find(t *testing.T, name string) client.Client {
	t.Helper()
	c, err := client.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func output(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// TestSmallHook: the small program answers what it can, hands what waits for a
// person to the one beside it, and refuses where there is none.
func TestSmallHook(t *testing.T) {
	big, small := build(t)
	home, cwd := t.TempDir(), t.TempDir()
	if out := answered(t, small, "", home, find(t, "claude"), strings.NewReader(event(t, "claude", cwd, "ls"))); out.Exit != 0 || !strings.Contains(out.Stdout, `"allow"`) {
		t.Errorf("ls: %+v", out)
	}
	db := filepath.Join(home, ".local", "state", "sentinel", "sentinel.db")
	if _, err := os.Lstat(db); err == nil {
		t.Error("a call that nobody is asked about made the database")
	}
	ask := event(t, "claude", cwd, "npm publish")
	out := answered(t, small, "", home, find(t, "claude"), strings.NewReader(ask))
	if out.Exit != 2 || !strings.Contains(out.Stdout, "as number 1") {
		t.Errorf("npm publish: %+v", out)
	}
	if list := output(t, big, "--home", home, "pending"); !strings.Contains(list, "#1  Bash") {
		t.Errorf("not pending: %s", list)
	}
	if err := os.Rename(big, big+".gone"); err != nil {
		t.Fatal(err)
	}
	if out := answered(t, small, "", home, find(t, "claude"), strings.NewReader(ask)); out.Exit != 2 || !strings.Contains(out.Stdout, "could not be put") {
		t.Errorf("without the big program: %+v", out)
	}
}

// TestR372_AKilledHookCancelsItsQuestion: a waiting hook that is killed leaves
// no question behind that somebody could still say yes to.
func TestR372_AKilledHookCancelsItsQuestion(t *testing.T) {
	big, small := build(t)
	home, cwd := t.TempDir(), t.TempDir()
	config := filepath.Join(home, ".config", "sentinel")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "config.json"), []byte(`{"ask":"queue"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{big, small} {
		var out bytes.Buffer
		c := exec.Command(program, "--home", home, "hook", "claude")
		c.Stdin, c.Stdout, c.Env = strings.NewReader(event(t, "claude", cwd, "npm publish")), &out, []string{"PATH=" + os.Getenv("PATH")}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		waiting := func() bool { return strings.Contains(output(t, big, "--home", home, "pending"), "Bash") }
		if !within(waiting) {
			t.Fatal("the hook does not wait")
		}
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		if strings.Contains(out.String(), `"allow"`) {
			t.Errorf("killed, it said %s", out.String())
		}
		if !within(func() bool { return !waiting() }) {
			t.Errorf("%s: killed, and its question is still open", filepath.Base(program))
		}
	}
}

// TestR352_WaitsAsLongAsTheClient: a hook waits for a person as long as its client
// waits for it, as far as it was told, and is done before.
func TestR352_WaitsAsLongAsTheClient(t *testing.T) {
	whole, small := build(t)
	home, cwd := t.TempDir(), t.TempDir()
	config := filepath.Join(home, ".config", "sentinel")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "config.json"), []byte(`{"ask":"queue"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	limit := 14 * time.Second
	for i, program := range []string{whole, small} {
		c := exec.Command(program, "--home", home, "hook", "claude", settings.Answer, fmt.Sprintf("--limit=%d", int(limit.Seconds())))
		c.Stdin, c.Env = strings.NewReader(event(t, "claude", cwd, fmt.Sprintf("npm publish --tag t%d", i))), []string{"PATH=" + os.Getenv("PATH")}
		start := time.Now()
		out, _ := c.Output()
		took := time.Since(start)
		if took < settings.Patience(limit)-time.Second || took > settings.End(limit) {
			t.Errorf("%s: took %v of a limit of %v", filepath.Base(program), took, limit)
		}
		if !strings.Contains(string(out), `"deny"`) || !strings.Contains(string(out), "as number") {
			t.Errorf("%s: said %s", filepath.Base(program), out)
		}
	}
}

// within waits for something for some seconds.
func within(is func() bool) bool {
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if is() {
			return true
		}
	}
	return false
}
