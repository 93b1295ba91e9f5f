package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrLoose is a file or folder that others than its user may change.
var ErrLoose = errors.New("others may change it")

// Trusted tells whether nobody but the user and the administrator may change a
// file and the folder that it lies in. What is missing may be trusted. Groups
// are: on many systems each user has one of their own, and new files are
// writable by it.
func Trusted(path string) error {
	for _, p := range []string{path, filepath.Dir(path)} {
		info, err := os.Stat(p)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if others(info) {
			return fmt.Errorf("%s: %w", p, ErrLoose)
		}
	}
	return nil
}
