//go:build unix

package safefile

import (
	"io/fs"
	"os"
	"syscall"
)

// nonBlocking keeps an open from waiting for the other end of a pipe that was
// put in the file's place, and from following a link.
const nonBlocking = syscall.O_NONBLOCK | syscall.O_NOFOLLOW

// others tells whether somebody else may write. For the administrator the files
// of any user are as good as that user's.
func others(info fs.FileInfo) bool {
	if info.Mode().Perm()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0 {
		return true
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	me := uint32(os.Geteuid())
	return ok && me != 0 && st.Uid != me && st.Uid != 0
}
