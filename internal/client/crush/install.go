package crush

import (
	"time"

	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// timeout is the limit that is registered. The client lets a call run whose hook
// is slower, so it lies far above the gate's own.
const timeout = time.Minute

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
		Edit: settings.JSON{Client: c.Name(), Hooks: c.hooks},
		Canary: func(cwd string) any {
			return map[string]any{"event": "PreToolUse", "session_id": "", "cwd": cwd, "tool_name": "bash",
				"tool_input": map[string]any{"command": settings.CanaryCommand}}
		},
		Open: []string{
			"sub-agents run without hooks: only the call that starts one is seen",
			"a gate that is slower than its limit of a minute lets the call run",
			"crush run approves everything that the gate does not refuse",
			"nothing tells the gate that a call has run, so that it learns nothing from a yes",
		},
	}
}

// hooks is the registration. The client's built-in shell does not come to the
// end of a command whose program is missing, so that another shell runs it.
// There is no matcher: "*" would match nothing.
func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	command, err := settings.Command(o, c.Name(), true)
	if err == nil {
		command, err = settings.InShell(command)
	}
	limit := o.Limit(timeout, time.Second)
	return settings.Hooks{
		Flat:  true,
		Loose: true,
		Events: []settings.Event{{Name: "PreToolUse", Closed: true, Least: limit,
			Handler: []settings.Pair{{Name: "command", Value: command}, {Name: "timeout", Value: limit}}}},
	}, err
}
