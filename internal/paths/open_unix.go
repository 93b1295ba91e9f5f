//go:build unix

package paths

import "syscall"

const openNonblock = syscall.O_NONBLOCK
