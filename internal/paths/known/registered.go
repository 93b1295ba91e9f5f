package known

import (
	"path"
	"strings"
)

// Files in which clients are told to call the gate, or can be told not to call
// any hook: of each client that has hooks, also of those that are not
// installed, since a file that is made counts like one that is changed.

// RegisteredLabel is what such a file is to people.
const RegisteredLabel = "a client's settings, where the gate is registered or switched off"

// registeredIn are relative to a home or to a project's folder.
var registeredIn = []string{
	".claude/settings.json", ".claude/settings.local.json", ".claude/settings.*.json",
	".codex/hooks.json", ".codex/config.toml", ".codex/requirements.toml", ".codex/managed_config.toml",
	".gemini/settings.json", ".qwen/settings.json",
	".copilot/hooks/**", ".copilot/settings.json", ".copilot/config.json", ".github/hooks/*.json",
	".cline/hooks/**", ".clinerules/hooks/**",
	"crush.json", ".crush.json", ".cursor/hooks.json", ".windsurf/hooks.json",
}

// registeredHome are relative to a home only.
var registeredHome = []string{
	".config/opencode/plugin/**", ".config/opencode/plugins/**", ".pi/agent/extensions/**", ".pi/agent/settings.json",
	"documents/cline/hooks/**", ".config/crush/crush.json", ".local/share/crush/crush.json", ".codeium/windsurf/hooks.json", ".hermes/config.yaml",
	".claude/plugins/sentinel*/**", ".claude/plugins/*/sentinel*/**",
}

// registeredSystem are absolute: what an administrator sets for everybody.
var registeredSystem = []string{
	"/etc/claude-code/**", "/library/application support/claudecode/**", "c:/program files/claudecode/**", "c:/programdata/claudecode/**",
	"/etc/codex/**", "/etc/gemini-cli/**", "/library/application support/geminicli/**", "c:/programdata/gemini-cli/**",
	"/etc/qwen-code/**", "/library/application support/qwencode/**", "c:/programdata/qwen-code/**",
	"/etc/cursor/hooks.json", "/library/application support/cursor/hooks.json", "c:/programdata/cursor/hooks.json",
	"/etc/windsurf/hooks.json", "/library/application support/windsurf/hooks.json", "/etc/opencode/**", "/etc/copilot/**", "/etc/crush/**",
}

// Registration says whether hooks of a client are registered or switched off in
// the file. in is the folder that it counts for, "" for a whole home or the
// whole machine.
func (p *Path) Registration() (in string, ok bool) {
	if p.InHome && p.Home != "" && anyTree(registeredHome, p.Home) || anyTree(registeredSystem, p.Text) {
		return "", true
	}
	for _, pat := range registeredIn {
		if in, ok := tailOf(pat, p.Text); ok {
			return in, true
		}
	}
	return "", false
}

func anyTree(patterns []string, text string) bool {
	for _, pat := range patterns {
		if pat[0] == firstByte(text) && matchTree(pat, text) {
			return true
		}
	}
	return false
}

// tailOf gives what stands in front of the pattern in a path that ends in it.
func tailOf(pat, text string) (string, bool) {
	if tree, all := strings.CutSuffix(pat, "/**"); all {
		i := strings.LastIndex(text+"/", "/"+tree+"/")
		return text[:max(i, 0)], i >= 0
	}
	dir, base := path.Split(pat)
	in, last := path.Split(text)
	in, ok := strings.CutSuffix(in, "/"+dir)
	return in, ok && MatchPart(base, last)
}

// RegisteredBelow gives the files below a folder in which hooks may be
// registered, relative to it: who takes the folder away takes them, too.
func (p *Path) RegisteredBelow() []string {
	var out []string
	add := func(pat, text string) {
		pat = strings.TrimSuffix(strings.TrimSuffix(pat, "/**"), "/*.json")
		for i := strings.LastIndexByte(pat, '/'); i > 0 && !strings.Contains(pat, "*"); i = strings.LastIndexByte(pat[:i], '/') {
			if text == pat[:i] || strings.HasSuffix(text, "/"+pat[:i]) {
				out = append(out, pat[i+1:])
			}
		}
	}
	for _, pat := range registeredIn {
		add(pat, p.Text)
	}
	for _, pat := range registeredHome {
		if p.InHome && p.Home != "" {
			add(pat, p.Home)
		}
	}
	return out
}

// Registrations are the names, below a project or a home, that hold no
// wildcard.
func Registrations() []string {
	var out []string
	for _, pat := range append(append([]string{}, registeredIn...), registeredHome...) {
		if pat = strings.TrimSuffix(pat, "/**"); !strings.Contains(pat, "*") {
			out = append(out, pat)
		}
	}
	return out
}
