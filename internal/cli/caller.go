package cli

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/sentinelgate/sentinel/internal/cli/clients"
	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// caller tells which client really sends an event. Copilot and Cursor call what
// is registered in Claude Code's settings, too, with events of their own. What
// tells them apart stands at the top of the event, where no agent writes.
func (env Env) caller(c client.Client, event []byte) client.Client {
	cursor := bytes.Contains(event, []byte(`"cursor_version"`))
	copilot := env.Getenv("COPILOT_CLI") == "1"
	if c.Name() != "claude" || !cursor && !copilot {
		return c
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(event, &top) != nil {
		return c
	}
	has := func(name string) bool { _, ok := top[name]; return ok }
	name := c.Name()
	switch {
	case has("cursor_version"):
		name = "cursor"
	case copilot && has("hook_event_name") && !has("transcript_path") && !has("tool_use_id") && !has("permission_mode"):
		name = "copilot"
	}
	if other, err := client.Find(name); err == nil {
		return other
	}
	return c
}

// elsewhereAnswer is what a registration says whose client asks through another
// one, too: no opinion.
func elsewhereAnswer(c client.Client, event []byte) (out, errOut []byte, code int) {
	var e struct {
		Name string `json:"hook_event_name"`
	}
	a := hook.Answer{Kind: hook.Other, Verdict: hook.Abstain}
	if json.Unmarshal(event, &e) != nil || strings.EqualFold(e.Name, "preToolUse") || strings.HasPrefix(e.Name, "before") {
		a.Kind = hook.PreTool
	}
	return c.Encode(a)
}

// hookHelp is for a person who runs the hook by hand.
func hookHelp() error {
	return usage("register it: sentinel install CLIENT\nclients: "+clients.Names(),
		"`sentinel hook CLIENT [EVENT]` is run by a client for each tool call: it reads the event from standard input and answers in that client's form")
}
