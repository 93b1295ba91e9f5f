package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// MaxConfig bounds a configuration file, in bytes.
const MaxConfig = 1 << 20

// ReadConfig reads a configuration file, bounded, and nothing but a plain file:
// a pipe in its place would hold up every call. A file of the person's that
// others may change is not read. Those of a repository only tighten, and lie
// where they lie.
func ReadConfig(path string) ([]byte, error) {
	if filepath.Base(filepath.Dir(path)) != ".sentinel" {
		if err := safefile.Trusted(path); err != nil {
			return nil, err
		}
	}
	data, err := paths.OS{}.ReadFile(path, MaxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		if info, linked := os.Lstat(path); linked == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("%s is a link to nothing", path) // somebody meant it to be something
		}
	}
	return data, err
}
