//go:build live

package livetest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clientLimit bounds one run of the client. A run takes a few seconds; a client
// that waits for a person must fail the test, not hold it.
const clientLimit = 8 * time.Minute

// world is a throw-away machine: a home, a git project in it, and a folder of
// programs that stands first in PATH.
type world struct {
	home, project, bin string
	client             string
	clients            string // the folder of all clients, "" if one alone was named
}

// TestLiveClaude runs Claude Code with the gate registered as `sentinel install`
// registers it, and looks at what each call came to: by the files it made or
// spared, and by what the client told the model.
func TestLiveClaude(t *testing.T) {
	gate := buildGate(t)
	modes := []struct {
		name string
		args []string
	}{
		// Here the client itself would refuse what nobody can be asked about.
		{"client asks", nil},
		// Here it would run everything: what is refused, the gate alone refused.
		{"client allows everything", []string{"--allowedTools", "Bash", "Write"}},
	}
	for _, mode := range modes {
		t.Run(mode.name, func(t *testing.T) {
			w := newWorld(t)
			w.install(t, gate)
			checkGuarded(t, w, w.run(t, guardedCalls(w), mode.args...))
		})
	}
}

// TestLiveClaudeWithoutGate is the control: the same call does run when no gate
// is registered, so the refusals above are not the client's or the mock's.
func TestLiveClaudeWithoutGate(t *testing.T) {
	w := newWorld(t)
	m := w.run(t, []Step{bash("npm publish")}, "--allowedTools", "Bash")
	if r, ok := m.Result(0, 0); !ok || r.Error {
		t.Errorf("npm publish: %+v, %v; want it run", r, ok)
	}
	mustExist(t, w.published(), true)
}

func guardedCalls(w world) []Step {
	return []Step{
		bash("git status"),
		bash("rm -rf ~"),
		bash("npm publish"),
		{{Name: "Write", Input: map[string]any{
			"file_path": filepath.Join(w.home, ".bashrc"), "content": "echo changed\n",
		}}},
	}
}

// checkGuarded compares what the model was told, and the files, with what the
// gate owes: the first call runs unasked, the others do not run.
func checkGuarded(t *testing.T, w world, m *Model) {
	t.Helper()
	tests := []struct {
		name    string
		refused bool
		has     []string
	}{
		{"git status", false, []string{"notes.txt"}},
		{"rm -rf ~", true, []string{"Blocked by sentinel", "rm -rf ~", "Do not retry"}},
		{"npm publish", true, []string{"Blocked by sentinel", "npm publish", "sentinel risk --remember"}},
		{"Write of ~/.bashrc", true, []string{"Blocked by sentinel", ".bashrc"}},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := m.Result(i, 0)
			if !ok {
				t.Fatal("the client told the model nothing about it")
			}
			t.Logf("refused %v, the model was told:\n%s", got.Error, got.Text)
			if got.Error != tt.refused {
				t.Errorf("refused = %v, want %v", got.Error, tt.refused)
			}
			for _, s := range tt.has {
				if !strings.Contains(got.Text, s) {
					t.Errorf("the text lacks %q", s)
				}
			}
		})
	}
	mustExist(t, filepath.Join(w.home, "keep.txt"), true)
	mustExist(t, w.published(), false)
	mustExist(t, filepath.Join(w.home, ".bashrc"), false)
}

func bash(command string) Step {
	return Step{{Name: "Bash", Input: map[string]any{"command": command, "description": "a step"}}}
}

// newWorld makes the throw-away machine, or skips where no client is named.
func newWorld(t *testing.T) world {
	t.Helper()
	client := os.Getenv("SENTINEL_LIVE_CLAUDE")
	if client == "" {
		t.Skip("SENTINEL_LIVE_CLAUDE does not name the client's program")
	}
	client, err := filepath.Abs(client)
	if err != nil {
		t.Fatal(err)
	}
	return worldOf(t, client)
}

// worldOf makes the throw-away machine for a client.
func worldOf(t *testing.T, client string) world {
	t.Helper()
	home := t.TempDir()
	w := world{home: home, project: filepath.Join(home, "project"), bin: filepath.Join(home, "bin"), client: client}
	write(t, filepath.Join(home, "keep.txt"), "keep\n", 0o644)
	write(t, filepath.Join(w.project, "notes.txt"), "notes\n", 0o644)
	write(t, filepath.Join(w.project, ".env"), "API_TOKEN="+secret+"\n", 0o600)
	write(t, filepath.Join(w.project, "package.json"), `{"name": "live", "version": "1.0.0", "private": true}`, 0o644)
	write(t, filepath.Join(w.project, ".npmrc"), "registry=http://127.0.0.1:9/\n", 0o644)
	// A login shell makes a path of its own.
	write(t, filepath.Join(home, ".bash_profile"), "PATH='"+w.bin+"':\"$PATH\"\n", 0o644)
	// In the place of npm: if the gate fails, a file appears and no registry is asked.
	write(t, filepath.Join(w.bin, "npm"), "#!/bin/sh\necho \"$@\" >> '"+w.published()+"'\n", 0o755)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.mcp(), "#!/bin/sh\nLIVE_MCP='"+w.said()+"' exec '"+self+"' -test.run='^TestMCPServer$'\n", 0o755)
	output(t, w.command(t, "git", "init", "-q"))
	return w
}

// secret stands in the project's .env; it is put together so that no scanner
// trips on this file.
const secret = "sk-live-" + "9f8e7d6c5b4a39281706f5e4d3c2b1a0"

// mcp is the program of an MCP server, said the file that its tool leaves.
func (w world) mcp() string  { return filepath.Join(w.bin, "echo-server") }
func (w world) said() string { return filepath.Join(w.home, "said.txt") }

// published is the file that the stand-in for npm leaves.
func (w world) published() string { return filepath.Join(w.home, "published.txt") }

// install registers the gate in the world's home.
func (w world) install(t *testing.T, gate string) {
	t.Helper()
	t.Logf("install:\n%s", output(t, w.command(t, gate, "--home", w.home, "install", "claude")))
}

// run plays the steps to the client and returns the model, which knows what
// came of them.
func (w world) run(t *testing.T, steps []Step, args ...string) *Model {
	t.Helper()
	m, err := Start(Scenario{Steps: steps, Final: "all done"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	cmd := w.command(t, w.client, append([]string{"-p", "run the steps"}, args...)...)
	cmd.Env = append(cmd.Env, clientEnv(m)...)
	t.Logf("client said: %s", output(t, cmd))
	return m
}

// clientEnv points the client at the model, and at nothing else.
func clientEnv(m *Model) []string {
	return []string{
		"ANTHROPIC_BASE_URL=" + m.URL(), "ANTHROPIC_API_KEY=none", "ANTHROPIC_MODEL=claude-sonnet-4-5",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "ENABLE_TOOL_SEARCH=false",
		// Whatever else wants out meets a port that nobody listens on.
		"HTTPS_PROXY=http://127.0.0.1:9", "HTTP_PROXY=http://127.0.0.1:9", "NO_PROXY=127.0.0.1,localhost",
	}
}

// command is a program in the project with a clean environment: of the caller's
// own, only PATH is kept, for git and for what the client runs on.
func (w world) command(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), clientLimit)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = w.project
	cmd.WaitDelay = 5 * time.Second // its children may keep the pipe open
	cmd.Env = []string{
		"PATH=" + w.path(),
		"HOME=" + w.home, "TMPDIR=" + t.TempDir(), "TERM=dumb", "LANG=C.UTF-8", "CI=1",
	}
	return cmd
}

// path finds the stand-ins first, and a newer Node.js than the machine's if one
// came with the clients.
func (w world) path() string {
	sep := string(os.PathListSeparator)
	path := w.bin + sep
	if w.clients != "" {
		path += filepath.Join(w.clients, "node", "pkg", "node_modules", ".bin") + sep
	}
	return path + os.Getenv("PATH")
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("run %s: %v\n%s", filepath.Base(cmd.Path), err, out)
	}
	return strings.TrimSpace(string(out))
}

// buildGate compiles the gate from this module.
func buildGate(t *testing.T) string {
	t.Helper()
	if os.Getenv("SENTINEL_LIVE_CLAUDE")+os.Getenv("SENTINEL_LIVE") == "" {
		t.Skip("no client's program is named")
	}
	if gate := os.Getenv("SENTINEL_LIVE_GATE"); gate != "" {
		return gate
	}
	gate := filepath.Join(t.TempDir(), "sentinel")
	output(t, exec.Command("go", "build", "-o", gate, "github.com/sentinelgate/sentinel/cmd/sentinel"))
	return gate
}

func write(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func mustExist(t *testing.T, path string, want bool) {
	t.Helper()
	_, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if (err == nil) != want {
		t.Errorf("%s exists: %v, want %v", filepath.Base(path), err == nil, want)
	}
}
