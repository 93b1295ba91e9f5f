//go:build !windows

package machine

import (
	"io"
	"os"
	"os/user"
	"strconv"
	"strings"
)

// Home asks the system's user database, and nothing else: the environment
// belongs to whoever started the program.
func Home() string {
	u, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err != nil {
		return ""
	}
	return u.HomeDir
}

// terminalName is that of standard input where it is a terminal.
func terminalName() string {
	if name, err := os.Readlink("/proc/self/fd/0"); err == nil && strings.HasPrefix(name, "/dev/") && name != "/dev/null" {
		return name
	}
	return "the controlling terminal"
}

// openTerminal gives the file itself: a full screen has to set its mode.
func openTerminal() (io.ReadWriteCloser, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) }
