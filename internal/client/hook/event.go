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
	"strings"
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
	Permission                 // the client is about to ask a person itself; the gate may answer in the person's place
)

// String gives the kind's name for logs and tests.
func (k Kind) String() string {
	names := [...]string{"PreTool", "PostTool", "PostToolFailed", "SessionStart", "SessionEnd", "Other", "Permission"}
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
	// Cwd is the folder that the hook process was started in, "" if unknown.
	Cwd string
	// Front looks for the client's own process, a program whose name holds the
	// given one, among those that started the hook; nil finds nothing.
	Front func(program string) Process
}

// Process is what can be told of the client's own process; see Env.Front.
func (e Env) Process(program string) Process {
	if e.Front == nil {
		return Process{}
	}
	return e.Front(program)
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
	// Form is a word of the client's own by which its Encode knows what kind of
	// answer the event wants, "" for the usual one.
	Form string `json:"form,omitempty"`
}

// Known sorts an event that is none of those a client's registration asks for.
// It is of no interest, unless it is named like an event before a call, of this
// client or of another one: then a registration is called that was made for
// somebody else, and silence would let calls run.
func Known(name string, err error, must ...string) (Kind, error) {
	if err != nil {
		return PreTool, err
	}
	given := plain(name)
	for m := range strings.FieldsSeq(befores) {
		if given == m {
			return PreTool, fmt.Errorf("event %q is not one of this client", name)
		}
	}
	for _, m := range must {
		if given == plain(m) {
			return PreTool, fmt.Errorf("event %q is not spelled as this client spells %q", name, m)
		}
	}
	return Other, nil
}

// befores are the names of the clients' events before a call, in plain letters.
const befores = "pretooluse pretoolcall beforetool beforetooluse beforetoolcall toolcall toolexecutebefore before " +
	"beforeshellexecution beforemcpexecution beforereadfile preruncommand prewritecode prereadcode premcptooluse"

// plain leaves the letters of a name, all small.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z':
			return r
		}
		return -1
	}, s)
}

// Process is what can be told of the client's own process.
type Process struct {
	Args     []string // behind the program's name; nil if it cannot be told
	Terminal bool     // its input and its output are a terminal
}
