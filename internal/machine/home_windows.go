package machine

import (
	"io"
	"os/user"

	"github.com/sentinelgate/sentinel/reviewer"
)

// Home asks the system for the profile of the user who runs the program.
func Home() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}

func terminalName() string { return "the console" }

func openTerminal() (io.ReadWriteCloser, error) { return reviewer.OpenTerminal() }
