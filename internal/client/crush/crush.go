// Package crush speaks to Crush.
package crush

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is Crush. Its protocol:
// https://github.com/charmbracelet/crush/tree/main/docs/hooks.
//
// What shapes this file: there is one event, before a tool, and none after it, so
// that nothing is learned. An ask is no opinion to this client: its terminal then
// asks by itself, and "crush run" runs the call; so what would be asked is
// refused. Sub-agents run without hooks: only the call that starts one is seen.
type Client struct{ hook.NoSettings }

const evPre = "PreToolUse"

// Name is the word after "sentinel hook".
func (Client) Name() string { return "crush" }

// Title is the product's name.
func (Client) Title() string { return "Crush" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "Crush refuses the call when the gate crashes, is missing or ends without an answer, as installed. It runs the call when the gate " +
		"is too slow (" + settings.InWords(settings.ClientLimit) + ") or killed together with its shell."
}

// Decode reads one event.
func (Client) Decode(event []byte, _ hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	if ev.Name = f.Name("event", true); f.Err == nil && ev.Name != evPre {
		ev.Kind, f.Err = hook.Known(ev.Name, nil, evPre)
		return f.Close(ev)
	}
	ev.Call = sentinel.Call{Agent: "crush", Session: f.Name("session_id", false), Cwd: f.Folder("cwd", true)}
	name := f.Name("tool_name", true)
	args := f.Object("tool_input", true)
	if f.Err != nil {
		return f.Close(ev)
	}
	tool := toolOf(name)
	if strings.HasPrefix(name, "mcp_") {
		tool = hook.MCP()
		ev.Server, ev.ServerTool = hook.Server(name, "mcp_", "_", "")
	}
	f.ReadCall(&ev, name, args, tool)
	if ev.Call.Action == sentinel.ActionShell {
		ev.Call.Shell = "bash" // its own interpreter, on every system
	}
	return f.Close(ev)
}

// toolOf knows the tools of Crush. What it does not know is asked about; so are
// the tools that let a language server change files, whose inputs do not say
// which ones. Starting a sub-agent is a call like any other: it has no tools that
// change anything, but what it reads passes no hook.
func toolOf(name string) hook.Tool {
	switch name {
	case "bash":
		return hook.Shell("command", "working_dir")
	case "view":
		return hook.File(sentinel.ActionRead, "file_path")
	case "write":
		return hook.File(sentinel.ActionWrite, "file_path", "content")
	case "edit":
		return hook.File(sentinel.ActionEdit, "file_path", "old_string", "new_string")
	case "multiedit":
		return hook.Tool{Action: sentinel.ActionEdit, Need: []string{"file_path"}, Lists: []string{"edits"}}
	case "ls":
		return hook.Tool{Action: sentinel.ActionList, May: []string{"path"}}
	case "glob":
		return hook.Search(sentinel.ActionList, "pattern", "path")
	case "grep":
		return hook.Search(sentinel.ActionSearch, "pattern", "path", "include")
	case "fetch":
		return hook.Fetch("url")
	case "download":
		return hook.Fetch("url", "file_path")
	case "agentic_fetch":
		return hook.Fetch("prompt", "url")
	case "sourcegraph", "web_search":
		return hook.Fetch("query")
	case "agent", "todos", "job_output", "job_kill", "lsp_diagnostics", "lsp_references":
		return hook.Task()
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
	switch t.Verdict {
	case hook.Abstain:
		return nil, nil, 0
	case hook.Allow:
		o.Text("decision", []byte("allow"))
		if t.Input != nil {
			o.Raw("updated_input", t.Input)
		}
		return o.Line(), nil, 0
	}
	o.Text("decision", []byte("deny"))
	o.Text("reason", t.Reason)
	return t.Refused(o.Line())
}
