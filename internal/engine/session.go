package engine

import (
	"errors"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/state"
)

// Asked notes a call that was handed to the client's prompt, so that a later
// event of it can teach. It returns how long a yes to each of the pending parts
// will be remembered, in their order; nil says that nothing will.
func (e *Engine) Asked(d sentinel.Decision) ([]state.Keep, error) {
	asked := state.AskedCall{Session: d.Call.Session, CallID: d.Call.ID, Attended: d.Call.Attended, At: e.options.Now().UnixMilli()}
	var err error
	if asked.Digest, err = d.Call.Digest(); err != nil {
		return nil, err
	}
	for _, p := range d.Pending {
		part := state.PartOf(p, false)
		if yes := part.Yes(); yes != "" && p.Key != "" && e.Identity != "" {
			part.SaidYes, _ = e.store.SaidYes(e.Identity, yes, d.Call.Session)
		}
		asked.Parts = append(asked.Parts, part)
	}
	if d.Call.Session == "" || d.Call.ID == "" {
		return nil, nil // nothing will tell what became of it
	}
	noted := false
	err = e.store.Update(d.Call.Session, func(s *state.Session) error {
		noted = s.AddAsked(asked)
		return nil
	})
	if err != nil && !errors.Is(err, state.ErrBroken) {
		return nil, err
	}
	if !noted || state.Remember(asked.Parts) == state.Once {
		return nil, nil
	}
	return e.keeps(asked.Parts), nil
}

// keeps says how long a yes to each of the parts lasts.
func (e *Engine) keeps(parts []state.Part) []state.Keep {
	out := make([]state.Keep, len(parts))
	for i, p := range parts {
		out[i] = state.Remember([]state.Part{p})
		if e.Ledger == nil { // nothing to file it in outside of a project
			out[i] = min(out[i], state.ForSession)
		}
	}
	return out
}

// Learn takes in that a call has run. If it was asked and a person could see
// the prompt, the person said yes.
func (e *Engine) Learn(call sentinel.Call) error {
	if call.Session == "" || call.ID == "" || len(e.session.Asked) == 0 {
		return nil
	}
	digest, err := call.Digest()
	if err != nil {
		return err
	}
	var grants []state.Grant
	err = e.store.Update(call.Session, func(s *state.Session) error {
		asked, ok := s.TakeAsked(call.ID)
		if !ok {
			return nil
		}
		grants = state.Learn(asked, state.PostEvent{Session: call.Session, CallID: call.ID, Digest: digest})
		return s.Grant(e.forSession(grants)...)
	})
	if err != nil {
		return err
	}
	return e.keep(call.Session, grants)
}

// forSession gives the grants that only the session can keep. What the ledger
// keeps is not kept twice, so that `risk --forget` takes all of it back.
func (e *Engine) forSession(grants []state.Grant) []state.Grant {
	var out []state.Grant
	for _, g := range grants {
		if g.Keep == state.ForSession || e.Ledger == nil {
			out = append(out, g)
		}
	}
	return out
}

// keep files what lasts beyond the session.
func (e *Engine) keep(session string, grants []state.Grant) error {
	var lasting []ledger.Grant
	var yes []string
	for _, g := range grants {
		if g.Keep == state.ForProject {
			lasting = append(lasting, ledger.Grant{Key: g.Key, Shape: g.Shape, Effects: g.Effects})
		}
		if g.Yes != "" {
			yes = append(yes, g.Yes)
		}
	}
	if len(yes) > 0 && e.Identity != "" {
		if err := e.store.NoteYes(e.Identity, session, yes...); err != nil {
			return err
		}
	}
	if len(lasting) > 0 && e.Ledger != nil {
		return e.Ledger.RecordAll(lasting)
	}
	return nil
}

// Clear forgets the session, as at its start.
func (e *Engine) Clear(session string) error { return e.store.Clear(session) }

// Budget counts what silence permitted in the last hour, over all sessions of
// this person. If it cannot count, it is used up; beyond mostSilent it does not
// count.
type Budget struct {
	Store *state.Files
	Now   func() time.Time
}

// budgetSession holds the times; no client's session has this id, since ids
// with a NUL are refused.
const budgetSession = "\x00silence"

// mostSilent is how many times fit into a session's state.
const mostSilent = 60

// Take implements sentinel.Budget.
func (b *Budget) Take(most int) bool {
	ok := false
	now := b.Now().UnixMilli()
	err := b.Store.Update(budgetSession, func(s *state.Session) error {
		recent := s.Asked[:0]
		for _, a := range s.Asked {
			if now-a.At < time.Hour.Milliseconds() {
				recent = append(recent, a)
			}
		}
		s.Asked = recent
		if len(recent) < most && len(recent) < mostSilent {
			ok = true
			s.Asked = append(s.Asked, state.AskedCall{At: now})
		}
		return nil
	})
	return ok && err == nil
}
