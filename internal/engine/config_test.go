package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/engine"
)

// settings writes configuration files: of the person, and of the person for
// this project.
func (m *machine) settings(t *testing.T, user, project string) {
	t.Helper()
	for file, text := range map[string]string{config.UserFile(m.home): user, config.ProjectFile(m.home, m.project): project} {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestR219_R232_R233_PathAccessOverScopes(t *testing.T) {
	m := newMachine(t)
	outside := filepath.Join(filepath.Dir(m.home), "elsewhere", "f")
	for name, tt := range map[string]struct {
		user, project string
		want          sentinel.Outcome
	}{
		"off by default":              {`{}`, `{}`, sentinel.Allowed},
		"R232 on without a mode asks": {`{"guards": {"features": {"pathAccess": true}}}`, `{}`, sentinel.Asked},
		"R233 no path is allowed":     {`{"guards": {"features": {"pathAccess": true}, "pathAccess": {"mode": "block"}}}`, `{}`, sentinel.Blocked},
		"the project's file counts":   {`{"guards": {"features": {"pathAccess": true}, "pathAccess": {"mode": "allow"}}}`, `{"guards": {"pathAccess": {"mode": "block"}}}`, sentinel.Blocked},
		"and the other way round":     {`{"guards": {"features": {"pathAccess": true}, "pathAccess": {"mode": "block"}}}`, `{"guards": {"pathAccess": {"mode": "ask"}}}`, sentinel.Asked},
		"an allowed folder":           {`{"guards": {"features": {"pathAccess": true}, "pathAccess": {"mode": "block", "allowedPaths": ["` + filepath.Dir(outside) + `/"]}}}`, `{}`, sentinel.Allowed},
	} {
		m.settings(t, tt.user, tt.project)
		if d, _ := m.ask(t, m.bash("a", "1", "cat "+outside)); d.Outcome != tt.want {
			t.Errorf("%s: %s, want %s (%s)", name, d.Outcome, tt.want, d.Reason)
		}
	}
}

func TestR227_R238_ObjectsMergeKeyByKey(t *testing.T) {
	m := newMachine(t)
	m.put(t, "cfg.ini", key)
	outside := filepath.Join(filepath.Dir(m.home), "elsewhere", "f")
	ask := func() (scanner, access bool) {
		d, _ := m.ask(t, m.read("a", "1", "cfg.ini"))
		e, _ := m.ask(t, m.bash("a", "2", "cat "+outside))
		return !d.Permitted, !e.Permitted
	}
	m.settings(t, `{"guards": {"features": {"pathAccess": true}}}`, `{"guards": {"features": {"outputScanner": false}}}`)
	if scanner, access := ask(); scanner || !access {
		t.Errorf("scanner %v, path access %v: one of the files does not count", scanner, access)
	}
	m.settings(t, `{"guards": {"features": {"pathAccess": true}}}`, `{"guards": {"enabled": false}}`)
	if scanner, access := ask(); scanner || access {
		t.Errorf("scanner %v, path access %v: guards act though they are off", scanner, access)
	}
	if d, _ := m.ask(t, m.bash("a", "3", "git push --force")); d.Permitted {
		t.Error("without guards the risk of a command does not count")
	}
}

// TestR225_TheSessionIsNoFile: what a session may do ends with it and is
// written into no configuration.
func TestR225_TheSessionIsNoFile(t *testing.T) {
	m := newMachine(t)
	m.settings(t, `{"guards": {"features": {"pathAccess": true}}}`, `{}`)
	outside := filepath.Join(filepath.Dir(m.home), "elsewhere", "f")
	first := m.bash("a", "1", "cat "+outside)
	m.ask(t, first)
	m.ran(t, first)
	if d, _ := m.ask(t, m.bash("a", "2", "cat "+outside)); !d.Permitted {
		t.Errorf("the session asks again: %s", d.Reason)
	}
	if d, _ := m.ask(t, m.bash("b", "1", "cat "+outside)); d.Permitted {
		t.Error("another session may, too")
	}
	for _, file := range []string{config.UserFile(m.home), config.ProjectFile(m.home, m.project)} {
		if data, err := os.ReadFile(file); err != nil || strings.Contains(string(data), "elsewhere") {
			t.Errorf("%s: %s, %v", file, data, err)
		}
	}
}

// TestR241_BrokenFileInTheGate: what a broken file denied stays denied, be it
// only a read; everything that does more than read asks, and it is said.
func TestR241_BrokenFileInTheGate(t *testing.T) {
	m := newMachine(t)
	m.settings(t, `{"permission": {"bash": {"make deploy*": "deny", "*": "allow"} "read": {"plans/*": "deny"}}, "yolo": true}`, `{}`)
	m.put(t, "plans/a.md", "x\n")
	m.put(t, "notes.md", "x\n")
	for command, want := range map[string]sentinel.Outcome{
		"cat plans/a.md": sentinel.Blocked, "make deploy": sentinel.Blocked, "cat notes.md": sentinel.Allowed, "mkdir build": sentinel.Asked,
		"git status": sentinel.Allowed, "npm publish": sentinel.Asked,
	} {
		d, _ := m.ask(t, m.bash("a", "1", command))
		if d.Outcome != want {
			t.Errorf("%s: %s, want %s", command, d.Outcome, want)
		}
		if want == sentinel.Asked && !strings.Contains(d.Reason, "sentinel doctor") {
			t.Errorf("%s: the question does not say why: %s", command, d.Reason)
		}
	}
}

// TestR220_PiInTheGate: the files of pi's own folder hold for pi alone.
func TestR220_PiInTheGate(t *testing.T) {
	m := newMachine(t)
	m.put(t, "cfg.ini", key)
	dir := filepath.Join(m.home, ".pi", "agent", "extensions")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sentinel.json"), []byte(`{"features": {"outputScanner": false}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for client, want := range map[string]bool{"pi": true, "claude": false, "": false} {
		o := m.options("")
		o.Client, o.Look = client, true
		e, err := engine.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		if d := e.Ask(m.read("", "1", "cfg.ini")); d.Permitted != want {
			t.Errorf("%q: permitted %v, want %v", client, d.Permitted, want)
		}
	}
	for _, file := range []string{"sentinel.json", "sentinel/projects/x.json"} {
		if d, _ := m.ask(t, m.bash("a", "1", "echo {} > "+filepath.Join(dir, file))); d.Outcome != sentinel.Blocked {
			t.Errorf("an agent may write %s: %s", file, d.Outcome)
		}
	}
	for _, command := range []string{"cat ~/.pi/agent/settings.json", "ls ~/.pi/agent/extensions"} {
		if d, _ := m.ask(t, m.bash("a", "1", command)); !d.Permitted {
			t.Errorf("%s: %s %s", command, d.Outcome, d.Reason)
		}
	}
}
