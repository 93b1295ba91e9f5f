// Command demo shows the gate at work: it builds the program, sends it the
// events that a coding client sends before and after its tool calls, and prints
// what the gate answers. Run it from the repository's top:
//
//	go run ./internal/tools/demo          the first line of each answer
//	go run ./internal/tools/demo -full    all of it
//
// Everything happens in a temporary home; nothing of the agent's commands runs.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	full := flag.Bool("full", false, "print the whole of each answer")
	flag.Parse()
	if err := run(*full); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// turn is one call of the agent and what the person does if asked.
type turn struct {
	command string
	yes     bool
}

func run(full bool) error {
	dir, err := os.MkdirTemp("", "sentinel-demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := demo{full: full, binary: filepath.Join(dir, "sentinel.exe"), home: filepath.Join(dir, "home"), project: filepath.Join(dir, "home", "project")}
	build := exec.Command("go", "build", "-o", d.binary, "./cmd/sentinel")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w: %s", err, out)
	}
	if err := os.MkdirAll(filepath.Join(d.project, ".git"), 0o755); err != nil {
		return err
	}
	for i, t := range []turn{
		{"git commit -m 'fix the parser'", true},
		{"git commit -m 'and its tests'", false},
		{"cd build && rm -rf ~", false},
	} {
		if err := d.play(fmt.Sprint("call-", i), t); err != nil {
			return err
		}
	}
	return nil
}

// demo is a machine of its own for one session.
type demo struct {
	full                  bool
	binary, home, project string
}

// play lets the agent make a call: asks the gate, prints its answer, and tells
// it that the call ran if the person said yes.
func (d demo) play(id string, t turn) error {
	out, err := d.send("PreToolUse", id, t.command)
	if err != nil {
		return err
	}
	var answer struct {
		Out struct {
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return fmt.Errorf("read the answer %q: %w", out, err)
	}
	fmt.Printf("agent  %s\n", t.command)
	said := yes(t, answer.Out.Decision)
	fmt.Printf("gate   %-6s %s%s\n", answer.Out.Decision, d.reason(answer.Out.Reason), said)
	if said != "" {
		_, err = d.send("PostToolUse", id, t.command) // the client reports that it ran
	}
	return err
}

// yes is what the person says, "" when nobody is asked.
func yes(t turn, decision string) string {
	if t.yes && decision == "ask" {
		return "  (a person says yes)"
	}
	return ""
}

// reason is what the gate says: all of it, or its first line and the shape.
func (d demo) reason(text string) string {
	if d.full {
		return strings.ReplaceAll(text, "\n", "\n              ")
	}
	first, rest, _ := strings.Cut(text, "\n")
	if _, shape, ok := strings.Cut(rest, "\nShape: "); ok {
		first += " Shape: " + shape
	}
	return first
}

// send gives the hook one event, made from one that a client really sent.
func (d demo) send(kind, id, command string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join("testdata", "clients", "claude", kind+"-Bash.json"))
	if err != nil {
		return nil, fmt.Errorf("run this from the repository's top: %w", err)
	}
	var event map[string]any
	if err := json.Unmarshal(data, &event); err != nil {
		return nil, err
	}
	event["cwd"], event["tool_use_id"], event["tool_input"] = d.project, id, map[string]any{"command": command}
	if data, err = json.Marshal(event); err != nil {
		return nil, err
	}
	c := exec.Command(d.binary, "--home", d.home, "hook", "claude")
	c.Stdin = bytes.NewReader(data)
	c.Env = append(os.Environ(), "CLAUDE_CODE_SESSION_ATTENDED=1") // as in the client's terminal
	out, err := c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 2 { // a refusal
		err = nil
	}
	return out, err
}
