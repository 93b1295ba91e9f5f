package hookproc

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
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

// askedTwice tells whether a client that calls another one's registration calls
// the gate through its own as well, which then answers. In doubt the gate is
// asked twice.
func (env Env) askedTwice(c client.Client) bool {
	g := c.Registration()
	if g.Moved != "" && env.Getenv(g.Moved) != "" {
		return false
	}
	o := settings.Options{Binary: env.Binary, Home: env.Home, Exists: settings.IsFile, Beside: func(path string) (was, will []byte) {
		near, _ := settings.ReadFile(settings.File{Path: path, Links: true})
		return near, near
	}}
	for _, f := range g.Files(env.Home, env.Cwd, settings.User) {
		data, err := settings.ReadFile(f)
		if err != nil || data == nil {
			continue
		}
		s, err := g.Edit.Status(f, data, o)
		if err == nil && s.Registered && s.Complete && s.FailClosed && !s.Disabled && !s.Missing {
			return true
		}
	}
	return false
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
