// Package windsurf speaks to Windsurf.
package windsurf

import (
	"errors"

	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// Client is Windsurf.
type Client struct{ hook.NoSettings }

// Name is the word after "sentinel hook".
func (Client) Name() string { return "windsurf" }

// Title is the product's name.
func (Client) Title() string { return "Windsurf" }

// CrashNote tells what a crash of the gate comes to.
func (Client) CrashNote() string { return "Not written yet." }

// Decode reads one event.
func (Client) Decode(event []byte, env hook.Env) (hook.Event, error) {
	return hook.Event{}, errors.New("not written yet")
}

// Encode gives the answer.
func (Client) Encode(a hook.Answer) (stdout, stderr []byte, exit int) {
	return nil, []byte(a.Refusal()), 2
}
