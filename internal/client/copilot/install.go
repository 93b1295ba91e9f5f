package copilot

import (
	"time"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Registration says how GitHub Copilot CLI is told of the gate: by a file of its
// own in a folder whose files the client all reads.
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".copilot"},
		Moved:  "COPILOT_HOME",
		Places: []settings.Place{
			{Level: settings.User, Path: ".copilot/hooks/sentinel.json"},
			{Level: settings.Project, Path: ".github/hooks/sentinel.json"},
		},
		Edit: settings.JSON{Client: c.Name(), Hooks: c.hooks},
		Canary: func(cwd string) any {
			return map[string]any{"sessionId": "", "timestamp": 0, "cwd": cwd, "toolName": "bash",
				"toolArgs": map[string]any{"command": settings.CanaryCommand}}
		},
		CanaryEvent: "preToolUse",
		Open: []string{
			"a gate that is slower than its limit (" + settings.InWords(settings.ClientLimit) + ") lets the call run",
			"the .claude/settings.json of a trusted project is read, too: a gate that is registered there is called as well",
		},
	}
}

// hooks is the registration. The payload does not say which event it is, so that
// the command does. There is no matcher: "*" would match nothing.
func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	h := settings.Hooks{
		Unit: time.Second,
		Flat: true,
		Top:  []settings.Pair{{Name: "version", Value: 1}},
		Off:  []settings.Switch{{Path: []string{"disableAllHooks"}, Off: true}},
	}
	limit := o.Limit(time.Second)
	for _, name := range []string{"preToolUse", "postToolUse", "sessionStart", "sessionEnd"} {
		closed, later, err := o.Commands(c.Name()+" "+name, hook.NoAnswer(c, o.Doctor()))
		if err != nil {
			return h, err
		}
		e := settings.Event{Name: name, Closed: name == "preToolUse"}
		command := later
		if e.Closed {
			command, e.Least = closed, limit
		}
		e.Handler = []settings.Pair{{Name: "type", Value: "command"}, {Name: "bash", Value: command}}
		if o.OnWindows() { // any failure refuses, so that it needs no end
			e.Handler = append(e.Handler, settings.Pair{Name: "powershell", Value: "& " + later})
		}
		e.Handler = append(e.Handler, settings.Pair{Name: "timeoutSec", Value: limit})
		h.Events = append(h.Events, e)
	}
	return h, nil
}
