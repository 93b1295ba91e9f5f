package kb

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// TestEnvTable: every rule is of the vocabulary, and none can never hold.
func TestEnvTable(t *testing.T) {
	b := New()
	for name, r := range b.envRules().Variables {
		if name == "*" {
			t.Fatal("env.json cannot be read")
		}
		kind, arg, _ := strings.Cut(r.Role, ":")
		switch kind {
		case "", "load", "config", "write", "url", "path":
		case "code":
			if arg != "sh" {
				t.Errorf("%s: role %q", name, r.Role)
			}
		case "args", "flags":
			if !b.Has(arg) {
				t.Errorf("%s: nothing is known about %q", name, arg)
			}
		default:
			t.Errorf("%s: role %q", name, r.Role)
		}
		for _, e := range r.Does {
			if err := checkEffect(e); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestEnvPattern(t *testing.T) {
	b := New()
	for _, c := range []struct{ name, role string }{
		{"GH_PAGER", "code:sh"}, {"gh_pager", "code:sh"}, {"NO_PROXY", ""}, {"npm_config_https_proxy", "url"},
		{"GIT_TRACE2_EVENT", "write"}, {"CARGO_TARGET_DIR", "write"}, {"LESS", "flags:less"},
	} {
		if r, ok := b.envRules().find(c.name); !ok || r.Role != c.role {
			t.Errorf("%s: %+v %v, want role %q", c.name, r, ok, c.role)
		}
	}
	if _, ok := b.envRules().find("APP_MODE"); ok {
		t.Error("APP_MODE has a rule")
	}
}

func TestFreshFolder(t *testing.T) {
	for raw, want := range map[string]bool{
		"$(mktemp -d)": true, `"$(mktemp -d -t x)"`: true, "/tmp/tmp.XXXXXXXXXX": false, "$(mktemp -d; echo x)": false, "$(mktemp -d >&2": false, "$D": false,
	} {
		if got := fresh(shell.Word{Raw: raw}); got != want {
			t.Errorf("%s: %v", raw, got)
		}
	}
}
