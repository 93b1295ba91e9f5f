package claude

import (
	"time"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Registration says how Claude Code is told of the gate
// (https://code.claude.com/docs/en/settings).
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".claude", ".claude.json"},
		Moved:  "CLAUDE_CONFIG_DIR",
		Places: []settings.Place{
			{Level: settings.User, Path: ".claude/settings.json"},
			{Level: settings.Project, Path: ".claude/settings.json"},
			{Level: settings.Local, Path: ".claude/settings.local.json"},
			{Level: settings.Managed, Path: "/etc/claude-code/managed-settings.json", System: "linux"},
			{Level: settings.Managed, Path: "/Library/Application Support/ClaudeCode/managed-settings.json", System: "darwin"},
			{Level: settings.Managed, Path: `C:\Program Files\ClaudeCode\managed-settings.json`, System: "windows"},
		},
		Edit: settings.JSON{Client: c.Name(), Hooks: c.hooks},
		Canary: func(cwd string) any {
			return map[string]any{
				"session_id": "", "cwd": cwd, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "",
				"tool_input": map[string]any{"command": settings.CanaryCommand}, "permission_mode": "default", "transcript_path": "",
			}
		},
		Open: []string{
			"files named with @ in a prompt and commands typed with ! reach no hook",
			"an edit of the settings switches the gate off at once, unless it is registered at the managed level",
		},
	}
}

// hooks is the registration itself. Before a tool, a crash must refuse: the
// guard sees to that, and onFailure blocks on top of it where the client knows
// it, above all where the gate is too slow. After a tool there is
// nothing to refuse.
func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	before, later, err := o.Commands(c.Name(), hook.NoAnswer(c, o.Doctor()))
	if err != nil {
		return settings.Hooks{}, err
	}
	handler := func(command string) []settings.Pair {
		return []settings.Pair{{Name: "type", Value: "command"}, {Name: "command", Value: command},
			{Name: "timeout", Value: o.Limit(time.Second)}}
	}
	closed := append(handler(before), settings.Pair{Name: "onFailure", Value: "block"})
	return settings.Hooks{
		Unit: time.Second,
		Off:  []settings.Switch{{Path: []string{"disableAllHooks"}, Off: true}},
		Events: []settings.Event{
			{Name: evPre, Matcher: "*", Handler: closed, Closed: true},
			{Name: evPost, Matcher: "*", Handler: handler(later)},
			{Name: evFailed, Matcher: "*", Handler: handler(later)},
			{Name: evStart, Handler: handler(later)},
			{Name: evEnd, Handler: handler(later)},
		},
	}, nil
}
