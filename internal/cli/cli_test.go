package cli_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/cli"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/program"
)

// run runs the program in a fresh home with a project.
func run(t *testing.T, change func(*cli.Env), args ...string) (out, errOut string, code int) {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return runIn(t, home, change, args...)
}

func runIn(t *testing.T, home string, change func(*cli.Env), args ...string) (out, errOut string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	env := cli.Env{Args: args, Stdin: strings.NewReader(""), Stdout: &o, Stderr: &e, Getenv: func(string) string { return "" },
		Now: time.Now, Home: home, Cwd: filepath.Join(home, "project"), Binary: "/opt/bin/sentinel"}
	if change != nil {
		change(&env)
	}
	code = cli.Run(context.Background(), env)
	return o.String(), e.String(), code
}

// event is a call of a shell command as Claude Code tells it.
func event(cwd, command string) string {
	return `{"session_id":"s","tool_use_id":"1","cwd":"` + cwd + `","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"` + command + `"}}`
}

// TestX14_ExitCodes: 0 fine, 1 something is wrong, 2 usage, 3 would be asked, 4
// blocked or red. The hook answers as its client wants it.
func TestX14_ExitCodes(t *testing.T) {
	for _, c := range []struct {
		want int
		args string
	}{
		{0, ""}, {0, "--help"}, {0, "version"}, {0, "policy"}, {0, "risk"}, {0, "risk --list"}, {0, "risk npm|publish"}, {0, "risk rm|-rf|/"},
		{0, "check read_file -a {\"path\":\"a\"}"}, {3, "check frobnicate"}, {4, "check bash -a {\"cmd\":\"rm|-rf|/\"}"},
		{3, "check bash --json -a {\"cmd\":\"npm|publish\"}"}, {4, "check bash --json -a {\"cmd\":\"rm|-rf|~\"}"},
		{0, "risk --exit-code git|status"}, {3, "risk --exit-code npm|publish"}, {4, "risk --exit-code git|push|-f"}, {4, "risk --json --exit-code rm|-rf|/"},
		{0, "explain git|status"}, {0, "knowledge git"}, {0, "risk --forget nothing"},
		{1, "doctor"}, // not registered
		{2, "ask"}, {2, "risk --no-such-flag x"}, {2, "check"}, {2, "check bash -a {"}, {2, "explain"}, {2, "knowledge no-such-tool"},
		{2, "install nobody"}, {2, "install"}, {2, "uninstall claude extra"}, {2, "test"}, {2, "test no-such-file"}, {2, "replay"},
		{2, "version extra"}, {2, "policy extra"}, {2, "doctor extra"}, {2, "--home"}, {2, "version --home"}, {2, "--home="},
		{4, "risk --remember git|reset|--hard"},
		{2, "hook claude"}, {2, "hook nobody"}, {2, "hook"}, // refusals
	} {
		t.Run(c.args, func(t *testing.T) {
			args := strings.Fields(c.args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "|", " ")
			}
			out, errOut, code := run(t, nil, args...)
			if code != c.want {
				t.Errorf("exit code %d, want %d\n%s%s", code, c.want, out, errOut)
			}
			if code == 2 && strings.TrimSpace(errOut) == "" {
				t.Error("nothing was said")
			}
		})
	}
}

// failing is standard input or output that is broken.
type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errors.New("broken pipe") }
func (failing) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// panicking panics when it is used.
type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("no way to read") }

// TestR372_HookCannotFailOpen: whatever happens to the process, it says no.
func TestR372_HookCannotFailOpen(t *testing.T) {
	refused := func(t *testing.T, out, errOut string, code int) {
		t.Helper()
		if code != 2 || !strings.Contains(out, `"permissionDecision":"deny"`) || strings.TrimSpace(errOut) == "" {
			t.Errorf("exit %d\nstdout: %s\nstderr: %s", code, out, errOut)
		}
		if strings.Count(out, "\n") != 1 || !strings.HasPrefix(out, "{") {
			t.Errorf("standard output holds more than one line of JSON: %s", out)
		}
	}
	stdin := func(r io.Reader) func(*cli.Env) { return func(e *cli.Env) { e.Stdin = r } }
	t.Run("input that cannot be read", func(t *testing.T) {
		out, errOut, code := run(t, stdin(failing{}), "hook", "claude")
		refused(t, out, errOut, code)
	})
	t.Run("a panic", func(t *testing.T) {
		out, errOut, code := run(t, stdin(panicking{}), "hook", "claude")
		refused(t, out, errOut, code)
	})
	t.Run("a panic of the clock", func(t *testing.T) {
		out, errOut, code := run(t, func(e *cli.Env) {
			e.Stdin = strings.NewReader(event("/p", "ls"))
			e.Now = func() time.Time { panic("no clock") }
		}, "hook", "claude")
		refused(t, out, errOut, code)
	})
	t.Run("no clock", func(t *testing.T) {
		out, errOut, code := run(t, func(e *cli.Env) { e.Stdin, e.Now = strings.NewReader(event("/p", "ls")), nil }, "hook", "claude")
		refused(t, out, errOut, code)
	})
	t.Run("input that never ends", func(t *testing.T) {
		r, w := io.Pipe()
		defer w.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		var out, errOut bytes.Buffer
		code := cli.Run(ctx, cli.Env{Args: []string{"hook", "claude"}, Stdin: r, Stdout: &out, Stderr: &errOut,
			Getenv: func(string) string { return "" }, Now: time.Now, Home: t.TempDir(), Cwd: "/"})
		refused(t, out.String(), errOut.String(), code)
	})
	t.Run("too much input", func(t *testing.T) {
		huge := io.LimitReader(spaces{}, hook.MaxEvent+10)
		out, errOut, code := run(t, stdin(huge), "hook", "claude")
		refused(t, out, errOut, code)
	})
	t.Run("a command beyond the bound of the reader", func(t *testing.T) {
		out, _, code := run(t, stdin(strings.NewReader(event("/p", "echo "+strings.Repeat("x", 200<<10)))), "hook", "claude")
		if code != 2 || strings.Contains(out, `"allow"`) {
			t.Errorf("exit %d: %.200s", code, out)
		}
	})
	t.Run("nested beyond all bounds", func(t *testing.T) {
		for _, text := range []string{strings.Repeat("$(", 30_000), strings.Repeat("(", 60_000), strings.Repeat("{ ", 30_000), strings.Repeat("if x; then ", 8000)} {
			out, _, code := run(t, stdin(strings.NewReader(event("/p", text))), "hook", "claude")
			if code != 2 || strings.Contains(out, `"allow"`) {
				t.Errorf("exit %d: %.200s", code, out)
			}
		}
	})
	t.Run("no home", func(t *testing.T) {
		out, errOut, code := run(t, func(e *cli.Env) { e.Stdin, e.Home = strings.NewReader(event("/p", "ls")), "" }, "hook", "claude")
		refused(t, out, errOut, code)
	})
	t.Run("a relative home", func(t *testing.T) {
		out, errOut, code := run(t, func(e *cli.Env) { e.Stdin, e.Home = strings.NewReader(event("/p", "ls")), "home" }, "hook", "claude")
		refused(t, out, errOut, code)
	})
	t.Run("an answer that cannot be written", func(t *testing.T) {
		_, _, code := run(t, func(e *cli.Env) { e.Stdin, e.Stdout = strings.NewReader(event("/p", "ls")), failing{} }, "hook", "claude")
		if code != 2 {
			t.Errorf("exit %d", code)
		}
	})
}

// spaces never ends.
type spaces struct{}

func (spaces) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// atTerminal puts a person there.
func atTerminal(e *cli.Env) { e.TTY = scriptTerminal("yes") }

// TestHomeFlag: the flag counts wherever it stands, and never half.
func TestHomeFlag(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other")
	if err := os.MkdirAll(filepath.Join(other, "project", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--home", other, "risk", "-d", other + "/project", "--remember", "npm publish"},
		{"risk", "-d", other + "/project", "--remember", "npm publish", "--home=" + other},
	} {
		out, errOut, code := run(t, atTerminal, args...)
		if code != 0 || !strings.Contains(out, "remembered") {
			t.Fatalf("exit %d %s%s", code, out, errOut)
		}
		if _, err := os.Stat(filepath.Join(other, ".local", "state", "sentinel")); err != nil {
			t.Fatalf("%v: the state is elsewhere", args)
		}
		if err := os.RemoveAll(filepath.Join(other, ".local")); err != nil {
			t.Fatal(err)
		}
		_ = os.RemoveAll(filepath.Join(other, "project", ".sentinel"))
	}
	// Behind -- it is an operand.
	if out, _, code := run(t, nil, "risk", "--", "ls", "--home", "x"); code != 0 || !strings.Contains(out, "ls --home x") {
		t.Errorf("exit %d %s", code, out)
	}
}

// TestTempDirOfTheEnvironment moves nothing but real temporary folders.
func TestTempDirOfTheEnvironment(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	if err := os.MkdirAll(filepath.Join(home, "project", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{home, home + "/", "/tmp/.." + home, "/", "/tmp/../etc", "relative"} {
		out, _, _ := runIn(t, home, func(e *cli.Env) {
			e.Stdin = strings.NewReader(event(home+"/project", "rm -rf "+home+"/documents"))
			e.Getenv = func(name string) string {
				return map[string]string{"TMPDIR": dir, "CLAUDE_CODE_SESSION_ATTENDED": "1", "CLAUDE_PROJECT_DIR": home + "/project"}[name]
			}
		}, "hook", "claude")
		if strings.Contains(out, `"allow"`) {
			t.Errorf("TMPDIR=%s: %s", dir, out)
		}
	}
}

// TestR110_ColoursOnATerminal only, and not with NO_COLOR (R108).
func TestR110_ColoursOnATerminal(t *testing.T) {
	terminal := func(e *cli.Env) { e.Terminal = true }
	if out, _, _ := run(t, terminal, "risk", "npm publish"); !strings.Contains(out, "\x1b[") {
		t.Error("no colour on a terminal")
	}
	if out, _, _ := run(t, nil, "risk", "npm publish"); strings.Contains(out, "\x1b") {
		t.Error("colour in a pipe")
	}
	plain := func(e *cli.Env) {
		e.Terminal = true
		e.Getenv = func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }
	}
	if out, _, _ := run(t, plain, "risk", "npm publish"); strings.Contains(out, "\x1b") {
		t.Error("colour despite NO_COLOR")
	}
}

// TestNothingDrawsOnTheTerminal: texts of strangers come out escaped everywhere.
func TestNothingDrawsOnTheTerminal(t *testing.T) {
	evil := "frob \x1b[2J'\u202e' x"
	for _, args := range [][]string{
		{"risk", evil}, {"explain", evil}, {"check", "frob\x1b[2J"}, {"check", "bash", "--why", "-a", `{"cmd":"frob \u001b[2J"}`},
		{"risk", "--forget", evil}, {"risk", "--remember", evil}, {"knowledge", evil}, {evil}, {"install", evil}, {"test", evil},
	} {
		out, errOut, _ := run(t, nil, args...)
		if strings.ContainsAny(out+errOut, "\x1b\u202e") {
			t.Errorf("%q: %q", args, out+errOut)
		}
	}
	home := filepath.Join(t.TempDir(), "home")
	file := filepath.Join(home, "project", ".sentinel", "config.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"permission":{"bash":{"x\u001b[2J*":"deny","y\u001b[2J":"denny"}},"z\u001b[2J":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(home, "project", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"policy"}, {"doctor"}} {
		out, errOut, _ := runIn(t, home, nil, args...)
		if strings.Contains(out+errOut, "\x1b") {
			t.Errorf("%q: %q", args, out+errOut)
		}
	}
}

func BenchmarkHook(b *testing.B) {
	home := filepath.Join(b.TempDir(), "home")
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		b.Fatal(err)
	}
	for name, command := range map[string]string{"status": "git status", "chain": "cd src && go test ./... 2>&1 | tail -20"} {
		ev := event(project, command)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				cli.Run(context.Background(), cli.Env{Args: []string{"hook", "claude"}, Stdin: strings.NewReader(ev), Stdout: io.Discard, Stderr: io.Discard,
					Getenv: func(string) string { return "" }, Now: time.Now, Home: home, Cwd: project})
			}
		})
	}
}

// TestCommandsAreKnown: hints are recognised by the names of the commands, so the
// list of them must be that of the tree.
func TestCommandsAreKnown(t *testing.T) {
	out, _, _ := run(t, nil, "--help")
	_, list, _ := strings.Cut(out, "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	want := []string{"hook"} // dispatched before the tree
	for line := range strings.Lines(list) {
		want = append(want, strings.Fields(line)[0])
	}
	slices.Sort(want)
	if got := program.Commands(); !slices.Equal(got, want) {
		t.Errorf("program.Commands: %v\nthe tree: %v", got, want)
	}
}

// TestEveryCommand has its help, refuses a flag that it does not know with a hint
// and exit code 2, and completes without a word on standard error.
func TestEveryCommand(t *testing.T) {
	for _, name := range append(program.Commands(), "audit verify", "audit export", "audit prune", "audit key", "config show", "config check", "config edit",
		"config path", "config schema", "grants list", "grants revoke", "completion bash") {
		if name == "hook" || name == "help" {
			continue
		}
		words := strings.Fields(name)
		out, errOut, code := run(t, nil, append(words, "-h")...)
		if code != 0 || errOut != "" || !strings.Contains(out, "Usage:") {
			t.Errorf("%s -h: exit %d %s", name, code, errOut)
		}
		for line := range strings.Lines(out) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 115 {
				t.Errorf("%s -h: a line of %d characters: %s", name, n, line)
			}
		}
		_, errOut, code = run(t, nil, append(words, "--no-such-flag")...)
		if code != 2 || !strings.Contains(errOut, "\nhint: ") {
			t.Errorf("%s --no-such-flag: exit %d %s", name, code, errOut)
		}
		out, _, code = run(t, nil, append(append([]string{"__complete"}, words...), "--")...)
		if code != 0 || !strings.Contains(out, "--help") || !strings.Contains(out, ":4") {
			t.Errorf("%s: completion: exit %d %q", name, code, out)
		}
	}
}

// TestCompletion offers what an operand may be.
// TestSecurityNamesWhatAnAgentMayRun compares the sentence in SECURITY.md with
// what the gate says to an agent.
func TestSecurityNamesWhatAnAgentMayRun(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(data), "An agent may")
	list, _, closed := strings.Cut(list, "nothing else of it")
	if !ok || !closed {
		t.Fatal("SECURITY.md does not say what an agent may run")
	}
	said := regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(list, -1)
	for _, name := range program.Commands() {
		allowed := slices.ContainsFunc(said, func(m []string) bool { return m[1] == name })
		for _, words := range []string{"sentinel " + name, "sentinel " + name + " --help"} {
			if _, _, code := run(t, nil, "check", words); (code == 0) != allowed || !allowed && code != 4 {
				t.Errorf("%s: exit code %d, and SECURITY.md lists it: %t", words, code, allowed)
			}
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		words, want string
	}{
		{"install cl", "claude"}, {"uninstall co", "codex"}, {"status c", "cursor"}, {"doctor p", "pi"}, {"import o", "opencode"}, {"config path u", "user"},
		{"knowledge terrafo", "terraform"}, {"approve 1 --remember a", "always"}, {"audit --outcome d", "denied"}, {"audit export --format o", "ocsf"},
		{"install --level m", "managed"}, {"explain --dialect z", "zsh"}, {"conf", "config"},
	} {
		out, errOut, code := run(t, nil, append([]string{"__complete"}, strings.Fields(c.words)...)...)
		found := false
		for line := range strings.Lines(out) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			found = found || word == c.want
		}
		if code != 0 || !found {
			t.Errorf("%s: %q is not offered in %q %s", c.words, c.want, out, errOut)
		}
	}
}
