package opencode

import (
	_ "embed" // for plugin.ts

	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/client/settings/module"
)

//go:embed plugin.ts
var plugin string

// Registration says how opencode is told of the gate: by a plugin.
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".config/opencode", ".local/share/opencode"},
		Moved:  "XDG_CONFIG_HOME",
		Places: []settings.Place{
			{Level: settings.User, Path: ".config/opencode/plugin/sentinel.ts"},
			{Level: settings.Project, Path: ".opencode/plugin/sentinel.ts"},
		},
		Edit: module.Whole(c.Name(), plugin),
		Canary: func(cwd string) any {
			return map[string]any{"hook_event_name": "tool.execute.before", "cwd": cwd, "worktree": cwd, "tool": "bash", "sessionID": "",
				"callID": "", "tool_input": map[string]any{"command": settings.CanaryCommand}}
		},
		Open: []string{
			"a plugin that does not load is left out by the client, at most with a line in its log: a call that is refused shows that it has loaded",
			"the client waits for its package @opencode-ai/plugin before it loads plugins, and hangs where that cannot be fetched",
			"a question is a refusal: the client's own prompt may have been answered for good already",
		},
	}
}
