package paths

import (
	"testing"

	"github.com/sentinelgate/sentinel"
)

const (
	none    = sentinel.ScopeNone
	project = sentinel.ScopeProject
	output  = sentinel.ScopeOutput
	whole   = sentinel.ScopeWhole
	temp    = sentinel.ScopeTemp
	inHome  = sentinel.ScopeHome
	outside = sentinel.ScopeOutside
	start   = sentinel.ScopeStartup
	secrets = sentinel.ScopeSecret
	system  = sentinel.ScopeSystem
	dev     = sentinel.ScopeDevice
	gate    = sentinel.ScopeGate
	unknown = sentinel.ScopeUnknown
)

// testPlace is the imaginary machine with a few more things on it.
func testPlace() *Place {
	m := NewProject(map[string]string{
		"src/a.ts":               "a",
		"src/deep/b.ts":          "b",
		"keep.log":               "kept on purpose",
		".gitignore":             "*.local-out\n/private-notes.md\ngenerated/\n!generated/keep\n",
		"generated/x":            "x",
		"private-notes.md":       "mine",
		"x.local-out":            "",
		"build/app.js":           "",
		"deps/own/.git/HEAD":     "ref: refs/heads/main\n",
		"config/master.key":      "k",
		"config/app.json":        "{}",
		"release/v1/notes":       "tracked below a name of output",
		"/home/dev/other/a":      "",
		"/home/dev/keys/deploy":  "",
		"/home/dev/.cache/x/y/z": "",
	})
	m.Commit("release/v1/notes", "keep.log")
	m.Symlink("/home/dev/other", ProjectRoot+"/out")
	m.Symlink("../..", ProjectRoot+"/up")
	m.Symlink("/", ProjectRoot+"/dist")
	m.Symlink("/home/dev/.ssh/id_rsa", ProjectRoot+"/notes.txt")
	m.Symlink("loop-b", ProjectRoot+"/loop-a")
	m.Symlink("loop-a", ProjectRoot+"/loop-b")
	m.Symlink("/home/dev/keys", "/home/dev/.age")
	return &Place{FS: m, Home: ProjectHome, Root: ProjectRoot, Temp: []string{"/tmp", "/data1/tmp"},
		GateDirs: []string{"/home/dev/.config/sentinel", "/opt/gate/bin/gate"}}
}

func TestJudgeDelete(t *testing.T) {
	p := testPlace()
	tests := []struct {
		name, text string
		glob       bool
		scope      sentinel.Scope
		vital      bool
	}{
		// never a question
		{"root", "/", false, system, true},
		{"root twice", "//", false, system, true},
		{"root dot", "/./", false, system, true},
		{"root by parents", "/usr/../../", false, system, true},
		{"root by home parent", "/home/..", false, system, true},
		{"root star", "/*", true, system, true},
		{"root hidden", "/.*", true, system, true},
		{"two stars", "/*/*", true, system, true},
		{"etc", "/etc", false, system, true},
		{"etc double slash", "//etc", false, system, true},
		{"usr lib", "/usr/lib", false, system, true},
		{"boot all", "/boot/*", true, system, true},
		{"dev all", "/dev/*", true, dev, true},
		{"question marks", "/???", true, outside, true},
		{"bracket", "/[e]tc", true, system, true},
		{"root home", "/root", false, inHome, true},
		{"home", "~", false, inHome, true},
		{"home slash", "~/", false, inHome, true},
		{"home by name", "~dev", false, inHome, true},
		{"home by parent", "~/../dev", false, inHome, true},
		{"home twice", "/home//dev//", false, inHome, true},
		{"home all", "~/*", true, inHome, true},
		{"home hidden", "~/.[!.]*", true, inHome, true},
		{"parent all", "../*", true, inHome, true},
		{"homes", "/home/*", true, system, true},
		{"homes some", "/home/d*", true, inHome, true},
		{"another home", "/Users/ann", false, inHome, true},
		{"process root", "/proc/self/root/", false, system, true},
		{"process root home", "/proc/1/root/home/dev", false, inHome, true},
		{"drive", `C:\`, false, system, true},
		{"drive mounted", "/mnt/c", false, system, true},
		{"drive mounted all", "/mnt/c/*", true, system, true},
		{"windows mounted", "/mnt/c/Windows", false, system, true},
		{"windows home", `C:\Users\ann`, false, inHome, true},
		{"link up", "up/dev", false, inHome, true},
		{"link to root all", "dist/*", true, system, true},
		{"link to root slash", "dist/", false, system, true},
		// red, but a question
		{"documents", "~/Documents", false, inHome, false},
		{"sibling", "../other-service", false, inHome, false},
		{"prefix of the root", "/home/dev/project-backup", false, inHome, false},
		{"all of temp", "/tmp/*", true, outside, false},
		{"temp itself", "/tmp", false, outside, false},
		{"windows documents", "/mnt/c/Users/dev/Documents", false, inHome, false},
		{"deep system", "/usr/share/doc/x", false, system, false},
		{"apt lists", "/var/lib/apt/lists/*", true, system, false},
		{"media", "/media/dev/stick/x", false, outside, false},
		{"ssh", "~/.ssh", false, secrets, false},
		{"env", ".env", false, secrets, false},
		{"bashrc", "~/.bashrc", false, start, false},
		{"workflows", ".github/workflows", false, start, false},
		// the project
		{"project", ".", false, whole, false},
		{"project by name", "../project", false, whole, false},
		{"project absolute", ProjectRoot + "/", false, whole, false},
		{"project all", "*", true, whole, false},
		{"project all dot", "./*", true, whole, false},
		{"git", ".git", false, whole, false},
		{"git objects", ".git/objects", false, whole, false},
		{"git's left lock", ".git/index.lock", false, project, false},
		{"a branch's left lock", ".git/refs/heads/main.lock", false, project, false},
		{"all locks", ".git/*.lock", true, project, false},
		{"more than locks", ".git/*lock", true, whole, false},
		{"all with the locks", ".git/*", true, start, false},
		{"lock among the hooks", ".git/hooks/pre-push.lock", false, start, false},
		{"what a lock guards", ".git/index", false, whole, false},
		{"git folded", ".GIT/objects", false, whole, false},
		{"hooks", ".git/hooks", false, start, false},
		{"source", "src", false, project, false},
		{"source all", "src/*", true, project, false},
		{"unchanged", "src/a.ts", false, output, false},
		{"new file", "src/new.ts", false, project, false},
		{"link out", "out", false, project, false},
		{"link out slash", "out/", false, inHome, false},
		{"link out inside", "out/a", false, inHome, false},
		{"precious", "private-notes.md", false, project, false},
		{"own repository", "deps/own", false, project, false},
		{"tracked output name", "release", false, project, false},
		{"tracked log", "*.log", true, project, false},
		// outputs
		{"node_modules", "node_modules", false, output, false},
		{"cache inside", "node_modules/.cache", false, output, false},
		{"build", "build", false, output, false},
		{"build all", "./build/*", true, output, false},
		{"target", "target/debug", false, output, false},
		{"workspace dist", "packages/*/dist", true, output, false},
		{"nested dist", "frontend/dist", false, output, false},
		{"absolute", ProjectRoot + "/coverage/", false, output, false},
		{"log file", "build.log", false, output, false},
		{"pyc anywhere", "**/*.pyc", true, output, false},
		{"ignored", "generated", false, output, false},
		{"ignored by end", "x.local-out", false, output, false},
		// temp
		{"temp file", "/tmp/build-check", false, temp, false},
		{"temp logs", "/tmp/jest.json", false, temp, false},
		{"temp some", "/tmp/jest-*", true, temp, false},
		{"private temp", "/private/tmp/x", false, temp, false},
		{"given temp", "/data1/tmp/x", false, temp, false},
		{"temp and back", "/tmp/../etc", false, system, true},
		// the gate
		{"gate config", "~/.config/sentinel", false, gate, false},
		{"gate above", "~/.config", false, gate, false},
		{"gate program", "/opt/gate/bin/gate", false, gate, false},
		{"gate by name", "~/.local/bin/sentinel", false, gate, false},
		{"ledger", ".sentinel/risk.json", false, gate, false},
		{"ledger elsewhere", "/home/dev/other/.Sentinel", false, gate, false},
		{"gate by wildcard", "~/.config/sent*", true, gate, false},
		// devices
		{"disk", "/dev/sda1", false, dev, true},
		{"stick", "/dev/sdc1", false, dev, false},
		{"null", "/dev/null", false, none, false},
		{"physical", `\\.\PhysicalDrive0`, false, dev, true},
		// not known
		{"old folder", "~-/../old", false, unknown, false},
		{"other process", "/proc/4711/cwd/x", false, unknown, false},
		{"loop", "loop-a/x", false, unknown, false},
		{"nothing", "", false, unknown, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := p.Judge(Target{Text: tt.text, Glob: tt.glob, Dir: ProjectRoot, NoFollow: true, Use: Delete})
			if got.Vital != tt.vital || !tt.vital && got.Scope != tt.scope {
				t.Errorf("%q: scope %v vital %v, want %v %v (%+v)", tt.text, got.Scope, got.Vital, tt.scope, tt.vital, got)
			}
		})
	}
}
