package client

import (
	"strings"

	"github.com/sentinelgate/sentinel"
)

// claudeTool is what is known about one of Claude Code's tools.
type claudeTool struct {
	action   sentinel.Action
	need     []string // text arguments that the tool cannot do without
	may      []string // text arguments that may be missing
	dialogue bool     // see Event.Dialogue
}

// claudeToolOf knows the tools of Claude Code by their exact names. A tool it
// does not know is ActionOther, which is asked about; so are the known ones
// that arrange for something to run later or elsewhere (CronCreate, Workflow)
// or that change the repository (EnterWorktree).
//
// ActionTask is work inside the client: it touches nothing by itself, and
// whatever it leads to comes back as a call of its own.
func claudeToolOf(name string) claudeTool {
	switch name {
	case "Bash", "PowerShell":
		return claudeTool{action: sentinel.ActionShell, need: []string{"command"}}
	case "Read":
		return claudeTool{action: sentinel.ActionRead, need: []string{"file_path"}}
	case "NotebookRead":
		return claudeTool{action: sentinel.ActionRead, need: []string{"notebook_path"}}
	case "Write":
		return claudeTool{action: sentinel.ActionWrite, need: []string{"file_path", "content"}}
	case "Edit":
		return claudeTool{action: sentinel.ActionEdit, need: []string{"file_path", "old_string", "new_string"}}
	case "MultiEdit": // until version 2.0
		return claudeTool{action: sentinel.ActionEdit, need: []string{"file_path"}}
	case "NotebookEdit":
		return claudeTool{action: sentinel.ActionEdit, need: []string{"notebook_path"}, may: []string{"new_source"}}
	case "Glob":
		return claudeTool{action: sentinel.ActionList, need: []string{"pattern"}, may: []string{"path"}}
	case "LS":
		return claudeTool{action: sentinel.ActionList, may: []string{"path"}}
	case "Grep":
		return claudeTool{action: sentinel.ActionSearch, need: []string{"pattern"}, may: []string{"path", "glob"}}
	case "WebFetch":
		return claudeTool{action: sentinel.ActionFetch, need: []string{"url"}}
	case "WebSearch":
		return claudeTool{action: sentinel.ActionFetch, need: []string{"query"}}
	case "AskUserQuestion", "EnterPlanMode", "ExitPlanMode":
		return claudeTool{action: sentinel.ActionTask, dialogue: true}
	case "Agent", "Task", "SendMessage", "Skill", "SlashCommand", "ToolSearch",
		"TodoWrite", "TodoRead", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate",
		"TaskOutput", "TaskStop", "BashOutput", "KillShell", "KillBash",
		"CronList", "ListMcpResourcesTool":
		return claudeTool{action: sentinel.ActionTask}
	}
	return claudeTool{}
}

// claudeCall reads the tool call of an event into ev.Call.
func claudeCall(f *fields, env Env, ev *Event) {
	call := &ev.Call
	call.Tool = f.name("tool_name", true)
	call.ID = f.name("tool_use_id", false)
	call.Arguments = f.object("tool_input", true)
	if f.err != nil {
		return
	}
	if strings.HasPrefix(call.Tool, "mcp__") {
		call.Action = sentinel.ActionMCP
		server := &fields{m: f.object("mcp_server", false)}
		ev.Server, ev.ServerTool = claudeServer(call.Tool, server.text("name", false))
		if f.err == nil {
			f.err = server.err
		}
		return
	}
	tool := claudeToolOf(call.Tool)
	if call.Tool == "Monitor" {
		tool = claudeMonitor(call.Arguments)
	}
	call.Action = tool.action
	ev.Dialogue = tool.dialogue
	if call.Action == sentinel.ActionShell {
		call.Shell = claudeShell(call.Tool, env)
	}
	args := &fields{m: call.Arguments}
	for _, name := range tool.need {
		args.text(name, true)
	}
	for _, name := range tool.may {
		args.text(name, false)
	}
	if args.err != nil {
		f.fail("input of %s: %w", call.Tool, args.err)
	}
}

// claudeMonitor sorts the tool that watches something: a second way to run a
// shell command, or a web socket, which is asked about (so is both at once).
func claudeMonitor(args map[string]any) claudeTool {
	if f := (&fields{m: args}); f.has("ws") {
		return claudeTool{}
	}
	return claudeTool{action: sentinel.ActionShell, need: []string{"command"}}
}

// claudeShell names the shell that runs a command. The client takes the shell
// of the person, told by the same variables, if it is bash or zsh; for any
// other the language stays unknown, and all readings count.
func claudeShell(tool string, env Env) string {
	if tool == "PowerShell" {
		return "powershell"
	}
	path := env.getenv("CLAUDE_CODE_SHELL")
	if path == "" {
		path = env.getenv("SHELL")
	}
	switch base := path[strings.LastIndexByte(path, '/')+1:]; base {
	case "bash", "zsh":
		return base
	}
	return ""
}

// claudeServer takes the name mcp__SERVER__TOOL apart. A server's name may hold
// the separator; then only the event's own word for the server, spelled as tool
// names are spelled, tells where it ends.
func claudeServer(tool, server string) (string, string) {
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
