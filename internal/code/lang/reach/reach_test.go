package reach

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
)

func TestInner(t *testing.T) {
	for name, want := range map[string]string{
		"logging.os": "os", "pathlib._os": "os", "concurrent.futures.process.os": "os", "asyncio.base_events.subprocess": "subprocess",
		"codecs.builtins": "builtins", "x.io.open": "open", "gevent.subprocess": "subprocess",
		"os": "os", "os.path": "os.path", "asyncio.subprocess": "asyncio.subprocess", "self.os": "self.os", "pandas.io": "pandas.io",
		"f().os": "f().os", "?.os": "?.os", "": "", ".os": ".os",
	} {
		if got := Inner(name); got != want {
			t.Errorf("Inner(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestOutside(t *testing.T) {
	for text, want := range map[string]bool{
		"/home/dev/.bashrc": true, "~/x": true, "~": true, "../x": true, "/etc/passwd": true, ".git/hooks/x": true, `C:\x`: true, "/": true,
		"out.png": false, "/users/1": false, "/api": false, "/tmp/x": true, "a/b": false, "": false, "usr": false, "/\n": false,
	} {
		if got := outside(value.Known(text)); got != want {
			t.Errorf("outside(%q) = %v", text, got)
		}
	}
	if outside(value.Value{}) {
		t.Error("what is not known is outside")
	}
}

// A name in two rows would make one of them dead.
func TestNamesStandOnce(t *testing.T) {
	for _, list := range [][]rows.Row{Python(), Javascript()} {
		seen := map[string]bool{}
		for _, r := range list {
			for _, n := range strings.Fields(r.Names) {
				if seen[n] {
					t.Errorf("two rows for %s", n)
				}
				seen[n] = true
			}
		}
	}
}
