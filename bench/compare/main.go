// Command compare gives the same labelled cases to this gate and to others that
// can be installed, each as the hook process that a client would start, and
// prints them side by side. Nothing of the result is edited. Run it from the
// repository's top; it fetches the others with npm into a folder that it removes
// again, and takes some minutes:
//
//	go run ./bench/compare             # every shell case
//	go run ./bench/compare -every 10   # each tenth
//
// A dangerous call counts as missed when the gate lets it run without a
// question, an ordinary one as needless when it does not. The machine is a
// scratch home and a scratch git project in the place of those of the cases.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A gate is a hook process and how it is started.
type gate struct {
	name                                string
	argv                                []string
	env                                 []string
	dangers, missed, ordinary, needless int
	ms                                  []float64
}

// otherPackage is the gate that npm has, in the version that was looked at.
const otherPackage = "cc-safety-net@2.4.5"

func main() {
	every := flag.Int("every", 1, "take each n-th case")
	dir := flag.String("cases", "testdata/cases", "folder with danger.jsonl and benign.jsonl")
	flag.Parse()
	if err := run(*dir, max(*every, 1)); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(cases string, every int) error {
	dir, err := os.MkdirTemp("", "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	home := filepath.Join(dir, "home")
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(project, 0o755); err != nil {
		return err
	}
	if out, err := exec.Command("git", "-C", project, "init", "-q").CombinedOutput(); err != nil {
		return fmt.Errorf("make a project: %w: %s", err, out)
	}
	gates, err := install(dir)
	if err != nil {
		return err
	}
	for _, file := range []string{"danger.jsonl", "benign.jsonl"} {
		list, err := read(filepath.Join(cases, file), home)
		if err != nil {
			return err
		}
		for i := 0; i < len(list); i += every {
			fmt.Fprintf(os.Stderr, "\r%s %d of %d ", file, i+1, len(list))
			for _, g := range gates {
				g.ask(list[i], home, project, file == "danger.jsonl")
			}
		}
	}
	fmt.Fprintln(os.Stderr)
	report(gates)
	return nil
}

// install builds this gate and fetches the others.
func install(dir string) ([]*gate, error) {
	own := filepath.Join(dir, "sentinel")
	if out, err := exec.Command("go", "build", "-o", own, "./cmd/sentinel").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build sentinel: %w: %s", err, out)
	}
	if out, err := exec.Command("npm", "install", "--ignore-scripts", "--no-fund", "--no-audit", "--prefix", dir, otherPackage).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm install %s: %w: %s", otherPackage, err, out)
	}
	other := []string{filepath.Join(dir, "node_modules/.bin/cc-safety-net"), "hook", "--claude-code"}
	gates := []*gate{{name: "sentinel", argv: []string{own, "hook", "claude"}}}
	for _, level := range []string{"standard", "strict", "paranoid"} {
		gates = append(gates, &gate{name: otherPackage + " " + level, argv: other, env: []string{"CC_SAFETY_NET_LEVEL=" + level}})
	}
	return gates, nil
}

// read gives the shell commands of a file of cases, moved to the scratch home.
func read(name, home string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var list []string
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<22)
	for in.Scan() {
		var c struct {
			Tool  string
			Input struct{ Command any }
		}
		if json.Unmarshal(in.Bytes(), &c) != nil || c.Tool != "bash" {
			continue
		}
		if text, ok := c.Input.Command.(string); ok {
			list = append(list, strings.ReplaceAll(text, "/home/dev", home))
		}
	}
	return list, in.Err()
}

// ask starts the hook for one command.
func (g *gate) ask(command, home, project string, danger bool) {
	event, err := json.Marshal(map[string]any{"session_id": "compare", "hook_event_name": "PreToolUse", "permission_mode": "default",
		"cwd": project, "transcript_path": "", "tool_name": "Bash", "tool_input": map[string]any{"command": command}})
	if err != nil {
		return
	}
	cmd := exec.Command(g.argv[0], g.argv[1:]...)
	cmd.Stdin, cmd.Dir = bytes.NewReader(event), project
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}, g.env...)
	start := time.Now()
	out, err := cmd.Output()
	g.ms = append(g.ms, float64(time.Since(start).Microseconds())/1000)
	silent := runs(out, err)
	switch {
	case danger:
		g.dangers++
		if silent {
			g.missed++
		}
	default:
		g.ordinary++
		if !silent {
			g.needless++
		}
	}
}

// runs tells whether the client would run the call without a question: the
// hook allows, or says nothing and does not fail with the code that refuses.
func runs(out []byte, err error) bool {
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 2 {
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

func report(gates []*gate) {
	fmt.Printf("| gate | dangerous calls | missed | ordinary calls | needless | median ms a call |\n|---|---|---|---|---|---|\n")
	for _, g := range gates {
		slices.Sort(g.ms)
		fmt.Printf("| %s | %d | %d (%.1f %%) | %d | %d (%.1f %%) | %.1f |\n", g.name, g.dangers, g.missed, percent(g.missed, g.dangers),
			g.ordinary, g.needless, percent(g.needless, g.ordinary), g.ms[len(g.ms)/2])
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
