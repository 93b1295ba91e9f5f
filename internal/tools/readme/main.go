// Command readme writes the blocks of README.md that stand between markers such
// as <!-- figures --> and <!-- /figures -->, from real runs: a session, the
// commands, and every figure. Run it from the repository's top, on a machine
// that is idle:
//
//	go run ./internal/tools/readme           rewrite all blocks, some minutes
//	go run ./internal/tools/readme -check    fail if session or commands are out of date
//
// To add a block, put its markers into README.md and add a line to blocks.
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
	"regexp"
	"runtime"
	"strings"
)

// maker makes one block of the file.
type maker struct {
	name   string
	steady bool // the same on every machine, so -check compares it
	make   func(t tool) (string, error)
}

func blocks() []maker {
	return []maker{
		{"session", true, session},
		{"commands", true, commands},
		{"figures", false, figures},
	}
}

// tool is what the makers need.
type tool struct {
	binary string // the program, built
	pairs  int    // pairs of processes for each event
}

func main() {
	check := flag.Bool("check", false, "change nothing; fail if a block that is the same everywhere is out of date")
	pairs := flag.Int("pairs", 60, "pairs of processes for each event")
	flag.Parse()
	if err := run("README.md", *check, *pairs); err != nil {
		fmt.Fprintln(os.Stderr, "readme:", err)
		os.Exit(1)
	}
}

func run(file string, check bool, pairs int) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("run this from the repository's top: %w", err)
	}
	dir, err := os.MkdirTemp("", "readme")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	t := tool{binary: filepath.Join(dir, "sentinel.exe"), pairs: pairs}
	if _, err := command("go", "build", "-trimpath", "-o", t.binary, "./cmd/sentinel"); err != nil {
		return err
	}
	for _, b := range blocks() {
		if check && !b.steady {
			continue
		}
		body, err := b.make(t)
		if err != nil {
			return fmt.Errorf("make %s: %w", b.name, err)
		}
		changed, err := replace(text, b.name, body)
		if err != nil {
			return err
		}
		if check && !bytes.Equal(changed, text) {
			return fmt.Errorf("the block %q of %s is out of date: run go run ./internal/tools/readme", b.name, file)
		}
		text = changed
	}
	if check {
		return nil
	}
	return os.WriteFile(file, text, 0o644)
}

// replace puts a body between the markers of a block.
func replace(text []byte, name, body string) ([]byte, error) {
	open, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->\n"
	before, rest, ok := strings.Cut(string(text), open)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return nil, fmt.Errorf("no markers of a block %q", name)
	}
	return []byte(before + open + "\n" + strings.TrimSpace(body) + "\n\n" + end + after), nil
}

// command runs a program and gives its output.
func command(name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	var errOut bytes.Buffer
	c.Stderr = &errOut
	out, err := c.Output()
	if err != nil {
		return string(out), fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, errOut.String())
	}
	return string(out), nil
}

func session(tool) (string, error) {
	out, err := command("go", "run", "./internal/tools/demo")
	return "```console\n$ go run ./internal/tools/demo\n" + out + "```", err
}

// commands makes a table of the program's own help.
func commands(t tool) (string, error) {
	out, err := command(t.binary, "--help")
	if err != nil {
		return "", err
	}
	_, list, _ := strings.Cut(out, "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	var b strings.Builder
	b.WriteString("| command | does |\n|---|---|\n")
	for line := range strings.Lines(list) {
		name, does, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != "help" {
			fmt.Fprintf(&b, "| `%s` | %s |\n", name, strings.TrimSpace(does))
		}
	}
	b.WriteString("| `hook CLIENT` | What a client calls with each event; `install` registers it |\n")
	return b.String(), nil
}

func figures(t tool) (string, error) {
	var b strings.Builder
	for _, part := range []func(tool) (string, error){labelled, known, decisions, process} {
		text, err := part(t)
		if err != nil {
			return "", err
		}
		b.WriteString(strings.TrimSpace(text) + "\n\n")
	}
	return b.String(), nil
}

// later are kinds of cases about parts that are not built yet.
func later() []string {
	return []string{"secret-on-read", "secret-false-positive", "write-execute", "approval-queue"}
}

func labelled(t tool) (string, error) {
	var b strings.Builder
	b.WriteString("| labelled cases | number | missed | needless | wrong |\n|---|---|---|---|---|\n")
	wrong := map[string]int{}
	for _, name := range []string{"danger", "benign", "first-time", "reports"} {
		out, err := command(t.binary, "test", "--json", filepath.Join("testdata", "cases", name+".jsonl"))
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) { // it exits 1 when a case is wrong
			return "", err
		}
		var s struct {
			Cases, Missed, Needless, Wrong int
			Failures                       []struct{ Class string }
		}
		if err := json.Unmarshal([]byte(out), &s); err != nil {
			return "", fmt.Errorf("read the score of %s: %w", name, err)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", name, s.Cases, s.Missed, s.Needless, s.Wrong)
		for _, f := range s.Failures {
			wrong[f.Class]++
		}
	}
	var open []string
	for _, kind := range later() {
		if n := wrong[kind]; n > 0 {
			open = append(open, fmt.Sprintf("%d %s", n, kind))
		}
	}
	if len(open) > 0 {
		fmt.Fprintf(&b, "\nOf the wrong ones these are about parts that are not built yet: %s.\n", strings.Join(open, ", "))
	}
	return b.String(), nil
}

func known(t tool) (string, error) {
	out, err := command(t.binary, "knowledge")
	if err != nil {
		return "", err
	}
	first, _, _ := strings.Cut(out, "\n")
	info, err := os.Stat(t.binary)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("It knows %s. The program for %s/%s is one static file of %.1f MiB.", first, runtime.GOOS, runtime.GOARCH, float64(info.Size())/(1<<20)), nil
}

// decisions times single decisions inside a running process.
func decisions(tool) (string, error) {
	out, err := command("go", "test", "-run", "^$", "-bench", "^BenchmarkDecide$", "-benchtime", "500ms", ".")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("One decision in a process that runs already (`go test -bench Decide .`):\n\n| call | µs | allocations |\n|---|---|---|\n")
	rows := regexp.MustCompile(`(?m)^BenchmarkDecide/(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op.*?(\d+) allocs/op`).FindAllStringSubmatch(out, -1)
	if len(rows) == 0 {
		return "", errors.New("no benchmark ran")
	}
	for _, m := range rows {
		var ns float64
		if _, err := fmt.Sscan(m[2], &ns); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s | %.0f | %s |\n", m[1], ns/1000, m[3])
	}
	return b.String(), nil
}

// process times whole processes.
func process(t tool) (string, error) {
	out, err := command("go", "run", "./bench/hook", "-n", fmt.Sprint(t.pairs))
	return "The whole hook process, from its start to its end, in turn with an empty Go program (`go run ./bench/hook`):\n\n" + out, err
}
