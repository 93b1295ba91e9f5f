package approve

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve/show"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// Person is who answers, for the record. It proves nothing: whoever can run
// programs as this user can also say so.
type Person struct {
	User     string // of the system
	Terminal string // the terminal's name
	Process  int
	Name     string // as given, "" if not
}

// String is what is recorded as the reviewer.
func (p Person) String() string {
	terminal := "no terminal"
	if p.Terminal != "" {
		terminal = "terminal " + p.Terminal
	}
	place := fmt.Sprintf("user %s, %s, process %d", p.User, terminal, p.Process)
	if p.Name == "" {
		return p.User + " (" + place + ")"
	}
	return p.Name + " (" + place + ")"
}

// Note writes down what the person did to the gate itself. What loosens is noted
// before it is done, so that nothing is loosened without a line.
func (p Person) Note(stateDir string, now time.Time, kind, what, reason string) error {
	err := audit.Note(stateDir, audit.Act{Kind: kind, Time: now, By: p.String(), What: what, Reason: reason})
	if err != nil {
		return fmt.Errorf("the log could not be written: %w", err)
	}
	return nil
}

// Desk is where a person on this machine reads and answers questions. It
// implements screen.Desk.
type Desk struct {
	Store   sentinel.Store
	Options engine.Options // home, program, clock and reading of configuration
	Person  Person
	Channel string // where answers come from, for the record
}

// gate opens the gate that judges a question again: in the folder and session
// it was asked in, under the configuration of now.
func (d Desk) gate(q sentinel.Question) (*sentinel.Gate, error) {
	o := d.Options
	o.Prompt, o.Look = false, false
	c := q.Request.Call
	o.Cwd, o.Project, o.Session, o.Client = c.Cwd, c.Project, c.Session, c.Agent
	if !filepath.IsAbs(o.Cwd) {
		o.Cwd = o.Home
	}
	var wrong error
	o.More = func(e *engine.Engine) []sentinel.Option {
		options, err := common(e, d.Store)
		wrong = err
		return options
	}
	e, err := engine.Open(o)
	if err == nil {
		err = wrong
	}
	if err != nil {
		return nil, fmt.Errorf("open gate: %w", err)
	}
	return e.Gate, nil
}

// here is a gate for what needs no judgement.
func (d Desk) here() (*sentinel.Gate, error) {
	return d.gate(sentinel.Question{Request: sentinel.Request{Call: sentinel.Call{Cwd: d.Options.Cwd}}})
}

// Expire ends what is over. Everything that shows questions calls it first; a
// screen does so twice a second, and opens a gate only when something is over.
func (d Desk) Expire(ctx context.Context) (int, error) {
	if due, err := d.Store.List(ctx, sentinel.Filter{Due: true, Limit: 1}); err != nil || len(due) == 0 {
		return 0, err
	}
	g, err := d.here()
	if err != nil {
		return 0, err
	}
	n, err := g.Expire(ctx)
	if n > 0 {
		d.mark(ctx)
	}
	return n, err
}

// mark signs the store's chain as far as it can: what was decided stands in any case.
func (d Desk) mark(ctx context.Context) {
	_ = audit.SignStore(context.WithoutCancel(ctx), d.Store, engine.StateDir(d.Options.Home))
}

// List gives the open questions.
func (d Desk) List(ctx context.Context) ([]sentinel.Question, sentinel.Moment, error) {
	if _, err := d.Expire(ctx); err != nil {
		return nil, sentinel.Moment{}, err
	}
	now, err := d.Store.Now(ctx)
	if err != nil {
		return nil, now, err
	}
	all, err := d.Store.List(ctx, sentinel.Filter{Open: true})
	open := all[:0]
	for _, q := range all {
		if q.Outcome == sentinel.Pending {
			open = append(open, q)
		}
	}
	return open, now, err
}

// Get gives one question.
func (d Desk) Get(ctx context.Context, id string) (sentinel.Question, error) {
	return d.Store.Get(ctx, id)
}

// Number gives the question that people know by this number.
func (d Desk) Number(ctx context.Context, n int64) (sentinel.Question, error) {
	if _, err := d.Expire(ctx); err != nil {
		return sentinel.Question{}, err
	}
	list, err := d.Store.List(ctx, sentinel.Filter{Number: n, Limit: 1})
	if err != nil {
		return sentinel.Question{}, err
	}
	if len(list) == 0 {
		return sentinel.Question{}, sentinel.ErrNotFound
	}
	return list[0], nil
}

// Answer hands in an answer for the question as it was shown.
func (d Desk) Answer(ctx context.Context, q sentinel.Question, r sentinel.Review) (sentinel.Question, error) {
	g, err := d.gate(q)
	if err != nil {
		return q, err
	}
	r.By = d.Person.String()
	after, err := g.Answer(ctx, q.ID, sentinel.Verdict{Review: r, Channel: d.Channel, Shown: q.Shown})
	d.mark(ctx)
	if err != nil {
		if now, err := d.Store.Get(ctx, q.ID); err == nil {
			after = now
		}
	}
	return after, err
}

// Sign signs the heads of both chains, which whatever decided does when it is
// done: what is cut off behind them later shows.
func (d Desk) Sign(ctx context.Context) error {
	dir := engine.StateDir(d.Options.Home)
	return errors.Join(audit.SignStore(ctx, d.Store, dir), audit.SignFile(dir, d.Options.Now()))
}

// Revoke takes back a permit that nobody used yet.
func (d Desk) Revoke(ctx context.Context, q sentinel.Question, why string) (sentinel.Question, error) {
	g, err := d.gate(q)
	if err != nil {
		return q, err
	}
	return g.Revoke(ctx, q.ID, why)
}

// Judge says what an edit would be taken for.
func (d Desk) Judge(_ context.Context, q sentinel.Question, text string) ([]show.Row, bool) {
	arguments, err := strictjson.Object([]byte(text))
	if err != nil {
		return []show.Row{{Kind: show.Bad, Text: "not valid: " + show.Safe(err.Error())}}, false
	}
	o := d.Options
	c := q.Request.Call
	o.Look, o.Cwd, o.Project, o.Client = true, c.Cwd, c.Project, c.Agent
	e, err := engine.Open(o)
	if err != nil {
		return []show.Row{{Kind: show.Bad, Text: "cannot be judged: " + show.Safe(err.Error())}}, false
	}
	c.Arguments, c.Attended = arguments, true
	was, now := q.Request.Risk, e.Gate.Decide(context.Background(), c)
	row := show.Row{Kind: show.Plain, Text: fmt.Sprintf("judged %s, was %s: %s", now.Risk, was, show.Safe(now.Reason))}
	switch {
	case q.Request.Fixed:
		return []show.Row{row, {Kind: show.Warn, Text: "this client takes no edits: the agent is told the edited call and has to make it itself"}}, false
	case now.Outcome == sentinel.Blocked:
		row.Kind, row.Text = show.Bad, "BLOCKED: "+show.Safe(now.Reason)
		return []show.Row{row}, false
	case now.Risk > was:
		row.Kind = show.Bad
		return []show.Row{row, {Kind: show.Bad, Text: "worse than what was asked: it has to be a call of its own"}}, false
	}
	return []show.Row{row}, true
}

// Keeps words what a yes will remember.
func (d Desk) Keeps(q sentinel.Question, a sentinel.Answer) []string {
	last := ""
	switch {
	case a == sentinel.YesSession && q.Request.Remember != "":
		last = "until this session ends"
	case a == sentinel.YesAlways && q.Request.Remember != "": // as `risk --remember`: a person names the time
		last = "always, in this project"
	default:
		return nil
	}
	var out []string
	for _, p := range q.Request.Assessment.Parts {
		if p.Colour == sentinel.Green || p.Key == "" {
			continue
		}
		name := p.Shape
		if name == "" {
			name = p.Text
		}
		var does []string
		for _, e := range p.Effects {
			does = append(does, e.String())
		}
		out = append(out, fmt.Sprintf("%s, %s, as long as it does no more than: %s", show.Safe(name), last, show.Safe(strings.Join(does, "; "))))
	}
	return out
}

// Explain is a sentence for a person about an answer to question n that was not
// taken.
func Explain(err error, n int64) string {
	switch {
	case errors.Is(err, sentinel.ErrNotFound):
		return "there is no such question; `sentinel pending` lists those that wait"
	case errors.Is(err, sentinel.ErrDecided):
		return fmt.Sprintf("it was already decided; `sentinel show %d` tells by whom", n)
	case errors.Is(err, sentinel.ErrLate):
		return "its window is over; the agent has to ask again"
	case errors.Is(err, sentinel.ErrNoReason):
		return "a critical call needs a written reason: --reason TEXT"
	}
	return err.Error()
}
