package main

import "os/user"

// home asks the system for the profile of the user who runs the program.
func home() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.HomeDir
}
