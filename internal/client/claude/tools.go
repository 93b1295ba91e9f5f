package claude

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// toolOf knows the tools of Claude Code by their exact names. A tool it
// does not know is ActionOther, which is asked about; so are the known ones
// that arrange for something to run later or elsewhere (CronCreate, Workflow)
// or that change the repository (EnterWorktree).
//
// ActionTask is work inside the client: it touches nothing by itself, and
// whatever it leads to comes back as a call of its own.
func toolOf(name string) hook.Tool {
	switch name {
	case "Bash", "PowerShell":
		return hook.Tool{Action: sentinel.ActionShell, Need: []string{"command"}}
	case "Read":
		return hook.Tool{Action: sentinel.ActionRead, Need: []string{"file_path"}}
	case "NotebookRead":
		return hook.Tool{Action: sentinel.ActionRead, Need: []string{"notebook_path"}}
	case "Write":
		return hook.Tool{Action: sentinel.ActionWrite, Need: []string{"file_path", "content"}}
	case "Edit":
		return hook.Tool{Action: sentinel.ActionEdit, Need: []string{"file_path", "old_string", "new_string"}}
	case "MultiEdit": // until version 2.0
		return hook.Tool{Action: sentinel.ActionEdit, Need: []string{"file_path"}}
	case "NotebookEdit":
		return hook.Tool{Action: sentinel.ActionEdit, Need: []string{"notebook_path"}, May: []string{"new_source"}}
	case "Glob":
		return hook.Tool{Action: sentinel.ActionList, Need: []string{"pattern"}, May: []string{"path"}}
	case "LS":
		return hook.Tool{Action: sentinel.ActionList, May: []string{"path"}}
	case "Grep":
		return hook.Tool{Action: sentinel.ActionSearch, Need: []string{"pattern"}, May: []string{"path", "glob"}}
	case "WebFetch":
		return hook.Tool{Action: sentinel.ActionFetch, Need: []string{"url"}}
	case "WebSearch":
		return hook.Tool{Action: sentinel.ActionFetch, Need: []string{"query"}}
	case "AskUserQuestion", "EnterPlanMode", "ExitPlanMode":
		return hook.Tool{Action: sentinel.ActionTask, Dialogue: true}
	case "Agent", "Task", "SendMessage", "Skill", "SlashCommand", "ToolSearch",
		"TodoWrite", "TodoRead", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate",
		"TaskOutput", "TaskStop", "BashOutput", "KillShell", "KillBash",
		"CronList", "ListMcpResourcesTool":
		return hook.Tool{Action: sentinel.ActionTask}
	}
	return hook.Tool{}
}

// readCall reads the tool call of an event into ev.Call.
func readCall(f *hook.Fields, env hook.Env, ev *hook.Event) {
	call := &ev.Call
	call.Tool = f.Name("tool_name", true)
	call.ID = f.Name("tool_use_id", false)
	call.Arguments = f.Object("tool_input", true)
	if f.Err != nil {
		return
	}
	if strings.HasPrefix(call.Tool, "mcp__") {
		call.Action = sentinel.ActionMCP
		server := &hook.Fields{M: f.Object("mcp_server", false)}
		ev.Server, ev.ServerTool = hook.Server(call.Tool, "mcp__", "__", server.Text("name", false))
		if f.Err == nil {
			f.Err = server.Err
		}
		return
	}
	tool := toolOf(call.Tool)
	if call.Tool == "Monitor" {
		tool = monitor(call.Arguments)
	}
	if f.ReadCall(ev, call.Tool, call.Arguments, tool); call.Action == sentinel.ActionShell {
		call.Shell = shellOf(call.Tool, env)
	}
}

// monitor sorts the tool that watches something: a second way to run a
// shell command, or a web socket, which is asked about (so is both at once).
func monitor(args map[string]any) hook.Tool {
	if f := (&hook.Fields{M: args}); f.Has("ws") {
		return hook.Tool{}
	}
	return hook.Tool{Action: sentinel.ActionShell, Need: []string{"command"}}
}

// shellOf names the shell that runs a command. The client takes the shell
// of the person, told by the same variables, if it is bash or zsh; for any
// other the language stays unknown, and all readings count.
func shellOf(tool string, env hook.Env) string {
	if tool == "PowerShell" {
		return "powershell"
	}
	path := env.Var("CLAUDE_CODE_SHELL")
	if path == "" {
		path = env.Var("SHELL")
	}
	switch base := path[strings.LastIndexByte(path, '/')+1:]; base {
	case "bash", "zsh":
		return base
	}
	return ""
}
