package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLinksLittle: what the small program links is initialised on each call. None
// of this is needed by one.
func TestLinksLittle(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(string(out))
	if !slices.Contains(list, "github.com/sentinelgate/sentinel/internal/hookproc") {
		t.Fatalf("these are not what it links: %q", list)
	}
	for _, name := range []string{"net", "net/http", "crypto/tls", "crypto/x509", "database/sql", "encoding/gob", "encoding/xml", "encoding/asn1",
		"expvar", "flag", "go/ast", "html", "log", "log/slog", "mime", "os/signal", "plugin", "testing", "text/template", "time/tzdata",
		"mvdan.cc/sh/v3/expand", "mvdan.cc/sh/v3/interp", "github.com/spf13/cobra", "github.com/spf13/pflag", "charm.land/bubbletea/v2",
		"modernc.org/sqlite", "github.com/jackc/pgx/v5", "golang.org/x/text"} {
		if slices.ContainsFunc(list, func(s string) bool { return s == name || strings.HasPrefix(s, name+"/") && strings.Contains(name, ".") }) {
			t.Errorf("it links %s", name)
		}
	}
}

// TestEarlyIsEarly: package early comes before what it is to come before.
func TestEarlyIsEarly(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	binary := filepath.Join(t.TempDir(), "sentinel-hook")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c := exec.Command(binary, "help")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, trace)
	}
	place := func(name string) int { return strings.Index(string(trace), "init "+name+" @") }
	early := place("github.com/sentinelgate/sentinel/internal/early")
	for _, name := range []string{"sync", "time", "os", "unicode", "reflect", "regexp", "mvdan.cc/sh/v3/fileutil"} {
		if at := place(name); early < 0 || at < 0 || at < early {
			t.Errorf("early stands at %d, %s at %d of\n%s", early, name, at, trace)
		}
	}
}

// TestUnderAnyName: a hook whose name does not lead to the other program refuses what
// must wait for a person. It must not take itself for that program, which would start
// programs without end.
func TestUnderAnyName(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "gate")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.Link(binary, filepath.Join(dir, "sentinel")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(binary, filepath.Join(dir, "other-hook")); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"gate", "sentinel", "other-hook"} {
		c := exec.Command(filepath.Join(dir, name), "--home", filepath.Join(dir, "home"), "claude")
		c.Stdin = strings.NewReader(`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"` + filepath.ToSlash(dir) + `","tool_name":"Bash","tool_input":{"command":"git push"}}`)
		out, err := c.CombinedOutput()
		if !strings.Contains(string(out), `"deny"`) || !strings.Contains(string(out), "no program with all commands") {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}
