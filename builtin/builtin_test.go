package builtin_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
)

func options(t *testing.T) builtin.Options {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return builtin.Options{Home: home, Project: project, Now: time.Now}
}

func call(o builtin.Options, tool string, args map[string]any) sentinel.Call {
	return sentinel.Call{Session: "s", Tool: tool, Arguments: args, Cwd: o.Project}
}

// TestR350_DefaultGate: a write in the project proceeds on silence, as MEDIUM.
func TestR350_DefaultGate(t *testing.T) {
	o := options(t)
	g, err := builtin.New(o)
	if err != nil {
		t.Fatal(err)
	}
	d := g.Decide(context.Background(), call(o, "write_file", map[string]any{"path": "notes.md", "content": "x"}))
	if !d.Permitted || d.Outcome != sentinel.TimedOut || d.Risk != sentinel.Medium {
		t.Errorf("%s %s, permitted %v", d.Outcome, d.Risk, d.Permitted)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, o := range map[string]builtin.Options{
		"nothing":          {},
		"no clock":         {Home: "/home/dev"},
		"a relative home":  {Home: "dev", Now: time.Now},
		"a relative place": {Home: "/home/dev", Project: "x", Now: time.Now},
	} {
		if g, err := builtin.New(o); err == nil || g != nil {
			t.Errorf("%s: a gate was made", name)
		}
	}
}

// TestProtect: what is named cannot be touched.
func TestProtect(t *testing.T) {
	o := options(t)
	o.Protect = []string{filepath.Join(o.Home, "policy.json")}
	g, err := builtin.New(o, sentinel.WithClientPrompt())
	if err != nil {
		t.Fatal(err)
	}
	for tool, args := range map[string]map[string]any{
		"write_file": {"path": o.Protect[0], "content": "{}"},
		"bash":       {"command": "rm " + o.Protect[0]},
	} {
		if d := g.Decide(context.Background(), call(o, tool, args)); d.Outcome != sentinel.Blocked {
			t.Errorf("%s: %s", tool, d.Outcome)
		}
	}
}

// TestBudget: an hour's silence is bounded, and comes back.
func TestBudget(t *testing.T) {
	now := time.Unix(1e9, 0)
	b := builtin.NewBudget(func() time.Time { return now })
	for i := range 5 {
		if got, want := b.Take(3), i < 3; got != want {
			t.Errorf("%d: %v", i, got)
		}
	}
	now = now.Add(time.Hour)
	if !b.Take(3) || b.Take(0) {
		t.Error("after an hour")
	}
}

func TestMemory(t *testing.T) {
	m := builtin.NewMemory(time.Now)
	c := sentinel.Call{Session: "a"}
	p := sentinel.Part{Key: "k", Shape: "k", Colour: sentinel.Yellow, Risk: sentinel.High,
		Effects: []sentinel.Effect{{Kind: sentinel.Publish, Scope: sentinel.ScopeRemote}}}
	if err := m.Remember(c, []sentinel.Part{p}, false); err != nil {
		t.Fatal(err)
	}
	if _, ok := m.Known(c, p); !ok {
		t.Error("not known in its session")
	}
	if _, ok := m.Known(sentinel.Call{Session: "b"}, p); ok {
		t.Error("known in another session")
	}
	wider := p
	wider.Effects = append([]sentinel.Effect{{Kind: sentinel.SecretSend, Scope: sentinel.ScopeRemote}}, p.Effects...)
	if _, ok := m.Known(c, wider); ok {
		t.Error("known with more effects")
	}
	if err := m.Remember(sentinel.Call{}, []sentinel.Part{p}, false); err == nil {
		t.Error("remembered for no session without an error")
	}
	if err := m.Remember(sentinel.Call{}, []sentinel.Part{p}, true); err != nil {
		t.Error(err)
	}
	if _, ok := m.Known(sentinel.Call{Session: "b"}, p); !ok {
		t.Error("not known for good")
	}
	red := p
	red.Key, red.Colour = "r", sentinel.Red
	_ = m.Remember(c, []sentinel.Part{red}, true)
	if _, ok := m.Known(c, red); ok {
		t.Error("red is known")
	}
}

func TestParallel(t *testing.T) {
	o := options(t)
	g, err := builtin.New(o, sentinel.WithReviewer(func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		return &sentinel.Review{Answer: sentinel.YesSession}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, command := range []string{"git status", "npm publish", "git push", "git commit -m x", "docker ps", "kubectl get pods"} {
		for range 3 {
			wg.Go(func() {
				if d := g.Decide(context.Background(), call(o, "bash", map[string]any{"command": command})); !d.Permitted {
					t.Errorf("%s: %s", command, d.Reason)
				}
			})
		}
	}
	wg.Wait()
}

// TestGuards: what a session wrote is known when it runs, and what is read is
// looked at.
func TestGuards(t *testing.T) {
	home := t.TempDir()
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	gate, err := builtin.New(builtin.Options{Home: home, Project: project, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	decide := func(session, tool string, args map[string]any) sentinel.Decision {
		return gate.Decide(context.Background(), sentinel.Call{Session: session, Tool: tool, Arguments: args, Cwd: project})
	}
	put := func(file, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(project, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	decide("a", "write_file", map[string]any{"path": "x.py", "content": "import os\nos.remove('a')\n"})
	put("x.py", "import os\nos.remove('a')\n")
	run := map[string]any{"command": "python3 x.py"}
	if d := decide("a", "bash", run); d.Permitted || !strings.Contains(d.Reason, "written in this session") {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
	if d := decide("b", "bash", run); strings.Contains(d.Reason, "written in this session") {
		t.Errorf("another session: %s", d.Reason)
	}
	put("cfg.ini", "key = AK"+"IAQ7RTPLMW5XKBVN3C\n")
	if d := decide("a", "read_file", map[string]any{"path": "cfg.ini"}); d.Permitted {
		t.Error("a key was shown")
	}
}
