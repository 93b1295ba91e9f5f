// Package codex speaks to Codex CLI.
package codex

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is Codex CLI. Its protocol: https://developers.openai.com/codex/hooks.
//
// What shapes this file: the client reads answers strictly. A member it does not
// know, or a refusal without a reason, voids the answer and the call runs; so
// does an ask, and an allow that changes nothing is an error in its log. What may
// run is therefore answered by silence, what would be asked is refused, and its
// own prompt is answered by the event before it, PermissionRequest.
//
// A shell that was opened on a terminal is driven by write_stdin, which fires no
// hook: calls of the shell are marked Typed, so that the gate refuses what reads
// its commands from there.
type Client struct{ hook.NoSettings }

const (
	evPre        = "PreToolUse"
	evPost       = "PostToolUse"
	evPermission = "PermissionRequest"
	evStart      = "SessionStart"
	evEnd        = "SessionEnd"
)

// Name is the word after "sentinel hook".
func (Client) Name() string { return "codex" }

// Title is the product's name.
func (Client) Title() string { return "Codex CLI" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "Codex CLI refuses the call when the gate crashes, is missing or ends without an answer, as installed. It runs the call when the " +
		"gate is too slow (" + settings.InWords(settings.ClientLimit) + ") or killed together with its shell, and while the person has not trusted the registration."
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
		Agent:   hook.Agent("codex", f.Name("agent_type", false), ev.SubAgent),
		Session: f.Name("session_id", false),
		Cwd:     f.Folder("cwd", true),
		// Its prompt is about to be shown: only then somebody is there.
		Attended: ev.Kind == hook.Permission,
	}
	switch ev.Kind {
	case hook.SessionStart:
		ev.Source = f.Name("source", false)
	case hook.SessionEnd:
		ev.Source = f.Name("reason", false)
	default:
		readCall(f, env, &ev)
	}
	return f.Close(ev)
}

func kindOf(name string, err error) (hook.Kind, error) {
	switch name {
	case evPre:
		return hook.PreTool, err
	case evPost:
		return hook.PostTool, err
	case evPermission:
		return hook.Permission, err
	case evStart:
		return hook.SessionStart, err
	case evEnd:
		return hook.SessionEnd, err
	}
	return hook.Known(name, err, evPre)
}

// toolOf knows the tools of Codex that fire hooks. Reading and searching are
// shell calls there.
func toolOf(name string) hook.Tool {
	switch name {
	case "Bash":
		return hook.Shell("command")
	case "apply_patch":
		return hook.Tool{Action: sentinel.ActionPatch, Need: []string{"command"}}
	case "view_image":
		return hook.File(sentinel.ActionRead, "path")
	case "spawn_agent", "send_input", "resume_agent", "wait_agent", "close_agent", "update_plan":
		return hook.Task()
	}
	return hook.Tool{}
}

// readCall reads the tool call of an event. The working folder of a shell call
// is the event's.
func readCall(f *hook.Fields, env hook.Env, ev *hook.Event) {
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
		ev.Call.Shell, ev.Call.Typed = hook.ShellOf(env.Var("SHELL")), true
	}
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
	t := a.Tell(hook.Ability{Input: true})
	switch {
	case t.Verdict == hook.Abstain, t.Verdict == hook.Allow && t.Input == nil:
		return nil, nil, 0
	case t.Verdict == hook.Allow:
		return hook.Specific(evPre, "allow", hook.Told{Input: t.Input}), nil, 0
	}
	return t.Refused(hook.Specific(evPre, "deny", t))
}
