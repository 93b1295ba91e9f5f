package client

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// Claude is Claude Code. Its protocol: https://code.claude.com/docs/en/hooks.
//
// What shapes this file: output that is no JSON, or that has anything in front
// of the JSON, lets the call run whatever the exit code wanted to say; so a
// refusal is the JSON alone on stdout, and the reason on stderr, and exit 2.
// Exit 0 with no output is "no opinion". The working folder of an event follows
// the session's cd; the project stays in CLAUDE_PROJECT_DIR.
type Claude struct{}

const (
	claudePreTool      = "PreToolUse"
	claudePostTool     = "PostToolUse"
	claudePostFailed   = "PostToolUseFailure"
	claudeSessionStart = "SessionStart"
	claudeSessionEnd   = "SessionEnd"
)

// Name is "claude".
func (Claude) Name() string { return "claude" }

// Title is "Claude Code".
func (Claude) Title() string { return "Claude Code" }

// CrashNote tells what a crash of the gate comes to.
func (Claude) CrashNote() string {
	return "With onFailure set to block, as installed, Claude Code 2.1.295 and later refuses the call when the gate " +
		"crashes, is missing or is too slow. Older versions refuse it when the gate crashes or is missing " +
		"(the registered command then ends in exit 2), and run it when the gate is too slow."
}

// Decode reads one event. See Client.
func (c Claude) Decode(event []byte, env Env) (Event, error) {
	if len(event) > MaxEvent {
		return Event{}, fmt.Errorf("decode event: %d bytes are more than %d", len(event), MaxEvent)
	}
	m, err := strictjson.ObjectWithin(event, strictjson.Limits{Bytes: MaxEvent, Members: 200_000})
	if err != nil {
		return Event{}, fmt.Errorf("decode event: %w", err)
	}
	f := &fields{m: m}
	var ev Event
	ev.Name = f.name("hook_event_name", true)
	if f.err == nil {
		ev.Kind, f.err = claudeKind(ev.Name)
	}
	if f.err == nil && ev.Kind != Other {
		c.common(f, env, &ev)
		c.details(f, env, &ev)
	}
	if f.err != nil {
		return Event{Kind: ev.Kind, Name: ev.Name}, fmt.Errorf("decode event: %w", f.err)
	}
	return ev, nil
}

// claudeKind sorts events by name. A name that is PreToolUse but for its case
// is no unknown event: another client is calling a registration that was made
// for this one, and silence would let its calls run.
func claudeKind(name string) (Kind, error) {
	switch name {
	case claudePreTool:
		return PreTool, nil
	case claudePostTool:
		return PostTool, nil
	case claudePostFailed:
		return PostToolFailed, nil
	case claudeSessionStart:
		return SessionStart, nil
	case claudeSessionEnd:
		return SessionEnd, nil
	}
	if strings.EqualFold(name, claudePreTool) {
		return PreTool, fmt.Errorf("event %q is not spelled as Claude Code spells it", name)
	}
	return Other, nil
}

// common reads what every event has.
func (Claude) common(f *fields, env Env, ev *Event) {
	ev.Mode = f.name("permission_mode", false)
	ev.SubAgent = f.name("agent_id", false)
	ev.Call = sentinel.Call{
		Agent:    "claude",
		Session:  f.name("session_id", false),
		Cwd:      f.text("cwd", true),
		Attended: claudeAttended(env),
	}
	if kind := f.name("agent_type", false); kind != "" {
		ev.Call.Agent += "/" + kind
	} else if ev.SubAgent != "" {
		ev.Call.Agent += "/" + ev.SubAgent
	}
	if f.err == nil && (!filepath.IsAbs(ev.Call.Cwd) || len(ev.Call.Cwd) > maxPath) {
		f.fail("field %q is no absolute path", "cwd")
	}
	if dir := env.getenv("CLAUDE_PROJECT_DIR"); filepath.IsAbs(dir) && len(dir) <= maxPath {
		ev.Call.Project = dir
	}
}

// claudeAttended tells whether a person can see a prompt. The client says so
// since it knows CLAUDE_CODE_SESSION_ATTENDED (1 in the terminal, 0 in -p).
// Without that variable a session counts as attended only if it is the
// terminal's (entry point cli; -p and the SDK have others). A wrong yes is
// harmless with this client: a question that nobody can answer is refused.
func claudeAttended(env Env) bool {
	if told := env.getenv("CLAUDE_CODE_SESSION_ATTENDED"); told != "" {
		return told == "1"
	}
	return env.getenv("CLAUDE_CODE_ENTRYPOINT") == "cli"
}

// details reads what is particular to the event's kind.
func (Claude) details(f *fields, env Env, ev *Event) {
	switch ev.Kind {
	case SessionStart:
		ev.Source = f.name("source", false)
	case SessionEnd:
		ev.Source = f.name("reason", false)
	case PostToolFailed:
		ev.Error = f.text("error", false)
		ev.Interrupted = f.flag("is_interrupt")
		claudeCall(f, env, ev)
	case PreTool, PostTool:
		claudeCall(f, env, ev)
	}
}

// Encode gives the answer to a PreToolUse event; all other events get silence.
//
// An explicit allow skips the client's own prompt, which is what a call that
// the gate has judged deserves; only Abstain leaves the call to the client. An
// ask is answered as such only where somebody can see it.
func (Claude) Encode(a Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != PreTool {
		return nil, nil, 0
	}
	word := "deny"
	switch {
	case a.Verdict == Abstain, a.Verdict == Allow && a.Dialogue && a.Input == nil:
		return nil, nil, 0
	case a.Verdict == Allow:
		word = "allow"
	case a.Verdict == Ask && a.Attended:
		word = "ask"
	}
	var input []byte
	if word != "deny" && a.Input != nil {
		var err error
		if input, err = json.Marshal(a.Input); err != nil {
			a = Answer{Reason: "the edited call cannot be written as JSON: " + err.Error()}
			word, input = "deny", nil
		}
	}
	if word == "deny" {
		reason := readable(a.refusal())
		return claudeAnswer(word, reason, nil), append(reason, '\n'), 2
	}
	return claudeAnswer(word, readable(a.Reason), input), nil, 0
}

// claudeAnswer is the answer's JSON. hookEventName is required: without it the
// client drops the answer and runs the call.
func claudeAnswer(word string, reason, input []byte) []byte {
	b := make([]byte, 0, 160+len(reason)+len(reason)/8+len(input))
	b = append(b, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"`...)
	b = append(b, word...)
	b = append(b, '"')
	if len(reason) > 0 {
		b = append(b, `,"permissionDecisionReason":`...)
		b = appendString(b, reason)
	}
	if input != nil {
		b = append(b, `,"updatedInput":`...)
		b = append(b, input...)
	}
	return append(b, "}}\n"...)
}
