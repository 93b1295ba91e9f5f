//go:build !unix

package events

import "syscall"

func detached() *syscall.SysProcAttr { return nil }
