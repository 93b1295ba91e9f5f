package cli

import (
	"fmt"
	"io"
	"os"
)

// maxConfig bounds a configuration file, in bytes.
const maxConfig = 1 << 20

// readConfig reads a configuration file, bounded.
func readConfig(path string) ([]byte, error) {
	// A pipe in the place of a file would hold up every call.
	if i, err := os.Stat(path); err != nil {
		return nil, err
	} else if !i.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err == nil && len(b) > maxConfig {
		err = fmt.Errorf("read %s: larger than %d bytes", path, maxConfig)
	}
	return b, err
}
