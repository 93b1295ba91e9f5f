package cases

import (
	"cmp"
	"errors"
)

// ErrNoCalls: a file without a single call in it.
var ErrNoCalls = errors.New("no tool call found in it")

// record is one line of a recorded session, in any of the forms that are
// understood: our own (tool, input), a hook event (tool_name, tool_input) and
// a line of a Claude Code transcript, whose message holds the calls. Lines of
// other kinds hold none.
type record struct {
	Tool  string         `json:"tool"`
	Input map[string]any `json:"input"`
	Cwd   string         `json:"cwd"`
	// Files are on the imaginary machine when the session begins, by path;
	// they stand in a line of their own in front of the calls.
	Files map[string]string `json:"files"`

	ToolName  string         `json:"tool_name"`
	ToolInput map[string]any `json:"tool_input"`

	Type    string  `json:"type"`
	Message message `json:"message"`
}

// recorded is one call.
type recorded struct {
	Tool  string
	Input map[string]any
}

// calls are those that the line holds.
func (c record) calls() []recorded {
	if c.Type == "assistant" {
		return c.Message.calls
	}
	if tool := cmp.Or(c.Tool, c.ToolName); tool != "" {
		input := c.Input
		if input == nil {
			input = c.ToolInput
		}
		return []recorded{{tool, input}}
	}
	return nil
}
