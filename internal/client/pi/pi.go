// Package pi speaks to pi, by way of the gate's own extension.
//
// The extension runs in pi's process and starts "sentinel hook pi" with one JSON
// object on standard input for each event:
//
//	{"hook_event_name": "tool_call", "cwd": ctx.cwd, "has_ui": ctx.hasUI, "session_id": ID,
//	 "tool_name": event.toolName, "tool_call_id": event.toolCallId, "tool_input": event.input}
//	{"hook_event_name": "tool_result", ..., "event": {"toolName": ..., "toolCallId": ..., "input": {...},
//	 "isError": bool}}
//	{"hook_event_name": "session_start" | "session_shutdown", ..., "event": {"reason": ...}}
//
// ID is ctx.sessionManager.getSessionId(), "" if there is none. Everything beside
// these members is ignored.
//
// The answer is one JSON object on standard output and nothing else:
//
//	{"decision": "allow" | "deny" | "ask", "reason": TEXT, "input": {...}}
//
// To tool_call: on "allow" the call goes on, with "input" in the place of the
// arguments if it is there; on "ask" the extension shows the reason with
// ctx.ui.confirm and blocks unless the person says yes ("ask" is answered only
// where "has_ui" was true); everything else, no answer, no JSON, another word, an
// exit code that is not 0 or 2, or no end within 25 seconds: return
// {block: true, reason}. Exit code 2 is always a refusal, whose reason is also on
// standard error. The other events have no answer.
package pi

import (
	"errors"

	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// Client is pi.
type Client struct{ hook.NoSettings }

// Name is the word after "sentinel hook".
func (Client) Name() string { return "pi" }

// Title is the product's name.
func (Client) Title() string { return "pi" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string { return "Not written yet." }

// Decode reads one event.
func (Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	return hook.Event{}, errors.New("not written yet")
}

// Encode gives the answer.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	return nil, []byte(a.Refusal()), 2
}
