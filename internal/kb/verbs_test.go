package kb_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// TestUnlistedVerb: a sub-command that a tool's file does not list may do
// anything, so it asks: wherever verbs are listed, at every depth. A file
// whose other words are harmless says so by "because".
func TestUnlistedVerb(t *testing.T) {
	base := kb.New()
	for _, file := range kb.List() {
		tool, err := kb.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		unlisted(t, base, tool.Tool, &tool.Node, 0)
	}
}

func unlisted(t *testing.T, base *kb.Base, words string, n *kb.Node, depth int) {
	t.Helper()
	if len(n.VerbNames()) == 0 || depth > 4 {
		return
	}
	if n.Because == "" {
		run := words + " zzdestroy thing"
		if a := assess(t, base, run); a.Colour == sentinel.Green {
			t.Errorf("%q is green", run)
		}
	}
	for _, key := range n.VerbNames() {
		first, _, _ := strings.Cut(key, "|")
		if v, err := n.Verb(key); err == nil && v != nil && !strings.Contains(first, "*") {
			unlisted(t, base, words+" "+first, v, depth+1)
		}
	}
}

func assess(t *testing.T, base *kb.Base, text string) sentinel.Assessment {
	t.Helper()
	w := &facts.World{KB: base, Place: &paths.Place{FS: paths.NewProject(nil), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	call := sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": text}, Cwd: paths.ProjectRoot, Attended: true}
	a, err := w.Assess(call)
	if err != nil {
		t.Errorf("%q: %v", text, err)
	}
	return a
}
