//go:build !windows

package reviewer

import (
	"io"
	"os"
)

// OpenTerminal opens the controlling terminal of the process.
func OpenTerminal() (io.ReadWriteCloser, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	return console{in: tty, out: tty}, nil
}
