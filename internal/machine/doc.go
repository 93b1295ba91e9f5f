// Package machine says whose machine this is, and where its person sits. The
// commands ask it once, at their start; everything below them is told.
package machine

import (
	"io"
	"os/user"
)

// User is the name of the user who runs the program, or the number if the
// system knows no name.
func User() string {
	u, err := user.Current()
	if err != nil {
		return "unknown"
	}
	return u.Username
}

// Terminal opens the controlling terminal and tells its name.
func Terminal() (io.ReadWriteCloser, string, error) {
	tty, err := openTerminal()
	return tty, terminalName(), err
}
