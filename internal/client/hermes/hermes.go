// Package hermes speaks to Hermes Agent.
package hermes

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// Client is Hermes Agent. Its protocol:
// https://hermes-agent.nousresearch.com/docs/user-guide/features/hooks. It is
// written from that documentation and was not run.
//
// What shapes this file: a hook can refuse, by JSON or by exit 2, and cannot ask.
// The event tells a session and a working folder; a call's id stands in "extra".
type Client struct{ hook.NoSettings }

// Name is the word after "sentinel hook".
func (Client) Name() string { return "hermes" }

// Title is the product's name.
func (Client) Title() string { return "Hermes Agent" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "With fail_closed, Hermes Agent is documented to refuse the call when the gate crashes, is missing or is too slow; " +
		"without it such calls run, but for the command in docs/clients/hermes.md, which refuses them unless it is too slow. This was not tried."
}

// Decode reads one event.
func (Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	ev.Name = f.Name("hook_event_name", true)
	switch {
	case f.Err != nil, ev.Name == "pre_tool_call":
	case ev.Name == "post_tool_call":
		ev.Kind = hook.PostTool
	case ev.Name == "on_session_start":
		ev.Kind = hook.SessionStart
	case ev.Name == "on_session_end":
		ev.Kind = hook.SessionEnd
	default:
		ev.Kind, f.Err = hook.Known(ev.Name, nil, "pre_tool_call")
		return f.Close(ev)
	}
	ev.Call = sentinel.Call{Agent: "hermes", Session: f.Name("session_id", false), Cwd: f.Folder("cwd", false)}
	if ev.Call.Cwd == "" {
		ev.Call.Cwd = env.Cwd
	}
	if f.Err == nil && ev.Call.Cwd == "" {
		f.Fail("field %q is missing", "cwd")
	}
	if ev.Kind != hook.PreTool && ev.Kind != hook.PostTool || f.Err != nil {
		return f.Close(ev)
	}
	extra := f.In("extra", false)
	ev.Call.ID = extra.Name("tool_call_id", false)
	if f.Err = extra.Err; f.Err == nil {
		name := f.Name("tool_name", true)
		tool := toolOf(name)
		if strings.HasPrefix(name, "mcp_") {
			tool = hook.MCP()
			ev.Server, ev.ServerTool = hook.Server(name, "mcp_", "_", "")
		}
		f.ReadCall(&ev, name, f.Object("tool_input", true), tool)
	}
	return f.Close(ev)
}

// toolOf knows the tools of Hermes Agent that work on this machine. What it does
// not know is asked about, which is a refusal here; so are the tools that run
// code, drive a process or arrange for something to run later.
func toolOf(name string) hook.Tool {
	switch name {
	case "terminal":
		return hook.Shell("command", "workdir")
	case "read_file":
		return hook.File(sentinel.ActionRead, "path")
	case "write_file":
		return hook.File(sentinel.ActionWrite, "path", "content")
	case "patch": // an edit of one file, or a patch of many
		return hook.Tool{Action: sentinel.ActionPatch}
	case "search_files":
		return hook.Search(sentinel.ActionSearch, "pattern", "path", "file_glob")
	case "web_search":
		return hook.Fetch("query")
	case "web_extract":
		return hook.Tool{Action: sentinel.ActionFetch, Lists: []string{"urls"}}
	case "clarify":
		return hook.Tool{Action: sentinel.ActionTask, Dialogue: true}
	case "todo", "delegate_task", "skills_list", "skill_view", "session_search":
		return hook.Task()
	}
	return hook.Tool{}
}

// Encode gives the answer.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	t := a.Tell(hook.Ability{})
	if t.Verdict != hook.Deny {
		return nil, nil, 0
	}
	var o hook.Object
	o.Text("decision", []byte("block"))
	o.Text("reason", t.Reason)
	return t.Refused(o.Line())
}
