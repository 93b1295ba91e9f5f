// Package windsurf speaks to Windsurf.
package windsurf

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// Client is Windsurf. Its protocol:
// https://docs.windsurf.com/windsurf/cascade/hooks. It is written from that
// documentation and was not run.
//
// What shapes this file: a hook can refuse by exit 2 with a reason on standard
// error, and say nothing else. Only commands tell their working folder; for the
// rest it is the hook's own, which is the workspace's. A path may be a folder.
type Client struct{ hook.NoSettings }

// Name is the word after "sentinel hook".
func (Client) Name() string { return "windsurf" }

// Title is the product's name.
func (Client) Title() string { return "Windsurf" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "Windsurf is documented to refuse the call when the registered command ends in exit 2, which a gate that crashes, is missing or " +
		"ends without an answer does as installed, and to run it after every other end. What a gate that is too slow comes to is not documented. This was not tried."
}

// Decode reads one event.
func (Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	ev.Name = f.Name("agent_action_name", true)
	verb, pre := strings.CutPrefix(ev.Name, "pre_")
	if !pre {
		after := false
		if verb, after = strings.CutPrefix(ev.Name, "post_"); f.Err == nil && after {
			ev.Kind = hook.PostTool
		} else if f.Err == nil {
			ev.Kind, f.Err = hook.Known(ev.Name, nil, "pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use")
			return f.Close(ev)
		}
	}
	if verb == "user_prompt" || verb == "cascade_response" || verb == "setup_worktree" {
		ev.Kind = hook.Other
		return f.Close(ev)
	}
	ev.Call = sentinel.Call{Agent: "windsurf", Session: f.Name("trajectory_id", false)}
	info := f.In("tool_info", true)
	if ev.Call.Cwd = info.Folder("cwd", false); ev.Call.Cwd == "" {
		ev.Call.Cwd = env.Cwd
	}
	if f.Err = info.Err; f.Err == nil && ev.Call.Cwd == "" {
		f.Fail("the working folder is not known")
	}
	if f.Err == nil {
		readCall(info, f, env, verb, &ev)
	}
	return f.Close(ev)
}

// readCall reads the call that an event is about.
func readCall(info, f *hook.Fields, env hook.Env, verb string, ev *hook.Event) {
	switch verb {
	case "run_command":
		f.ReadCall(ev, verb, info.M, hook.Shell("command_line"))
		ev.Call.Shell = hook.ShellOf(env.Var("SHELL"))
	case "write_code":
		f.ReadCall(ev, verb, info.M, hook.File(sentinel.ActionEdit, "file_path"))
	case "read_code":
		f.ReadCall(ev, verb, info.M, hook.File(sentinel.ActionRead, "file_path"))
	case "mcp_tool_use":
		ev.Server, ev.ServerTool = info.Name("mcp_server_name", true), info.Name("mcp_tool_name", true)
		args := info.Object("mcp_tool_arguments", false)
		if args == nil {
			args = map[string]any{}
		}
		if f.Err = info.Err; f.Err == nil {
			f.ReadCall(ev, "mcp__"+ev.Server+"__"+ev.ServerTool, args, hook.MCP())
		}
	default: // an action that nobody knows is asked about, which is a refusal here
		f.ReadCall(ev, verb, info.M, hook.MCP())
	}
	f.NameByInput(ev)
}

// Encode gives the answer.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	if t := a.Tell(hook.Ability{}); t.Verdict == hook.Deny {
		return t.Refused(nil)
	}
	return nil, nil, 0
}
