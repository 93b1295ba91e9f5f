// Package copilot speaks to GitHub Copilot CLI.
package copilot

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is GitHub Copilot CLI. Its protocol:
// https://docs.github.com/en/copilot/reference/hooks-configuration.
//
// What shapes this file: an event has two forms. Registered as preToolUse it does
// not tell its name, which is the registered command's argument; registered as
// PreToolUse it looks like Claude Code's. Both may come, since the client obeys a
// project's settings for Claude Code, too. Calls have no id: what a call became is
// told by its input. A sub-agent has a session of its own.
type Client struct{ hook.NoSettings }

const (
	evPre   = "preToolUse"
	evPost  = "postToolUse"
	evStart = "sessionStart"
	evEnd   = "sessionEnd"
	// pascal is the form of an event, and of its answer, that looks like Claude
	// Code's.
	pascal    = "pascal"
	pascalPre = "PreToolUse"
)

// Name is the word after "sentinel hook".
func (Client) Name() string { return "copilot" }

// Title is the product's name.
func (Client) Title() string { return "GitHub Copilot CLI" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "GitHub Copilot CLI refuses the call when the gate crashes, is missing, is killed or ends without an answer. It runs the call when " +
		"the gate is too slow (" + settings.InWords(settings.ClientLimit) + ")."
}

// Decode reads one event.
func (Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	f, err := hook.Open(event)
	if err != nil {
		return hook.Event{}, err
	}
	var ev hook.Event
	m := names{}
	if f.Has("hook_event_name") {
		ev.Form, m = pascal, names{snake: true}
		ev.Name = f.Name("hook_event_name", true)
	} else if ev.Name = env.Event; ev.Name == "" {
		ev.Name = guess(f)
	}
	if ev.Kind, f.Err = kindOf(ev, f.Err); f.Err != nil || ev.Kind == hook.Other {
		return f.Close(ev)
	}
	ev.SubAgent = f.Name(m.of("agentId"), false)
	session := f.Name(m.of("sessionId"), false)
	if parent := f.Name(m.of("parentAgentId"), false); parent != "" && session == ev.SubAgent {
		session = parent
	}
	ev.Call = sentinel.Call{
		Agent:    hook.Agent("copilot", f.Name(m.of("agentType"), false), ev.SubAgent),
		Session:  session,
		Cwd:      f.Folder("cwd", true),
		Attended: attended(env),
	}
	switch ev.Kind {
	case hook.SessionStart:
		ev.Source = f.Name("source", false)
	case hook.SessionEnd:
		ev.Source = f.Name("reason", false)
	default:
		readCall(f, m, &ev)
	}
	return f.Close(ev)
}

// names spells members as the event's form does.
type names struct{ snake bool }

func (n names) of(name string) string {
	if !n.snake {
		return name
	}
	switch name {
	case "toolArgs":
		return "tool_input"
	case "toolResult":
		return "tool_result"
	}
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// guess names an event whose registration does not: it is a call, which must be
// answered, unless it has a result or is clearly something else.
func guess(f *hook.Fields) string {
	switch {
	case f.Has("toolResult"):
		return evPost
	case f.Has("hookName"):
		return f.Name("hookName", true)
	case f.Has("toolName"):
	case f.Has("source"), f.Has("reason"), f.Has("prompt"), f.Has("stopReason"):
		return "other"
	}
	return evPre
}

func kindOf(ev hook.Event, err error) (hook.Kind, error) {
	want := ev.Name // as the usual form spells it
	if ev.Form == pascal && want != "" {
		want = strings.ToLower(want[:1]) + want[1:]
	}
	switch want {
	case evPre:
		return hook.PreTool, err
	case evPost:
		return hook.PostTool, err
	case evStart:
		return hook.SessionStart, err
	case evEnd:
		return hook.SessionEnd, err
	}
	return hook.Known(want, err, evPre)
}

// attended tells whether a person can see a prompt. A wrong yes is harmless with
// this client, which refuses what nobody can answer.
func attended(env hook.Env) bool {
	p := env.Process("copilot")
	if p.Args == nil {
		return true // nothing can be told
	}
	return p.Terminal && !slices.ContainsFunc(p.Args, func(a string) bool {
		return a == "-p" || a == "--prompt" || strings.HasPrefix(a, "--prompt=") || a == "--acp"
	})
}

// Encode gives the answer to an event before a tool; all other events get
// silence. A refusal is written in both forms, since the event's form is not known
// where an event could not be read.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	t := a.Tell(hook.Ability{Ask: true, Input: true})
	word := "deny"
	switch t.Verdict {
	case hook.Abstain:
		return nil, nil, 0
	case hook.Allow:
		word = "allow"
	case hook.Ask:
		word = "ask"
	}
	if a.Form == pascal && word != "deny" {
		return hook.Specific(pascalPre, word, t), nil, 0
	}
	var o hook.Object
	o.Text("permissionDecision", []byte(word))
	if len(t.Reason) > 0 {
		o.Text("permissionDecisionReason", t.Reason)
	}
	if word != "deny" {
		if t.Input != nil {
			o.Raw("modifiedArgs", t.Input)
		}
		return o.Line(), nil, 0
	}
	o.Raw("hookSpecificOutput", hook.SpecificOutput(pascalPre, word, t))
	return t.Refused(o.Line())
}
