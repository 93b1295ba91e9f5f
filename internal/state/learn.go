package state

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/place"
)

// AskedCall is a call that was handed to the client's prompt. It holds what the
// person was shown; what an answer teaches comes from here and is never judged
// anew, since files may have changed in between.
type AskedCall struct {
	Session  string `json:"session"`
	CallID   string `json:"call"`
	Digest   string `json:"digest"`   // sentinel.Call.Digest of what was asked
	Attended bool   `json:"attended"` // a person can have seen the prompt
	At       int64  `json:"at"`       // milliseconds since 1970
	Parts    []Part `json:"parts"`    // those that nobody had approved yet
}

// Part is one piece of an asked call.
type Part struct {
	Shape   string            `json:"shape,omitempty"`
	Key     string            `json:"key,omitempty"` // "" is never remembered
	Effects []sentinel.Effect `json:"effects,omitempty"`
	Risk    sentinel.Risk     `json:"risk"`
	Colour  sentinel.Colour   `json:"colour"`
	// SaidYes says that an earlier session had a yes for it: a second one
	// lasts. It is looked up when asked, so that the prompt tells the truth.
	SaidYes bool `json:"said_yes,omitempty"`
}

// PartOf is the part of an asked call that p is.
func PartOf(p sentinel.Part, saidYes bool) Part {
	return Part{Shape: place.Shape(p), Key: p.Key, Effects: p.Effects, Risk: p.Risk, Colour: p.Colour, SaidYes: saidYes}
}

// Yes names what a person said yes to, for Store.SaidYes: the same key with
// other effects is another thing.
func (p Part) Yes() string {
	effects := slices.Clone(p.Effects)
	slices.SortFunc(effects, func(a, b sentinel.Effect) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Scope, b.Scope),
			cmp.Compare(a.Target, b.Target), cmp.Compare(a.Identity, b.Identity))
	})
	data, err := json.Marshal([]any{p.Key, slices.Compact(effects)})
	if err != nil {
		return "" // effects of a kind that does not exist: nothing to remember
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// PostEvent is what a client tells after a call ran. Whether the run failed
// does not matter: it ran because the person said yes.
type PostEvent struct {
	Session string
	CallID  string
	Digest  string // sentinel.Call.Digest of what ran
}

// Keep says how long something is remembered.
type Keep uint8

const (
	Once       Keep = iota // not at all
	ForSession             // until the session ends
	ForProject             // for good, in the project's ledger
)

var keepNames = []string{"", "session", "project"}

// String is the form of sentinel.Decision.Remember.
func (k Keep) String() string {
	if int(k) >= len(keepNames) {
		return ""
	}
	return keepNames[k]
}

// Grant is something that a yes taught.
type Grant struct {
	Key     string
	Shape   string
	Effects []sentinel.Effect
	Keep    Keep
	// Yes is for Store.NoteYes, "" if there is nothing to note.
	Yes string
}

// Learn says what a call that ran after it was asked teaches: nothing unless
// it is the very call that was shown, to a person. Of a call that may not be
// remembered in some part, no part is: the prompt said "this once".
func Learn(asked AskedCall, event PostEvent) []Grant {
	same := asked.Session != "" && asked.Session == event.Session &&
		asked.CallID != "" && asked.CallID == event.CallID &&
		asked.Digest != "" && asked.Digest == event.Digest
	if !same || !asked.Attended {
		return nil
	}
	return teach(asked.Parts)
}

// Remember says what a yes to all of parts will teach: the longest time that
// holds for each of them. A prompt shows it.
func Remember(parts []Part) Keep {
	grants := teach(parts)
	if len(grants) == 0 {
		return Once
	}
	keep := ForProject
	for _, g := range grants {
		keep = min(keep, g.Keep)
	}
	return keep
}

func teach(parts []Part) []Grant {
	var grants []Grant
	for _, p := range parts {
		if p.Colour == sentinel.Green && p.Risk == sentinel.Low {
			continue
		}
		g, ok := p.grant()
		if !ok {
			return nil
		}
		grants = append(grants, g)
	}
	return grants
}

// grant is what a yes to one part teaches, false if nothing may be.
func (p Part) grant() (Grant, bool) {
	if p.Key == "" || len(p.Effects) == 0 || p.Colour != sentinel.Yellow {
		return Grant{}, false
	}
	g := Grant{Key: p.Key, Shape: p.Shape, Effects: p.Effects}
	switch p.Risk {
	case sentinel.Medium:
		g.Keep = ForProject
	case sentinel.High:
		g.Keep, g.Yes = ForSession, p.Yes()
		if p.SaidYes {
			g.Keep = ForProject
		}
	default: // LOW is not yellow, CRITICAL is red: whoever says otherwise errs
		return Grant{}, false
	}
	return g, true
}
