package qwen

import (
	"time"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Registration says how Qwen Code is told of the gate.
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".qwen"},
		Places: []settings.Place{
			{Level: settings.User, Path: ".qwen/settings.json"},
			{Level: settings.Project, Path: ".qwen/settings.json"},
			{Level: settings.Managed, Path: "/etc/qwen-code/settings.json", System: "linux"},
			{Level: settings.Managed, Path: "/Library/Application Support/QwenCode/settings.json", System: "darwin"},
			{Level: settings.Managed, Path: `C:\ProgramData\qwen-code\settings.json`, System: "windows"},
		},
		Edit: settings.JSON{Client: c.Name(), Hooks: c.hooks,
			Windows: "Qwen Code hands hooks to cmd, PowerShell or Git Bash there, as it was started, and a registration that was not tried may let calls run"},
		Canary: func(cwd string) any {
			return map[string]any{
				"session_id": "", "cwd": cwd, "hook_event_name": "PreToolUse", "tool_name": "run_shell_command", "tool_use_id": "",
				"tool_input": map[string]any{"command": settings.CanaryCommand}, "permission_mode": "default", "transcript_path": "",
			}
		},
		Open: []string{
			"in a folder that is gone no hook starts, and the call goes on without one",
			"a gate that is killed together with its shell, or slower than its limit (" + settings.InWords(settings.ClientLimit) + "), lets the call run",
			"the client's own prompt comes before the gate's",
		},
		Next: "The client reads its settings at its start only.",
	}
}

// hooks is the registration. The limit is written in milliseconds: the client
// takes numbers of a thousand and more for those, and smaller ones for seconds.
func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	before, later, err := o.Commands(c.Name(), hook.NoAnswer(c, o.Doctor()))
	limit := max(1000, o.Limit(time.Millisecond))
	handler := func(command string) []settings.Pair {
		return []settings.Pair{{Name: "name", Value: "sentinel"}, {Name: "type", Value: "command"}, {Name: "command", Value: command},
			{Name: "timeout", Value: limit}}
	}
	return settings.Hooks{
		Unit:  time.Millisecond,
		Loose: true,
		Off: []settings.Switch{
			{Path: []string{"disableAllHooks"}, Off: true},
			{Path: []string{"hooksConfig", "enabled"}}, {Path: []string{"hooksConfig", "disabled"}, Lists: "sentinel"},
			{Path: []string{"hooks", "enabled"}}, {Path: []string{"hooks", "disabled"}, Lists: "sentinel"},
		},
		Events: []settings.Event{
			{Name: evPre, Matcher: "*", Handler: handler(before), Closed: true, Least: limit},
			{Name: evPost, Matcher: "*", Handler: handler(later)},
			{Name: evFailed, Matcher: "*", Handler: handler(later)},
			// Spares the person a question about what the gate lets through.
			{Name: evPermission, Matcher: "*", Handler: handler(later)},
			{Name: evStart, Handler: handler(later)},
			{Name: evEnd, Handler: handler(later)},
		},
	}, err
}
