package windsurf

import (
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Registration says how Windsurf is told of the gate
// (https://docs.windsurf.com/windsurf/cascade/hooks).
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".codeium/windsurf"},
		Places: []settings.Place{
			{Level: settings.User, Path: ".codeium/windsurf/hooks.json"},
			{Level: settings.Project, Path: ".windsurf/hooks.json"},
			{Level: settings.Managed, Path: "/etc/windsurf/hooks.json", System: "linux"},
			{Level: settings.Managed, Path: "/Library/Application Support/Windsurf/hooks.json", System: "darwin"},
			{Level: settings.Managed, Path: `C:\ProgramData\Windsurf\hooks.json`, System: "windows"},
		},
		Edit: settings.JSON{Client: c.Name(), Hooks: c.hooks,
			Windows: "which shell Windsurf hands hooks to there is not documented, and a registration that was not tried may let calls run"},
		Canary: func(cwd string) any {
			return map[string]any{"agent_action_name": "pre_run_command", "trajectory_id": "", "execution_id": "",
				"tool_info": map[string]any{"command_line": settings.CanaryCommand, "cwd": cwd}}
		},
		Open: []string{
			"written from the documentation and not tried with the client itself",
			"a question is a refusal: hooks of this client cannot ask",
			"what the client makes of a hook that is slow is not documented",
		},
	}
}

func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	before, later, err := o.Commands(c.Name(), hook.NoAnswer(c, o.Doctor()))
	h := settings.Hooks{Flat: true}
	for _, name := range []string{"pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"} {
		h.Events = append(h.Events, settings.Event{Name: name, Closed: true, Handler: []settings.Pair{{Name: "command", Value: before}}})
	}
	for _, name := range []string{"post_run_command", "post_write_code", "post_read_code", "post_mcp_tool_use"} {
		h.Events = append(h.Events, settings.Event{Name: name, Handler: []settings.Pair{{Name: "command", Value: later}}})
	}
	return h, err
}
