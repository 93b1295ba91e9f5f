// Package console is what all commands share at their ends: errors that carry an
// exit code, the JSON that programs read, and whether there are colours.
package console

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/sentinelgate/sentinel/internal/display"
)

// Exit codes: 0 is fine, and
const (
	Failed = 1 // an internal error, or something wrong found
	Usage  = 2 // the words of the command
	Ask    = 3 // it would be asked
	Block  = 4 // blocked or red
)

// Error is an error with its exit code. An empty message prints nothing.
type Error struct {
	Code int
	Msg  string
	Hint string // what to do, "" for nothing
}

// Error implements error.
func (e *Error) Error() string { return e.Msg }

// Misused is an error in the words of a command.
func Misused(hint, format string, args ...any) error {
	return &Error{Usage, fmt.Sprintf(format, args...), hint}
}

// Problem is an error that the person can do something about.
func Problem(hint, format string, args ...any) error {
	return &Error{Failed, fmt.Sprintf(format, args...), hint}
}

// JSON prints what --json prints, readable and with every character as it is.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// Style colours only for a terminal, and not when NO_COLOR is set.
func Style(terminal bool, getenv func(string) string) display.Style {
	return display.Style{Colour: terminal && getenv("NO_COLOR") == ""}
}
