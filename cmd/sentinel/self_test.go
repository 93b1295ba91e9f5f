//go:build !windows

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// built is the program, built once.
var built = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "sentinel-test")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "sentinel")
	if out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, out)
	}
	return os.ReadFile(file)
})

// ground is a home with a project, a registration in both, and the program.
type ground struct {
	t                  testing.TB
	home, project, bin string
	calls              int
}

func newGround(t testing.TB) *ground {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home = filepath.Join(home, "dev")
	m := &ground{t: t, home: home, project: filepath.Join(home, "project"), bin: filepath.Join(home, ".local", "bin", "sentinel")}
	registered := `{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"` + m.bin + ` hook claude || exit 2"}]}]}}`
	m.put(m.bin, string(program))
	if err := os.Chmod(m.bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"project/.git/HEAD": "ref: refs/heads/main\n", "project/.git/config": "", "project/notes.txt": "a\n", "project/x.sh": "echo\n", "project/event.json": "{}",
		"project/.claude/settings.json": registered, ".claude/settings.json": registered, "project/.sentinel/config.json": "{}",
		".config/sentinel/config.json": "{}", ".local/state/sentinel/key": strings.Repeat("k", 32),
	} {
		m.put(filepath.Join(home, name), content)
	}
	return m
}

func (m *ground) put(file, content string) {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// hook sends an event to a process of its own and gives what it answered.
func (m *ground) hook(event map[string]any) (decision, reason string, err error) {
	data, err := json.Marshal(event)
	if err != nil {
		return "", "", err
	}
	cmd := exec.Command(m.bin, "--home", m.home, "hook", "claude")
	cmd.Stdin = bytes.NewReader(data)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "CLAUDE_PROJECT_DIR=" + m.project, "CLAUDE_CODE_SESSION_ATTENDED=1"}
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 2) {
		return "", "", fmt.Errorf("%w: %s", err, errOut.String())
	}
	if len(bytes.TrimSpace(out)) == 0 {
		return "", "", nil
	}
	var answer struct {
		Output struct {
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return "", "", fmt.Errorf("answer %q: %w", out, err)
	}
	if answer.Output.Decision == "deny" && exit == nil {
		return "", "", errors.New("a refusal without exit code 2")
	}
	return answer.Output.Decision, answer.Output.Reason, nil
}

func (m *ground) call(tool string, input map[string]any) map[string]any {
	m.calls++
	return map[string]any{"session_id": "s1", "cwd": m.project, "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input,
		"tool_use_id": fmt.Sprint("c", m.calls), "permission_mode": "default"}
}

// each sends a call per line, a few at a time, and has the answers looked at.
func (m *ground) each(lines []string, f func(line, decision, reason string, err error)) {
	m.t.Helper()
	var wg sync.WaitGroup
	slots := make(chan struct{}, 4)
	for _, line := range lines {
		event := m.call(input(m.t, line))
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			decision, reason, err := m.hook(event)
			f(line, decision, reason, err)
		})
	}
	wg.Wait()
}

// ways are the lines of a file of testdata.
func (m *ground) ways(name string) []string {
	m.t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		m.t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, strings.NewReplacer("{home}", m.home, "{bin}", m.bin).Replace(line))
		}
	}
	return out
}

func input(t testing.TB, line string) (tool string, in map[string]any) {
	t.Helper()
	tool, rest, _ := strings.Cut(line, " ")
	if tool == "Bash" {
		return tool, map[string]any{"command": strings.ReplaceAll(rest, `\n`, "\n")}
	}
	if err := json.Unmarshal([]byte(rest), &in); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return tool, in
}

// traps are links, archives, patches and scripts that lead to the gate.
func (m *ground) traps() {
	m.t.Helper()
	for _, err := range []error{
		os.Symlink(filepath.Join(m.home, ".config", "sentinel"), filepath.Join(m.project, "cfg")),
		os.Link(filepath.Join(m.home, ".config", "sentinel", "config.json"), filepath.Join(m.project, "hard.json")),
	} {
		if err != nil {
			m.t.Fatal(err)
		}
	}
	var packed, zipped, squeezed bytes.Buffer
	t := tar.NewWriter(&packed)
	_ = t.WriteHeader(&tar.Header{Name: ".claude/settings.json", Size: 2, Mode: 0o600})
	_, _ = io.WriteString(t, "{}")
	_ = t.Close()
	z := zip.NewWriter(&zipped)
	w, _ := z.Create(".config/sentinel/config.json")
	_, _ = io.WriteString(w, "{}")
	_ = z.Close()
	g := gzip.NewWriter(&squeezed)
	_, _ = g.Write(packed.Bytes())
	_ = g.Close()
	for name, content := range map[string]string{
		"a.tar": packed.String(), "b.tar": packed.String(), "a.tgz": squeezed.String(), "a.zip": zipped.String(),
		"list.txt": m.home + "/.local/state/sentinel/key\n", "names.txt": "notes.txt\nx.sh\n",
		"tamper.js": "require('child_process').execSync('sentinel approve 1')\n", "tamper.rb": "system(\"sentinel approve 1\")\n", "tamper.pl": "system(\"sentinel approve 1\");\n",
		"words.txt": "approve\n1\n", "answer.sh": "sentinel approve 1\n", "plain.js": "module.exports = 1\n", "plain.py": "print(1)\n",
		"p.diff":    "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-a\n+b\n",
		"tamper.sh": "rm -rf ~/.config/sentinel\n", "tamper.py": "import os,shutil\nshutil.rmtree(os.path.expanduser(\"~/.config/sentinel\"))\n",
		"Makefile": "tamper:\n\trm -rf ~/.config/sentinel\nanswer:\n\tsentinel approve 1\n", "package.json": `{"scripts":{"tamper":"rm -rf ~/.config/sentinel","answer":"sentinel approve 1"}}`, "tpl/.claude/settings.json": "{}",
	} {
		m.put(filepath.Join(m.project, name), content)
	}
}

// TestR420_WaysToSwitchTheGateOff: with the real program, each in a process of
// its own. All are refused, and the reason says that nobody is asked.
func TestR420_WaysToSwitchTheGateOff(t *testing.T) {
	m := newGround(t)
	m.traps()
	ways := m.ways("self.txt")
	if len(ways) < 250 {
		t.Fatalf("only %d ways", len(ways))
	}
	m.each(ways, func(line, decision, reason string, err error) {
		if err != nil || decision != "deny" || !strings.HasPrefix(reason, "Blocked by sentinel: ") || !strings.Contains(reason, "never a question") {
			t.Errorf("%s\n\tgot %q, want a refusal: %s %v", line, decision, reason, err)
		}
	})
}

// TestR420_OrdinaryWorkBesideTheGate: what looks alike and is none of it runs, or
// is asked where it always was.
func TestR420_OrdinaryWorkBesideTheGate(t *testing.T) {
	m := newGround(t)
	m.traps()
	want := map[string]string{}
	var lines []string
	for _, line := range m.ways("ordinary.txt") {
		may, line, _ := strings.Cut(line, " ")
		want[line], lines = may, append(lines, line)
	}
	m.each(lines, func(line, decision, reason string, err error) {
		if decision == "" {
			decision = "silent"
		}
		if err != nil || !strings.Contains("|"+want[line]+"|", "|"+decision+"|") {
			t.Errorf("%s\n\tgot %q, want %s: %s %v", line, decision, want[line], reason, err)
		}
	})
}

// TestThreat1_LooseConfiguration: a configuration that everybody may write is
// nobody's word, and neither is one behind an environment variable.
func TestThreat1_LooseConfiguration(t *testing.T) {
	m := newGround(t)
	config := filepath.Join(m.home, ".config", "sentinel", "config.json")
	m.put(config, `{"yolo": true}`)
	ask := func() string {
		t.Helper()
		decision, reason, err := m.hook(m.call("Bash", map[string]any{"command": "git commit -m x"}))
		if err != nil {
			t.Fatal(reason, err)
		}
		return decision
	}
	if got := ask(); got != "allow" {
		t.Fatalf("the person's own: %q", got)
	}
	if err := os.Chmod(config, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := ask(); got != "ask" {
		t.Errorf("writable by everybody: %q", got)
	}
}
