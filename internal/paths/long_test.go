package paths

import (
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Paths that nobody uses are unknown places, and cheap.
func TestLongPaths(t *testing.T) {
	p := &Place{FS: NewProject(map[string]string{"src/a.go": "x"}), Home: ProjectHome, Root: ProjectRoot}
	for name, text := range map[string]string{
		"deep":          strings.Repeat("a/", 60_000) + "x",
		"deep and back": strings.Repeat("a/../", 20_000) + "src/a.go",
		"long name":     strings.Repeat("a", 5000),
		"backslashes":   strings.Repeat(`a\`, 3000),
		"absolute":      "/" + strings.Repeat("a/", 300),
	} {
		for _, use := range []Use{AnyUse, Read, Write, Delete} {
			for _, glob := range []bool{false, true} {
				start := time.Now()
				got := p.Judge(Target{Text: text, Dir: ProjectRoot, Use: use, Glob: glob})
				if got.Scope != sentinel.ScopeUnknown {
					t.Errorf("%s, use %d: %v, want unknown", name, use, got.Scope)
				}
				if d := time.Since(start); d > 100*time.Millisecond {
					t.Errorf("%s, use %d: took %v", name, use, d)
				}
			}
		}
	}
	for _, text := range []string{"src/a.go", strings.Repeat("a/", 100) + "x", strings.Repeat("b", 200) + "/x"} {
		if got := p.Judge(Target{Text: text, Dir: ProjectRoot, Use: Write}); got.Scope != sentinel.ScopeProject {
			t.Errorf("%.20s: %v, want project", text, got.Scope)
		}
	}
}
