// Package cline speaks to Cline, the command line and the editor's extension.
package cline

import (
	"encoding/json"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is Cline. Its protocol: https://docs.cline.bot/customization/hooks.
//
// What shapes this file: exit codes count for nothing, and a refusal ends the
// whole run, whose model never sees the reason. The client approves everything by
// itself and has no question that a hook could ask, so what would be asked is
// refused. One call may hold several commands, files or addresses. There is no
// working folder but the workspace's.
type Client struct{ hook.NoSettings }

// Name is the word after "sentinel hook".
func (Client) Name() string { return "cline" }

// Title is the product's name.
func (Client) Title() string { return "Cline" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "Cline refuses the call only when the hook's output says so, which the hook file does, as installed, when the gate crashes, " +
		"is missing or ends without an answer. It runs the call when the gate is too slow (" + settings.InWords(limit) + ") or the hook file is gone."
}

// Decode reads one event. The command line sends "tool_call" with the input as it
// is; the extension is documented to send "PreToolUse" with values as texts.
func (Client) Decode(event []byte, _ hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	ev.Name = f.Name("hookName", true)
	switch {
	case f.Err != nil:
	case f.Has("tool_call") || f.Has("preToolUse"):
		ev.Kind = hook.PreTool
	case f.Has("tool_result") || f.Has("postToolUse"):
		ev.Kind = hook.PostTool
	default:
		ev.Kind, f.Err = hook.Known(ev.Name, nil, "tool_call", "PreToolUse")
		return f.Close(ev)
	}
	common(f, &ev)
	switch {
	case f.Err != nil:
	case ev.Kind == hook.PreTool && f.Has("tool_call"):
		direct(f.In("tool_call", true), f, &ev)
	case ev.Kind == hook.PostTool && f.Has("tool_result"):
		direct(f.In("tool_result", true), f, &ev)
	case ev.Kind == hook.PreTool:
		texts(f.In("preToolUse", true), f, &ev)
	default:
		texts(f.In("postToolUse", true), f, &ev)
	}
	return f.Close(ev)
}

// common reads what every event has.
func common(f *hook.Fields, ev *hook.Event) {
	parent := f.Name("parent_agent_id", false)
	if id := f.Name("agent_id", false); parent != "" {
		ev.SubAgent = id
	}
	root := f.In("sessionContext", false)
	session := root.Name("rootSessionId", false)
	if session == "" {
		session = f.Name("taskId", false)
	}
	if f.Err == nil {
		f.Err = root.Err
	}
	ev.Call = sentinel.Call{Agent: hook.Agent("cline", "", ev.SubAgent), Session: session}
	roots, _ := f.M["workspaceRoots"].([]any)
	if len(roots) == 0 {
		f.Fail("field %q has no folder", "workspaceRoots")
		return
	}
	first := &hook.Fields{M: map[string]any{"workspaceRoots": roots[0]}}
	if ev.Call.Cwd = first.Folder("workspaceRoots", true); f.Err == nil {
		f.Err = first.Err
	}
}

// direct reads a call whose input is as the model wrote it.
func direct(call, f *hook.Fields, ev *hook.Event) {
	name := call.Name("name", true)
	ev.Call.ID = call.Name("id", false)
	args := call.Object("input", true)
	if f.Err = call.Err; f.Err == nil {
		f.ReadCall(ev, name, args, toolOf(name))
	}
}

// texts reads a call whose values are texts: those of lists and objects are JSON.
func texts(call, f *hook.Fields, ev *hook.Event) {
	name := call.Name("toolName", true)
	given := call.Object("parameters", true)
	if f.Err = call.Err; f.Err != nil {
		return
	}
	tool := toolOf(name)
	args := make(map[string]any, len(given))
	for k, v := range given {
		args[k] = v
	}
	for _, n := range tool.Lists {
		text, ok := args[n].(string)
		if !ok {
			continue
		}
		var list []any
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			f.Fail("input of %s: field %q is no list: %w", name, n, err)
			return
		}
		args[n] = list
	}
	f.ReadCall(ev, name, args, tool)
	f.NameByInput(ev)
}

// toolOf knows the tools of Cline's command line and those of the extension.
// What it does not know is asked about; so are the team_ tools.
func toolOf(name string) hook.Tool {
	switch name {
	case "run_commands":
		return hook.Tool{Action: sentinel.ActionShell, Lists: []string{"commands"}}
	case "execute_command":
		return hook.Shell("command")
	case "read_files":
		return hook.Tool{Action: sentinel.ActionRead, Lists: []string{"files"}}
	case "read_file":
		return hook.File(sentinel.ActionRead, "path")
	case "editor":
		return hook.Tool{Action: sentinel.ActionEdit, Need: []string{"path"}, May: []string{"old_text", "new_text"}}
	case "write_to_file":
		return hook.File(sentinel.ActionWrite, "path", "content")
	case "replace_in_file":
		return hook.File(sentinel.ActionEdit, "path", "diff")
	case "list_files", "list_code_definition_names":
		return hook.File(sentinel.ActionList, "path")
	case "search_codebase":
		return hook.Tool{Action: sentinel.ActionSearch, Lists: []string{"queries"}}
	case "search_files":
		return hook.Search(sentinel.ActionSearch, "regex", "path", "file_pattern")
	case "fetch_web_content":
		return hook.Tool{Action: sentinel.ActionFetch, Lists: []string{"requests"}}
	case "web_fetch":
		return hook.Fetch("url")
	case "web_search":
		return hook.Fetch("query")
	case "use_mcp_tool", "access_mcp_resource":
		return hook.MCP()
	case "ask_followup_question", "plan_mode_respond", "act_mode_respond":
		return hook.Tool{Action: sentinel.ActionTask, Dialogue: true}
	case "spawn_agent", "attempt_completion", "new_task", "condense", "focus_chain", "use_skill", "skills":
		return hook.Task()
	}
	if strings.Contains(name, "__") {
		return hook.MCP()
	}
	return hook.Tool{}
}

// Encode gives the answer.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	t := a.Tell(hook.Ability{Input: true})
	var o hook.Object
	switch {
	case t.Verdict == hook.Abstain, t.Verdict == hook.Allow && t.Input == nil:
		return nil, nil, 0
	case t.Verdict == hook.Allow:
		o.Raw("overrideInput", t.Input)
		return o.Line(), nil, 0
	}
	o.Raw("cancel", []byte("true"))
	o.Text("errorMessage", t.Reason)
	return t.Refused(o.Line())
}
