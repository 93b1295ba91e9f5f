//go:build !windows

package main

import (
	"os"
	"os/user"
	"strconv"
)

// home asks the system's user database, and nothing else: the environment
// belongs to whoever started the program.
func home() string {
	u, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err != nil {
		return ""
	}
	return u.HomeDir
}
