//go:build unix

package paths

import (
	"io/fs"
	"syscall"
)

const openNonblock = syscall.O_NONBLOCK

// inode is the number of the file in its file system.
func inode(st fs.FileInfo) uint64 {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino)
	}
	return 0
}
