// Package pi speaks to pi, by way of the gate's own extension.
//
// The extension runs in pi's process and starts "sentinel hook pi" with one JSON
// object on standard input for each of these events:
//
//	{"hook_event_name": "tool_call", "cwd": ctx.cwd, "has_ui": ctx.hasUI, "session_id": ID,
//	 "tool_name": event.toolName, "tool_call_id": event.toolCallId, "tool_input": event.input}
//	{"hook_event_name": "tool_result", "cwd": ..., "has_ui": ..., "session_id": ID,
//	 "event": {"toolName": ..., "toolCallId": ..., "input": {...}, "isError": bool}}
//	{"hook_event_name": "session_start" | "session_shutdown", "cwd": ..., "has_ui": ..., "session_id": ID,
//	 "event": {"reason": ...}}
//
// ID names the session for as long as it lasts (ctx.sessionManager.getSessionId()
// where there is one); without an id nothing is remembered. Everything beside
// these members is ignored.
//
// The answer to tool_call is one JSON object alone on standard output:
//
//	{"decision": "allow" | "deny" | "ask" | "none", "reason": TEXT, "input": {...}}
//
// "allow" and "none": the call goes on, with "input" in the place of the
// arguments if it is there. "ask", which comes only where "has_ui" was true: the
// extension shows the reason with ctx.ui.confirm, and blocks unless the person
// says yes. Everything else returns {block: true, reason}: "deny", no JSON,
// another word, an exit code that is not 0, no end within 25 seconds. The other
// events have no answer.
package pi

import (
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is pi. Its protocol: docs/extensions.md of its package.
type Client struct{ hook.NoSettings }

const (
	evCall   = "tool_call"
	evResult = "tool_result"
	evStart  = "session_start"
	evEnd    = "session_shutdown"
)

// Name is the word after "sentinel hook".
func (Client) Name() string { return "pi" }

// Title is the product's name.
func (Client) Title() string { return "pi" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "The extension refuses the call when the gate crashes, is missing or is too slow (" + settings.InWords(settings.ClientLimit) + "). " +
		"pi itself refuses to start when it cannot load the extension."
}

// Decode reads one event.
func (Client) Decode(event []byte, _ hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	ev.Name = f.Name("hook_event_name", true)
	if ev.Kind, f.Err = kindOf(ev.Name, f.Err); f.Err != nil || ev.Kind == hook.Other {
		return f.Close(ev)
	}
	ev.Call = sentinel.Call{Agent: "pi", Session: f.Name("session_id", false), Cwd: f.Folder("cwd", true), Attended: f.Flag("has_ui")}
	if ev.Kind == hook.PreTool {
		ev.Call.ID = f.Name("tool_call_id", false)
		readCall(f, f.Name("tool_name", true), f.Object("tool_input", true), &ev)
		return f.Close(ev)
	}
	inner := f.In("event", true)
	if ev.Kind == hook.PostTool {
		ev.Call.ID = inner.Name("toolCallId", false)
		if inner.Flag("isError") {
			ev.Kind = hook.PostToolFailed
		}
		name, args := inner.Name("toolName", true), inner.Object("input", true)
		if f.Err = inner.Err; f.Err == nil {
			readCall(f, name, args, &ev)
		}
		return f.Close(ev)
	}
	ev.Source = inner.Name("reason", false)
	f.Err = inner.Err
	return f.Close(ev)
}

func kindOf(name string, err error) (hook.Kind, error) {
	switch name {
	case evCall:
		return hook.PreTool, err
	case evResult:
		return hook.PostTool, err
	case evStart:
		return hook.SessionStart, err
	case evEnd:
		return hook.SessionEnd, err
	}
	return hook.Known(name, err, evCall)
}

// readCall reads a tool call. What is not known, a tool of another extension, is
// asked about.
func readCall(f *hook.Fields, name string, args map[string]any, ev *hook.Event) {
	dropAt(args)
	f.ReadCall(ev, name, args, toolOf(name))
	if ev.Call.Action == sentinel.ActionShell {
		ev.Call.Shell = hook.PosixShell(ev.Call.Cwd, "bash")
	}
}

// dropAt makes of a path what pi makes of it: "@src/x", its notation for a file
// that a person named, is src/x. Judged as written it would be another file.
func dropAt(args map[string]any) {
	if path, ok := args["path"].(string); ok && len(path) > 1 && path[0] == '@' {
		args["path"] = path[1:]
	}
}

func toolOf(name string) hook.Tool {
	switch name {
	case "bash":
		return hook.Shell("command")
	case "read":
		return hook.File(sentinel.ActionRead, "path")
	case "write":
		return hook.File(sentinel.ActionWrite, "path", "content")
	case "edit": // one edit until version 0.60, a list since then
		return hook.Tool{Action: sentinel.ActionEdit, Need: []string{"path"}, May: []string{"oldText", "newText"}}
	case "ls":
		return hook.Tool{Action: sentinel.ActionList, May: []string{"path"}}
	case "find":
		return hook.Search(sentinel.ActionList, "pattern", "path")
	case "grep":
		return hook.Search(sentinel.ActionSearch, "pattern", "path", "glob")
	}
	return hook.Tool{}
}

// Encode gives the answer.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	return hook.Plain(a.Tell(hook.Ability{Ask: true, Input: true}), "input")
}
