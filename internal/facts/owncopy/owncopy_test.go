package owncopy

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

func TestJudge(t *testing.T) {
	m := paths.NewProject(map[string]string{"bin/kept": "x", "gradlew": "x"})
	m.Put(paths.ProjectRoot+"/bin/new", "x")
	p := &paths.Place{FS: m, Home: paths.ProjectHome, Root: paths.ProjectRoot}
	fresh := func(f string) bool { return f == paths.ProjectRoot+"/node_modules/.bin/mine" }
	doubts := []string{"eval of a computed text"}
	for _, c := range []struct {
		what string
		s    shell.Script
		want Verdict
	}{
		{"nothing known", shell.Script{Path: "/x", Why: "cannot be read"}, Unread},
		{"not there, in the project", shell.Script{Path: "/home/dev/project/gradlew", Missing: true}, Tool},
		{"not there, in the home", shell.Script{Path: "/home/dev/gradlew", Missing: true}, Missing},
		{"not there, temporary", shell.Script{Path: "/tmp/x/gradlew", Missing: true}, Missing},
		{"text, in the project", shell.Script{Path: "/home/dev/project/gradlew"}, Tool},
		{"text, elsewhere", shell.Script{Path: "/home/dev/gradlew"}, Script},
		{"compiled, in the project", shell.Script{Path: "/home/dev/project/gradlew", Why: shell.NotScript}, Program},
		{"compiled, temporary", shell.Script{Path: "/tmp/x/jq", Why: shell.NotScript}, Program},
		{"compiled, from a package", shell.Script{Path: "/home/dev/project/node_modules/.bin/esbuild", Why: shell.NotScript}, Tool},
		{"compiled, from a package of another project", shell.Script{Path: "/home/dev/other/.venv/bin/ruff", Why: shell.NotScript}, Tool},
		{"compiled, from a package that anybody may have put there", shell.Script{Path: "/tmp/x/node_modules/.bin/esbuild", Why: shell.NotScript}, Program},
		{"compiled, from a package, written by the agent", shell.Script{Path: "/home/dev/project/node_modules/.bin/mine", Why: shell.NotScript}, Program},
		{"understood in part, git has it", shell.Script{Path: "/home/dev/project/bin/kept", Doubts: doubts}, Tool},
		{"understood in part, git has it not", shell.Script{Path: "/home/dev/project/bin/new", Doubts: doubts}, Doubted},
	} {
		if got := Judge(p, c.s, fresh); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

func TestWhy(t *testing.T) {
	for want, s := range map[string]shell.Script{
		"runs /p/x, which cannot be read":      {Path: "/p/x", Why: "cannot be read"},
		"runs /p/x, which is called rails: so": {Path: "/p/x", Tool: "rails", Doubts: []string{"so"}},
	} {
		if got := Why(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
