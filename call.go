package sentinel

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Action is what a tool does, whatever its client names it. The zero value is
// ActionOther, a tool nobody knows, which is asked about.
type Action uint8

const (
	ActionOther Action = iota
	ActionShell
	ActionRead
	ActionWrite
	ActionEdit
	ActionDelete
	ActionMove
	ActionPatch
	ActionList
	ActionSearch
	ActionFetch
	ActionMCP
	ActionTask
)

var actionNames = []string{
	"other", "shell", "read", "write", "edit", "delete", "move", "patch", "list",
	"search", "fetch", "mcp", "task",
}

// String gives the action's name.
func (a Action) String() string { return nameOf(actionNames, uint8(a)) }

// ParseAction is the inverse of String.
func ParseAction(name string) (Action, error) {
	i, err := indexOf(actionNames, "action", name)
	return Action(i), err
}

// MarshalText makes actions readable in JSON.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (a *Action) UnmarshalText(b []byte) (err error) {
	*a, err = ParseAction(string(b))
	return err
}

// Call is one tool call of an agent, before it runs.
type Call struct {
	Agent   string `json:"agent,omitempty"`   // the client or agent that asks, for the record
	Session string `json:"session,omitempty"` // the client's session id; "" means no session state
	ID      string `json:"id,omitempty"`      // the client's id of this call, "" if it has none
	Tool    string `json:"tool"`              // the tool as its client names it
	// Action is what the tool does. ActionOther (the zero value) lets the gate
	// find it from the tool's name.
	Action Action `json:"action,omitempty"`
	// Arguments are the tool's arguments as its client sent them, already
	// decoded strictly: no member twice, nothing behind the object.
	Arguments map[string]any `json:"arguments"`
	Cwd       string         `json:"cwd"`               // absolute working folder of the call
	Project   string         `json:"project,omitempty"` // project folder if the client tells it
	Shell     string         `json:"shell,omitempty"`   // "bash", "zsh", "sh", "powershell"; "" unknown
	Attended  bool           `json:"attended"`          // a person can see a prompt
	// Typed says that what the call starts can be typed to later, in ways that no
	// gate sees: what reads its commands from there is refused.
	Typed bool `json:"typed,omitempty"`
}

// Digest identifies what was asked: tool, arguments and working folder, as hex
// SHA-256 over their canonical JSON (members sorted by name).
func (c Call) Digest() (string, error) {
	b, err := json.Marshal([]any{c.Tool, c.Arguments, c.Cwd})
	if err != nil {
		return "", fmt.Errorf("digest call: %w", err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}
