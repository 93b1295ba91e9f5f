package pi

import (
	_ "embed" // for extension.ts

	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/client/settings/module"
)

//go:embed extension.ts
var extension string

// Registration says how pi is told of the gate: by an extension.
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".pi"},
		Moved:  "PI_CODING_AGENT_DIR",
		Places: []settings.Place{
			{Level: settings.User, Path: ".pi/agent/extensions/sentinel.ts"},
			{Level: settings.Project, Path: ".pi/extensions/sentinel.ts"},
		},
		Edit: module.Whole(c.Name(), extension),
		Canary: func(cwd string) any {
			return map[string]any{"hook_event_name": "tool_call", "cwd": cwd, "has_ui": false, "session_id": "", "tool_name": "bash",
				"tool_call_id": "", "tool_input": map[string]any{"command": settings.CanaryCommand}}
		},
		Open: []string{
			"commands that a person types with ! reach no hook",
			"the client has no prompts of its own: what the gate lets through runs",
		},
	}
}
