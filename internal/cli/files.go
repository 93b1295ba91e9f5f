package cli

import (
	"path/filepath"

	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// maxConfig bounds a configuration file, in bytes.
const maxConfig = 1 << 20

// readConfig reads a configuration file, bounded, and nothing but a plain file:
// a pipe in its place would hold up every call. A file of the person's that
// others may change is not read. Those of a repository only tighten, and lie
// where they lie.
func readConfig(path string) ([]byte, error) {
	if filepath.Base(filepath.Dir(path)) != ".sentinel" {
		if err := safefile.Trusted(path); err != nil {
			return nil, err
		}
	}
	return paths.OS{}.ReadFile(path, maxConfig)
}
