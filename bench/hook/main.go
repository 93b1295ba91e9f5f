//go:build unix

// Command hook pairs the whole hook process with an empty Go program: it runs
// the two in turn on typical events and prints medians, the ratio pair by pair,
// and the largest resident size; then what each linked dependency adds to an
// empty program. Run it from the repository's top, on a machine that is idle:
//
//	go run ./bench/hook
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// events are five typical calls. Each is made from an event that a client really
// sent (testdata/clients/claude); a command takes the place of the one it had. The
// last one goes to the program with all commands, the others to the small one
// that installs register.
var events = []event{
	{"git status", "PreToolUse-Bash.json", "git status"},
	{"tests, filtered", "PreToolUse-Bash.json", "cd packages/api && go test ./... 2>&1 | grep -E '^(ok|FAIL)' | head -20"},
	{"commit", "PreToolUse-Bash.json", "git add -A && git commit -m 'fix the parser'"},
	{"an edit", "PreToolUse-Edit.json", ""},
	{"refused", "PreToolUse-Bash.json", "rm -rf ~"},
	{"git status, `sentinel hook`", "PreToolUse-Bash.json", "git status"},
}

type event struct{ name, file, command string }

// program is the one that answers the event.
func (e event) program() string {
	if strings.Contains(e.name, "`") {
		return "sentinel"
	}
	return "sentinel-hook"
}

// linked are programs that link and use one dependency each, and nothing else.
var linked = []struct{ name, what string }{
	{"parser", "mvdan.cc/sh/v3/syntax"},
	{"cobra", "spf13/cobra"},
	{"hujson", "tailscale/hujson"},
	{"flock", "gofrs/flock"},
	{"toml", "pelletier/go-toml"},
}

func main() {
	runs := flag.Int("n", 60, "pairs for each event")
	flag.Parse()
	if err := run(*runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(runs int) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"sentinel", "sentinel-hook"} {
		if err := build(dir, name, "./cmd/"+name); err != nil {
			return err
		}
	}
	if err := build(dir, "empty", "./bench/hook/empty"); err != nil {
		return err
	}
	project := filepath.Join(dir, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		return err
	}
	fmt.Printf("| event | hook, median ms | empty program, median ms | ratio, median of the pairs | largest resident MiB |\n|---|---|---|---|---|\n")
	for _, e := range events {
		sent, err := input(e.file, e.command, project)
		if err != nil {
			return err
		}
		hook := measured{path: filepath.Join(dir, e.program()), args: []string{"--home", filepath.Join(dir, "home"), "hook", "claude"}, stdin: sent}
		empty := measured{path: filepath.Join(dir, "empty")}
		ratio := pair(&hook, &empty, runs)
		fmt.Printf("| %s | %.2f | %.2f | %.2f | %.1f |\n", e.name, median(hook.ms), median(empty.ms), ratio, hook.rss)
	}
	fmt.Printf("\n| an empty program that links and uses | adds, median ms | ratio, median of the pairs |\n|---|---|---|\n")
	for _, l := range linked {
		if err := build(dir, l.name, "./bench/hook/"+l.name); err != nil {
			return err
		}
		with, empty := measured{path: filepath.Join(dir, l.name)}, measured{path: filepath.Join(dir, "empty")}
		ratio := pair(&with, &empty, runs)
		fmt.Printf("| %s | %.2f | %.2f |\n", l.what, median(with.ms)-median(empty.ms), ratio)
	}
	fmt.Printf("\n%d pairs each, on %s/%s with %d processors, %s.\n", runs, runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	return nil
}

func build(dir, name, pkg string) error {
	c := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(dir, name), pkg)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w: %s", pkg, err, out)
	}
	return nil
}

// input makes an event that takes place in the project.
func input(file, command, project string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join("testdata", "clients", "claude", file))
	if err != nil {
		return nil, fmt.Errorf("run this from the repository's top: %w", err)
	}
	var event map[string]any
	if err := json.Unmarshal(bytes.ReplaceAll(data, []byte("/home/dev/project"), []byte(project)), &event); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	if command != "" {
		event["tool_input"] = map[string]any{"command": command}
	}
	return json.Marshal(event)
}

// measured is one program and its times.
type measured struct {
	path  string
	args  []string
	stdin []byte
	ms    []float64
	rss   float64 // MiB, the largest; at least what this program itself takes (Linux counts the moment before exec)
}

func (m *measured) once(count bool) {
	c := exec.Command(m.path, m.args...)
	c.Stdin = bytes.NewReader(m.stdin)
	c.Env = append(os.Environ(), "CLAUDE_CODE_SESSION_ATTENDED=1") // as in the client's terminal
	start := time.Now()
	_ = c.Run() // a refusal exits 2
	ms := float64(time.Since(start).Microseconds()) / 1000
	if !count {
		return
	}
	m.ms = append(m.ms, ms)
	if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" {
		m.rss = max(m.rss, float64(u.Maxrss)/1024)
	}
}

// pair runs a and b in turn and gives the median ratio of the pairs.
func pair(a, b *measured, runs int) float64 {
	for range 3 {
		a.once(false)
		b.once(false)
	}
	var ratios []float64
	for range runs {
		a.once(true)
		b.once(true)
		ratios = append(ratios, a.ms[len(a.ms)-1]/b.ms[len(b.ms)-1])
	}
	return median(ratios)
}

func median(v []float64) float64 {
	s := slices.Clone(v)
	slices.Sort(s)
	if len(s) == 0 {
		return 0
	}
	return s[len(s)/2]
}
