// Package hook holds what all clients share: events and answers in the gate's
// own words, and the reading of a client's JSON.
//
// Fields reads an object member by member and keeps the first error. Tool and
// ReadCall turn a client's tool call into a sentinel.Call. Answer says what a
// client is told; Refusal and Readable write the text of it. A client is a
// folder beside this one that joins these: internal/client/crush is the
// shortest to learn from.
package hook

import (
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
)

// MaxEvent is the size in bytes above which no event is read.
const MaxEvent = 8 << 20

// Kind says what an event is about. The zero value is PreTool, which must be
// answered.
type Kind uint8

const (
	PreTool        Kind = iota // a tool is about to run
	PostTool                   // a tool has run
	PostToolFailed             // a tool has run and reported a failure
	SessionStart               // a session begins, is resumed or cleared
	SessionEnd                 // a session ends
	Other                      // anything else; the gate has no opinion
)

// String gives the kind's name for logs and tests.
func (k Kind) String() string {
	names := [...]string{"PreTool", "PostTool", "PostToolFailed", "SessionStart", "SessionEnd", "Other"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MarshalText makes kinds readable in JSON.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Env is what a client's event does not carry but its process does. It is
// passed in so that nothing is read behind the caller's back.
type Env struct {
	// Getenv reads the environment that the client gave to the hook; nil means
	// an empty one.
	Getenv func(string) string
	// Home is the person's home folder.
	Home string
	// Now is the time of the event.
	Now time.Time
	// Event names the event for clients whose payload does not (an argument of
	// the registered command); "" for the others.
	Event string
}

// Var reads a variable of the environment that the client gave.
func (e Env) Var(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// Event is one event of a client in the gate's own words.
type Event struct {
	Kind Kind   `json:"kind"`
	Name string `json:"name"` // the event as the client names it
	// Call is complete for the tool events. For all others only agent, session,
	// working folder, project and attendance are set.
	Call sentinel.Call `json:"call"`
	// Source says why a session started or ended ("startup", "resume", ...).
	Source string `json:"source,omitempty"`
	// Mode is the client's permission mode as it names it.
	Mode string `json:"mode,omitempty"`
	// SubAgent is the client's id of the sub-agent that calls, "" for the main one.
	SubAgent string `json:"subAgent,omitempty"`
	// Server and ServerTool tell an MCP call apart.
	Server     string `json:"server,omitempty"`
	ServerTool string `json:"serverTool,omitempty"`
	// Error is the failure's text after PostToolFailed; Interrupted says that a
	// person stopped the call.
	Error       string `json:"error,omitempty"`
	Interrupted bool   `json:"interrupted,omitempty"`
	// Dialogue marks a tool that is itself a question to the person (a plan to
	// approve, a choice to make). An explicit allow would skip that question,
	// so an allow is said by saying nothing.
	Dialogue bool `json:"dialogue,omitempty"`
}
