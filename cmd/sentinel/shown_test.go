//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/display"
)

// hostile has all that must not reach a person's terminal as it is: terminal
// sequences, a carriage return, the reading direction, characters nobody sees,
// letters that look like others, bytes that are no text.
const hostile = "\x1b[2J\x1b]52;c;eA==\a\r\u202e\u200b\u2066\U000e0041\ufeff\u0085\u009b31m\u00adg\u0456t\xff"

// TestShown_NothingRaw: whatever a call, a file, its name or an argument holds,
// no face of the program prints it raw.
func TestShown_NothingRaw(t *testing.T) {
	m := newGround(t)
	valid := strings.ToValidUTF8(hostile, "")
	odd := filepath.Join(m.project, "odd"+strings.ReplaceAll(valid, "/", "")+".ini")
	m.put(odd, "aws_access_key_id = AK"+"IAQ7RTPLMW5XKBVN3C "+hostile+"\n")
	m.put(filepath.Join(m.project, "Makefile"), "x"+valid+":\n\trm -rf ~ # "+valid+"\n")
	line := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b) + "\n"
	}
	command := "rm -rf ~/x # " + valid + "\necho '" + valid + "' > /etc/" + "x" + valid
	cases := filepath.Join(m.project, "cases.jsonl")
	m.put(cases, line(map[string]any{"id": "i" + valid, "tool": "bash", "input": map[string]any{"command": command}, "cwd": "/home/dev/project", "class": "c" + valid, "expect": "allow", "why": valid}))
	session := filepath.Join(m.project, "session.jsonl")
	m.put(session, line(map[string]any{"tool": "bash", "input": map[string]any{"command": command}, "cwd": "/home/dev/project"}))
	config := filepath.Join(m.home, ".config", "sentinel", "config.json")
	m.put(config, `{"permission": {"bash": {"`+strings.Trim(line(valid), "\"\n")+`": "perhaps"}}, "x`+strings.Trim(line(valid), "\"\n")+`": 1}`)

	run := func(stdin string, args ...string) {
		t.Helper()
		cmd := exec.Command(m.bin, append([]string{"--home", m.home}, args...)...)
		cmd.Dir, cmd.Stdin = m.project, strings.NewReader(stdin)
		cmd.Env = []string{"PATH=/usr/bin:/bin", "CLAUDE_PROJECT_DIR=" + m.project, "CLAUDE_CODE_SESSION_ATTENDED=1", "NO_COLOR=1"}
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		_ = cmd.Run()
		m.shown(strings.Join(args, " "), out.String())
	}
	for _, args := range [][]string{
		{"risk", command}, {"explain", command}, {"check", "bash", "-a", line(map[string]any{"cmd": command})}, {"check", "write_file", "-a", line(map[string]any{"path": "/etc/" + valid, "content": valid})},
		{"check", "mcp__" + valid, "-a", line(map[string]any{valid: valid})}, {"test", "--failures", cases}, {"replay", session}, {"scan", odd}, {"scan", "."}, {"scan", "nothing" + hostile},
		{"policy"}, {"doctor"}, {"knowledge", "x" + hostile}, {hostile}, {"risk", "--" + hostile}, {"test", "nothing" + hostile}, {"replay", "nothing" + hostile},
		{"explain", "cat " + "odd*"}, {"explain", "make 'x" + valid + "'"}, {"risk", "--list"}, {"hook", hostile}, {"install", hostile}, {"check", hostile, "-a", hostile},
	} {
		run("", args...)
	}
	run(hostile, "scan", "-")
	run(hostile, "hook", "claude")
	for _, input := range []map[string]any{{"command": command}, {"command": "cat odd*"}, {"command": "make 'x" + valid + "'"}, {"command": "npm publish " + valid}} {
		_, reason, err := m.hook(m.call("Bash", input))
		if err != nil {
			t.Error(err)
		}
		m.shown("the answer", reason)
	}
	for _, c := range []map[string]any{m.call("Write", map[string]any{"file_path": "/etc/" + valid, "content": valid}), m.call("Read", map[string]any{"file_path": odd}), m.call("mcp__"+valid, map[string]any{valid: valid})} {
		_, reason, err := m.hook(c)
		if err != nil {
			t.Error(err)
		}
		m.shown("the answer", reason)
	}
	log, err := os.ReadFile(filepath.Join(m.home, ".local", "state", "sentinel", "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	m.shown("the log", strings.ReplaceAll(string(log), "\u0456", "")) // letters stay what they are in a record
}

// shown fails for a character that must not be shown as it is, and for letters
// that look like others.
func (m *ground) shown(where, text string) {
	m.t.Helper()
	if len(where) > 60 {
		where = where[:60]
	}
	for i, r := range text {
		if r != '\n' && r != '\t' && display.Hidden(r) || r == '\u0456' {
			m.t.Errorf("%s shows %U in %q", display.Line(where), r, text[max(0, i-60):min(len(text), i+20)])
			return
		}
	}
}
