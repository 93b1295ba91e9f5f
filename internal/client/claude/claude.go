// Package claude speaks to Claude Code.
package claude

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is Claude Code. Its protocol: https://code.claude.com/docs/en/hooks.
//
// What shapes this file: output that is no JSON, or that has anything in front
// of the JSON, lets the call run whatever the exit code wanted to say; so a
// refusal is the JSON alone on stdout, and the reason on stderr, and exit 2.
// Exit 0 with no output is "no opinion". The working folder of an event follows
// the session's cd; the project stays in CLAUDE_PROJECT_DIR.
type Client struct{}

const (
	evPre    = "PreToolUse"
	evPost   = "PostToolUse"
	evFailed = "PostToolUseFailure"
	evStart  = "SessionStart"
	evEnd    = "SessionEnd"
)

// Name is "claude".
func (Client) Name() string { return "claude" }

// Title is "Claude Code".
func (Client) Title() string { return "Claude Code" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "Claude Code refuses the call when the gate crashes, is missing or ends without an answer. With onFailure set to block, as " +
		"installed, version 2.1.295 and later refuses it when the gate is too slow, too (" + settings.InWords(settings.ClientLimit) + "); older ones run it then."
}

// Decode reads one event. See Client.
func (c Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	ev.Name = f.Name("hook_event_name", true)
	if f.Err == nil {
		ev.Kind, f.Err = kindOf(ev.Name)
	}
	if f.Err == nil && ev.Kind != hook.Other {
		c.common(f, env, &ev)
		c.details(f, env, &ev)
	}
	return f.Close(ev)
}

// kindOf sorts events by name. A name that is PreToolUse but for its case
// is no unknown event: another client is calling a registration that was made
// for this one, and silence would let its calls run.
func kindOf(name string) (hook.Kind, error) {
	switch name {
	case evPre:
		return hook.PreTool, nil
	case evPost:
		return hook.PostTool, nil
	case evFailed:
		return hook.PostToolFailed, nil
	case evStart:
		return hook.SessionStart, nil
	case evEnd:
		return hook.SessionEnd, nil
	}
	if strings.EqualFold(name, evPre) {
		return hook.PreTool, fmt.Errorf("event %q is not spelled as Claude Code spells it", name)
	}
	return hook.Other, nil
}

// common reads what every event has.
func (Client) common(f *hook.Fields, env hook.Env, ev *hook.Event) {
	ev.Mode = f.Name("permission_mode", false)
	ev.SubAgent = f.Name("agent_id", false)
	ev.Call = sentinel.Call{
		Agent:    hook.Agent("claude", f.Name("agent_type", false), ev.SubAgent),
		Session:  f.Name("session_id", false),
		Cwd:      f.Folder("cwd", true),
		Attended: attended(env),
	}
	if dir := env.Var("CLAUDE_PROJECT_DIR"); filepath.IsAbs(dir) && len(dir) <= hook.MaxPath {
		ev.Call.Project = dir
	}
}

// attended tells whether a person can see a prompt. The client says so
// since it knows CLAUDE_CODE_SESSION_ATTENDED (1 in the terminal, 0 in -p).
// Without that variable a session counts as attended only if it is the
// terminal's (entry point cli; -p and the SDK have others). A wrong yes is
// harmless with this client: a question that nobody can answer is refused.
func attended(env hook.Env) bool {
	if told := env.Var("CLAUDE_CODE_SESSION_ATTENDED"); told != "" {
		return told == "1"
	}
	return env.Var("CLAUDE_CODE_ENTRYPOINT") == "cli"
}

// details reads what is particular to the event's kind.
func (Client) details(f *hook.Fields, env hook.Env, ev *hook.Event) {
	switch ev.Kind {
	case hook.SessionStart:
		ev.Source = f.Name("source", false)
	case hook.SessionEnd:
		ev.Source = f.Name("reason", false)
	case hook.PostToolFailed:
		ev.Error = f.Text("error", false)
		ev.Interrupted = f.Flag("is_interrupt")
		readCall(f, env, ev)
	case hook.PreTool, hook.PostTool:
		readCall(f, env, ev)
	}
}

// Encode gives the answer to a PreToolUse event; all other events get silence.
//
// An explicit allow skips the client's own prompt, which is what a call that
// the gate has judged deserves; only Abstain leaves the call to the client. An
// ask is answered as such only where somebody can see it.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	t := a.Tell(hook.Ability{Ask: true, Input: true})
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
