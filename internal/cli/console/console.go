// Package console is what all commands share at their ends: errors that carry an
// exit code, the JSON that programs read, and whether there are colours, a folder
// and a person at a terminal.
package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/strictjson"
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

// Count is a number of things in words: 1 file, 2 files.
func Count[N int | int64](n N, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Refused says what is wrong with a text of JSON that a person typed, in words
// for somebody who knows JSON by sight.
func Refused(text string, err error) string {
	var at *strictjson.Error
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		return "is empty, and has to be a JSON object"
	case !strings.HasPrefix(trimmed, "{"):
		return fmt.Sprintf("has to be a JSON object, which begins with {, and is %s", Quote(trimmed))
	case errors.As(err, &at) && at.Offset >= len(strings.TrimRight(text, " \t\r\n")):
		return "is cut off: the JSON object has no end"
	case errors.As(err, &at):
		return fmt.Sprintf("is no JSON object: at character %d, %s, there is a mistake (%s)", at.Offset+1, Quote(text[min(at.Offset, len(text)):]), at.Problem)
	}
	return "is no JSON object: " + err.Error()
}

// Quote is the beginning of a text in quotes.
func Quote(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "..."
	}
	return strconv.Quote(text)
}

// NoHome is said where the system's user database knows no home.
func NoHome() error {
	return Problem("name a folder to use instead: sentinel --home DIR COMMAND", "your home folder is not known to this system")
}

// Folder is the folder that a command is about: the one that was named, else the
// working folder. One that is not there is a mistake, and never silently the
// project above it.
func Folder(cwd, named string) (string, error) {
	dir := named
	if !filepath.IsAbs(dir) {
		if cwd == "" {
			return "", Problem("go to a folder that is there, such as: cd ~", "the working folder is gone: it was deleted or moved since this shell entered it")
		}
		dir = filepath.Join(cwd, dir)
	}
	info, err := os.Stat(dir)
	switch {
	case err == nil && info.IsDir():
		return dir, nil
	case named == "" && err != nil:
		return "", Problem("go to a folder that can be read, such as: cd ~", "the working folder cannot be read: %v", err)
	case err != nil:
		return "", Misused("look for a typing mistake; without a name it is the working folder", "there is no folder %q", named)
	}
	return "", Misused("name the folder that it lies in", "%q is no folder", named)
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

// TTY opens the controlling terminal and tells its name; an error is why there is
// none. nil stands for none.
type TTY func() (io.ReadWriteCloser, string, error)

// Person opens the terminal of whoever runs a command that an agent must not: an
// agent's child has none. what is what only a person does; instead is what a
// program does, "" for nothing.
func Person(tty TTY, what, instead string) (io.ReadWriteCloser, string, error) {
	if tty != nil {
		if t, name, err := tty(); err == nil {
			return t, name, nil
		}
	}
	hint := "run it in a terminal of your own"
	if instead != "" {
		hint += "; " + instead
	}
	return nil, "", Problem(hint, "only a person at a terminal %s, and there is no terminal here", what)
}
