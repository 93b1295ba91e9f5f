//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/obey"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// event is a harmless shell call as each client sends it, in a folder.
func event(t *testing.T, name, cwd, command string) string {
	t.Helper()
	claude := map[string]any{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": cwd, "tool_name": "Bash", "tool_use_id": "t",
		"tool_input": map[string]any{"command": command}}
	as := func(changes map[string]any) map[string]any {
		m := map[string]any{}
		for k, v := range claude {
			m[k] = v
		}
		for k, v := range changes {
			m[k] = v
		}
		return m
	}
	input := map[string]any{"command": command}
	events := map[string]map[string]any{
		"claude": claude, "codex": claude,
		"gemini": as(map[string]any{"hook_event_name": "BeforeTool", "tool_name": "run_shell_command"}),
		"qwen":   as(map[string]any{"tool_name": "run_shell_command"}),
		"crush":  as(map[string]any{"event": "PreToolUse", "tool_name": "bash"}),
		"cline": {"hookName": "tool_call", "taskId": "s", "workspaceRoots": []any{cwd},
			"tool_call": map[string]any{"id": "t", "name": "run_commands", "input": map[string]any{"commands": []any{command}}}},
		"copilot":     {"sessionId": "s", "cwd": cwd, "toolName": "bash", "toolArgs": input},
		"cursor":      {"hook_event_name": "beforeShellExecution", "conversation_id": "s", "workspace_roots": []any{cwd}, "command": command, "cwd": cwd},
		"windsurf":    {"agent_action_name": "pre_run_command", "trajectory_id": "s", "tool_info": map[string]any{"command_line": command, "cwd": cwd}},
		"opencode":    {"hook_event_name": "tool.execute.before", "cwd": cwd, "tool": "bash", "sessionID": "s", "callID": "t", "tool_input": input},
		"pi":          {"hook_event_name": "tool_call", "cwd": cwd, "has_ui": false, "tool_name": "bash", "tool_call_id": "t", "tool_input": input},
		"generic":     {"event": "before", "cwd": cwd, "tool": "bash", "action": "shell", "arguments": input, "session": "s", "id": "t"},
		"hermes":      {"hook_event_name": "pre_tool_call", "tool_name": "terminal", "tool_input": input, "session_id": "s", "cwd": cwd},
		"antigravity": {"conversationId": "s", "workspacePaths": []any{cwd}, "toolCall": map[string]any{"name": "run_command", "args": map[string]any{"CommandLine": command}}},
	}
	e, ok := events[name]
	if !ok {
		t.Fatalf("no event of %s: write one", name)
	}
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// failure is one way in which the gate can fail.
type failure struct {
	name  string
	home  func(t *testing.T) string // the home that is given, a fresh one by default
	stdin func(t *testing.T, name, cwd string) io.Reader
	shell string // what the program's place does before it starts the program
}

var failures = []failure{
	{name: "nothing on standard input", stdin: text("")},
	{name: "junk", stdin: text("\x00\xff{]")},
	{name: "JSON of another kind", stdin: text(`["PreToolUse"]`)},
	{name: "an empty object", stdin: text(`{}`)},
	{name: "an unknown event", stdin: text(`{"hook_event_name":"pretooluse","event":"pretooluse","hookName":"PRE_TOOL_USE","agent_action_name":"PRE_RUN_COMMAND","toolName":"bash"}`)},
	{name: "an event that is cut off", stdin: func(t *testing.T, name, cwd string) io.Reader {
		e := event(t, name, cwd, "ls")
		return strings.NewReader(e[:len(e)-3])
	}},
	{name: "two events", stdin: func(t *testing.T, name, cwd string) io.Reader {
		return strings.NewReader(strings.Repeat(event(t, name, cwd, "ls"), 2))
	}},
	{name: "an event of nine megabytes", stdin: func(t *testing.T, name, cwd string) io.Reader {
		return strings.NewReader(event(t, name, cwd, "echo "+strings.Repeat("x", 9<<20)))
	}},
	{name: "nested beyond the stack", stdin: func(t *testing.T, name, cwd string) io.Reader {
		return strings.NewReader(event(t, name, cwd, strings.Repeat("$(", 200_000)))
	}},
	{name: "a folder that is no path", stdin: func(t *testing.T, name, _ string) io.Reader {
		return strings.NewReader(event(t, name, "sub/folder", "ls"))
	}},
	{name: "a folder that is gone", stdin: func(t *testing.T, name, _ string) io.Reader {
		return strings.NewReader(event(t, name, filepath.Join(t.TempDir(), "gone"), "git push --force"))
	}},
	{name: "started in a folder that is gone", shell: `d=$(mktemp -d); cd "$d" && rmdir "$d"; `},
	{name: "no memory", shell: "ulimit -v 120000; "},
	{name: "no files", shell: "ulimit -n 3; "},
	{name: "killed at once", shell: "kill -9 $$; "},
	{name: "a home that is a file", home: func(t *testing.T) string {
		file := filepath.Join(t.TempDir(), "home")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}},
	{name: "a home that is no path", home: func(*testing.T) string { return "home" }},
	{name: "state that is no folder", home: func(t *testing.T) string {
		home := t.TempDir()
		if err := os.MkdirAll(filepath.Join(home, ".local"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, ".local", "state"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return home
	}},
}

func text(s string) func(*testing.T, string, string) io.Reader {
	return func(*testing.T, string, string) io.Reader { return strings.NewReader(s) }
}

// build compiles both programs once, side by side.
func build(t *testing.T) (whole, small string) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-o", dir, ".", "../sentinel-hook")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is shipped
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "sentinel"), filepath.Join(dir, "sentinel-hook")
}

// registered is what the client calls before a tool, in a shell.
func registered(t *testing.T, c client.Client, o settings.Options) string {
	t.Helper()
	f := settings.File{Path: "/PreToolUse"}
	switch c.Name() {
	case "cline": // starts a file
		content, err := c.Registration().Edit.Install(f, nil, o)
		f.Path = filepath.Join(t.TempDir(), "PreToolUse")
		if err != nil || os.WriteFile(f.Path, content, 0o755) != nil {
			t.Fatal(err)
		}
		return f.Path
	case "opencode", "pi": // a module asks, to which no end without an answer is a yes
		command, err := settings.Command(o, c.Name())
		if err != nil {
			t.Fatal(err)
		}
		return command
	}
	command, err := settings.Guarded(o, c.Name(), hook.NoAnswer(c, "sentinel doctor"))
	if err != nil {
		t.Fatal(err)
	}
	return command
}

// answered runs what is registered for a client as that client does. before is
// what happens in the program's place before it starts.
func answered(t *testing.T, program, before, home string, c client.Client, stdin io.Reader) obey.Output {
	t.Helper()
	if before != "" {
		wrapper := filepath.Join(t.TempDir(), "sentinel")
		if err := os.WriteFile(wrapper, []byte("#!/bin/sh\n"+before+`exec '`+program+`' "$@"`+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		program = wrapper
	}
	cmd := exec.Command("/bin/sh", "-c", registered(t, c, settings.Options{Binary: program, Flags: []string{"--home", home}}))
	cmd.Stdin, cmd.Dir = stdin, t.TempDir()
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return obey.Output{Stdout: out.String(), Stderr: errOut.String(), Exit: cmd.ProcessState.ExitCode()}
}

// TestX13_NoFailureLetsACallRun: whatever befalls the program, what is registered
// gives each client what that client obeys as a refusal, with the whole program
// and with the small one. Ends of other programs in its place stand in package
// client's TestX13_NoAnswerRefuses.
func TestX13_NoFailureLetsACallRun(t *testing.T) {
	whole, small := build(t)
	for i, c := range client.All() {
		for j, f := range failures {
			program := []string{whole, small}[(i+j)%2] // the two share all but their last steps
			if c.Name() == "claude" || c.Name() == "codex" {
				noFailureRuns(t, c, f, []string{small, whole}[(i+j)%2])
			}
			noFailureRuns(t, c, f, program)
		}
	}
}

func noFailureRuns(t *testing.T, c client.Client, f failure, program string) {
	t.Run(c.Name()+"/"+filepath.Base(program)+"/"+f.name, func(t *testing.T) {
		t.Parallel()
		home, cwd := t.TempDir(), t.TempDir()
		if f.home != nil {
			home = f.home(t)
		}
		stdin := io.Reader(strings.NewReader(event(t, c.Name(), cwd, "git push --force")))
		if f.stdin != nil {
			stdin = f.stdin(t, c.Name(), cwd)
		}
		out := answered(t, program, f.shell, home, c, stdin)
		if got, ok := obey.Of(c.Name(), "", false, out); !ok || got != obey.Blocked {
			t.Errorf("came to %q: exit %d, %.300q, %.300q", got, out.Exit, out.Stdout, out.Stderr)
		}
	})
}

// TestHookStillWorks is the control of the test above: a call in order does run.
func TestHookStillWorks(t *testing.T) {
	whole, small := build(t)
	for _, program := range []string{whole, small} {
		for _, c := range client.All() {
			out := answered(t, program, "", t.TempDir(), c, strings.NewReader(event(t, c.Name(), t.TempDir(), "ls")))
			if got, _ := obey.Of(c.Name(), "", false, out); got != obey.Runs && got != obey.Own || out.Exit != 0 || out.Stderr != "" {
				t.Errorf("%s: %q %+v", c.Name(), got, out)
			}
		}
	}
}

// TestX13_SlowIsRefused: an event that does not end, and a file of the person's
// that does not, are refused long before any client gives up (30 seconds at the
// least).
func TestX13_SlowIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("takes as long as the gate waits")
	}
	whole, small := build(t)
	var all sync.WaitGroup
	for i, c := range client.All() {
		program := []string{whole, small}[i%2]
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		home := t.TempDir()
		stdin := io.Reader(r)
		if i%3 == 0 { // the configuration is a pipe into which nobody writes
			stdin = strings.NewReader(event(t, c.Name(), t.TempDir(), "git push --force"))
			dir := filepath.Join(home, ".config", "sentinel")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(filepath.Join(dir, "config.json"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		all.Go(func() { // all at once: each waits for most of its time
			start := time.Now()
			out := answered(t, program, "", home, c, stdin)
			if took := time.Since(start); took > 26*time.Second {
				t.Errorf("%s: took %v", c.Name(), took)
			}
			if got, _ := obey.Of(c.Name(), "", false, out); got != obey.Blocked {
				t.Errorf("%s: came to %q: %+v", c.Name(), got, out)
			}
		})
	}
	all.Wait()
}
