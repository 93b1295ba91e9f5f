package claude

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// tool is what is known about one of Claude Code's tools.
type tool struct {
	action   sentinel.Action
	need     []string // text arguments that the tool cannot do without
	may      []string // text arguments that may be missing
	dialogue bool     // see hook.Event.Dialogue
}

// toolOf knows the tools of Claude Code by their exact names. A tool it
// does not know is ActionOther, which is asked about; so are the known ones
// that arrange for something to run later or elsewhere (CronCreate, Workflow)
// or that change the repository (EnterWorktree).
//
// ActionTask is work inside the client: it touches nothing by itself, and
// whatever it leads to comes back as a call of its own.
func toolOf(name string) tool {
	switch name {
	case "Bash", "PowerShell":
		return tool{action: sentinel.ActionShell, need: []string{"command"}}
	case "Read":
		return tool{action: sentinel.ActionRead, need: []string{"file_path"}}
	case "NotebookRead":
		return tool{action: sentinel.ActionRead, need: []string{"notebook_path"}}
	case "Write":
		return tool{action: sentinel.ActionWrite, need: []string{"file_path", "content"}}
	case "Edit":
		return tool{action: sentinel.ActionEdit, need: []string{"file_path", "old_string", "new_string"}}
	case "MultiEdit": // until version 2.0
		return tool{action: sentinel.ActionEdit, need: []string{"file_path"}}
	case "NotebookEdit":
		return tool{action: sentinel.ActionEdit, need: []string{"notebook_path"}, may: []string{"new_source"}}
	case "Glob":
		return tool{action: sentinel.ActionList, need: []string{"pattern"}, may: []string{"path"}}
	case "LS":
		return tool{action: sentinel.ActionList, may: []string{"path"}}
	case "Grep":
		return tool{action: sentinel.ActionSearch, need: []string{"pattern"}, may: []string{"path", "glob"}}
	case "WebFetch":
		return tool{action: sentinel.ActionFetch, need: []string{"url"}}
	case "WebSearch":
		return tool{action: sentinel.ActionFetch, need: []string{"query"}}
	case "AskUserQuestion", "EnterPlanMode", "ExitPlanMode":
		return tool{action: sentinel.ActionTask, dialogue: true}
	case "Agent", "Task", "SendMessage", "Skill", "SlashCommand", "ToolSearch",
		"TodoWrite", "TodoRead", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate",
		"TaskOutput", "TaskStop", "BashOutput", "KillShell", "KillBash",
		"CronList", "ListMcpResourcesTool":
		return tool{action: sentinel.ActionTask}
	}
	return tool{}
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
		ev.Server, ev.ServerTool = serverOf(call.Tool, server.Text("name", false))
		if f.Err == nil {
			f.Err = server.Err
		}
		return
	}
	tool := toolOf(call.Tool)
	if call.Tool == "Monitor" {
		tool = monitor(call.Arguments)
	}
	call.Action = tool.action
	ev.Dialogue = tool.dialogue
	if call.Action == sentinel.ActionShell {
		call.Shell = shellOf(call.Tool, env)
	}
	args := &hook.Fields{M: call.Arguments}
	for _, name := range tool.need {
		args.Text(name, true)
	}
	for _, name := range tool.may {
		args.Text(name, false)
	}
	if args.Err != nil {
		f.Fail("input of %s: %w", call.Tool, args.Err)
	}
}

// monitor sorts the tool that watches something: a second way to run a
// shell command, or a web socket, which is asked about (so is both at once).
func monitor(args map[string]any) tool {
	if f := (&hook.Fields{M: args}); f.Has("ws") {
		return tool{}
	}
	return tool{action: sentinel.ActionShell, need: []string{"command"}}
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

// serverOf takes the name mcp__SERVER__TOOL apart. A server's name may hold
// the separator; then only the event's own word for the server, spelled as tool
// names are spelled, tells where it ends.
func serverOf(tool, server string) (string, string) {
	rest := strings.TrimPrefix(tool, "mcp__")
	if server != "" {
		plain := strings.Map(func(r rune) rune {
			if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
				return r
			}
			return '_'
		}, server)
		if name, ok := strings.CutPrefix(rest, plain+"__"); ok {
			return server, name
		}
	}
	name, method, _ := strings.Cut(rest, "__")
	return name, method
}
