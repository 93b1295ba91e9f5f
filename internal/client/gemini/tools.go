package gemini

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// toolOf knows the tools of Gemini CLI. What it does not know is asked about; so
// are the known ones that write notes which later sessions obey (save_memory).
func toolOf(name string) hook.Tool {
	switch name {
	case "run_shell_command":
		return hook.Shell("command", "dir_path")
	case "read_file":
		return hook.File(sentinel.ActionRead, "file_path")
	case "read_many_files":
		return hook.Tool{Action: sentinel.ActionRead, Lists: []string{"include"}}
	case "write_file":
		return hook.File(sentinel.ActionWrite, "file_path", "content")
	case "replace":
		return hook.File(sentinel.ActionEdit, "file_path", "old_string", "new_string")
	case "list_directory":
		return hook.Tool{Action: sentinel.ActionList, May: []string{"dir_path"}}
	case "glob":
		return hook.Search(sentinel.ActionList, "pattern", "dir_path")
	case "grep_search", "search_file_content":
		return hook.Search(sentinel.ActionSearch, "pattern", "dir_path", "include_pattern")
	case "web_fetch":
		return hook.Fetch("prompt")
	case "google_web_search":
		return hook.Fetch("query")
	case "ask_user", "enter_plan_mode", "exit_plan_mode":
		return hook.Tool{Action: sentinel.ActionTask, Dialogue: true}
	case "invoke_agent", "activate_skill", "write_todos", "complete_task", "update_topic", "get_internal_docs", "list_mcp_resources",
		"tracker_add_dependency", "tracker_create_task", "tracker_get_task", "tracker_list_tasks", "tracker_update_task", "tracker_visualize":
		return hook.Task()
	}
	return hook.Tool{}
}

// readCall reads the tool call of an event.
func readCall(f *hook.Fields, ev *hook.Event) {
	name := f.Name("tool_name", true)
	args := f.Object("tool_input", true)
	mcp := f.In("mcp_context", false)
	server, method := mcp.Text("server_name", false), mcp.Text("tool_name", false)
	if f.Err = mcp.Err; f.Err != nil {
		return
	}
	tool := toolOf(name)
	if server != "" || strings.HasPrefix(name, "mcp_") && tool.Action == sentinel.ActionOther {
		tool = hook.MCP()
		if ev.Server, ev.ServerTool = hook.Server(name, "mcp_", "_", server); server != "" && method != "" {
			ev.Server, ev.ServerTool = server, method
		}
	}
	f.ReadCall(ev, name, args, tool)
	if ev.Call.Action == sentinel.ActionShell {
		ev.Call.Shell = hook.PosixShell(ev.Call.Cwd, "bash")
	}
	f.NameByInput(ev)
}
