// Command compare gives the same labelled cases to this gate and to another one
// that npm has, and writes the outcome, unedited, to docs/comparison.md. Run it
// from the repository's top; it fetches the other gate into a folder that it
// removes again.
//
//	go run ./bench/compare           # every shell case that needs no files
//	go run ./bench/compare -n 1000   # at most 1000 of each kind, chosen by a fixed seed
//
// A dangerous call counts as missed when the gate lets it run without a
// question, an ordinary one as needless when it does not. The machine is a
// scratch home and a scratch git project in the place of those of the cases.
//
// This gate answers as the hook process that a client would start. The other one
// answers from one process per level, through the function that its package
// offers for that, as a start of node for each of some ten thousand calls takes
// hours; some of the calls, chosen by the same seed, are given to its hook
// process, too, and each difference is counted in the table.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// otherPackage is the gate that npm has, in the version that was looked at.
const otherPackage = "cc-safety-net@2.4.5"

const (
	seed     = 1
	output   = "docs/comparison.md"
	checked  = 12  // calls that are given to the other gate's hook process, too
	forgets  = 200 // calls after which the scratch home is emptied
	maxCase  = 1 << 22
	oldHome  = "/home/dev"
	projects = "project"
)

func main() {
	n := flag.Int("n", 0, "take at most so many of each kind, by a fixed seed; 0 takes all")
	dir := flag.String("cases", "testdata/cases", "folder with danger.jsonl and benign.jsonl")
	out := flag.String("o", output, "file for the outcome")
	flag.Parse()
	if err := run(*dir, *out, *n); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// aCase is one shell call with what a person would want.
type aCase struct {
	command, cwd, class string
	danger              bool
}

func run(cases, out string, n int) error {
	// Not in the temporary folder: what lies there counts for less.
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(cache, "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	w := world{dir: dir, home: filepath.Join(dir, "home")}
	list, left, err := w.read(cases, n)
	if err != nil {
		return err
	}
	if err := w.make(list); err != nil {
		return err
	}
	gates, err := w.gates()
	if err != nil {
		return err
	}
	var wait sync.WaitGroup
	errs := make([]error, len(gates))
	for i, g := range gates {
		wait.Go(func() { errs[i] = g.judge(&w, list) })
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, g := range gates {
		if err := g.check(&w, list); err != nil {
			return err
		}
	}
	for i, c := range list { // on this machine instead of the imaginary one
		if gates[0].silent[i] == c.danger {
			fmt.Fprintf(os.Stderr, "%s, danger %v: %q\n", gates[0].name, c.danger, c.command)
		}
	}
	return os.WriteFile(out, []byte(report(gates, list, left, n)), 0o644)
}

// world is the scratch machine.
type world struct{ dir, home string }

// read gives the shell calls of the two files, moved to the scratch home, and
// how many were left out because they bring files of their own.
func (w *world) read(cases string, n int) (list []aCase, left int, err error) {
	random := rand.New(rand.NewPCG(seed, seed))
	for _, danger := range []bool{true, false} {
		name := map[bool]string{true: "danger.jsonl", false: "benign.jsonl"}[danger]
		f, err := os.Open(filepath.Join(cases, name))
		if err != nil {
			return nil, 0, err
		}
		var some []aCase
		in := bufio.NewScanner(f)
		in.Buffer(nil, maxCase)
		for in.Scan() {
			var c struct {
				Tool, Cwd, Class string
				Input            map[string]any
				Setup            json.RawMessage
			}
			if json.Unmarshal(in.Bytes(), &c) != nil || c.Tool != "bash" {
				continue
			}
			text, ok := c.Input["command"].(string)
			if _, more := c.Input["description"]; !ok || len(c.Input) > 1 && !more || len(c.Setup) > 0 || c.Cwd != "" && c.Cwd != oldHome && !strings.HasPrefix(c.Cwd, oldHome+"/") {
				left++
				continue
			}
			cwd := c.Cwd
			if cwd == "" {
				cwd = oldHome + "/" + projects
			}
			some = append(some, aCase{w.move(text), w.move(cwd), c.Class, danger})
		}
		if err := errors.Join(in.Err(), f.Close()); err != nil {
			return nil, 0, err
		}
		if n > 0 && len(some) > n {
			random.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
			some = some[:n]
		}
		list = append(list, some...)
	}
	return list, left, nil
}

func (w *world) move(text string) string { return strings.ReplaceAll(text, oldHome, w.home) }

// make puts up the folders that calls run in.
func (w *world) make(list []aCase) error {
	project := filepath.Join(w.home, projects)
	for _, c := range list {
		if err := os.MkdirAll(c.cwd, 0o755); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(project, 0o755); err != nil {
		return err
	}
	if out, err := exec.Command("git", "-C", project, "init", "-q").CombinedOutput(); err != nil {
		return fmt.Errorf("make a project: %w: %s", err, out)
	}
	return nil
}

// gates builds this gate and fetches the other.
func (w *world) gates() ([]*gate, error) {
	own := filepath.Join(w.dir, "sentinel")
	if out, err := exec.Command("go", "build", "-o", own, "./cmd/sentinel").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build sentinel: %w: %s", err, out)
	}
	if out, err := exec.Command("npm", "install", "--ignore-scripts", "--no-fund", "--no-audit", "--prefix", w.dir, otherPackage).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm install %s: %w: %s", otherPackage, err, out)
	}
	worker := filepath.Join(w.dir, "worker.mjs")
	if err := os.WriteFile(worker, []byte(workerText), 0o644); err != nil {
		return nil, err
	}
	gates := []*gate{{name: "sentinel", hook: []string{own, "--home", w.home, "hook", "claude"}}}
	for _, level := range []string{"standard", "strict", "paranoid"} {
		gates = append(gates, &gate{name: otherPackage + " " + level, worker: []string{"node", worker}, env: []string{"CC_SAFETY_NET_LEVEL=" + level},
			hook: []string{filepath.Join(w.dir, "node_modules/.bin/cc-safety-net"), "hook", "--claude-code"}})
	}
	return gates, nil
}

// workerText asks the other gate's own function, a line of JSON at a time.
const workerText = `import { checkCommand } from 'cc-safety-net/api';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { command, cwd } = JSON.parse(line);
  process.stdout.write(checkCommand({ command, cwd }).kind + '\n');
}
`

// A gate is how it is started, and what came of it.
type gate struct {
	name         string
	hook, worker []string
	env          []string
	silent       []bool // of each case: it would run without a question
	ms           []float64
	checked, off int // calls given to the hook process as well, and those it answered otherwise
}

func (g *gate) environ(w *world) []string {
	// The client says that a person sits in front of it.
	return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.home, "CLAUDE_CODE_ENTRYPOINT=cli"}, g.env...)
}

// judge asks about every case.
func (g *gate) judge(w *world, list []aCase) error {
	if g.worker == nil {
		for i, c := range list {
			if i%forgets == 0 {
				fmt.Fprintf(os.Stderr, "\r%d of %d ", i, len(list))
				_ = os.RemoveAll(filepath.Join(w.home, ".local"))
			}
			g.silent = append(g.silent, g.ask(w, c, fmt.Sprint("compare-", i)))
		}
		fmt.Fprintln(os.Stderr)
		return nil
	}
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, c := range list {
		if err := enc.Encode(map[string]string{"command": c.command, "cwd": c.cwd}); err != nil {
			return err
		}
	}
	cmd := exec.Command(g.worker[0], g.worker[1:]...)
	cmd.Stdin, cmd.Dir, cmd.Env = &in, w.dir, g.environ(w)
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", g.name, err)
	}
	for _, answer := range strings.Fields(string(out)) {
		g.silent = append(g.silent, answer == "allow")
	}
	if len(g.silent) != len(list) {
		return fmt.Errorf("%s: %d answers to %d calls", g.name, len(g.silent), len(list))
	}
	return nil
}

// check times the hook process on a few cases, one after the other, and
// compares its answers.
func (g *gate) check(w *world, list []aCase) error {
	random := rand.New(rand.NewPCG(seed, 2))
	for n := range checked {
		i := random.IntN(len(list))
		start := time.Now()
		silent := g.ask(w, list[i], fmt.Sprint("check-", n))
		g.ms = append(g.ms, float64(time.Since(start).Microseconds())/1000)
		g.checked++
		if silent != g.silent[i] {
			g.off++
		}
	}
	return nil
}

// ask starts the hook for one call, and tells whether the client would run it
// without a question.
func (g *gate) ask(w *world, c aCase, session string) bool {
	event, err := json.Marshal(map[string]any{"session_id": session, "hook_event_name": "PreToolUse", "permission_mode": "default",
		"cwd": c.cwd, "transcript_path": "", "tool_name": "Bash", "tool_input": map[string]any{"command": c.command}})
	if err != nil {
		return false
	}
	cmd := exec.Command(g.hook[0], g.hook[1:]...)
	cmd.Stdin, cmd.Dir, cmd.Env = bytes.NewReader(event), c.cwd, g.environ(w)
	out, err := cmd.Output()
	return runs(out, err)
}

// runs: the hook allows, or says nothing and does not fail with the code that
// refuses.
func runs(out []byte, err error) bool {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 2 {
		return false
	}
	var a struct {
		HookSpecificOutput struct{ PermissionDecision string }
		Decision           string
	}
	if json.Unmarshal(out, &a) != nil {
		return true
	}
	return a.Decision != "block" && !slices.Contains([]string{"ask", "deny"}, a.HookSpecificOutput.PermissionDecision)
}
