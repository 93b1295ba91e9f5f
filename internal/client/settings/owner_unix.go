//go:build unix

package settings

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a new file the owner of the one it replaces, so that an
// administrator who edits a person's file does not take it away.
func keepOwner(w *os.File, was fs.FileInfo) error {
	if was == nil {
		return nil
	}
	old, ok := was.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := w.Stat()
	if err != nil {
		return err
	}
	if now, ok := info.Sys().(*syscall.Stat_t); ok && now.Uid == old.Uid && now.Gid == old.Gid {
		return nil
	}
	return w.Chown(int(old.Uid), int(old.Gid))
}
