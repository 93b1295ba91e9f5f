// Package claude speaks to Claude Code.
package claude

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/strictjson"
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
	return "With onFailure set to block, as installed, Claude Code 2.1.295 and later refuses the call when the gate " +
		"crashes, is missing or is too slow. Older versions refuse it when the gate crashes or is missing " +
		"(the registered command then ends in exit 2), and run it when the gate is too slow."
}

// Decode reads one event. See Client.
func (c Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	if len(event) > hook.MaxEvent {
		return hook.Event{}, fmt.Errorf("decode event: %d bytes are more than %d", len(event), hook.MaxEvent)
	}
	m, err := strictjson.ObjectWithin(event, strictjson.Limits{Bytes: hook.MaxEvent, Members: 200_000})
	if err != nil {
		return hook.Event{}, fmt.Errorf("decode event: %w", err)
	}
	f := &hook.Fields{M: m}
	var ev hook.Event
	ev.Name = f.Name("hook_event_name", true)
	if f.Err == nil {
		ev.Kind, f.Err = kindOf(ev.Name)
	}
	if f.Err == nil && ev.Kind != hook.Other {
		c.common(f, env, &ev)
		c.details(f, env, &ev)
	}
	if f.Err != nil {
		return hook.Event{Kind: ev.Kind, Name: ev.Name}, fmt.Errorf("decode event: %w", f.Err)
	}
	return ev, nil
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
		Agent:    "claude",
		Session:  f.Name("session_id", false),
		Cwd:      f.Text("cwd", true),
		Attended: attended(env),
	}
	if kind := f.Name("agent_type", false); kind != "" {
		ev.Call.Agent += "/" + kind
	} else if ev.SubAgent != "" {
		ev.Call.Agent += "/" + ev.SubAgent
	}
	if f.Err == nil && (!filepath.IsAbs(ev.Call.Cwd) || len(ev.Call.Cwd) > hook.MaxPath) {
		f.Fail("field %q is no absolute path", "cwd")
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
	word := "deny"
	switch {
	case a.Verdict == hook.Abstain, a.Verdict == hook.Allow && a.Dialogue && a.Input == nil:
		return nil, nil, 0
	case a.Verdict == hook.Allow:
		word = "allow"
	case a.Verdict == hook.Ask && a.Attended:
		word = "ask"
	}
	var input []byte
	if word != "deny" && a.Input != nil {
		var err error
		if input, err = json.Marshal(a.Input); err != nil {
			a = hook.Answer{Reason: "the edited call cannot be written as JSON: " + err.Error()}
			word, input = "deny", nil
		}
	}
	if word == "deny" {
		reason := hook.Readable(a.Refusal())
		return answer(word, reason, nil), append(reason, '\n'), 2
	}
	return answer(word, hook.Readable(a.Reason), input), nil, 0
}

// answer is the answer's JSON. hookEventName is required: without it the
// client drops the answer and runs the call.
func answer(word string, reason, input []byte) []byte {
	b := make([]byte, 0, 160+len(reason)+len(reason)/8+len(input))
	b = append(b, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"`...)
	b = append(b, word...)
	b = append(b, '"')
	if len(reason) > 0 {
		b = append(b, `,"permissionDecisionReason":`...)
		b = hook.AppendString(b, reason)
	}
	if input != nil {
		b = append(b, `,"updatedInput":`...)
		b = append(b, input...)
	}
	return append(b, "}}\n"...)
}
