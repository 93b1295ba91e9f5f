package cursor

import (
	"time"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Registration says how Cursor is told of the gate
// (https://cursor.com/docs/hooks).
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".cursor"},
		Places: []settings.Place{
			{Level: settings.User, Path: ".cursor/hooks.json"},
			{Level: settings.Project, Path: ".cursor/hooks.json"},
			{Level: settings.Managed, Path: "/etc/cursor/hooks.json", System: "linux"},
			{Level: settings.Managed, Path: "/Library/Application Support/Cursor/hooks.json", System: "darwin"},
			{Level: settings.Managed, Path: `C:\ProgramData\Cursor\hooks.json`, System: "windows"},
		},
		Edit: settings.JSON{Client: c.Name(), Hooks: c.hooks,
			Windows: "which shell Cursor hands hooks to there is not documented, and a registration that was not tried may let calls run"},
		Canary: func(cwd string) any {
			return map[string]any{"conversation_id": "", "generation_id": "", "hook_event_name": "beforeShellExecution",
				"workspace_roots": []string{cwd}, "command": settings.CanaryCommand, "cwd": cwd}
		},
		Open: []string{
			"written from the documentation and not tried with the client itself",
			"a question is a refusal: the client's own prompt for hooks is reported as broken",
			"with third-party configurations on, the client reads Claude Code's settings as well and calls a gate that is registered there, too",
		},
	}
}

// hooks is the registration. The events before a shell command, a tool of an MCP
// server and a file that is read are there in versions that do not know
// preToolUse.
func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	before, later, err := o.Commands(c.Name(), hook.NoAnswer(c, o.Doctor()))
	limit := settings.Pair{Name: "timeout", Value: o.Limit(time.Second)}
	closed := []settings.Pair{{Name: "command", Value: before}, limit, {Name: "failClosed", Value: true}}
	open := []settings.Pair{{Name: "command", Value: later}, limit}
	return settings.Hooks{
		Unit: time.Second,
		Flat: true,
		Top:  []settings.Pair{{Name: "version", Value: 1}},
		Events: []settings.Event{
			{Name: "preToolUse", Handler: closed, Closed: true},
			{Name: "beforeShellExecution", Handler: closed, Closed: true},
			{Name: "beforeMCPExecution", Handler: closed, Closed: true},
			{Name: "beforeReadFile", Handler: closed, Closed: true},
			{Name: "postToolUse", Handler: open},
			{Name: "postToolUseFailure", Handler: open},
			{Name: "sessionStart", Handler: open},
			{Name: "sessionEnd", Handler: open},
		},
	}, err
}
