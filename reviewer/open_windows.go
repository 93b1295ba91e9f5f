package reviewer

import (
	"io"
	"os"
)

// OpenTerminal opens the console of the process.
func OpenTerminal() (io.ReadWriteCloser, error) {
	in, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	out, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		in.Close()
		return nil, err
	}
	return console{in: in, out: out}, nil
}
