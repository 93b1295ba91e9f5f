package paths

import (
	"testing"

	"github.com/sentinelgate/sentinel"
)

// TestR420_Registrations: files in which a client learns of its hooks are the
// gate's own in every home, in the project and on the machine, and elsewhere
// where the gate stands in them.
func TestR420_Registrations(t *testing.T) {
	const mine = `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/opt/gate/bin/sentinel hook claude"}]}]}}`
	m := NewProject(map[string]string{
		"/home/dev/.claude/settings.json": mine, "/home/dev/.gemini/settings.json": "{}", "/home/dev/.copilot/hooks/gate.json": mine,
		"/home/dev/.cline/hooks/PreToolUse": "#!/bin/sh\nexec sentinel hook cline\n", "packages/a/.claude/settings.json": mine,
		"templates/b/.claude/settings.json": "{}", ".qwen/settings.json": "{}", "/home/dev/.cursor/rules/x.md": "",
	})
	p := &Place{FS: m, Home: ProjectHome, Root: ProjectRoot, GateDirs: []string{"/opt/gate/bin/sentinel"}}
	for text, want := range map[string]sentinel.Scope{
		"~/.claude/settings.json": gate, "~/.claude/settings.local.json": gate, ".claude/settings.json": gate, ".claude/settings.local.json": gate,
		"~/.codex/hooks.json": gate, ".codex/config.toml": gate, "~/.gemini/settings.json": gate, "~/.qwen/settings.json": gate,
		"~/.copilot/hooks/new.json": gate, ".github/hooks/new.json": gate, "~/.config/opencode/plugin/x.ts": gate, "~/.pi/agent/extensions/x.ts": gate,
		"~/.cline/hooks/PreToolUse": gate, "~/Documents/Cline/Hooks/PreToolUse": gate, ".clinerules/hooks/PreToolUse": gate, "crush.json": gate,
		"~/.config/crush/crush.json": gate, "~/.cursor/hooks.json": gate, "~/.codeium/windsurf/hooks.json": gate, "~/.hermes/config.yaml": gate,
		"/etc/claude-code/managed-settings.json": gate, "/etc/codex/requirements.toml": gate, "/etc/gemini-cli/settings.json": gate, "/etc/cursor/hooks.json": gate,
		"packages/a/.claude/settings.json": gate,
		// not the gate's: other settings of agents, and templates in which it does not stand
		"templates/b/.claude/settings.json": start, "packages/c/.claude/settings.json": start, ".mcp.json": start, "~/.claude/hooks/format.sh": start,
		".claude/commands/x.md": project, ".cursor/rules/x.md": project, "src/settings.json": project, "hooks.json": project, "src/crush.json": start,
	} {
		if loc := p.Judge(Target{Text: text, Dir: ProjectRoot, Use: Write}); loc.Scope != want {
			t.Errorf("write %s: %v %s, want %v", text, loc.Scope, loc.Label, want)
		}
		if loc := p.Judge(Target{Text: text, Dir: ProjectRoot, Use: Read}); loc.Scope == gate {
			t.Errorf("reading %s is the gate's", text)
		}
	}
	for text, want := range map[string]sentinel.Scope{
		"~/.claude": gate, "~/.copilot": gate, "~/.copilot/hooks": gate, "~/.cline": gate, "packages/a/.claude": gate,
		"~/.gemini": start, "templates/b/.claude": project, ".qwen": project, "~/.cursor/chats": inHome,
	} {
		if loc := p.Judge(Target{Text: text, Dir: ProjectRoot, Use: Delete}); loc.Scope != want {
			t.Errorf("delete %s: %v %s, want %v", text, loc.Scope, loc.Label, want)
		}
	}
}

// TestR420_TheProgram: a program of that name where programs are kept is the
// gate's, wherever the home lies.
func TestR420_TheProgram(t *testing.T) {
	p := &Place{FS: NewProject(nil), Home: "/tmp/home/dev", Root: "/tmp/home/dev/project"}
	for text, want := range map[string]sentinel.Scope{
		"/usr/local/bin/sentinel": gate, "~/.local/bin/sentinel": gate, "~/bin/sentinel": gate, "/tmp/home/dev/go/bin/sentinel": gate,
		"/tmp/x/bin/sentinel": temp, "bin/sentinel": project, "bin/sentinel.txt": project,
	} {
		if loc := p.Judge(Target{Text: text, Dir: "/tmp/home/dev/project", Use: Write}); loc.Scope != want {
			t.Errorf("write %s: %v %s, want %v", text, loc.Scope, loc.Label, want)
		}
	}
}
