package copilot

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// toolOf knows the tools of Copilot CLI, in the other form by the names that the
// client gives them there. What it does not know is asked about; so is writing to
// a shell that runs (write_bash).
func toolOf(name string, args map[string]any) hook.Tool {
	path := "path"
	if _, ok := args["file_path"].(string); ok {
		path = "file_path"
	}
	switch name {
	case "bash", "Bash", "powershell":
		return hook.Shell("command")
	case "view", "Read":
		return hook.File(sentinel.ActionRead, path)
	case "create", "Write":
		return hook.File(sentinel.ActionWrite, path)
	case "edit", "Edit", "str_replace_editor":
		return hook.File(sentinel.ActionEdit, path)
	case "apply_patch":
		return hook.Tool{Action: sentinel.ActionPatch}
	case "grep", "rg", "Grep":
		return hook.Search(sentinel.ActionSearch, "pattern", "glob")
	case "glob", "Glob":
		return hook.Search(sentinel.ActionList, "pattern")
	case "web_fetch", "WebFetch", "fetch":
		return hook.Fetch("url")
	case "web_search", "WebSearch":
		return hook.Fetch("query")
	case "ask_user", "AskUserQuestion", "exit_plan_mode", "ExitPlanMode":
		return hook.Tool{Action: sentinel.ActionTask, Dialogue: true}
	case "task", "Task", "Agent", "read_agent", "list_agents", "read_bash", "stop_bash", "list_bash", "report_intent", "update_todo",
		"skill", "Skill", "fetch_copilot_cli_documentation", "task_complete":
		return hook.Task()
	}
	return hook.Tool{}
}

// readCall reads the tool call of an event.
func readCall(f *hook.Fields, m names, ev *hook.Event) {
	name := f.Name(m.of("toolName"), true)
	args := f.Object(m.of("toolArgs"), true)
	if f.Err != nil {
		return
	}
	tool := toolOf(name, args)
	if tool.Action == sentinel.ActionOther {
		for _, form := range [...]struct{ prefix, separator string }{{"mcp__", "__"}, {"", "/"}, {"", "-"}} {
			if strings.HasPrefix(name, form.prefix) && strings.Contains(name[len(form.prefix):], form.separator) {
				tool = hook.MCP()
				ev.Server, ev.ServerTool = hook.Server(name, form.prefix, form.separator, "")
				break
			}
		}
	}
	f.ReadCall(ev, name, args, tool)
	switch {
	case ev.Call.Action != sentinel.ActionShell:
	case name == "powershell":
		ev.Call.Shell = "powershell"
	default:
		ev.Call.Shell = "bash"
	}
	f.NameByInput(ev)
}
