// Package audit records what the gate decided.
//
//	log := audit.OpenFile(audit.FileOptions{Dir: state})
//	err := log.Append(audit.FromDecision(decision, now))
//
// An entry is written before the answer leaves. When it cannot be written only
// LOW calls may pass, and the caller counts the line with CountLost. Whatever
// goes in is masked: a log that collects the secrets it was to protect would
// be the best place to look for them.
//
// The file is one of two chains; the other one is the store's, which has what
// happened to stored questions. docs/audit.md says why there are two.
package audit

import (
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit/mask"
	"github.com/sentinelgate/sentinel/internal/display"
)

// Log takes entries in the order they are appended.
type Log interface {
	// Append returns when the entry is written, or with the reason why it is
	// not. It may be called by several goroutines and processes at once.
	Append(Entry) error
	// CountLost notes a line that was given up. It never fails: at the worst
	// the count ends with the process.
	CountLost()
	// Lost is how many lines were given up.
	Lost() int
}

// Entry is one line. All texts are masked and bounded by FromDecision.
type Entry struct {
	Time      time.Time        `json:"time"`
	Agent     string           `json:"agent,omitempty"`
	Session   string           `json:"session,omitempty"`
	Call      string           `json:"call,omitempty"` // the client's id of the call
	Tool      string           `json:"tool"`
	Action    sentinel.Action  `json:"action"`
	Outcome   sentinel.Outcome `json:"outcome"`
	Permitted bool             `json:"permitted"`
	Risk      sentinel.Risk    `json:"risk"`
	Colour    sentinel.Colour  `json:"colour"`
	Rule      string           `json:"rule,omitempty"`
	Reason    string           `json:"reason,omitempty"`
	Shape     string           `json:"shape,omitempty"`
	Findings  []string         `json:"findings,omitempty"` // rule ids, each once
	Text      string           `json:"text,omitempty"`     // the command, or the arguments as JSON
	Edited    string           `json:"edited,omitempty"`   // the arguments a reviewer put in their place
	Remember  string           `json:"remember,omitempty"` // what a yes is remembered for
	Cwd       string           `json:"cwd,omitempty"`
	Request   string           `json:"request,omitempty"` // of the stored question, if there is one
	Number    int64            `json:"number,omitempty"`
}

// Bounds of an entry's texts, in characters.
const (
	maxText     = 3000
	maxSentence = 500
	maxName     = 200
	maxRule     = 64
	maxFindings = 20

	// maxSource is how many bytes of a text are masked at all. It is far more
	// than is kept, so that a secret at the cut is not shown in half.
	maxSource = 64 << 10
)

// FromDecision is the entry for a decision made at that time.
func FromDecision(d sentinel.Decision, at time.Time) Entry {
	e := Entry{
		Time:  at.UTC().Truncate(time.Millisecond),
		Agent: clean(d.Call.Agent, maxName), Session: clean(d.Call.Session, maxName),
		Call: clean(d.Call.ID, maxName), Tool: clean(d.Call.Tool, maxName),
		Action: d.Call.Action, Outcome: d.Outcome, Permitted: d.Permitted, Risk: d.Risk, Colour: d.Colour,
		Rule: clean(d.Rule, maxSentence), Reason: clean(d.Reason, maxSentence),
		Shape: clean(d.Shape, maxSentence), Text: textOf(d.Call.Arguments),
		Remember: d.Remember, Cwd: clean(d.Call.Cwd, maxSentence),
		Request: d.Request, Number: d.Number,
	}
	if d.Arguments != nil {
		e.Edited = edited(d)
	}
	for _, f := range d.Findings {
		if id := clean(f.Rule, maxRule); len(e.Findings) < maxFindings && !slices.Contains(e.Findings, id) {
			e.Findings = append(e.Findings, id)
		}
	}
	return e
}

// edited shows what a reviewer made of the arguments, "" if nothing.
func edited(d sentinel.Decision) string {
	if reflect.DeepEqual(d.Call.Arguments, d.Arguments) {
		return ""
	}
	before, err1 := json.Marshal(d.Call.Arguments)
	after, err2 := json.Marshal(d.Arguments)
	if err1 != nil || err2 != nil || string(before) == string(after) {
		return ""
	}
	return textOf(d.Arguments)
}

// textOf is the command of a shell call, else the arguments as JSON.
func textOf(arguments map[string]any) string {
	for _, name := range []string{"command", "cmd"} {
		if text, ok := arguments[name].(string); ok {
			return clean(text, maxText)
		}
	}
	if len(arguments) == 0 {
		return ""
	}
	data, err := json.Marshal(arguments)
	if err != nil {
		return ""
	}
	return clean(string(data), maxText)
}

// clean masks a text and keeps its beginning and end.
func clean(text string, limit int) string {
	if len(text) > maxSource {
		text = display.Clip(text, maxSource/2)
	}
	return display.Clip(mask.Text(text), limit)
}

// Mask is mask.Text, for the chain of a store.
func Mask(text string) string { return mask.Text(text) }
