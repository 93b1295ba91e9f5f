// Package obey knows what each client makes of what a hook prints: whether the
// call runs, is refused, or is asked about. It is the other side of the clients'
// Encode, written from what the clients were seen to do (for Cursor, Windsurf,
// Hermes and Antigravity: from what is documented), so that tests can hold every
// answer of the gate to it, and so can whoever checks a registration.
//
// To add a client, write a function of its reading and name it in Of.
package obey

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Output is what a hook process left behind.
type Output struct {
	Stdout, Stderr string
	Exit           int
}

// Outcome is what becomes of the call. The zero value is none.
type Outcome uint8

const (
	_       Outcome = iota
	Blocked         // the call does not run
	Runs            // the call runs, and the client's own prompt is skipped if it has one
	Edited          // the same, with another input
	Own             // the client goes its own way: its mode and its rules decide, which may be to run
	Asks            // the client's own prompt is shown
	Hangs           // the client waits for ever
)

// String names the outcome as the table in docs/clients/answers.md does.
func (o Outcome) String() string {
	names := [...]string{"?", "refused", "runs, no prompt", "runs as changed, no prompt", "as the client's own mode says", "the client's prompt", "waits for ever"}
	if int(o) < len(names) {
		return names[o]
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// Of gives the outcome at a client before a tool. attended tells whether a person
// is at the client. form is that of the event, "" for the usual one. ok is false
// for a client that nobody knows.
func Of(client, form string, attended bool, out Output) (o Outcome, ok bool) {
	var read func(answer, Output) Outcome
	switch client {
	case "claude":
		read = claude
	case "codex":
		read = codex
	case "gemini":
		read = gemini
	case "qwen":
		read = qwen
	case "copilot":
		read = copilot(form)
	case "crush":
		read = crush
	case "cline":
		read = cline
	case "opencode", "pi", "generic":
		read = own
	case "cursor":
		read = cursor
	case "windsurf":
		read = windsurf
	case "hermes":
		read = hermes
	case "antigravity":
		read = antigravity
	default:
		return 0, false
	}
	o = read(parse(out.Stdout), out)
	if o == Asks && !attended {
		o = Blocked
		if client == "gemini" {
			o = Hangs
		}
	}
	return o, true
}

// Permission gives the outcome at the event of a client that is about to show its
// own prompt, for the two that are registered for it. Anything but a clear answer
// leaves the prompt to the person.
func Permission(out Output) Outcome {
	var a struct {
		HookSpecificOutput struct {
			HookEventName string
			Decision      struct{ Behavior string }
		}
	}
	if json.Unmarshal([]byte(out.Stdout), &a) != nil || a.HookSpecificOutput.HookEventName != "PermissionRequest" {
		return Asks
	}
	switch a.HookSpecificOutput.Decision.Behavior {
	case "allow":
		return Runs
	case "deny":
		return Blocked
	}
	return Asks
}

// answer is a hook's JSON; nil if it is none, alone on standard output.
type answer map[string]json.RawMessage

func parse(stdout string) answer {
	var a answer
	if json.Unmarshal([]byte(stdout), &a) != nil {
		return nil
	}
	return a
}

// text gives a member that is text, "" for any other.
func (a answer) text(name string) string {
	var s string
	if json.Unmarshal(a[name], &s) != nil {
		return ""
	}
	return s
}

func (a answer) object(name string) answer {
	var o answer
	if json.Unmarshal(a[name], &o) != nil {
		return nil
	}
	return o
}

// word maps the words that clients share.
func word(w string, edited bool) Outcome {
	switch w {
	case "deny", "block":
		return Blocked
	case "ask":
		return Asks
	case "allow":
		if edited {
			return Edited
		}
		return Runs
	}
	return Own
}

func claude(a answer, out Output) Outcome {
	s := a.object("hookSpecificOutput")
	switch {
	case out.Exit == 2:
		return Blocked
	case out.Exit != 0 || s.text("hookEventName") != "PreToolUse":
		return Own
	}
	return word(s.text("permissionDecision"), s["updatedInput"] != nil)
}

// codex reads strictly: what it does not know voids the answer.
func codex(a answer, out Output) Outcome {
	if out.Exit == 2 && strings.TrimSpace(out.Stderr) != "" {
		return Blocked
	}
	var strict struct {
		HookSpecificOutput *struct {
			HookEventName            string          `json:"hookEventName"`
			PermissionDecision       string          `json:"permissionDecision"`
			PermissionDecisionReason string          `json:"permissionDecisionReason"`
			UpdatedInput             json.RawMessage `json:"updatedInput"`
		} `json:"hookSpecificOutput"`
	}
	d := json.NewDecoder(bytes.NewReader([]byte(out.Stdout)))
	d.DisallowUnknownFields()
	if a == nil || out.Exit != 0 || d.Decode(&strict) != nil || strict.HookSpecificOutput == nil {
		return Own
	}
	switch s := strict.HookSpecificOutput; {
	case s.HookEventName != "PreToolUse":
	case s.PermissionDecision == "deny" && s.PermissionDecisionReason != "":
		return Blocked
	case s.PermissionDecision == "allow" && s.UpdatedInput != nil:
		return Edited
	}
	return Own
}

func gemini(a answer, out Output) Outcome {
	if a == nil {
		if strings.TrimSpace(out.Stdout) == "" && strings.TrimSpace(out.Stderr) != "" && out.Exit > 1 {
			return Blocked
		}
		return Own
	}
	o := word(a.text("decision"), a.object("hookSpecificOutput")["tool_input"] != nil)
	if o == Runs {
		return Own // its own prompt comes all the same
	}
	return o
}

func qwen(a answer, out Output) Outcome {
	s := a.object("hookSpecificOutput")
	switch o := word(s.text("permissionDecision"), false); {
	case out.Exit == 2 && strings.TrimSpace(out.Stderr) != "":
		return Blocked
	case o == Blocked || o == Asks && out.Exit == 0:
		return o
	}
	return Own // its own prompt came before, and another input is not taken
}

func copilot(form string) func(answer, Output) Outcome {
	return func(a answer, out Output) Outcome {
		if out.Exit != 0 {
			return Blocked
		}
		if form == "pascal" {
			s := a.object("hookSpecificOutput")
			return word(s.text("permissionDecision"), s["updatedInput"] != nil)
		}
		return word(a.text("permissionDecision"), a["modifiedArgs"] != nil)
	}
}

func crush(a answer, out Output) Outcome {
	switch o := word(a.text("decision"), a["updated_input"] != nil); {
	case out.Exit == 2:
		return Blocked
	case out.Exit == 0 && o != Asks:
		return o
	}
	return Own
}

func cline(a answer, _ Output) Outcome {
	switch {
	case string(a["cancel"]) == "true":
		return Blocked
	case a["overrideInput"] != nil:
		return Edited
	}
	return Own
}

// own is the gate's own protocol, as its plugins and the generic one speak it.
func own(a answer, out Output) Outcome {
	edited := a["input"] != nil || a["arguments"] != nil
	switch w := a.text("decision"); {
	case out.Exit != 0:
	case w == "allow" || w == "ask":
		return word(w, edited)
	case w == "none":
		return Own
	}
	return Blocked
}

func cursor(a answer, out Output) Outcome {
	switch {
	case out.Exit == 2, a == nil:
		return Blocked
	case out.Exit != 0:
		return Own
	}
	return word(a.text("permission"), a["updated_input"] != nil)
}

func windsurf(_ answer, out Output) Outcome {
	if out.Exit == 2 {
		return Blocked
	}
	return Own
}

func hermes(a answer, out Output) Outcome {
	if out.Exit == 2 || a.text("decision") == "block" {
		return Blocked
	}
	return Own
}

func antigravity(a answer, out Output) Outcome {
	if a.text("decision") == "deny" {
		return Blocked
	}
	if out.Exit != 0 {
		return Own
	}
	if o := word(a.text("decision"), false); o != Runs {
		return o
	}
	return Own // it is reported not to skip the client's own prompt
}
