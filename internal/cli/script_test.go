package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sentinelgate/sentinel/internal/cli"
)

// TestMain makes the program available to scripts as a process of its own, for
// what runs it by its path. Its home is the script's HOME: a script must not
// see the home of whoever runs the tests.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sentinel": func() {
			cwd, _ := os.Getwd()
			binary, _ := os.Executable()
			os.Exit(cli.Run(context.Background(), cli.Env{
				Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
				Getenv: os.Getenv, Now: scriptClock(os.Getenv("CLOCK")), Home: os.Getenv("HOME"), Cwd: cwd, Binary: binary,
				User: "dev", Process: 42, TTY: scriptTerminal(os.Getenv("TYPED")),
			}))
		},
	})
}

// TestScripts runs the scripts below testdata/script. Besides the commands of
// package testscript they have
//
//	code N COMMAND ARG...     run a command that must exit with code N
//	claude TOOL [NAME=]VALUE...   what Claude Code would do with a tool call:
//	                          prints run, prompt, block or silent and the reason;
//	                          flags before TOOL: -session ID -id ID -cwd DIR
//	                          -event NAME -file CAPTURED
//
// and the program itself as sentinel. HOME is the person's home, its folder
// project a git repository and the working folder.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		Setup:               scriptSetup,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code":   codeCommand,
			"claude": claudeCommand,
		},
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

func scriptSetup(e *testscript.Env) error {
	home := filepath.Join(e.WorkDir, "home")
	project := filepath.Join(home, "project")
	files := map[string]string{
		".git/HEAD":   "ref: refs/heads/main\n",
		".git/config": "[remote \"origin\"]\n\turl = https://github.com/acme/app.git\n",
		"notes.txt":   "alpha\nbeta\n",
	}
	for name, content := range files {
		file := filepath.Join(project, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			return err
		}
	}
	captured, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	if err != nil {
		return err
	}
	e.Cd = project
	e.Setenv("HOME", home)
	e.Setenv("PROJECT", project)
	e.Setenv("STATE", filepath.Join(home, ".local", "state", "sentinel"))
	e.Setenv("CONFIG", filepath.Join(home, ".config", "sentinel"))
	e.Setenv("TESTDATA", captured)
	e.Setenv("CLAUDE_CODE_SESSION_ATTENDED", "1")
	e.Setenv("CLAUDE_PROJECT_DIR", project)
	e.Setenv("SHELL", "/bin/bash")
	e.Setenv("CLOCK", "2026-03-01T12:00:00Z")
	return nil
}

// scriptClock stands still, so that outputs can be compared.
func scriptClock(at string) func() time.Time {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return time.Now
	}
	return func() time.Time { return t }
}

func codeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if args[1] != "sentinel" {
		ts.Fatalf("code runs the program only")
	}
	got := cli.Run(context.Background(), scriptEnv(ts, args[2:], nil))
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// scriptEnv runs the program inside the test's own process.
func scriptEnv(ts *testscript.TestScript, args []string, stdin []byte) cli.Env {
	return cli.Env{
		Args: args, Stdin: bytes.NewReader(stdin), Stdout: ts.Stdout(), Stderr: ts.Stderr(),
		Getenv: ts.Getenv, Now: scriptClock(ts.Getenv("CLOCK")), Home: ts.Getenv("HOME"), Cwd: ts.MkAbs("."),
		Binary: "/opt/sentinel/bin/sentinel", User: "dev", Process: 42, TTY: scriptTerminal(ts.Getenv("TYPED")),
	}
}

// scriptTerminal is a terminal at which somebody types TYPED; without it there
// is none.
func scriptTerminal(typed string) func() (io.ReadWriteCloser, string, error) {
	if typed == "" {
		return nil
	}
	return func() (io.ReadWriteCloser, string, error) {
		return typist{strings.NewReader(typed + "\n"), io.Discard}, "/dev/pts/7", nil
	}
}

type typist struct {
	io.Reader
	io.Writer
}

func (typist) Close() error { return nil }

// claudeCommand stands for the client: it sends an event and does with the
// answer what the client is known to do.
func claudeCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("claude always comes to a result")
	}
	event, err := eventOf(ts, args)
	ts.Check(err)
	var out, errOut bytes.Buffer
	env := scriptEnv(ts, []string{"hook", "claude"}, event)
	env.Stdout, env.Stderr = &out, &errOut
	code := cli.Run(context.Background(), env)
	result, err := asClaude(out.Bytes(), errOut.Bytes(), code)
	if err != nil {
		ts.Fatalf("%v\nexit %d\nstdout: %s\nstderr: %s", err, code, out.Bytes(), errOut.Bytes())
	}
	fmt.Fprintln(ts.Stdout(), result)
	_, _ = ts.Stderr().Write(errOut.Bytes())
}

// eventOf makes an event from the words of the claude command.
func eventOf(ts *testscript.TestScript, args []string) ([]byte, error) {
	ev := map[string]any{
		"session_id": "s1", "tool_use_id": "call1", "cwd": ts.MkAbs("."), "hook_event_name": "PreToolUse",
		"permission_mode": "default", "transcript_path": ts.Getenv("HOME") + "/.claude/t.jsonl",
	}
	names := map[string]string{"-session": "session_id", "-id": "tool_use_id", "-cwd": "cwd", "-event": "hook_event_name", "-source": "source"}
	for len(args) > 1 && strings.HasPrefix(args[0], "-") {
		if args[0] == "-file" {
			data, err := os.ReadFile(ts.MkAbs(args[1]))
			return bytes.ReplaceAll(data, []byte("/home/dev"), []byte(ts.Getenv("HOME"))), err
		}
		name, ok := names[args[0]]
		if !ok {
			return nil, fmt.Errorf("unknown flag %s", args[0])
		}
		ev[name], args = args[1], args[2:]
	}
	if len(args) > 0 {
		ev["tool_name"] = args[0]
		ev["tool_input"] = inputOf(args[0], args[1:])
	}
	return json.Marshal(ev)
}

// inputOf reads NAME=VALUE words; the first may be the tool's main argument.
func inputOf(tool string, words []string) map[string]any {
	first := map[string]string{"Bash": "command", "Read": "file_path", "Write": "file_path", "Edit": "file_path", "WebFetch": "url", "Grep": "pattern", "Glob": "pattern"}
	input := map[string]any{}
	for i, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if i == 0 && first[tool] != "" {
			name, value, ok = first[tool], w, true
		}
		if ok {
			input[name] = value
		}
	}
	if tool == "Write" && input["content"] == nil {
		input["content"] = "hello\n"
	}
	if tool == "Edit" && input["new_string"] == nil {
		input["old_string"], input["new_string"] = "alpha", "omega"
	}
	return input
}

// asClaude does what Claude Code does with a hook's result, and refuses results
// on which it would run a call that was meant to be refused.
func asClaude(out, errOut []byte, code int) (string, error) {
	if len(bytes.TrimSpace(out)) == 0 {
		if code == 2 {
			return "", errors.New("a refusal has to be said on standard output, too")
		}
		if code != 0 {
			return "", fmt.Errorf("exit %d lets the call run", code)
		}
		return "silent", nil
	}
	var answer struct {
		Output struct {
			Event    string          `json:"hookEventName"`
			Decision string          `json:"permissionDecision"`
			Reason   string          `json:"permissionDecisionReason"`
			Input    json.RawMessage `json:"updatedInput"`
		} `json:"hookSpecificOutput"`
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&answer); err != nil {
		return "", fmt.Errorf("the client would not understand the answer and run the call: %w", err)
	}
	a := answer.Output
	word := map[string]string{"allow": "run", "ask": "prompt", "deny": "block"}[a.Decision]
	switch {
	case a.Event != "PreToolUse" || word == "":
		return "", errors.New("the client would ignore the answer and run the call")
	case word == "block" && (code != 2 || len(errOut) == 0 || a.Reason == ""):
		return "", errors.New("a refusal needs exit 2 and a reason on standard error")
	case word != "block" && code != 0:
		return "", fmt.Errorf("exit %d contradicts the answer %s", code, a.Decision)
	}
	if a.Input != nil {
		word += "\n" + string(a.Input)
	}
	return word + "\n" + a.Reason, nil
}
