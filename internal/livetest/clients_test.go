//go:build live

package livetest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/client"
)

// mark is what a sub-agent's prompt holds.
const mark = "THE INNER TASK"

// attempt is one of the calls that each client is asked to make.
type attempt struct {
	name string
	step Step
	// ran looks whether it did what it is for.
	ran   func(w world, told Result) bool
	inner bool // it is the sub-agent's
}

// attempts are the eight calls for a client, in order. Those that a client has no
// tool for are left out.
func attempts(d driver, w world) []attempt {
	exists := func(path string) bool { _, err := os.Stat(path); return err == nil }
	published := func(w world, word string) bool {
		text, _ := os.ReadFile(w.published())
		return slices.Contains(strings.Fields(string(text)), word)
	}
	bashrc, preCommit := filepath.Join(w.home, ".bashrc"), filepath.Join(w.project, ".git", "hooks", "pre-commit")
	list := []attempt{
		{"git status", Step{d.shell("git status")}, func(_ world, r Result) bool { return strings.Contains(r.Text, "notes.txt") }, false},
		{"rm -rf ~", Step{d.shell("rm -rf ~")}, func(w world, _ Result) bool { return !exists(filepath.Join(w.home, "keep.txt")) }, false},
		{"npm publish", Step{d.shell("npm publish --tag outer")}, func(w world, _ Result) bool { return published(w, "outer") }, false},
		{"read .env", Step{d.read(filepath.Join(w.project, ".env"))}, func(_ world, r Result) bool { return strings.Contains(r.Text, secret) }, false},
		{"write ~/.bashrc", Step{d.write(bashrc, "echo changed\n")}, func(world, Result) bool { return exists(bashrc) }, false},
		{"write .git/hooks/pre-commit", Step{d.patch(preCommit, "echo changed\n")}, func(world, Result) bool { return exists(preCommit) }, false},
	}
	if d.mcp.Name != "" {
		list = append(list, attempt{"MCP tool say", Step{d.mcp}, func(w world, _ Result) bool { return exists(w.said()) }, false})
	}
	if d.agent == nil {
		return list
	}
	a := attempt{"npm publish of a sub-agent", Step{d.agent(mark)}, func(w world, _ Result) bool { return published(w, "inner") }, true}
	if d.inner != nil {
		a.name = "read .env by a sub-agent"
		a.ran = func(_ world, r Result) bool { return strings.Contains(r.Text, secret) }
	}
	return append(list, a)
}

// scenario plays attempts, and what a sub-agent does.
func scenario(d driver, list []attempt) Scenario {
	s := Scenario{Final: "all done", Mark: mark, Inner: []Step{{d.shell("npm publish --tag inner")}}}
	if d.inner != nil {
		s.Inner = []Step{{d.inner("")}}
	}
	for _, a := range list {
		s.Steps = append(s.Steps, a.step)
		if a.inner && d.wait != nil {
			s.Steps = append(s.Steps, d.wait)
		}
	}
	return s
}

// TestLiveClients plays the calls to each client, with the gate registered as
// "sentinel install" registers it, and without it.
func TestLiveClients(t *testing.T) {
	clients := os.Getenv("SENTINEL_LIVE")
	if clients == "" {
		t.Skip("SENTINEL_LIVE does not name the folder of the clients")
	}
	only := strings.Fields(os.Getenv("SENTINEL_LIVE_ONLY"))
	gate := buildGate(t)
	for _, d := range drivers() {
		if len(only) > 0 && !slices.Contains(only, d.name) {
			continue
		}
		t.Run(d.name, func(t *testing.T) {
			program := filepath.Join(clients, d.name, "pkg", "node_modules", ".bin", d.program)
			if _, err := os.Stat(program); err != nil {
				t.Skip(err)
			}
			rec := record{Name: d.name, Title: titleOf(t, d.name), Date: time.Now().Format("2 January 2006"), EachAlone: d.alone,
				Command: d.program + " " + strings.Join(d.args, " ")}
			rec.Gate = play(t, d, program, clients, gate)
			rec.Control = play(t, d, program, clients, "")
			w := worldOf(t, program)
			w.clients = clients
			said := output(t, w.command(t, program, "--version"))
			if rec.Version = regexp.MustCompile(`\d+\.\d+\.\d+`).FindString(said); rec.Version == "" {
				t.Errorf("no version in %q", said)
			}
			check(t, rec)
			keep(t, rec)
		})
	}
}

// check holds a run to what the gate owes.
func check(t *testing.T, rec record) {
	t.Helper()
	control := map[string]outcome{}
	for _, o := range rec.Control {
		control[o.Call] = o
	}
	for _, o := range rec.Gate {
		want := o.Call == "git status" || rec.Name == "crush" && strings.Contains(o.Call, "sub-agent") // it runs those without hooks
		if o.Ran != want {
			t.Errorf("with the gate, %s ran: %v, want %v\n%s", o.Call, o.Ran, want, o.Told)
		}
		// What the client refuses by itself shows nothing, and is written down so.
		if c, ok := control[o.Call]; ok && !c.Ran && (strings.HasPrefix(o.Call, "npm publish") || strings.HasPrefix(o.Call, "MCP")) {
			t.Errorf("without the gate, %s did not run: nothing is shown\n%s", o.Call, c.Told)
		}
	}
}

// play runs the client and gives what became of each call. gate is the program
// that is registered, "" for none; then nothing is asked for that would harm the
// throw-away machine itself.
func play(t *testing.T, d driver, program, clients, gate string) []outcome {
	t.Helper()
	list := attempts(d, worldOf(t, program))
	if gate == "" {
		list = slices.DeleteFunc(list, func(a attempt) bool { return a.name == "rm -rf ~" })
	}
	var parts [][]attempt
	last := len(list) - 1
	switch {
	case d.alone:
		for i := range list {
			parts = append(parts, list[i:i+1])
		}
	case d.innerArgs != nil && list[last].inner:
		parts = [][]attempt{list[:last], list[last:]}
	default:
		parts = [][]attempt{list}
	}
	var out []outcome
	for _, part := range parts {
		w := worldOf(t, program)
		w.clients = clients
		for i := range part {
			part[i] = attemptOf(d, w, part[i].name)
		}
		out = append(out, playPart(t, d, w, part, gate)...)
	}
	return out
}

func attemptOf(d driver, w world, name string) attempt {
	list := attempts(d, w)
	return list[slices.IndexFunc(list, func(a attempt) bool { return a.name == name })]
}

func playPart(t *testing.T, d driver, w world, list []attempt, gate string) []outcome {
	t.Helper()
	m, err := Start(scenario(d, list))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	env := d.setup(t, w, m)
	if gate != "" {
		t.Logf("install: %s", output(t, w.command(t, gate, "--home", w.home, "install", d.name)))
	}
	args := d.args
	if d.innerArgs != nil && list[0].inner {
		args = d.innerArgs
	}
	cmd := w.command(t, w.client, args...)
	cmd.Env = append(cmd.Env, append(env, "HTTPS_PROXY=http://127.0.0.1:9", "HTTP_PROXY=http://127.0.0.1:9", "NO_PROXY=127.0.0.1,localhost")...)
	said, err := runUntil(cmd, m)
	t.Logf("the client ended with %v and said:\n%.3000s", err, said)
	t.Logf("requests:\n%s", strings.Join(m.Log(), "\n"))
	var out []outcome
	for i, a := range list {
		r, _ := m.Result(i, 0)
		if a.inner {
			r, _ = m.InnerResult(0, 0)
		}
		if r.Text == "" && d.alone {
			r.Text = string(said) // the model never hears of it
		}
		out = append(out, outcome{Call: a.name, Ran: a.ran(w, r), Told: clean(w, r.Text)})
		t.Logf("%s: ran %v, told %.600s", a.name, out[i].Ran, out[i].Told)
	}
	return out
}

// runUntil runs a client to its end, or until it has stayed for a while after the
// model's last word: some leave a process behind that waits for more.
func runUntil(cmd *exec.Cmd, m *Model) ([]byte, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for left := 20 * time.Second; left > 0; {
		select {
		case err := <-done:
			return out.Bytes(), err
		case <-time.After(time.Second):
			if m.Finished() {
				left -= time.Second
			}
		}
	}
	_ = cmd.Process.Kill()
	err := <-done
	return out.Bytes(), err
}

// clean takes out what differs from run to run.
func clean(w world, text string) string {
	text, _, _ = strings.Cut(text, "<system-reminder>")
	text = strings.ReplaceAll(text, w.home, "HOME")
	text = strings.ReplaceAll(text, secret, "(the secret)")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \r\t")
	}
	if len(lines) > 12 {
		lines = append(lines[:12], "...")
	}
	return strings.Join(lines, "\n")
}

func titleOf(t *testing.T, name string) string {
	t.Helper()
	c, err := client.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return c.Title()
}

// keep writes the record where the page is made from.
func keep(t *testing.T, rec record) {
	t.Helper()
	if os.Getenv("SENTINEL_LIVE_KEEP") == "" || t.Failed() {
		return
	}
	b, err := json.MarshalIndent(rec, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join("..", "..", "testdata", "live", rec.Name+".json"), string(b)+"\n", 0o644)
}
