//go:build !windows

package console

import (
	"os"

	"golang.org/x/sys/unix"
)

// Columns is how wide the terminal behind a file is, 0 if it is none.
func Columns(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
