package machine

import "os/user"

// Home asks the system for the profile of the user who runs the program.
func Home() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}
