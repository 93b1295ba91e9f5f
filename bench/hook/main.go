//go:build unix

// Command hook pairs the whole hook process with an empty Go program: it runs
// the two in turn on typical events and prints medians, the ratio pair by pair,
// and the largest resident size. Run it from the repository's top:
//
//	go run ./bench/hook
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// events are five typical calls, made from a captured event.
var events = []struct{ name, command string }{
	{"git status", "git status"},
	{"test, filtered", "cd packages/api && go test ./... 2>&1 | grep -E '^(ok|FAIL)' | head -20"},
	{"search", "grep -rn 'TODO' src --include='*.ts' | sort | uniq -c | sort -rn | head"},
	{"commit", "git add -A && git commit -m 'fix the parser'"},
	{"refused", "rm -rf ~"},
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
	for name, pkg := range map[string]string{"sentinel": "./cmd/sentinel", "empty": "./bench/hook/empty", "parser": "./bench/hook/parser"} {
		c := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(dir, name), pkg)
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s: %w: %s", pkg, err, out)
		}
	}
	project := filepath.Join(dir, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		return err
	}
	home := filepath.Join(dir, "home")
	fmt.Printf("| event | hook, median ms | empty program, median ms | ratio, median of pairs | largest resident MiB |\n|---|---|---|---|---|\n")
	for _, e := range events {
		event := fmt.Sprintf(`{"session_id":"bench","transcript_path":"","cwd":%q,"permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":%q},"tool_use_id":"b"}`, project, e.command)
		hook := measured{path: filepath.Join(dir, "sentinel"), args: []string{"--home", home, "hook", "claude"}, stdin: event}
		empty := measured{path: filepath.Join(dir, "empty")}
		ratio := pair(&hook, &empty, runs)
		fmt.Printf("| %s | %.2f | %.2f | %.2f | %.1f |\n", e.name, median(hook.ms), median(empty.ms), ratio, hook.rss)
	}
	parser, empty := measured{path: filepath.Join(dir, "parser")}, measured{path: filepath.Join(dir, "empty")}
	ratio := pair(&parser, &empty, runs)
	fmt.Printf("\nThe shell parser alone: %.2f ms, %.2f times the empty program. %s/%s, %d processors.\n", median(parser.ms), ratio, runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	return nil
}

// measured is one program and its times.
type measured struct {
	path  string
	args  []string
	stdin string
	ms    []float64
	rss   float64 // MiB, the largest
}

func (m *measured) once(count bool) {
	c := exec.Command(m.path, m.args...)
	c.Stdin = bytes.NewReader([]byte(m.stdin))
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
