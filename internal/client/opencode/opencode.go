// Package opencode speaks to opencode, by way of the gate's own plugin.
//
// The plugin runs in opencode's process and starts "sentinel hook opencode" with
// one JSON object on standard input for each of these events:
//
//	{"hook_event_name": "tool.execute.before", "cwd": ctx.directory, "worktree": ctx.worktree,
//	 "tool": input.tool, "sessionID": input.sessionID, "callID": input.callID, "tool_input": output.args}
//	{"hook_event_name": "tool.execute.after", "cwd": ..., "worktree": ..., "tool": ..., "sessionID": ..., "callID": ...,
//	 "args": input.args, "tool_response": {"metadata": {"exit": output.metadata.exit}}}
//	{"hook_event_name": "event", "cwd": ..., "worktree": ..., "event": {"type": "session.created",
//	 "properties": {"sessionID": ...}}}
//
// Every event may also have "rootSessionID": the session at the top of the chain
// of parents (properties.info.parentID of session.created), so that a sub-agent
// shares what was allowed in the session that started it. Everything beside these
// members is ignored.
//
// The answer to tool.execute.before is one JSON object alone on standard output:
//
//	{"decision": "allow" | "deny" | "none", "reason": TEXT, "input": {...}}
//
// "allow": the call goes on, with "input" in the place of output.args if it is
// there, and if opencode then asks (permission.asked with the same callID), the
// plugin answers "once" in the person's place. "none": the call goes on and
// opencode asks as it likes. Everything else throws an Error with the reason, or
// with the text of standard error: "deny", no JSON, another word, an exit code
// that is not 0, no end within 25 seconds. There is no "ask": what would be asked
// is a "deny" that says how a person lets it through. The other events have no
// answer.
package opencode

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is opencode. Its protocol: https://opencode.ai/docs/plugins.
type Client struct{ hook.NoSettings }

const (
	evBefore = "tool.execute.before"
	evAfter  = "tool.execute.after"
	evEvent  = "event"
)

// Name is the word after "sentinel hook".
func (Client) Name() string { return "opencode" }

// Title is the product's name.
func (Client) Title() string { return "opencode" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "The plugin refuses the call when the gate crashes, is missing or is too slow (" + settings.InWords(settings.ClientLimit) + "). " +
		"opencode itself starts without the plugin, in silence, when it cannot load it."
}

// Decode reads one event.
func (Client) Decode(event []byte, _ hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	ev.Name = f.Name("hook_event_name", true)
	if ev.Kind, f.Err = kindOf(f, ev.Name); f.Err != nil || ev.Kind == hook.Other {
		return f.Close(ev)
	}
	session := f.Name("sessionID", false)
	if ev.Kind == hook.SessionStart {
		e := f.In("event", true)
		session = (&hook.Fields{M: e.Object("properties", true), Err: e.Err}).Name("sessionID", false)
		ev.Source = "startup"
	}
	if root := f.Name("rootSessionID", false); root != "" && root != session {
		ev.SubAgent, session = session, root
		if ev.Kind == hook.SessionStart {
			ev.Kind = hook.Other // a part of a session that runs already
			return f.Close(ev)
		}
	}
	ev.Call = sentinel.Call{Agent: hook.Agent("opencode", "", ev.SubAgent), Session: session, Cwd: f.Folder("cwd", true)}
	if tree := f.Text("worktree", false); tree != "/" && tree != "" {
		ev.Call.Project = f.Folder("worktree", false)
	}
	switch ev.Kind {
	case hook.PreTool:
		readCall(f, "tool_input", &ev)
	case hook.PostTool:
		readCall(f, "args", &ev)
	}
	return f.Close(ev)
}

func kindOf(f *hook.Fields, name string) (hook.Kind, error) {
	switch {
	case f.Err != nil || name == evBefore:
		return hook.PreTool, f.Err
	case name == evAfter:
		return hook.PostTool, nil
	case name == evEvent:
		if e, _ := f.M["event"].(map[string]any); e["type"] == "session.created" {
			return hook.SessionStart, nil
		}
		return hook.Other, nil
	}
	return hook.Known(name, nil, evBefore)
}

// readCall reads the tool call of an event. Tools of MCP servers are named
// SERVER_TOOL, which no prefix tells from a tool of another plugin.
func readCall(f *hook.Fields, member string, ev *hook.Event) {
	name := f.Name("tool", true)
	ev.Call.ID = f.Name("callID", false)
	args := f.Object(member, true)
	if f.Err != nil {
		return
	}
	tool := toolOf(name)
	if tool.Action == sentinel.ActionOther && strings.Contains(name, "_") {
		tool = hook.MCP()
		ev.Server, ev.ServerTool = hook.Server(name, "", "_", "")
	}
	f.ReadCall(ev, name, args, tool)
}

// toolOf knows the tools of opencode. What it does not know is asked about.
func toolOf(name string) hook.Tool {
	switch name {
	case "bash":
		return hook.Shell("command", "workdir")
	case "read":
		return hook.File(sentinel.ActionRead, "filePath")
	case "write":
		return hook.File(sentinel.ActionWrite, "filePath", "content")
	case "edit":
		return hook.File(sentinel.ActionEdit, "filePath", "oldString", "newString")
	case "multiedit":
		return hook.Tool{Action: sentinel.ActionEdit, Need: []string{"filePath"}, Lists: []string{"edits"}}
	case "patch", "apply_patch":
		return hook.Tool{Action: sentinel.ActionPatch, Need: []string{"patchText"}}
	case "list":
		return hook.Tool{Action: sentinel.ActionList, May: []string{"path"}}
	case "glob":
		return hook.Search(sentinel.ActionList, "pattern", "path")
	case "grep":
		return hook.Search(sentinel.ActionSearch, "pattern", "path", "include")
	case "webfetch":
		return hook.Fetch("url")
	case "websearch", "codesearch":
		return hook.Fetch("query")
	case "task", "todowrite", "todoread", "skill", "question", "plan_enter", "plan_exit", "invalid":
		return hook.Task()
	}
	return hook.Tool{}
}

// Encode gives the answer.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	t := a.Tell(hook.Ability{Input: true})
	return hook.Plain(t, "input")
}
