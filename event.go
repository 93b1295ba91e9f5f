package sentinel

import (
	"context"
	"encoding/json"
	"strings"
)

// Entry is what an event of the chain says about a question or a decision. Texts
// are masked; without a mask there are only digests.
type Entry struct {
	Number    int64   `json:"number,omitempty"`
	Agent     string  `json:"agent,omitempty"`
	Session   string  `json:"session,omitempty"`
	Host      string  `json:"host,omitempty"`
	Tool      string  `json:"tool"`
	Risk      Risk    `json:"risk"`
	Outcome   Outcome `json:"outcome"`
	Permit    Permit  `json:"permit"`
	Permitted bool    `json:"permitted"`
	Rule      string  `json:"rule,omitempty"`
	Reason    string  `json:"reason,omitempty"` // why it was asked, or what decided
	By        string  `json:"by,omitempty"`
	Channel   string  `json:"channel,omitempty"`
	Answer    Answer  `json:"answer,omitempty"`
	Comment   string  `json:"comment,omitempty"` // the reviewer's reason
	Cause     string  `json:"cause,omitempty"`   // why an answer was refused, a permit taken back
	Arguments string  `json:"arguments,omitempty"`
	Edit      string  `json:"edit,omitempty"` // the reviewer's arguments
	Call      string  `json:"call,omitempty"` // digest of the call as it was asked
	Shown     string  `json:"shown,omitempty"`
	Allowed   string  `json:"allowed,omitempty"` // digest of what may run
	Policy    string  `json:"policy,omitempty"`
	Told      bool    `json:"told,omitempty"`
	Alone     bool    `json:"unattended,omitempty"` // nobody is configured to be told
	// From and State are the question's Digest before and after the step: what is
	// changed in the store without a line shows, even when a later step follows.
	From  string `json:"from,omitempty"`
	State string `json:"state,omitempty"`
}

// maxMasked bounds a text of the chain, in bytes: an event must always fit.
const maxMasked = 16 << 10

func (g *Gate) masked(text string) string {
	if g.queue.mask == nil || text == "" {
		return ""
	}
	if text = g.queue.mask(text); len(text) > maxMasked {
		half := maxMasked / 2
		text = text[:half] + " … " + text[len(text)-half:]
	}
	return strings.ToValidUTF8(text, "?")
}

// arguments shows arguments in a line: the command of a shell call, else JSON.
func (g *Gate) arguments(arguments map[string]any) string {
	if arguments == nil || g.queue.mask == nil {
		return ""
	}
	for _, name := range []string{"command", "cmd"} {
		if text, ok := arguments[name].(string); ok && len(arguments) == 1 {
			return g.masked(text)
		}
	}
	return g.masked(inJSON(arguments))
}

// told is what a step has to say about itself.
type told struct {
	kind, cause string
	edit        map[string]any // one that was not taken, nil for the question's own
}

// event tells of one step of a question; from is its digest before.
func (g *Gate) event(t told, q *Question, from string) Event {
	r := g.recordOf(q, t.cause)
	if r.From, r.State = from, q.Digest(); t.edit != nil {
		r.Edit = g.arguments(t.edit)
	}
	return Event{Kind: t.kind, Request: q.ID, Data: json.RawMessage(inJSON(r))}
}

// change makes one step of a stored question, and files it with its line.
func (g *Gate) change(ctx context.Context, id string, step func(*Question, Moment) (told, error)) (Question, error) {
	return g.queue.store.Change(ctx, id, func(q *Question, m Moment) ([]Event, error) {
		from := q.Digest()
		t, err := step(q, m)
		if err != nil {
			return nil, err
		}
		return []Event{g.event(t, q, from)}, nil
	})
}

func (g *Gate) recordOf(q *Question, cause string) Entry {
	c := q.Request.Call
	digest, _ := c.Digest()
	return Entry{Number: q.Number, Agent: g.masked(c.Agent), Session: g.masked(c.Session), Host: q.Host, Tool: c.Tool,
		Risk: q.Request.Risk, Outcome: q.Outcome, Permit: q.Permit, Permitted: q.Permit == PermitArmed || q.Permit == PermitClaimed,
		Rule: g.masked(q.Request.Rule), Reason: g.masked(q.Request.Reason), By: g.masked(q.By), Channel: q.Channel, Answer: q.Answer,
		Comment: g.masked(q.Reason), Cause: g.masked(cause), Arguments: g.arguments(c.Arguments), Edit: g.arguments(q.Edit),
		Call: digest, Shown: q.Shown, Allowed: q.Allowed, Policy: q.Policy, Told: q.Told, Alone: q.NobodyOK}
}

// refusedEvent tells of an answer that counted for nothing.
func (g *Gate) refusedEvent(q Question, v Verdict, err error) Event {
	r := g.recordOf(&q, err.Error())
	r.By, r.Channel, r.Answer, r.Comment, r.Edit = g.masked(v.By), v.Channel, v.Answer, g.masked(v.Reason), g.arguments(v.Arguments)
	return Event{Kind: "answer-refused", Request: q.ID, Data: json.RawMessage(inJSON(r))}
}

// decisionEvent tells of a decision that has no other log.
func (g *Gate) decisionEvent(d Decision) Event {
	digest, _ := d.Call.Digest()
	r := Entry{Number: d.Number, Agent: g.masked(d.Call.Agent), Session: g.masked(d.Call.Session), Host: g.queue.host,
		Tool: d.Call.Tool, Risk: d.Risk, Outcome: d.Outcome, Permitted: d.Permitted, Rule: g.masked(d.Rule), Reason: g.masked(d.Reason),
		Arguments: g.arguments(d.Call.Arguments), Call: digest, Policy: g.policy.Digest()}
	if d.Permitted && !sameArguments(d.Call, d.Arguments) {
		r.Edit = g.arguments(d.Arguments)
	}
	return Event{Kind: "decision", Request: d.Request, Data: json.RawMessage(inJSON(r))}
}
