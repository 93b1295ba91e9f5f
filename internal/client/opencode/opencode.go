// Package opencode speaks to opencode, by way of the gate's own plugin.
//
// The plugin runs in opencode's process and starts "sentinel hook opencode"
// with one JSON object on standard input for each event:
//
//	{"hook_event_name": "tool.execute.before", "cwd": ctx.directory, "worktree": ctx.worktree,
//	 "tool": input.tool, "sessionID": input.sessionID, "callID": input.callID,
//	 "tool_input": output.args, "attended": false}
//	{"hook_event_name": "tool.execute.after", ..., "args": input.args,
//	 "tool_response": {"metadata": {"exit": output.metadata.exit}}}
//	{"hook_event_name": "permission.asked", "cwd": ..., "worktree": ..., "permission": event.properties}
//	{"hook_event_name": "event", "cwd": ..., "worktree": ...,
//	 "event": {"type": "session.created", "properties": {"sessionID": ..., "info": {"parentID": ...}}}}
//
// "attended" is true where opencode itself asks a person (its terminal UI or a
// server's page), and false in "opencode run". "worktree" is "/" or missing where
// there is no repository. Everything beside these members is ignored.
//
// The answer is one JSON object on standard output and nothing else:
//
//	{"decision": "allow" | "deny" | "ask" | "none", "reason": TEXT, "input": {...}}
//
// To tool.execute.before: on "allow" and "none" the call goes on, with "input" in
// the place of the arguments if it is there; on "ask" it goes on to opencode's own
// permission prompt, so it is answered only where the plugin said "attended" and
// only for tools of "permission": "ask" in the person's opencode.json; everything
// else, no answer, no JSON, another word, an exit code that is not 0 or 2, or no
// end within 25 seconds: throw an Error with the reason. Exit code 2 is always a
// refusal, whose reason is also on standard error.
// To permission.asked: "allow" answers "once"; "deny" answers "reject"; anything
// else says nothing, and the person sees opencode's prompt.
// The other events have no answer.
package opencode

import (
	"errors"

	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// Client is opencode.
type Client struct{ hook.NoSettings }

// Name is the word after "sentinel hook".
func (Client) Name() string { return "opencode" }

// Title is the product's name.
func (Client) Title() string { return "opencode" }

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
