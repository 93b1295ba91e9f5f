//go:build unix

package events

import "syscall"

// detached lets the courier outlive the hook and its terminal.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
