package engine

import (
	"errors"
	"slices"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/place"
	"github.com/sentinelgate/sentinel/internal/risk"
	"github.com/sentinelgate/sentinel/internal/state"
)

// Memory joins what was allowed for the session and for good. The zero value
// remembers nothing.
type Memory struct {
	Book    ledger.Book
	Session *state.Session // what this session may do; nil outside a session
	// Standard: what the risk table lets run without a question needs no grant
	// beside what was asked about. Under strict autonomy it does.
	Standard bool
	// Home is the person's home, for what is said of folders in it. "" takes it for
	// one of the usual depth.
	Home string
	// Grant files grants for the session; nil keeps them in Session only.
	Grant func(grants []state.Grant) error
}

// Known implements sentinel.Memory.
func (m *Memory) Known(_ sentinel.Call, p sentinel.Part) (string, bool) {
	wanted := m.asked(p.Effects)
	if place.Is(p.Key) {
		return m.place(p.Key, wanted)
	}
	if m.Session != nil && m.Session.Known(p.Key, wanted) {
		return "session", true
	}
	if m.Book == nil {
		return "", false
	}
	e, ok := m.Book.Lookup(p.Key)
	if !ok || !e.Covers(wanted) {
		return "", false
	}
	return "ledger:" + p.Shape, true
}

// place looks up ordinary work in another folder: what was allowed there counts,
// not in which words.
func (m *Memory) place(key string, wanted []sentinel.Effect) (string, bool) {
	var git, work ledger.Sets
	if m.Session != nil {
		git, work = m.Session.Grants[place.Git], m.Session.Grants[place.Work]
		if place.Covers(m.Home, key, wanted, git, work) {
			return "session", true
		}
	}
	if m.Book == nil {
		return "", false
	}
	if e, ok := m.Book.Lookup(place.Git); ok {
		git = append(slices.Clip(git), e.Sets...)
	}
	if e, ok := m.Book.Lookup(place.Work); ok {
		work = append(slices.Clip(work), e.Sets...)
	}
	return "ledger:" + key, place.Covers(m.Home, key, wanted, git, work)
}

// asked leaves out the effects that ask nothing by themselves: after a yes to
// fetching from a host, a file of the project for the answer is no new question.
// What two of them come to together is an effect of its own.
func (m *Memory) asked(effects []sentinel.Effect) []sentinel.Effect {
	rest := slices.DeleteFunc(slices.Clone(effects), func(e sentinel.Effect) bool {
		c := risk.Of(e.Kind, e.Scope, !m.Standard)
		return c.Colour == sentinel.Green && c.Risk == sentinel.Low && !c.Block
	})
	if len(rest) == 0 {
		return effects
	}
	return rest
}

// Remember implements sentinel.Memory: always goes to the ledger, all else to
// the session.
func (m *Memory) Remember(_ sentinel.Call, parts []sentinel.Part, always bool) error {
	var lasting []ledger.Grant
	var session []state.Grant
	for _, p := range parts {
		if p.Key == "" || p.Colour == sentinel.Red {
			continue
		}
		lasting = append(lasting, ledger.Grant{Key: p.Key, Shape: place.Shape(p), Effects: p.Effects})
		session = append(session, state.Grant{Key: p.Key, Shape: place.Shape(p), Effects: p.Effects, Keep: state.ForSession})
	}
	if always && m.Book != nil && len(lasting) > 0 {
		return m.Book.RecordAll(lasting)
	}
	if m.Grant != nil {
		if err := m.Grant(session); err != nil {
			return err
		}
	}
	if m.Session != nil {
		return m.Session.Grant(session...)
	}
	if m.Grant == nil {
		return errors.New("there is no session to remember it for")
	}
	return nil
}
