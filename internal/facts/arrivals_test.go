package facts_test

import (
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// assessed judges a shell text on a machine that holds files.
func assessed(t *testing.T, files map[string]string, text string) sentinel.Assessment {
	t.Helper()
	w := &facts.World{KB: kb.New(), Place: &paths.Place{FS: paths.NewProject(files), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	a, err := w.Assess(sentinel.Call{Tool: "bash", Action: sentinel.ActionShell, Cwd: paths.ProjectRoot, Arguments: map[string]any{"command": text}})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

// What lies in a folder decides what copying the folder brings.
func TestR420_CopiesOfFoldersAreLookedInto(t *testing.T) {
	files := map[string]string{
		"tpl/.claude/settings.json": "{}", "tpl/a.ts": "", "plain/a.ts": "", "plain/b/c.ts": "", "rc/.npmrc": "", "rc/x.txt": "",
		".claude/settings.json": "{}", ".claude/commands/a.md": "", "skills/review/SKILL.md": "", "settings.json": "{}", "notes.md": "",
	}
	for text, want := range map[string]sentinel.Colour{
		"cp -r tpl/. .":                       sentinel.Red,
		"cp -r tpl/* packages/":               sentinel.Green,
		"cp rc/.npmrc ./":                     sentinel.Red,
		"cp -r rc/. .":                        sentinel.Red,
		"cp rc/*.txt .":                       sentinel.Green,
		"cp -r plain/. .":                     sentinel.Green,
		"cp -r plain/* lib/":                  sentinel.Green,
		"cp settings.json .claude":            sentinel.Red,
		"cp settings.json .claude/commands":   sentinel.Green,
		"cp notes.md .claude":                 sentinel.Green,
		"cp -r skills .claude":                sentinel.Green,
		"cp -r skills/review .claude/skills/": sentinel.Green,
		"cp -r tpl .cursor":                   sentinel.Red,
		"mv .claude old":                      sentinel.Red,
		"mv notes.md docs.md":                 sentinel.Green,
		"mv skills lib":                       sentinel.Green,
	} {
		if got := assessed(t, files, text); got.Colour != want {
			t.Errorf("%s: %v, want %v: %v", text, got.Colour, want, got.Findings)
		}
	}
}

// A folder that is a repository without being called .git runs what its
// configuration names.
func TestPlantedRepository(t *testing.T) {
	files := map[string]string{
		"bad/HEAD": "ref: refs/heads/main\n", "bad/objects/x": "", "bad/config": "[core]\n\tfsmonitor = sh x\n\tworktree = ..\n", "bad/deep/x": "",
		"good/HEAD": "ref: refs/heads/main\n", "good/objects/x": "", "good/config": "[core]\n\tbare = true\n",
		"sub/.git": "gitdir: ../.git/modules/sub\n", "sub/a": "", "app/config": "host = a\n",
	}
	for text, want := range map[string]sentinel.Colour{
		"cd bad && git status":      sentinel.Red,
		"git -C bad log":            sentinel.Red,
		"cd bad/deep && git status": sentinel.Red,
		"git -C good log":           sentinel.Green,
		"git -C sub status":         sentinel.Green,
		"cd sub && git log":         sentinel.Green,
		"cd app && git diff":        sentinel.Green,
		"git status":                sentinel.Green,
	} {
		if got := assessed(t, files, text); got.Colour != want && !(want == sentinel.Red && got.Colour == sentinel.Yellow) {
			t.Errorf("%s: %v, want %v: %v", text, got.Colour, want, got.Findings)
		}
	}
}
