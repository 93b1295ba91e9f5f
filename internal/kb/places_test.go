package kb_test

import (
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// TestScripts runs scripts of package.json: what stands there counts under
// whatever name it is called, and so do the words that are added to it.
func TestScripts(t *testing.T) {
	files := map[string]string{
		"package.json":  `{"scripts": {"test": "jest", "start": "rm -rf ~/x", "unit": "jest", "pretest": "echo"}}`,
		"composer.json": `{"scripts": {"stan": "phpstan analyse"}}`,
	}
	w := &facts.World{KB: kb.New(), Place: &paths.Place{FS: paths.NewProject(files), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	for run, want := range map[string]string{
		"npm test":                            "green",
		"npm t":                               "green",
		"npm start":                           "red",
		"yarn start":                          "red",
		"pnpm start":                          "red",
		"npm test -- -t 'a; b'":               "green",
		"npm test -- --config /tmp/e":         "yellow",
		"npm run unit -- --setupFiles=/tmp/e": "yellow",
		"npm run unit -- --coverage src/a.test.ts":               "green",
		"yarn unit --config /tmp/e":                              "yellow",
		"yarn test --coverage":                                   "green",
		"pnpm run unit --config=/tmp/e":                          "yellow",
		"pnpm test --watch=false":                                "green",
		"bun run unit --config /tmp/e":                           "yellow",
		"composer stan":                                          "green",
		"composer stan -- -c /tmp/e":                             "yellow",
		"npm test -- \"$X\"":                                     "green",
		"for d in packages/*/; do (cd \"$d\" && npm test); done": "green",
	} {
		call := sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": run}, Cwd: paths.ProjectRoot, Attended: true}
		a, err := w.Assess(call)
		if err != nil {
			t.Errorf("%q: %v", run, err)
			continue
		}
		if got := grade(a); got != want {
			t.Errorf("%q: grade %s, want %s", run, got, want)
			for _, f := range a.Findings {
				t.Logf("    %s %s %s %s", f.Colour, f.Effect, f.Rule, f.Say)
			}
		}
	}
}
