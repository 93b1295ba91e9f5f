// Package client speaks the hook protocols of coding clients.
//
// A client is one folder below this one. It translates in both directions and
// decides nothing:
//
//	ev, err := c.Decode(stdin, env)      // a client's event -> sentinel.Call
//	out, errOut, exit := c.Encode(ans)   // an answer -> what that client obeys
//
// and it knows how to register the gate in the client's own settings (its file
// install.go gives a settings.Registration). Editing is a pure function on bytes;
// package settings holds what the clients share of it and does the touching of
// files in one place. What the
// translations share, events and answers first of all, is package hook.
//
// To add a client: write its folder, name it in All, put captured events into
// testdata/clients/NAME at the module's root and their expected calls beside
// them. The shared tests run over every client of All.
//
// Everything refuses by default: the zero Answer is a refusal, the zero Kind is
// the event that must be answered, and an event that cannot be read is an error
// that the caller hands to Refuse.
package client

import (
	"errors"
	"fmt"

	"github.com/sentinelgate/sentinel/internal/client/antigravity"
	"github.com/sentinelgate/sentinel/internal/client/claude"
	"github.com/sentinelgate/sentinel/internal/client/cline"
	"github.com/sentinelgate/sentinel/internal/client/codex"
	"github.com/sentinelgate/sentinel/internal/client/copilot"
	"github.com/sentinelgate/sentinel/internal/client/crush"
	"github.com/sentinelgate/sentinel/internal/client/cursor"
	"github.com/sentinelgate/sentinel/internal/client/gemini"
	"github.com/sentinelgate/sentinel/internal/client/generic"
	"github.com/sentinelgate/sentinel/internal/client/hermes"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/opencode"
	"github.com/sentinelgate/sentinel/internal/client/pi"
	"github.com/sentinelgate/sentinel/internal/client/qwen"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/client/windsurf"
)

// Client is one coding client.
type Client interface {
	// Name is the word after "sentinel hook", for example "claude".
	Name() string
	// Title is the product's name as its users know it.
	Title() string
	// Decode reads one event. With an error the event is unusable, but its Kind
	// is set as far as it could be told, so that a broken event that asks for
	// nothing need not be refused.
	Decode(event []byte, env hook.Env) (hook.Event, error)
	// Encode gives what the hook process prints and its exit code. It never
	// fails: what cannot be expressed becomes a refusal.
	Encode(a hook.Answer) (stdout, stderr []byte, exit int)
	// Registration says how the client is told of the gate.
	Registration() settings.Registration
	// CrashNote says in a sentence or two what this client does when the gate
	// crashes, is missing or is too slow.
	CrashNote() string
}

// All lists the clients in the order of their names.
func All() []Client {
	return []Client{
		antigravity.Client{},
		claude.Client{},
		cline.Client{},
		codex.Client{},
		copilot.Client{},
		crush.Client{},
		cursor.Client{},
		gemini.Client{},
		generic.Client{},
		hermes.Client{},
		opencode.Client{},
		pi.Client{},
		qwen.Client{},
		windsurf.Client{},
	}
}

// ErrUnknown is returned for the name of a client that nobody knows.
var ErrUnknown = errors.New("unknown client")

// Find gives the client of a name.
func Find(name string) (Client, error) {
	for _, c := range All() {
		if c.Name() == name {
			return c, nil
		}
	}
	return nil, fmt.Errorf("find client %q: %w", name, ErrUnknown)
}

// Refuse gives the refusal that a client obeys, for every failure that happens
// before or instead of a decision: an unreadable event, a panic, a lost store.
// For an unknown client it relies on the exit code and the error text, which
// most clients obey.
func Refuse(name, reason string) (stdout, stderr []byte, exit int) {
	if c, err := Find(name); err == nil {
		return c.Encode(hook.Answer{Reason: reason})
	}
	return nil, append(hook.Readable(reason), '\n'), 2
}
