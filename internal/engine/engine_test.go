package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/state"
)

// machine is a home with a project in it, and a clock that tests set.
type machine struct {
	home, project string
	now           time.Time
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{home: filepath.Join(t.TempDir(), "home"), now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	m.project = filepath.Join(m.home, "project")
	if err := os.MkdirAll(filepath.Join(m.project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return m
}

func (m *machine) options(session string) engine.Options {
	return engine.Options{Home: m.home, Cwd: m.project, Session: session, Prompt: true, ReadFile: os.ReadFile,
		Now: func() time.Time { return m.now }}
}

func (m *machine) open(t *testing.T, session string) *engine.Engine {
	t.Helper()
	e, err := engine.Open(m.options(session))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (m *machine) bash(session, id, command string) sentinel.Call {
	return sentinel.Call{Agent: "test", Session: session, ID: id, Tool: "Bash", Action: sentinel.ActionShell,
		Arguments: map[string]any{"command": command}, Cwd: m.project, Attended: true}
}

// ask opens a gate for one call, as the hook does, and notes the question. It
// gives the shortest time for which a yes to a part is kept.
func (m *machine) ask(t *testing.T, c sentinel.Call) (sentinel.Decision, state.Keep) {
	t.Helper()
	e := m.open(t, c.Session)
	d := e.Gate.Decide(context.Background(), c)
	if d.Outcome != sentinel.Asked {
		return d, state.Once
	}
	keeps, err := e.Asked(d)
	if err != nil {
		t.Fatal(err)
	}
	return d, shortest(keeps)
}

func shortest(keeps []state.Keep) state.Keep {
	if len(keeps) == 0 {
		return state.Once
	}
	return slices.Min(keeps)
}

// ran tells that a call has run.
func (m *machine) ran(t *testing.T, c sentinel.Call) {
	t.Helper()
	if err := m.open(t, c.Session).Learn(c); err != nil {
		t.Fatal(err)
	}
}

func TestOpenWantsItsOptions(t *testing.T) {
	m := newMachine(t)
	for name, change := range map[string]func(*engine.Options){
		"no home":         func(o *engine.Options) { o.Home = "" },
		"a relative home": func(o *engine.Options) { o.Home = "home" },
		"a relative cwd":  func(o *engine.Options) { o.Cwd = "x" },
		"no clock":        func(o *engine.Options) { o.Now = nil },
	} {
		o := m.options("s")
		change(&o)
		if e, err := engine.Open(o); err == nil || e != nil {
			t.Errorf("%s: opened", name)
		}
	}
}

// TestOpenCreatesNothing: a look leaves no trace at all, a gate none in the
// project.
func TestOpenCreatesNothing(t *testing.T) {
	m := newMachine(t)
	o := m.options("")
	o.Look = true
	e, err := engine.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	if d := e.Ask(m.bash("", "", "npm publish")); d.Outcome != sentinel.Asked {
		t.Errorf("outcome %s", d.Outcome)
	}
	if _, err := os.Stat(e.StateDir); !errors.Is(err, os.ErrNotExist) {
		t.Error("a look made the state folder")
	}
	m.ask(t, m.bash("s", "1", "npm publish"))
	if _, err := os.Stat(filepath.Join(m.project, ledger.Folder)); !errors.Is(err, os.ErrNotExist) {
		t.Error("asking made the ledger")
	}
}

func TestSettled4_WhatAYesIsKeptFor(t *testing.T) {
	m := newMachine(t)
	for _, c := range []struct {
		command string
		want    state.Keep
	}{
		{"git commit -m x", state.ForProject}, {"npm publish", state.ForSession}, {"git reset --hard", state.Once},
		{"git commit -m x && npm publish", state.ForSession}, {"npm publish && git reset --hard", state.Once},
	} {
		if _, keep := m.ask(t, m.bash("s", "1", c.command)); keep != c.want {
			t.Errorf("%s: %q, want %q", c.command, keep, c.want)
		}
	}
	t.Run("without an id nothing is promised", func(t *testing.T) {
		if _, keep := m.ask(t, m.bash("s", "", "git commit -m x")); keep != state.Once {
			t.Errorf("%q", keep)
		}
	})
	t.Run("outside of a project nothing is for good", func(t *testing.T) {
		o := m.options("t")
		o.Cwd = m.home
		e, err := engine.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		if e.Ledger != nil || e.Root != "" {
			t.Fatalf("the home is a project: %q", e.Root)
		}
		c := m.bash("t", "1", "npm publish")
		c.Cwd = m.home
		d := e.Gate.Decide(context.Background(), c)
		keeps, err := e.Asked(d)
		if err != nil || shortest(keeps) > state.ForSession {
			t.Errorf("%q %v", keeps, err)
		}
	})
}

func TestSettled5_Learning(t *testing.T) {
	m := newMachine(t)
	yes := m.bash("a", "1", "npm publish")
	m.ask(t, yes)
	// Not the call that was asked.
	other := yes
	other.Arguments = map[string]any{"command": "npm publish --tag x"}
	elsewhere := yes
	elsewhere.Session = "b"
	for name, c := range map[string]sentinel.Call{"another input": other, "another session": elsewhere} {
		m.ran(t, c)
		if d, _ := m.ask(t, m.bash("a", "2", "npm publish")); d.Permitted {
			t.Fatalf("%s taught something", name)
		}
	}
	m.ask(t, yes)
	m.ran(t, yes)
	if d, _ := m.ask(t, m.bash("a", "3", "npm publish")); !d.Permitted || d.Rule != "session" {
		t.Errorf("after the yes: %s by %q", d.Outcome, d.Rule)
	}
	// It teaches once: a second event of the same call adds nothing.
	if err := m.open(t, "a").Clear("a"); err != nil {
		t.Fatal(err)
	}
	m.ran(t, yes)
	if d, _ := m.ask(t, m.bash("a", "4", "npm publish")); d.Permitted {
		t.Error("a replayed event taught something")
	}
	// Nobody attended: no yes.
	alone := m.bash("c", "1", "git push")
	alone.Attended = false
	if d, _ := m.ask(t, alone); d.Permitted || d.Outcome != sentinel.TimedOut {
		t.Errorf("unattended: %s", d.Outcome)
	}
	m.ran(t, alone)
	if d, _ := m.ask(t, m.bash("c", "2", "git push")); d.Permitted {
		t.Error("a run that nobody saw taught something")
	}
	// The yes of a second session is for good.
	second := m.bash("d", "1", "npm publish")
	if _, keep := m.ask(t, second); keep != state.ForProject {
		t.Errorf("the second session's prompt says %q", keep)
	}
	m.ran(t, second)
	if d, _ := m.ask(t, m.bash("e", "1", "npm publish")); !d.Permitted || d.Rule != "ledger:npm publish" {
		t.Errorf("a third session: %s by %q", d.Outcome, d.Rule)
	}
}

func TestSettled2_RootIsFixed(t *testing.T) {
	m := newMachine(t)
	if e := m.open(t, "s"); e.Root != m.project {
		t.Fatalf("root %q", e.Root)
	}
	o := m.options("s")
	o.Cwd = filepath.Join(m.home, "elsewhere")
	if err := os.MkdirAll(filepath.Join(o.Cwd, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(o)
	if err != nil || e.Root != m.project {
		t.Errorf("after a cd: root %q (%v)", e.Root, err)
	}
	o.Session = "other"
	if e, err := engine.Open(o); err != nil || e.Root != o.Cwd {
		t.Errorf("another session: root %q (%v)", e.Root, err)
	}
	for _, dir := range []string{"/", m.home, filepath.Dir(m.home)} {
		o := m.options("")
		o.Cwd = dir
		if e, err := engine.Open(o); err != nil || e.Root != "" {
			t.Errorf("%s became the root %q (%v)", dir, e.Root, err)
		}
	}
}

// TestR374_StateCannotBeWritten: LOW passes, everything else is refused.
func TestR374_StateCannotBeWritten(t *testing.T) {
	m := newMachine(t)
	if err := os.WriteFile(filepath.Join(m.home, ".local"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]bool{"git status": true, "git commit -m x": false, "npm publish": false} {
		e := m.open(t, "s")
		if len(e.Problems) == 0 {
			t.Error("it is not said")
		}
		d := e.Gate.Decide(context.Background(), m.bash("s", "1", command))
		if d.Permitted != want {
			t.Errorf("%s: permitted %v", command, d.Permitted)
		}
		if !want && (d.Outcome != sentinel.Blocked || d.Rule != "error:audit") {
			t.Errorf("%s: %s by %q", command, d.Outcome, d.Rule)
		}
		c := m.bash("s", "1", command)
		c.Attended = false // silence cannot be counted either
		if d := m.open(t, "s").Gate.Decide(context.Background(), c); d.Permitted != want {
			t.Errorf("unattended %s: permitted %v", command, d.Permitted)
		}
	}
}

func TestSettled15_BrokenConfiguration(t *testing.T) {
	m := newMachine(t)
	if err := os.MkdirAll(filepath.Join(m.home, ".config", "sentinel"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.home, ".config", "sentinel", "config.json"), []byte(`{"yolo": true,`), 0o600); err != nil {
		t.Fatal(err)
	}
	e := m.open(t, "s")
	if !e.Config.Broken || len(e.Problems) == 0 {
		t.Fatal("it is not said")
	}
	if d := e.Gate.Decide(context.Background(), m.bash("s", "1", "git status")); !d.Permitted {
		t.Errorf("git status: %s", d.Reason)
	}
	if d := e.Gate.Decide(context.Background(), m.bash("s", "2", "npm publish")); d.Outcome != sentinel.Asked {
		t.Errorf("npm publish: %s", d.Outcome)
	}
	alone := m.bash("s", "3", "git commit -m x")
	alone.Attended = false
	if d := e.Gate.Decide(context.Background(), alone); d.Permitted {
		t.Error("silence permitted while the configuration is broken")
	}
	edit := sentinel.Call{Session: "s", ID: "4", Tool: "Edit", Action: sentinel.ActionEdit, Attended: true, Cwd: m.project,
		Arguments: map[string]any{"file_path": filepath.Join(m.project, "a.txt"), "old_string": "a", "new_string": "b"}}
	if d := e.Gate.Decide(context.Background(), edit); d.Outcome != sentinel.Asked {
		t.Errorf("an edit: %s", d.Outcome)
	}
	// A file that cannot be read is broken, too.
	o := m.options("s")
	o.ReadFile = nil
	if e, err := engine.Open(o); err != nil || !e.Config.Broken {
		t.Errorf("no way to read files: broken %v (%v)", e.Config.Broken, err)
	}
}

// TestSettled16_BudgetOfSilence: an hour's silence is bounded over sessions and
// processes.
func TestSettled16_BudgetOfSilence(t *testing.T) {
	m := newMachine(t)
	store, err := state.OpenFiles(filepath.Join(m.home, "state"), func() time.Time { return m.now })
	if err != nil {
		t.Fatal(err)
	}
	b := &engine.Budget{Store: store, Now: func() time.Time { return m.now }}
	if b.Take(0) {
		t.Error("none may be taken of none")
	}
	var taken, wg = make(chan bool, 40), sync.WaitGroup{}
	for range 40 {
		wg.Go(func() { taken <- b.Take(10) })
	}
	wg.Wait()
	close(taken)
	n := 0
	for ok := range taken {
		if ok {
			n++
		}
	}
	if n != 10 {
		t.Errorf("%d of 10 were taken", n)
	}
	m.now = m.now.Add(59 * time.Minute)
	if b.Take(10) {
		t.Error("within the hour")
	}
	m.now = m.now.Add(time.Minute)
	if !b.Take(10) {
		t.Error("after the hour")
	}
	if err := os.RemoveAll(filepath.Join(m.home, "state")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.home, "state"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if b.Take(10) {
		t.Error("what cannot be counted was permitted")
	}
}

func TestMemory(t *testing.T) {
	now := func() time.Time { return time.Unix(1e9, 0) }
	effects := []sentinel.Effect{{Kind: sentinel.Publish, Scope: sentinel.ScopeRemote}}
	p := sentinel.Part{Key: "k", Shape: "k", Effects: effects, Risk: sentinel.High, Colour: sentinel.Yellow}
	c := sentinel.Call{Session: "s"}
	if _, ok := new(engine.Memory).Known(c, p); ok {
		t.Error("the zero memory knows something")
	}
	if err := new(engine.Memory).Remember(c, []sentinel.Part{p}, false); err == nil {
		t.Error("the zero memory keeps something")
	}
	m := &engine.Memory{Book: ledger.NewMemory(now), Session: &state.Session{}}
	if err := m.Remember(c, []sentinel.Part{p}, false); err != nil {
		t.Fatal(err)
	}
	if by, ok := m.Known(c, p); !ok || by != "session" {
		t.Errorf("X17 for the session: %q %v", by, ok)
	}
	if _, ok := m.Book.Lookup("k"); ok {
		t.Error("X17 a session's yes is in the ledger")
	}
	m.Session = nil
	if _, ok := m.Known(c, p); ok {
		t.Error("known without its session")
	}
	if err := m.Remember(c, []sentinel.Part{p}, true); err != nil {
		t.Fatal(err)
	}
	if by, ok := m.Known(c, p); !ok || by != "ledger:k" {
		t.Errorf("for good: %q %v", by, ok)
	}
	wider := p
	wider.Effects = append([]sentinel.Effect{{Kind: sentinel.SecretSend, Scope: sentinel.ScopeRemote}}, effects...)
	if _, ok := m.Known(c, wider); ok {
		t.Error("a grant covers more than was approved")
	}
	failing := &engine.Memory{Grant: func([]state.Grant) error { return errors.New("full") }, Session: &state.Session{}}
	if err := failing.Remember(c, []sentinel.Part{p}, false); err == nil {
		t.Error("a failure was not told")
	}
}

// TestR82_AStrangersConsent: a ledger that came with the repository counts for
// nothing.
func TestR82_AStrangersConsent(t *testing.T) {
	mine, theirs := newMachine(t), newMachine(t)
	e := theirs.open(t, "s")
	d := e.Gate.Decide(context.Background(), theirs.bash("s", "1", "npm publish"))
	if err := e.Gate.Remember(d); err != nil {
		t.Fatal(err)
	}
	if d, _ := theirs.ask(t, theirs.bash("t", "1", "npm publish")); !d.Permitted {
		t.Fatal("their own yes does not count for them")
	}
	if err := os.CopyFS(filepath.Join(mine.project, ledger.Folder), os.DirFS(filepath.Join(theirs.project, ledger.Folder))); err != nil {
		t.Fatal(err)
	}
	if d, _ := mine.ask(t, mine.bash("s", "1", "npm publish")); d.Permitted {
		t.Error("a stranger's yes counts")
	}
	if list := mine.open(t, "s").Ledger.List(); len(list) != 1 || list[0].Mine {
		t.Errorf("listed as %+v", list)
	}
}
