//go:build unix

package safefile

import "syscall"

// nonBlocking keeps an open from waiting for the other end of a pipe that was
// put in the file's place, and from following a link.
const nonBlocking = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
