package crush

import (
	"time"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Registration says how Crush is told of the gate.
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".config/crush", ".local/share/crush"},
		Moved:  "XDG_CONFIG_HOME",
		Places: []settings.Place{
			{Level: settings.User, Path: ".config/crush/crush.json"},
			{Level: settings.Project, Path: "crush.json"},
			{Level: settings.Local, Path: ".crush.json"},
		},
		Edit: settings.JSON{Client: c.Name(), Hooks: c.hooks,
			Windows: "Crush has no /bin/sh to hand hooks to there, and a registration that was not tried may let calls run"},
		Canary: func(cwd string) any {
			return map[string]any{"event": "PreToolUse", "session_id": "", "cwd": cwd, "tool_name": "bash",
				"tool_input": map[string]any{"command": settings.CanaryCommand}}
		},
		Open: []string{
			"sub-agents run without hooks: only the call that starts one is seen",
			"a gate that is slower than its limit (" + settings.InWords(settings.ClientLimit) + ") lets the call run",
			"crush run approves everything that the gate does not refuse",
			"nothing tells the gate that a call has run, so that it learns nothing from a yes",
		},
	}
}

// hooks is the registration. The client's built-in shell does not come to the
// end of a command whose program is missing; the guard's shell does.
// There is no matcher: "*" would match nothing.
func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	command, err := settings.Guarded(o, c.Name(), hook.NoAnswer(c, o.Doctor()))
	limit := o.Limit(time.Second)
	return settings.Hooks{
		Unit:  time.Second,
		Flat:  true,
		Loose: true,
		Events: []settings.Event{{Name: "PreToolUse", Closed: true, Least: limit,
			Handler: []settings.Pair{{Name: "command", Value: command}, {Name: "timeout", Value: limit}}}},
	}, err
}
