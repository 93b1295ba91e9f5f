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
