//go:build !windows

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// both compiles the program and the small one of hooks side by side.
func both(t *testing.T) (big, small string) {
	t.Helper()
	big = build(t)
	small = filepath.Join(filepath.Dir(big), "sentinel-hook")
	cmd := exec.Command("go", "build", "-o", small, "../sentinel-hook")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return big, small
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
	big, small := both(t)
	home, cwd := t.TempDir(), t.TempDir()
	if out := hook(t, small, "", home, "claude", strings.NewReader(event(t, "claude", cwd, "ls"))); out.Exit != 0 || !strings.Contains(out.Stdout, `"allow"`) {
		t.Errorf("ls: %+v", out)
	}
	db := filepath.Join(home, ".local", "state", "sentinel", "sentinel.db")
	if _, err := os.Lstat(db); err == nil {
		t.Error("a call that nobody is asked about made the database")
	}
	ask := event(t, "claude", cwd, "npm publish")
	out := hook(t, small, "", home, "claude", strings.NewReader(ask))
	if out.Exit != 2 || !strings.Contains(out.Stdout, "as number 1") {
		t.Errorf("npm publish: %+v", out)
	}
	if list := output(t, big, "--home", home, "pending"); !strings.Contains(list, "#1  Bash") {
		t.Errorf("not pending: %s", list)
	}
	if err := os.Rename(big, big+".gone"); err != nil {
		t.Fatal(err)
	}
	if out := hook(t, small, "", home, "claude", strings.NewReader(ask)); out.Exit != 2 || !strings.Contains(out.Stdout, "could not be put") {
		t.Errorf("without the big program: %+v", out)
	}
}

// TestR372_AKilledHookCancelsItsQuestion: a waiting hook that is killed leaves
// no question behind that somebody could still say yes to.
func TestR372_AKilledHookCancelsItsQuestion(t *testing.T) {
	big, small := both(t)
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

// within waits for something for some seconds.
func within(is func() bool) bool {
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if is() {
			return true
		}
	}
	return false
}
