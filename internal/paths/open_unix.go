//go:build unix

package paths

import (
	"io/fs"
	"syscall"
)

const openNonblock = syscall.O_NONBLOCK

// inode is the number of the file in its file system, and how many names it has.
func inode(st fs.FileInfo) (number, links uint64) {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino), uint64(s.Nlink)
	}
	return 0, 0
}
