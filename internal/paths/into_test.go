package paths

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

func TestR420_FoldersThatHoldSettings(t *testing.T) {
	p := testPlace()
	for text, want := range map[string]sentinel.Scope{
		".claude": start, ".claude/": start, "packages/a/.claude": start, ".github": start, ".vscode": start, ".git/hooks": start, ".claude/*": start,
		".claude/*.json": start, "**/*.json": start, "**/settings*.json": start, "/home/dev/.config": start, "/home/dev/.ssh": secrets, "/home/dev/.local/share": start,
		"/home/dev/.config/sentinel": gate, "/home/dev/project/.sentinel": gate,
		".": project, "src": project, ".claude/commands": project, ".claude/*.md": project, "src/**/*.json": project, "**/*.ts": project, "**/*": project,
		"/tmp/x/.claude": temp, "/home/dev/.cache": inHome, "/home/dev/other": inHome, ".github/ISSUE_TEMPLATE": project,
	} {
		loc := p.Into(p.Judge(Target{Text: text, Dir: ProjectRoot, Use: Write, Glob: strings.Contains(text, "*")}))
		if loc.Scope != want {
			t.Errorf("%s: %v %s, want %v", text, loc.Scope, loc.Label, want)
		}
	}
}

func TestR420_KeyOfTheGateIsASecret(t *testing.T) {
	p := testPlace()
	for text, want := range map[string]sentinel.Scope{"/home/dev/.local/state/sentinel/ledger.key": secrets, "/home/dev/.config/sentinel/config.json": gate} {
		if loc := p.Judge(Target{Text: text, Dir: ProjectRoot, Use: Read}); loc.Scope != want {
			t.Errorf("read %s: %v, want %v", text, loc.Scope, want)
		}
		if loc := p.Judge(Target{Text: text, Dir: ProjectRoot, Use: Write}); loc.Scope != gate {
			t.Errorf("write %s: %v", text, loc.Scope)
		}
	}
}
