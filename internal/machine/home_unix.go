//go:build !windows

package machine

import (
	"os"
	"os/user"
	"strconv"
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
