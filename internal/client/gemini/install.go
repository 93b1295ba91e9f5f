package gemini

import (
	"time"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Registration says how Gemini CLI is told of the gate
// (https://geminicli.com/docs/hooks/reference).
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".gemini"},
		Places: []settings.Place{
			{Level: settings.User, Path: ".gemini/settings.json"},
			{Level: settings.Project, Path: ".gemini/settings.json"},
			{Level: settings.Managed, Path: "/etc/gemini-cli/settings.json", System: "linux"},
			{Level: settings.Managed, Path: "/Library/Application Support/GeminiCli/settings.json", System: "darwin"},
			{Level: settings.Managed, Path: `C:\ProgramData\gemini-cli\settings.json`, System: "windows"},
		},
		Edit: settings.JSON{Client: c.Name(), Hooks: c.hooks,
			Windows: "Gemini CLI hands hooks to PowerShell there, and a registration that was not tried may let calls run"},
		Canary: func(cwd string) any {
			return map[string]any{
				"session_id": "", "cwd": cwd, "hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "transcript_path": "",
				"tool_input": map[string]any{"command": settings.CanaryCommand},
			}
		},
		Open: []string{
			"in a folder that is gone no hook starts, and the call goes on without one",
			"a gate that is killed together with its shell, or slower than its limit (" + settings.InWords(settings.ClientLimit) + "), lets the call run",
			"an allow does not spare the client's own prompt",
			"a question in a session without a person is a refusal: the client itself would wait for ever",
		},
	}
}

func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	before, later, err := o.Commands(c.Name(), hook.NoAnswer(c, o.Doctor()))
	limit := o.Limit(time.Millisecond)
	handler := func(command string) []settings.Pair {
		return []settings.Pair{{Name: "name", Value: "sentinel"}, {Name: "type", Value: "command"}, {Name: "command", Value: command},
			{Name: "timeout", Value: limit}}
	}
	return settings.Hooks{
		Unit: time.Millisecond,
		// Beside the events stand switches in some versions.
		Loose: true,
		Off: []settings.Switch{
			{Path: []string{"hooksConfig", "enabled"}}, {Path: []string{"hooksConfig", "disabled"}, Lists: "sentinel"},
			{Path: []string{"hooks", "enabled"}}, {Path: []string{"hooks", "disabled"}, Lists: "sentinel"},
			{Path: []string{"tools", "enableHooks"}},
		},
		Events: []settings.Event{
			{Name: evBefore, Matcher: "*", Handler: handler(before), Closed: true, Least: limit},
			{Name: evAfter, Matcher: "*", Handler: handler(later)},
			{Name: evStart, Handler: handler(later)},
			{Name: evEnd, Handler: handler(later)},
		},
	}, err
}
