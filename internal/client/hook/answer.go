package hook

import (
	"encoding/json"
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
	Kind    Kind // the event that is answered; PreTool and Permission have an answer
	Verdict Verdict
	// Reason is shown to the person who is asked, or told to the model that is
	// refused. It may have several lines.
	Reason string
	// Input replaces the tool's whole input; nil leaves it as it was. It counts
	// with Allow and Ask only.
	Input map[string]any
	// Attended says that a person can see a prompt. Without one, Ask refuses.
	Attended bool
	// Dialogue is copied from the event; see Event.Dialogue.
	Dialogue bool
	// Silent says that nobody has agreed: the call is permitted since nobody
	// answered. A prompt that the client is about to show is not skipped then.
	Silent bool
	// Form is copied from the event; see Event.Form.
	Form string
}

// For turns a decision on an event into the answer to it. question is what a
// person is shown if the decision is to ask; "" shows the decision's reason.
// A decision that contradicts itself refuses.
func For(ev Event, d sentinel.Decision, question string) Answer {
	a := Answer{Kind: ev.Kind, Reason: d.Reason, Attended: ev.Call.Attended, Dialogue: ev.Dialogue, Form: ev.Form}
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
			a.Verdict, a.Silent = Allow, d.Outcome == sentinel.TimedOut
			a.setInput(d)
		}
	}
	return a
}

// setInput hands on a reviewer's edit.
func (a *Answer) setInput(d sentinel.Decision) {
	if d.Arguments != nil && !reflect.DeepEqual(d.Arguments, d.Call.Arguments) {
		a.Input = d.Arguments
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
	return "This needs a person's yes, and nobody can be asked in this session.\n" + reason +
		"\nTo let it through, a person repeats it in an interactive session and answers the question there, " +
		"or allows it in the gate's own configuration."
}

// Ability is what a client's answers can say beside "go on" and "refused".
type Ability struct {
	Ask   bool // the client has a prompt of its own
	Input bool // the client takes another input with an allow
}

// Told is an answer without what the client cannot express.
type Told struct {
	Verdict Verdict
	Reason  []byte // ready to be put into JSON with AppendString; never empty for Deny
	Input   []byte // JSON, nil leaves the input as it was
}

// Tell turns the answer into what a client of that ability can be told. Whatever
// it cannot express is refused: an edit that is lost would run the original.
func (a Answer) Tell(can Ability) Told {
	t := Told{Verdict: a.Verdict}
	switch {
	case a.Verdict == Allow && a.Dialogue && a.Input == nil:
		t.Verdict = Abstain
	case a.Verdict == Ask && !(can.Ask && a.Attended), a.Verdict > Abstain:
		t.Verdict = Deny
	}
	if a.Input != nil && (t.Verdict == Allow || t.Verdict == Ask) {
		input, err := json.Marshal(a.Input)
		switch {
		case err != nil:
			a, t.Verdict = Answer{Reason: "the edited call cannot be written as JSON: " + err.Error()}, Deny
		case !can.Input:
			a, t.Verdict = Answer{Reason: "approved with a change that this client cannot take; repeat the call with this input: " + string(input)}, Deny
		default:
			t.Input = input
		}
	}
	if t.Reason = Readable(a.Reason); t.Verdict == Deny {
		t.Reason = Readable(a.Refusal())
	}
	return t
}

// Refused is what a refusal looks like in every client: the client's own JSON
// alone on standard output, the reason on standard error, exit code 2. Each
// client takes what it understands.
func (t Told) Refused(stdout []byte) (out, errOut []byte, exit int) {
	return stdout, append(t.Reason[:len(t.Reason):len(t.Reason)], '\n'), 2
}

// NoAnswerText begins the reason of a refusal where the gate gave no answer.
const NoAnswerText = "Refused: the gate gave no answer."

// NoAnswer is what a client must see where the gate gave no answer at all, as
// far as that is said on standard output. doctor is the command that looks why.
func NoAnswer(c interface {
	Encode(a Answer) (stdout, stderr []byte, exit int)
}, doctor string) []byte {
	out, _, _ := c.Encode(Answer{Reason: NoAnswerText + " Run " + doctor + "."})
	return out
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

// Object writes a JSON object member by member; the zero value is ready to use.
type Object struct{ buf []byte }

// Text adds a member that is text which Readable made.
func (o *Object) Text(name string, text []byte) { o.Raw(name, AppendString(nil, text)) }

// Raw adds a member that is JSON already.
func (o *Object) Raw(name string, value []byte) {
	if o.buf == nil {
		o.buf = make([]byte, 0, 192+len(value))
		o.buf = append(o.buf, '{')
	} else {
		o.buf = append(o.buf, ',')
	}
	o.buf = append(AppendString(o.buf, []byte(name)), ':')
	o.buf = append(o.buf, value...)
}

// JSON gives the object; it must not be written to afterwards.
func (o *Object) JSON() []byte {
	if o.buf == nil {
		return []byte("{}")
	}
	return append(o.buf, '}')
}

// Line gives the object as a line of its own.
func (o *Object) Line() []byte { return append(o.JSON(), '\n') }
