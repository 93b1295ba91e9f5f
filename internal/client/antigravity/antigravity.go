// Package antigravity speaks to Antigravity CLI.
package antigravity

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// Client is Antigravity CLI. It is written from what others report of its
// protocol (https://github.com/google-antigravity/antigravity-cli/issues/1059)
// and was not run.
//
// What shapes this file: an event does not tell its name, which is the registered
// command's argument; one without it must be answered. Arguments are named
// CommandLine, TargetFile and so on; the call has them under the names that
// clients commonly use. An ask is reported to reach a person, but nothing tells
// whether one is there, so what would be asked is refused.
type Client struct{ hook.NoSettings }

// Name is the word after "sentinel hook".
func (Client) Name() string { return "antigravity" }

// Title is the product's name.
func (Client) Title() string { return "Antigravity CLI" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "What Antigravity CLI does when the gate crashes, is missing or is too slow is not documented. This was not tried."
}

// Decode reads one event.
func (Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	if ev.Name = f.Name("hookEventName", false); ev.Name == "" {
		ev.Name = env.Event
	}
	switch ev.Name {
	case "", "PreToolUse":
	case "PostToolUse":
		ev.Kind = hook.PostTool
	default:
		ev.Kind, f.Err = hook.Known(ev.Name, f.Err, "PreToolUse")
		return f.Close(ev)
	}
	if ev.Kind == hook.PostTool && !f.Has("toolCall") {
		ev.Kind = hook.Other
		return f.Close(ev)
	}
	ev.Call = sentinel.Call{Agent: "antigravity", Session: f.Name("conversationId", false), Cwd: env.Cwd}
	if roots, _ := f.M["workspacePaths"].([]any); len(roots) > 0 {
		first := &hook.Fields{M: map[string]any{"workspacePaths": roots[0]}, Err: f.Err}
		ev.Call.Cwd = first.Folder("workspacePaths", true)
		f.Err = first.Err
	}
	if f.Err == nil && ev.Call.Cwd == "" {
		f.Fail("field %q has no folder", "workspacePaths")
	}
	call := f.In("toolCall", true)
	name, args := call.Name("name", true), call.Object("args", true)
	if f.Err = call.Err; f.Err == nil {
		args = common(args)
		tool := toolOf(name)
		if strings.HasPrefix(name, "mcp_") {
			tool = hook.MCP()
			ev.Server, ev.ServerTool = hook.Server(name, "mcp_", "_", "")
		}
		f.ReadCall(&ev, name, args, tool)
		f.NameByInput(&ev)
	}
	return f.Close(ev)
}

// common gives the arguments by the names that clients commonly use. Two that
// mean the same keep both values, so that nothing hides behind the other.
func common(args map[string]any) map[string]any {
	out := make(map[string]any, len(args))
	for k, v := range args {
		name := k
		switch k {
		case "CommandLine":
			name = "command"
		case "Cwd":
			name = "cwd"
		case "AbsolutePath", "TargetFile", "File":
			name = "file_path"
		case "DirectoryPath", "SearchDirectory", "SearchPath":
			name = "path"
		case "CodeContent", "ReplacementContent":
			name = "content"
		case "Pattern":
			name = "pattern"
		case "Query":
			name = "query"
		case "Url":
			name = "url"
		case "Blocking":
			name = "blocking"
		case "SafeToAutoRun":
			name = "safe_to_auto_run"
		case "WaitMsBeforeAsync":
			name = "delay"
		}
		if _, twice := out[name]; twice || name != k && args[name] != nil {
			name = k
		}
		out[name] = v
	}
	return out
}

// toolOf knows the tools of Antigravity. What it does not know is asked about,
// which is a refusal here; so are those that write to a running command.
func toolOf(name string) hook.Tool {
	switch name {
	case "run_command":
		return hook.Shell("command", "cwd")
	case "view_file", "view_file_outline", "view_code_item":
		return hook.File(sentinel.ActionRead, "file_path")
	case "write_to_file":
		return hook.File(sentinel.ActionWrite, "file_path")
	case "edit_file", "replace_file_content", "multi_replace_file_content":
		return hook.File(sentinel.ActionEdit, "file_path")
	case "list_dir":
		return hook.File(sentinel.ActionList, "path")
	case "find_by_name":
		return hook.Tool{Action: sentinel.ActionList, May: []string{"path", "pattern"}}
	case "grep_search", "codebase_search":
		return hook.Tool{Action: sentinel.ActionSearch, May: []string{"path", "query"}}
	case "read_url_content":
		return hook.Fetch("url")
	case "search_web":
		return hook.Fetch("query")
	case "command_status", "task_boundary", "notify_user":
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
	var o hook.Object
	switch t.Verdict {
	case hook.Abstain:
		return nil, nil, 0
	case hook.Allow:
		o.Text("decision", []byte("allow"))
		return o.Line(), nil, 0
	}
	o.Text("decision", []byte("deny"))
	o.Text("reason", t.Reason)
	return t.Refused(o.Line())
}
