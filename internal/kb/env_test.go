package kb

import (
	"reflect"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/kb/env"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
)

// TestEnvTable: every rule is of the vocabulary, and none can never hold.
func TestEnvTable(t *testing.T) {
	b := New()
	var all struct {
		Variables map[string]env.Rule `json:"variables"`
	}
	if err := schema.Strict([]byte(variables), &all); err != nil {
		t.Fatal(err)
	}
	for name, r := range all.Variables {
		if got, ok := b.envRules().Find(name); !ok || !reflect.DeepEqual(got, r) {
			t.Errorf("%s: found %+v, the file says %+v: each rule stands on a line of its own, indented by four blanks", name, got, r)
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
			if err := schema.CheckEffect(e); err != nil {
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
		if r, ok := b.envRules().Find(c.name); !ok || r.Role != c.role {
			t.Errorf("%s: %+v %v, want role %q", c.name, r, ok, c.role)
		}
	}
	if _, ok := b.envRules().Find("APP_MODE"); ok {
		t.Error("APP_MODE has a rule")
	}
}
