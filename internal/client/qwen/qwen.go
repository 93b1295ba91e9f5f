// Package qwen speaks to Qwen Code.
package qwen

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is Qwen Code. Its protocol:
// https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/hooks.md.
//
// What shapes this file: its own prompt comes before PreToolUse and has an event
// of its own, PermissionRequest. What the gate allows is approved there, so that
// nobody is asked; what the gate asks about is left to that prompt and asked once
// more by the gate, in words of its own. Another input is not taken.
type Client struct{ hook.NoSettings }

const (
	evPre        = "PreToolUse"
	evPost       = "PostToolUse"
	evFailed     = "PostToolUseFailure"
	evPermission = "PermissionRequest"
	evStart      = "SessionStart"
	evEnd        = "SessionEnd"
)

// Name is the word after "sentinel hook".
func (Client) Name() string { return "qwen" }

// Title is the product's name.
func (Client) Title() string { return "Qwen Code" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "Qwen Code refuses the call when the gate crashes, is missing or ends without an answer, as installed. It runs the call when the " +
		"gate is too slow (" + settings.InWords(settings.ClientLimit) + ") or killed together with its shell."
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
	ev.Mode = f.Name("permission_mode", false)
	ev.SubAgent = f.Name("agent_id", false)
	ev.Call = sentinel.Call{
		Agent:    hook.Agent("qwen", f.Name("agent_type", false), ev.SubAgent),
		Session:  f.Name("session_id", false),
		Cwd:      f.Folder("cwd", true),
		Attended: ev.Kind == hook.Permission || attended(env),
	}
	switch ev.Kind {
	case hook.SessionStart:
		ev.Source = f.Name("source", false)
	case hook.SessionEnd:
		ev.Source = f.Name("reason", false)
	case hook.PostToolFailed:
		ev.Error = f.Text("error", false)
		ev.Interrupted = f.Flag("is_interrupt")
		readCall(f, &ev)
	default:
		readCall(f, &ev)
	}
	return f.Close(ev)
}

func kindOf(name string, err error) (hook.Kind, error) {
	switch name {
	case evPre:
		return hook.PreTool, err
	case evPost:
		return hook.PostTool, err
	case evFailed:
		return hook.PostToolFailed, err
	case evPermission:
		return hook.Permission, err
	case evStart:
		return hook.SessionStart, err
	case evEnd:
		return hook.SessionEnd, err
	}
	return hook.Known(name, err, evPre)
}

// attended tells whether a person can see a prompt. A wrong yes is harmless with
// this client, which refuses what nobody can answer.
func attended(env hook.Env) bool {
	p := env.Process("qwen")
	if p.Args == nil {
		return true // nothing can be told
	}
	return p.Terminal && !slices.ContainsFunc(p.Args, func(a string) bool {
		return a == "-p" || a == "--prompt" || strings.HasPrefix(a, "--prompt=")
	})
}

// readCall reads the tool call of an event.
func readCall(f *hook.Fields, ev *hook.Event) {
	name := f.Name("tool_name", true)
	ev.Call.ID = f.Name("tool_use_id", false)
	args := f.Object("tool_input", true)
	if f.Err != nil {
		return
	}
	tool := toolOf(name)
	if strings.HasPrefix(name, "mcp__") {
		tool = hook.MCP()
		ev.Server, ev.ServerTool = hook.Server(name, "mcp__", "__", "")
	}
	f.ReadCall(ev, name, args, tool)
	if ev.Call.Action == sentinel.ActionShell {
		ev.Call.Shell = hook.PosixShell(ev.Call.Cwd, "bash")
	}
}

// toolOf knows the tools of Qwen Code. What it does not know is asked about; so
// are the known ones that arrange for something to run later or that write notes
// which later sessions obey.
func toolOf(name string) hook.Tool {
	switch name {
	case "run_shell_command":
		return hook.Shell("command", "directory")
	case "monitor":
		return hook.Shell("command")
	case "read_file":
		return hook.File(sentinel.ActionRead, "file_path")
	case "write_file":
		return hook.File(sentinel.ActionWrite, "file_path", "content")
	case "edit":
		return hook.File(sentinel.ActionEdit, "file_path", "old_string", "new_string")
	case "notebook_edit":
		return hook.File(sentinel.ActionEdit, "notebook_path")
	case "list_directory":
		return hook.Tool{Action: sentinel.ActionList, May: []string{"path"}}
	case "glob":
		return hook.Search(sentinel.ActionList, "pattern", "path")
	case "grep_search":
		return hook.Search(sentinel.ActionSearch, "pattern", "path", "glob")
	case "web_fetch":
		return hook.Fetch("url")
	case "web_search":
		return hook.Fetch("query")
	case "ask_user_question", "enter_plan_mode", "exit_plan_mode":
		return hook.Tool{Action: sentinel.ActionTask, Dialogue: true}
	case "agent", "skill", "todo_write", "tool_search", "list_agents", "task_stop", "task_create", "task_update", "task_list", "send_message",
		"cron_list", "structured_output", "report_findings", "get_goal", "update_goal":
		return hook.Task()
	}
	return hook.Tool{}
}

// Encode gives the answer to a PreToolUse or a PermissionRequest event; all
// other events get silence.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	switch a.Kind {
	case hook.Permission:
		return hook.Behaviour(a, evPermission)
	case hook.PreTool:
	default:
		return nil, nil, 0
	}
	t := a.Tell(hook.Ability{Ask: true})
	switch t.Verdict {
	case hook.Abstain:
		return nil, nil, 0
	case hook.Allow:
		return hook.Specific(evPre, "allow", t), nil, 0
	case hook.Ask:
		return hook.Specific(evPre, "ask", t), nil, 0
	}
	return t.Refused(hook.Specific(evPre, "deny", t))
}
