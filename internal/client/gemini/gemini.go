// Package gemini speaks to Gemini CLI.
package gemini

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// Client is Gemini CLI. Its protocol: https://geminicli.com/docs/hooks/reference.
//
// What shapes this file: JSON on stdout beats the exit code, so a refusal is that
// JSON. An allow does not skip the client's own prompt. An ask is shown as a
// prompt in the terminal, without its reason; without a person it hangs for ever,
// so it is given only where the client's own process says that a person is there.
// Calls have no id: what a call became is told by its input.
type Client struct{ hook.NoSettings }

const (
	evBefore = "BeforeTool"
	evAfter  = "AfterTool"
	evStart  = "SessionStart"
	evEnd    = "SessionEnd"
)

// Name is the word after "sentinel hook".
func (Client) Name() string { return "gemini" }

// Title is the product's name.
func (Client) Title() string { return "Gemini CLI" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string {
	return "Gemini CLI refuses the call when the gate crashes, is missing or ends without an answer, as installed. It runs the call when the " +
		"gate is too slow (" + settings.InWords(settings.ClientLimit) + ") or killed together with its shell."
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
	cwd := f.Folder("cwd", true)
	ev.Call = sentinel.Call{Agent: "gemini", Session: f.Name("session_id", false), Cwd: cwd, Attended: attended(env)}
	switch ev.Kind {
	case hook.SessionStart:
		ev.Source = f.Name("source", false)
	case hook.SessionEnd:
		ev.Source = f.Name("reason", false)
	default:
		readCall(f, &ev)
	}
	return f.Close(ev)
}

func kindOf(name string, err error) (hook.Kind, error) {
	switch name {
	case evBefore:
		return hook.PreTool, err
	case evAfter:
		return hook.PostTool, err
	case evStart:
		return hook.SessionStart, err
	case evEnd:
		return hook.SessionEnd, err
	}
	return hook.Known(name, err, evBefore)
}

// attended tells whether a person can see a prompt: what the client itself looks
// at, its terminal and its arguments, has to say so. What cannot be told is a no.
func attended(env hook.Env) bool {
	if env.Var("CI") == "true" || env.Var("GITHUB_ACTIONS") == "true" {
		return false
	}
	p := env.Process("gemini")
	if !p.Terminal {
		return false
	}
	for i, a := range p.Args {
		name, _, inline := strings.Cut(a, "=")
		switch {
		case name == "-p" || name == "--prompt" || strings.HasPrefix(a, "-p") && !strings.HasPrefix(a, "--"):
			return false
		case strings.HasPrefix(a, "-"):
		case i == 0 || inline || !takesValue(p.Args[i-1]):
			return false // a question on the command line: the client may not stay
		}
	}
	return true
}

// takesValue lists the options whose value is the next word.
func takesValue(option string) bool {
	switch option {
	case "-m", "--model", "--approval-mode", "-e", "--extensions", "--include-directories", "-r", "--resume",
		"-i", "--prompt-interactive", "--allowed-tools", "--allowed-mcp-server-names", "--policy", "--admin-policy", "-w", "--worktree":
		return true
	}
	return false
}

// Encode gives the answer to a BeforeTool event; all other events get silence.
// With an allow the reason is left out: the client shows it to nobody.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	if a.Kind != hook.PreTool {
		return nil, nil, 0
	}
	t := a.Tell(hook.Ability{Ask: true, Input: true})
	var o hook.Object
	switch t.Verdict {
	case hook.Abstain:
		return nil, nil, 0
	case hook.Allow, hook.Ask:
		o.Text("decision", []byte(map[hook.Verdict]string{hook.Allow: "allow", hook.Ask: "ask"}[t.Verdict]))
		if len(t.Reason) > 0 {
			o.Text("reason", t.Reason)
		}
		if t.Input != nil {
			var specific hook.Object
			specific.Text("hookEventName", []byte(evBefore))
			specific.Raw("tool_input", t.Input)
			o.Raw("hookSpecificOutput", specific.JSON())
		}
		return o.Line(), nil, 0
	}
	o.Text("decision", []byte("deny"))
	o.Text("reason", t.Reason)
	return t.Refused(o.Line())
}
