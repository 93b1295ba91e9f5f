//go:build !windows

package main

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/machine"
)

// TestSettled8_HomeIsTheSystems: no environment variable moves the home.
func TestSettled8_HomeIsTheSystems(t *testing.T) {
	u, err := user.Current()
	if err != nil {
		t.Skip("the system does not know who runs the tests")
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "USER", "LOGNAME"} {
		t.Setenv(name, "/elsewhere")
	}
	if got := machine.Home(); got != u.HomeDir {
		t.Errorf("home %q, want %q", got, u.HomeDir)
	}
}

// TestX13_ACrashRefuses: whatever becomes of the program, the registered
// command refuses: exit 2, with a reason on standard error. What they make of
// a program that is too slow is up to their own setting.
func TestX13_ACrashRefuses(t *testing.T) {
	for name, script := range map[string]string{
		"exit 1":               "exit 1",
		"exit 2":               "exit 2",
		"exit 137":             "exit 137",
		"killed":               "kill -9 $$",
		"a fault":              "kill -SEGV $$",
		"no program":           "",
		"no right to start it": "none",
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "sentinel")
			mode := os.FileMode(0o755)
			if script == "none" {
				mode = 0o644
			}
			if script != "" {
				if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), mode); err != nil {
					t.Fatal(err)
				}
			}
			command, err := settings.Guarded(settings.Options{Binary: program}, "claude", nil)
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("/bin/sh", "-c", command)
			var errOut strings.Builder
			cmd.Stderr = &errOut
			out, err := cmd.Output()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 2 {
				t.Errorf("%v, want exit 2", err)
			}
			if errOut.Len() == 0 {
				t.Error("nothing on standard error")
			}
			if string(out) != "{}\n" { // what a client without words of its own is told
				t.Errorf("printed %q", out)
			}
		})
	}
}
