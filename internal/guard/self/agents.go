package self

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// settings are variables that tell a client where its settings lie.
var settings = []string{"HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "USERPROFILE", "APPDATA", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME",
	"GEMINI_CLI_SYSTEM_SETTINGS_PATH", "QWEN_HOME", "QWEN_CONFIG_DIR", "QWEN_CODE_SYSTEM_SETTINGS_PATH", "COPILOT_HOME", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "OPENCODE_CONFIG_CONTENT", "OPENCODE_PURE",
	"PI_CODING_AGENT_DIR", "PI_CONFIG_DIR", "CLINE_DIR", "CLINE_DATA_DIR", "CRUSH_GLOBAL_CONFIG", "CRUSH_GLOBAL_DATA", "CURSOR_CONFIG_DIR", "HERMES_HOME", "CLAUDE_CODE_SIMPLE"}

// agent: another agent is started that takes its settings, and with them its
// hooks, from somewhere else.
func (w *watch) agent(c *shell.Command, v *kb.View) (rule, say string) {
	if v.Name != "claude" && v.Name != "auggie" {
		return unasked(c)
	} else if len(v.Deeds) == 0 {
		return "", ""
	}
	for _, e := range c.Env {
		if !slices.Contains(settings, e.Name) {
			continue
		}
		if value, ok := e.Value.Known(); ok && e.Name == "HOME" && value == w.place.Home {
			continue
		}
		return "agent", "starts another agent with its settings, and so its hooks, from elsewhere: " + e.Name
	}
	return "", ""
}

// packages are the names under which package runners know agents.
var packages = []string{"claude-code", "codex", "gemini-cli", "qwen-code", "copilot", "opencode-ai", "opencode", "pi-coding-agent", "cline", "crush", "cursor-agent"}

// alone are options that switch an agent's hooks or questions off.
var alone = []string{"--dangerously-skip-permissions", "--allow-dangerously-skip-permissions", "--bare", "--setting-sources", "--dangerously-bypass-approvals-and-sandbox",
	"--dangerously-bypass-hook-trust", "--yolo", "-y", "--allow-all-tools", "--allow-all", "--no-extensions", "-ne", "--pure", "--hooks-dir", "--disable", "--force"}

// unasked: a package runner starts an agent that asks nobody.
func unasked(c *shell.Command) (rule, say string) {
	agent := false
	for _, word := range c.Argv[1:] {
		s, _ := word.Known()
		flag, _, _ := strings.Cut(s, "=")
		if agent && slices.Contains(alone, flag) {
			return "agent", "starts another agent that asks nobody: " + flag
		}
		if i := strings.LastIndexByte(s, '@'); i > 0 {
			s = s[:i]
		}
		agent = agent || slices.Contains(packages, path.Base(s)) && !strings.HasPrefix(s, "-")
	}
	return "", ""
}
