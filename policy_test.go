package sentinel_test

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

// TestR419_PoliciesAreFrozen: a With gives a copy and leaves its parent alone,
// also under use.
func TestR419_PoliciesAreFrozen(t *testing.T) {
	p := sentinel.DefaultPolicy()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			q := p.WithYolo(true).WithSilence(false, i).WithWindow(sentinel.Medium, time.Duration(i)).WithAskAll("x").WithRules(nil)
			if !q.Yolo() || q.SilencePermits(sentinel.Medium) {
				t.Error("the copy was not changed")
			}
		})
	}
	wg.Wait()
	if p.Yolo() || !p.SilencePermits(sentinel.Medium) || p.Window(sentinel.Medium) != 120*time.Second || p.Budget() != 60 {
		t.Error("the parent was changed")
	}
	for _, r := range []sentinel.Risk{sentinel.RiskUnjudged, sentinel.Low, sentinel.High, sentinel.Critical, 99} {
		if p.WithSilence(true, 1000).SilencePermits(r) {
			t.Errorf("silence permits %s", r)
		}
	}
}

// TestR424_DecidesAndNeverExecutes: nothing of the library's core starts a
// program, opens a connection or reads the environment.
func TestR424_DecidesAndNeverExecutes(t *testing.T) {
	bad := []string{"os", "os/exec", "net", "net/http", "syscall", "plugin", "unsafe"}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			if slices.Contains(bad, path) || strings.Contains(path, "/internal/") && path != "github.com/sentinelgate/sentinel/internal/values" {
				t.Errorf("%s imports %s", e.Name(), path)
			}
		}
	}
}

// TestNames: every word of the vocabularies reads back, and foreign ones do not.
func TestNames(t *testing.T) {
	for _, k := range sentinel.EffectKinds() {
		if got, err := sentinel.ParseEffectKind(k.String()); err != nil || got != k {
			t.Errorf("effect %s: %v %v", k, got, err)
		}
	}
	for _, s := range sentinel.Scopes() {
		if got, err := sentinel.ParseScope(s.String()); err != nil || got != s {
			t.Errorf("scope %s: %v %v", s, got, err)
		}
	}
	for r := sentinel.RiskUnjudged; r <= sentinel.Critical; r++ {
		if got, err := sentinel.ParseRisk(r.String()); err != nil || got != r {
			t.Errorf("risk %s: %v %v", r, got, err)
		}
	}
	if _, err := sentinel.ParseRisk("low"); err == nil {
		t.Error("a risk in small letters was read")
	}
	if _, err := sentinel.ParseAction("nothing"); err == nil {
		t.Error("an unknown action was read")
	}
	if got := sentinel.Outcome(77).String(); got == "" || got == "ALLOWED" {
		t.Errorf("an outcome beyond the last is %q", got)
	}
}

// TestDigest: equal calls have equal digests, whatever the order of members;
// any other tool, argument or folder has another.
func TestDigest(t *testing.T) {
	digest := func(c sentinel.Call) string {
		d, err := c.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	a := sentinel.Call{Tool: "t", Arguments: map[string]any{"a": "1", "b": "2"}, Cwd: "/p", Session: "x", ID: "1"}
	b := a
	b.Session, b.ID, b.Arguments = "y", "2", maps.Clone(a.Arguments)
	if digest(a) != digest(b) {
		t.Error("the same call has two digests")
	}
	seen := map[string]bool{digest(a): true}
	for _, change := range []func(*sentinel.Call){
		func(c *sentinel.Call) { c.Tool = "u" },
		func(c *sentinel.Call) { c.Cwd = "/q" },
		func(c *sentinel.Call) { c.Arguments = map[string]any{"a": "1"} },
		func(c *sentinel.Call) { c.Arguments = map[string]any{"a": "1", "b": 2} },
		func(c *sentinel.Call) { c.Arguments = map[string]any{"ab": "12"} },
	} {
		c := a
		change(&c)
		if d := digest(c); seen[d] {
			t.Errorf("%+v has the digest of another call", c)
		} else {
			seen[d] = true
		}
	}
	if _, err := (sentinel.Call{Tool: "t", Arguments: map[string]any{"f": func() {}}}).Digest(); err == nil {
		t.Error("what is no JSON has a digest")
	}
}
