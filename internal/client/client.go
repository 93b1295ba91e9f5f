// Package client speaks the hook protocols of coding clients.
//
// A client is one value of type Client in a file of its own (claude.go and the
// files that begin with claude_). It translates in both directions and decides
// nothing:
//
//	ev, err := c.Decode(stdin, env)      // a client's event -> sentinel.Call
//	out, errOut, exit := c.Encode(ans)   // an answer -> what that client obeys
//
// and it knows how to register the gate in the client's own settings. Those
// methods are pure functions on bytes; package settings holds what they share,
// and does the touching of files in one place.
//
// To add a client: write its file, name it in All, put captured events into
// testdata/NAME at the module's root and their expected calls beside them. The
// shared tests run over every client of All.
//
// Everything refuses by default: the zero Answer is a refusal, the zero Kind is
// the event that must be answered, and an event that cannot be read is an error
// that the caller hands to Refuse.
package client

import (
	"errors"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// MaxEvent is the size in bytes above which no event is read.
const MaxEvent = 8 << 20

// Client is one coding client.
type Client interface {
	// Name is the word after "sentinel hook", for example "claude".
	Name() string
	// Title is the product's name as its users know it.
	Title() string
	// Decode reads one event. With an error the event is unusable, but its Kind
	// is set as far as it could be told, so that a broken event that asks for
	// nothing need not be refused.
	Decode(event []byte, env Env) (Event, error)
	// Encode gives what the hook process prints and its exit code. It never
	// fails: what cannot be expressed becomes a refusal.
	Encode(a Answer) (stdout, stderr []byte, exit int)
	// Files lists the files in which the gate is registered at a level, none
	// if the client does not know the level.
	Files(home, project string, level settings.Level) []settings.File
	// Install returns the file's new content with the gate registered exactly
	// once. old is nil where there is no file. The result equals old if there
	// is nothing to do.
	Install(f settings.File, old []byte, o settings.Options) ([]byte, error)
	// Uninstall is the inverse: it removes what Install wrote and nothing else.
	Uninstall(f settings.File, old []byte, o settings.Options) ([]byte, error)
	// Status tells how the gate is registered in a file.
	Status(f settings.File, data []byte, o settings.Options) (settings.Status, error)
	// CrashNote says in a sentence or two what this client does when the gate
	// crashes, is missing or is too slow.
	CrashNote() string
}

// All lists the clients in the order of their names.
func All() []Client {
	return []Client{Claude{}}
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

func (e Env) getenv(name string) string {
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
