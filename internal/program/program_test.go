package program_test

import (
	"path/filepath"
	"testing"

	"github.com/sentinelgate/sentinel/internal/program"
)

func TestNames(t *testing.T) {
	for _, c := range []struct{ path, whole, hook string }{
		{"/b/sentinel", "/b/sentinel", "/b/sentinel-hook"},
		{"/b/sentinel-hook", "/b/sentinel", "/b/sentinel-hook"},
		{"/b/sentinel-hook.exe", "/b/sentinel.exe", "/b/sentinel-hook.exe"},
		{"/b/gate-hook", "/b/gate", "/b/sentinel-hook"},
		{"/b/cli.test", "/b/cli.test", "/b/sentinel-hook"},
	} {
		path := filepath.FromSlash(c.path)
		if got := program.WholeOf(path); got != filepath.FromSlash(c.whole) {
			t.Errorf("%s: whole %s", path, got)
		}
		if got := program.Beside(path, program.Hook); got != filepath.FromSlash(c.hook) {
			t.Errorf("%s: hook %s", path, got)
		}
	}
}
