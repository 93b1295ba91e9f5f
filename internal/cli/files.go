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
