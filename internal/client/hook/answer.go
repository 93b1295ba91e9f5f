package hook

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
)

// MaxReason is the size in bytes of the longest reason that is handed to a
// client. Longer ones are cut, and the cut is said.
const MaxReason = 8 << 10

// Verdict is what a client is told. The zero value refuses.
type Verdict uint8

const (
	Deny    Verdict = iota // the call must not run
	Ask                    // a person is asked by the client's own prompt
	Allow                  // the call runs, the client's own prompt is skipped
	Abstain                // no opinion, the client goes its own way
)

// Answer is the gate's answer to one event. The zero value refuses a tool call.
type Answer struct {
	Kind    Kind // the event that is answered; only PreTool has an answer
	Verdict Verdict
	// Reason is shown to the person who is asked, or told to the model that is
	// refused. It may have several lines.
	Reason string
	// Approve says how a person lets a call through where nobody can be asked;
	// "" gives a general sentence.
	Approve string
	// Input replaces the tool's whole input; nil leaves it as it was. It counts
	// with Allow and Ask only.
	Input map[string]any
	// Attended says that a person can see a prompt. Without one, Ask refuses.
	Attended bool
	// Dialogue is copied from the event; see Event.Dialogue.
	Dialogue bool
}

// For turns a decision on an event into the answer to it. question is what a
// person is shown if the decision is to ask; "" shows the decision's reason.
// A decision that contradicts itself refuses.
func For(ev Event, d sentinel.Decision, question string) Answer {
	a := Answer{Kind: ev.Kind, Reason: d.Reason, Attended: ev.Call.Attended, Dialogue: ev.Dialogue}
	switch d.Outcome {
	case sentinel.Abstained:
		a.Verdict = Abstain
	case sentinel.Asked:
		a.Verdict = Ask
		if question != "" {
			a.Reason = question
		}
	case sentinel.Allowed, sentinel.Approved, sentinel.TimedOut:
		if d.Permitted {
			a.Verdict = Allow
			a.setInput(d)
		}
	}
	return a
}

// setInput hands on a reviewer's edit. An edit of a form that no client takes
// refuses: the original must never run in its place.
func (a *Answer) setInput(d sentinel.Decision) {
	if d.Arguments == nil {
		return
	}
	edited, ok := d.Arguments.(map[string]any)
	if !ok {
		a.Verdict = Deny
		a.Reason = "the approved arguments are no object and cannot be handed on"
		return
	}
	if !reflect.DeepEqual(edited, d.Call.Arguments) {
		a.Input = edited
	}
}

// Refusal is the reason of a refusal in words, never empty: some clients run a
// call that is refused without a reason.
func (a Answer) Refusal() string {
	reason := a.Reason
	if strings.TrimSpace(reason) == "" {
		reason = "refused by sentinel"
	}
	if a.Verdict != Ask {
		return reason
	}
	how := a.Approve
	if how == "" {
		how = "To let it through, a person repeats it in an interactive session and answers the question there, " +
			"or allows it in the gate's own configuration."
	}
	return "This needs a person's yes, and nobody can be asked in this session.\n" + reason + "\n" + how
}

// Readable gives text that shows what it holds, in the notation of package
// display: hidden characters as \u{HEX}, bytes that are no UTF-8 as \x{HEX}, so
// that no terminal obeys them. Text that display has escaped comes through as it
// is. Text beyond MaxReason is cut with a note.
func Readable(s string) []byte {
	b := make([]byte, 0, min(len(s), MaxReason)+64)
	for i := 0; i < len(s); {
		if len(b) >= MaxReason {
			return fmt.Appendf(b, "\n[cut here: %d more bytes are not shown]", len(s)-i)
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = fmt.Appendf(b, `\x{%X}`, s[i])
		case r == '\n' || r == '\t' || r == emojiStyle || !display.Hidden(r):
			b = append(b, s[i:i+n]...)
		default:
			b = fmt.Appendf(b, `\u{%X}`, r)
		}
		i += n
	}
	return b
}

// emojiStyle asks for the coloured form of a symbol; display leaves it where it
// does so and has escaped it anywhere else.
const emojiStyle = 0xfe0f

// AppendString appends text that Readable made as a JSON string. It is written
// out here because a refusal must not depend on anything that can fail.
func AppendString(dst, text []byte) []byte {
	dst = append(dst, '"')
	for _, c := range text {
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
