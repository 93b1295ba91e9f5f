// Package generic is the gate's own protocol, for agents that have no folder of
// their own here. docs/clients/generic.md documents it.
package generic

import (
	"fmt"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// Client is any agent that speaks the gate's own protocol.
type Client struct{ hook.NoSettings }

const (
	evBefore = "before"
	evAfter  = "after"
	evStart  = "start"
	evEnd    = "end"
)

// Name is the word after "sentinel hook".
func (Client) Name() string { return "generic" }

// Title is how people know it.
func (Client) Title() string { return "any other agent" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "What a gate that crashes, is missing or is too slow comes to is up to the agent: it has to refuse the call unless the exit code " +
		"is 0 and the answer is the JSON object of the protocol."
}

// Decode reads one event.
func (Client) Decode(event []byte, _ hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	ev.Name = f.Name("event", true)
	if f.Err == nil {
		ev.Kind, f.Err = kindOf(ev.Name, f.Has("failed") && f.Flag("failed"))
	}
	if f.Err != nil || ev.Kind == hook.Other {
		return f.Close(ev)
	}
	ev.Call = sentinel.Call{
		Agent:    hook.Agent("generic", f.Name("agent", false), ""),
		Session:  f.Name("session", false),
		ID:       f.Name("id", false),
		Cwd:      f.Folder("cwd", true),
		Project:  f.Folder("project", false),
		Attended: f.Flag("attended"),
	}
	ev.Source = f.Name("source", false)
	if ev.Kind == hook.SessionStart || ev.Kind == hook.SessionEnd {
		return f.Close(ev)
	}
	name, args := f.Name("tool", true), f.Object("arguments", true)
	action, err := sentinel.ActionOther, error(nil)
	if word := f.Name("action", false); word != "" && f.Err == nil {
		action, err = sentinel.ParseAction(word)
	}
	if f.Err == nil {
		f.Err = err
	}
	if f.Err == nil {
		f.ReadCall(&ev, name, args, hook.Tool{Action: action})
		ev.Call.Shell = hook.ShellOf(f.Name("shell", false))
	}
	return f.Close(ev)
}

// kindOf refuses names that nobody knows: an agent that asks in words of its own
// must not take silence for a yes.
func kindOf(name string, failed bool) (hook.Kind, error) {
	switch {
	case name == evBefore:
		return hook.PreTool, nil
	case name == evAfter && failed:
		return hook.PostToolFailed, nil
	case name == evAfter:
		return hook.PostTool, nil
	case name == evStart:
		return hook.SessionStart, nil
	case name == evEnd:
		return hook.SessionEnd, nil
	}
	return hook.PreTool, fmt.Errorf("event %q: want %s, %s, %s or %s", name, evBefore, evAfter, evStart, evEnd)
}

// Encode gives the answer.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	return hook.Plain(a.Tell(hook.Ability{Ask: true, Input: true}), "arguments")
}
