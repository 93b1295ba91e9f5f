package guard_test

import (
	"slices"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/guard"
)

func load(t *testing.T, files ...string) guard.Config {
	t.Helper()
	var blocks []guard.Block
	for _, f := range files {
		blocks = append(blocks, guard.Block{Data: []byte(f), From: "test"})
	}
	c, problems := guard.Load(blocks)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return c
}

func TestR219_Scopes(t *testing.T) {
	global, local, memory := `{"pathAccess": {"mode": "allow"}}`, `{"pathAccess": {"mode": "block"}}`, `{"pathAccess": {"mode": "ask"}}`
	if c := load(t, global, local, memory); c.Paths.Mode != guard.AskOutside {
		t.Error(c.Paths.Mode)
	}
	if c := load(t, global, local); c.Paths.Mode != guard.BlockOutside {
		t.Error(c.Paths.Mode)
	}
	if c := load(t, `{"features": {"pathAccess": true}}`, `{"features": {"outputScanner": false}}`); !c.Paths.On || !c.Off.OutputScanner { // R238
		t.Errorf("%+v", c)
	}
}

func TestR226_Defaults(t *testing.T) {
	for _, c := range []guard.Config{load(t), load(t, "{}")} { // R227 to R237
		if c.Off != (guard.Features{}) || c.Paths.On || c.Paths.Mode != guard.AskOutside || c.Quiet || c.ReadAllowed != nil || c.Paths.Allowed != nil || c.AllowedPatterns != nil || c.AutoDenyPatterns != nil {
			t.Errorf("%+v", c)
		}
	}
	if c := load(t, `{"enabled": false}`); !c.Off.All {
		t.Error("enabled: false")
	}
	c := load(t, `{"features": {"outputScanner": false, "executionTracker": false, "permissionGate": false, "argumentSecrets": false}, "permissionGate": {"requireConfirmation": false}}`)
	if c.Off != (guard.Features{OutputScanner: true, ExecutionTracker: true, PermissionGate: true, ArgumentSecrets: true}) || !c.Quiet {
		t.Errorf("%+v", c)
	}
}

func TestR239_ListsAreJoined(t *testing.T) {
	c := load(t, `{"pathAccess": {"allowedPaths": ["/a", "/a", "", 7, null]}}`, `{"pathAccess": {"allowedPaths": ["/b/"]}, "permissionGate": {"autoDenyPatterns": ["x"]}}`, `{"permissionGate": {"autoDenyPatterns": ["y"]}}`) // R240
	if !slices.Equal(c.Paths.Allowed, []string{"/a", "/b/"}) || !slices.Equal(c.AutoDenyPatterns, []string{"x", "y"}) {
		t.Errorf("%+v", c)
	}
}

func TestR224_ARepositoryOnlyTightens(t *testing.T) {
	own := guard.Block{Data: []byte(`{"features": {"outputScanner": false}, "pathAccess": {"mode": "ask"}}`)}
	theirs := guard.Block{Tighten: true, Data: []byte(`{"enabled": false, "features": {"executionTracker": false, "outputScanner": true, "pathAccess": true},
		"pathAccess": {"mode": "block", "allowedPaths": ["/etc/"]}, "outputScanner": {"readAllowedPaths": ["/x"]},
		"permissionGate": {"requireConfirmation": false, "allowedPatterns": ["*"], "autoDenyPatterns": ["make deploy"]}}`)}
	c, problems := guard.Load([]guard.Block{own, theirs})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if c.Off != (guard.Features{}) || !c.Paths.On || c.Paths.Mode != guard.BlockOutside || c.Paths.Allowed != nil || c.ReadAllowed != nil || c.Quiet || c.AllowedPatterns != nil || len(c.AutoDenyPatterns) != 1 {
		t.Errorf("%+v", c)
	}
	c, _ = guard.Load([]guard.Block{{Data: []byte(`{"features": {"pathAccess": true}, "pathAccess": {"mode": "block"}}`)}, {Tighten: true, Data: []byte(`{"features": {"pathAccess": false}, "pathAccess": {"mode": "allow"}}`)}})
	if !c.Paths.On || c.Paths.Mode != guard.BlockOutside {
		t.Errorf("%+v", c)
	}
}

func TestZeroRefuses(t *testing.T) {
	if _, err := new(guard.Assessor).Assess(sentinel.Call{Tool: "bash"}); err == nil {
		t.Error("the zero assessor judges")
	}
}

func TestR241_Mistakes(t *testing.T) {
	for _, s := range []string{`{"features": {"outputScaner": false}}`, `{"features": {"outputScanner": "no"}}`, `{"pathAccess": {"mode": "perhaps"}}`, `[]`, `{`, `{"enabled": false, "enabled": true}`, `{"enabled": false, "unknown": 1}`} {
		c, problems := guard.Load([]guard.Block{{Data: []byte(s), From: "config.json:3"}})
		if len(problems) == 0 || c.Off != (guard.Features{}) || c.Paths.Mode != guard.AskOutside {
			t.Errorf("%s: %v %+v", s, problems, c)
		}
	}
	c, problems := guard.Load([]guard.Block{{Data: []byte(`{"unknown": 1, "permissionGate": {"autoDenyPatterns": ["x"], "allowedPatterns": ["y"]}}`)}})
	if len(problems) != 1 || len(c.AutoDenyPatterns) != 1 || c.AllowedPatterns != nil {
		t.Errorf("%v %+v", problems, c)
	}
}

// TestR273_RulesOfThePersonsOwn: rules and exceptions in the configuration; those
// of a repository may only add.
func TestR273_RulesOfThePersonsOwn(t *testing.T) {
	const rule = `{"outputScanner": {"rules": [{"id": "acme-token", "keywords": ["acme"], "regexp": "acme_[a-z0-9]{20}"}]}}`
	acme := "x: acme" + "_k3v9q2x7w5r8t1m4b6n0\n"
	files := map[string]string{"a.txt": acme, "cfg.ini": keyFile}
	b := newBench(t, files)
	b.want("unknown", b.read("a.txt"), "allow")
	b = newBench(t, files)
	b.assessor.Config = load(t, rule)
	b.want("a rule", b.read("a.txt"), "ask")
	b = newBench(t, files)
	b.assessor.Config = load(t, rule, `{"outputScanner": {"allow": {"values": ["acme_k3.*"], "labels": ["aws-access-key-id"]}}}`)
	b.want("an allowed value", b.read("a.txt"), "allow")
	b.want("an allowed label", b.read("cfg.ini"), "allow")

	repo, problems := guard.Load([]guard.Block{{Data: []byte(rule), Tighten: true}, {Data: []byte(`{"outputScanner": {"allow": {"labels": ["aws-access-key-id"]}}}`), Tighten: true}})
	if len(problems) > 0 || len(repo.Secrets.Rules) != 1 || repo.Secrets.Allow.Labels != nil {
		t.Errorf("%+v %v", repo.Secrets, problems)
	}
	for _, bad := range []string{`{"rules": [{"id": "x", "regexp": "("}]}`, `{"rules": [{"regexp": "x"}]}`, `{"rules": [{"id": "x"}]}`, `{"allow": {"values": ["("]}}`, `{"allow": {"values": [""]}}`, `{"rules": [{"id": "x", "regexp": "y", "group": 3}]}`} {
		if c, problems := guard.Load([]guard.Block{{Data: []byte(`{"outputScanner": ` + bad + `}`)}}); len(problems) != 1 || len(c.Secrets.Rules)+len(c.Secrets.Allow.Values) > 0 {
			t.Errorf("%s: %v", bad, problems)
		}
	}
}
