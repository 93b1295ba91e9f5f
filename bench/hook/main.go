//go:build unix

// Command hook pairs the whole hook process with an empty Go program: it runs
// the two in turn on typical events and prints medians, the ratio pair by pair,
// and the largest resident size; then what a large file and a question that is
// stored add, and what each linked dependency adds to an empty program. Run it from the repository's top, on a machine that is idle:
//
//	go run ./bench/hook
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
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
	if err := compare(dir, project, runs); err != nil {
		return err
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

// compare prints what more the hook takes where it has more to do.
func compare(dir, project string, runs int) error {
	clean := strings.Repeat("The quick brown fox jumps over the lazy dog.\n", 100<<10/45)
	for name, text := range map[string]string{"empty.txt": "", "clean.txt": clean} {
		if err := os.WriteFile(filepath.Join(project, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	queue := filepath.Join(dir, "queue")
	config := filepath.Join(queue, ".config", "sentinel", "config.json")
	if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(config, []byte(`{"approvals": {"ask": "queue"}}`), 0o600); err != nil {
		return err
	}
	hook := func(home string, sent []byte, more ...string) *measured {
		return &measured{path: filepath.Join(dir, "sentinel-hook"), args: append([]string{"--home", home, "hook", "claude"}, more...), stdin: sent}
	}
	home := filepath.Join(dir, "home")
	sent := map[string][]byte{}
	for name, command := range map[string]string{"status": "git status", "push": "git push --force origin main", "clean": "cat clean.txt", "empty": "cat empty.txt"} {
		var err error
		if sent[name], err = input("PreToolUse-Bash.json", command, project); err != nil {
			return err
		}
	}
	for _, name := range []string{"clean", "empty"} {
		var err error
		if sent["read "+name], err = read(filepath.Join(project, name+".txt"), project); err != nil {
			return err
		}
	}
	fmt.Printf("\n| the hook | median ms | against | median ms | adds, median of the pairs, ms |\n|---|---|---|---|---|\n")
	for _, row := range []struct {
		name    string
		with    *measured
		against string
		without *measured
	}{
		{"reads 100 KB", hook(home, sent["read clean"]), "reads an empty file", hook(home, sent["read empty"])},
		{"cat, 100 KB", hook(home, sent["clean"]), "cat, an empty file", hook(home, sent["empty"])},
		{"git status, `ask: queue`", hook(queue, sent["status"]), "git status", hook(home, sent["status"])},
		{"a question that is stored, and nobody answers", hook(queue, sent["push"], "--limit=1"), "a question for the client's prompt", hook(home, sent["push"])},
	} {
		pair(row.with, row.without, runs)
		var more []float64
		for i := range row.with.ms {
			more = append(more, row.with.ms[i]-row.without.ms[i])
		}
		fmt.Printf("| %s | %.2f | %s | %.2f | %.2f |\n", row.name, median(row.with.ms), row.against, median(row.without.ms), median(more))
	}
	return nil
}

// read is the event of a file that is read.
func read(path, project string) ([]byte, error) {
	data, err := input("PreToolUse-Read.json", "", project)
	if err != nil {
		return nil, err
	}
	var event map[string]any
	if err := json.Unmarshal(data, &event); err != nil {
		return nil, err
	}
	event["tool_input"] = map[string]any{"file_path": path}
	return json.Marshal(event)
}

// build makes a program and copies it: the linker writes its pages in any order,
// and those of a copy lie together.
func build(dir, name, pkg string) error {
	path := filepath.Join(dir, name)
	c := exec.Command("go", "build", "-trimpath", "-o", path+".built", pkg)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w: %s", pkg, err, out)
	}
	if err := duplicate(path+".built", path); err != nil {
		return err
	}
	return os.Remove(path + ".built")
}

func duplicate(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
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
	for range 10 { // the first runs are slower
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
