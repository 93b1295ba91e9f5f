//go:build unix

package sqlite

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// private refuses what belongs to another user, or what others may write.
func private(name string, info fs.FileInfo) error {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fmt.Errorf("the owner of %s is not known", name)
	}
	if int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to user %d, not to %d who runs this (hint: chown it, or name a file of your own)", name, st.Uid, os.Geteuid())
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return fmt.Errorf("%s may be written by others, its mode is %#o (hint: chmod go-w %s)", name, mode, name)
	}
	return nil
}
