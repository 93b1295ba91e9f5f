package facts_test

import (
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// TestBrought: what an archive brings and the same text runs has been read by
// nobody. Files that lie there already are asked about only where the archive
// may replace them.
func TestBrought(t *testing.T) {
	m := paths.NewProject(map[string]string{
		"Makefile": "test:\n\tgo test ./...\n", "package.json": `{"scripts":{"test":"vitest run"}}`, "scripts/test.sh": "go test ./...\n",
		"data.tar": tarOf("data/a.csv", "data/b.csv"), "make.tar": tarOf("Makefile", "src/a.c"), "deep.tar": tarOf("x-1.0/Makefile"), "sh.zip": zipOf("scripts/test.sh"),
	})
	for run, ask := range map[string]bool{
		"tar xf data.tar && make test": false, "tar xf make.tar && make test": true, "tar xf deep.tar && make test": false,
		"tar xf deep.tar --strip-components=1 && make test": true, "tar xf data.tar && npm test": false, "unzip -q sh.zip && npm test": false,
		"unzip -q sh.zip -d sub && make test": false, "unzip -q sh.zip -d sub && bash sub/scripts/test.sh": true,
		"make test && tar xf make.tar": false, "tar xf data.tar && go test ./...": false,
	} {
		w := &facts.World{KB: kb.New(), Place: &paths.Place{FS: m, Home: paths.ProjectHome, Root: paths.ProjectRoot}}
		a, err := w.Assess(sentinel.Call{Tool: "bash", Cwd: paths.ProjectRoot, Arguments: map[string]any{"command": run}})
		if err != nil || (a.Colour != sentinel.Green) != ask {
			t.Errorf("%s: %v %v, asked should be %v (%v)", run, a.Colour, a.Findings, ask, err)
		}
	}
}
