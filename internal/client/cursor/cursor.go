// Package cursor speaks to Cursor.
package cursor

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// Client is Cursor. Its protocol: https://cursor.com/docs/hooks. It is written
// from that documentation and was not run.
//
// What shapes this file: one call can come as several events (preToolUse, and
// beforeShellExecution or the like); each is judged. An answer that is no JSON is
// reported to block, so every event gets JSON. An ask is documented but reported
// to be broken, so what would be asked is refused.
type Client struct{ hook.NoSettings }

// Name is the word after "sentinel hook".
func (Client) Name() string { return "cursor" }

// Title is the product's name.
func (Client) Title() string { return "Cursor" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "With failClosed, as installed, Cursor is documented to refuse the call when the gate crashes, is missing or is too slow. " +
		"This was not tried."
}

// Decode reads one event.
func (Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	ev.Name = f.Name("hook_event_name", true)
	if ev.Kind, f.Err = kindOf(ev.Name, f.Err); f.Err != nil || ev.Kind == hook.Other {
		return f.Close(ev)
	}
	ev.Call = sentinel.Call{Agent: "cursor", Session: f.Name("conversation_id", false), Cwd: f.Folder("cwd", false)}
	if roots, _ := f.M["workspace_roots"].([]any); len(roots) > 0 {
		first := &hook.Fields{M: map[string]any{"workspace_roots": roots[0]}, Err: f.Err}
		ev.Call.Project = first.Folder("workspace_roots", true)
		f.Err = first.Err
	}
	if ev.Call.Cwd == "" {
		ev.Call.Cwd = ev.Call.Project
	}
	if f.Err == nil && ev.Call.Cwd == "" {
		f.Fail("neither %q nor %q", "cwd", "workspace_roots")
	}
	if f.Err == nil {
		details(f, env, &ev)
	}
	return f.Close(ev)
}

func kindOf(name string, err error) (hook.Kind, error) {
	switch name {
	case "preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile":
		return hook.PreTool, err
	case "postToolUse", "afterShellExecution", "afterMCPExecution", "afterFileEdit":
		return hook.PostTool, err
	case "postToolUseFailure":
		return hook.PostToolFailed, err
	case "sessionStart":
		return hook.SessionStart, err
	case "sessionEnd":
		return hook.SessionEnd, err
	}
	return hook.Known(name, err, "preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile")
}

// details reads what is particular to the event.
func details(f *hook.Fields, env hook.Env, ev *hook.Event) {
	switch ev.Name {
	case "beforeShellExecution", "afterShellExecution":
		f.ReadCall(ev, "Shell", map[string]any{"command": f.Text("command", true)}, toolOf("Shell"))
	case "beforeMCPExecution", "afterMCPExecution":
		name := f.Name("tool_name", true)
		ev.ServerTool = name
		f.ReadCall(ev, "MCP:"+name, input(f), hook.MCP())
	case "beforeReadFile":
		args := map[string]any{"file_path": f.Text("file_path", true)}
		if more := attached(f); len(more) > 0 {
			args["paths"] = more
		}
		f.ReadCall(ev, "Read", args, toolOf("Read"))
	case "afterFileEdit":
		f.ReadCall(ev, "Edit", map[string]any{"file_path": f.Text("file_path", true)}, hook.File(sentinel.ActionEdit, "file_path"))
	case "preToolUse", "postToolUse", "postToolUseFailure":
		name := f.Name("tool_name", true)
		ev.Call.ID = f.Name("tool_use_id", false)
		tool := toolOf(name)
		if server, ok := strings.CutPrefix(name, "MCP:"); ok {
			tool, ev.ServerTool = hook.MCP(), server
		}
		f.ReadCall(ev, name, input(f), tool)
	}
	if ev.Call.Action == sentinel.ActionShell {
		ev.Call.Shell = hook.ShellOf(env.Var("SHELL"))
	}
}

// attached lists the files that come with another one. What is no file that can be
// told fails: it would be read unseen.
func attached(f *hook.Fields) []any {
	if !f.Has("attachments") {
		return nil
	}
	list, ok := f.M["attachments"].([]any)
	if !ok {
		f.Fail("field %q is no list", "attachments")
	}
	var out []any
	for _, x := range list {
		path, ok := x.(string)
		if m, _ := x.(map[string]any); m != nil {
			if path, ok = m["file_path"].(string); !ok {
				path, ok = m["filePath"].(string)
			}
		}
		if !ok || path == "" {
			f.Fail("field %q holds something else than files", "attachments")
			return nil
		}
		out = append(out, path)
	}
	return out
}

// input reads a call's input, which some events give as JSON in a text.
func input(f *hook.Fields) map[string]any {
	text, ok := f.M["tool_input"].(string)
	if !ok {
		return f.Object("tool_input", true)
	}
	if strings.TrimSpace(text) == "" {
		return map[string]any{}
	}
	m, err := strictjson.ObjectWithin([]byte(text), strictjson.Limits{Bytes: hook.MaxEvent, Members: 200_000})
	if err != nil {
		f.Fail("field %q: %w", "tool_input", err)
	}
	return m
}

// toolOf knows the tools of Cursor that are documented; their inputs are not, so
// that no argument is demanded. What it does not know is asked about.
func toolOf(name string) hook.Tool {
	switch name {
	case "Shell":
		return hook.Shell("command", "cwd", "working_directory")
	case "Read":
		return hook.Tool{Action: sentinel.ActionRead}
	case "Write":
		return hook.Tool{Action: sentinel.ActionWrite}
	case "Edit", "StrReplace":
		return hook.Tool{Action: sentinel.ActionEdit}
	case "Delete":
		return hook.Tool{Action: sentinel.ActionDelete}
	case "Grep":
		return hook.Tool{Action: sentinel.ActionSearch}
	case "Glob", "LS":
		return hook.Tool{Action: sentinel.ActionList}
	case "Task", "TodoWrite":
		return hook.Task()
	}
	return hook.Tool{}
}

// Encode gives the answer. Other events than those before a tool get an empty
// object.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	t := a.Tell(hook.Ability{Input: true})
	var o hook.Object
	switch {
	case a.Kind != hook.PreTool || t.Verdict == hook.Abstain:
		return o.Line(), nil, 0
	case t.Verdict == hook.Allow:
		o.Text("permission", []byte("allow"))
		if t.Input != nil {
			o.Raw("updated_input", t.Input)
		}
		return o.Line(), nil, 0
	}
	o.Text("permission", []byte("deny"))
	o.Text("user_message", t.Reason)
	o.Text("agent_message", t.Reason)
	return t.Refused(o.Line())
}
