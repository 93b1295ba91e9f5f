package cli

import "github.com/sentinelgate/sentinel/internal/paths"

// maxConfig bounds a configuration file, in bytes.
const maxConfig = 1 << 20

// readConfig reads a configuration file, bounded, and nothing but a plain file:
// a pipe in its place would hold up every call.
func readConfig(path string) ([]byte, error) { return paths.OS{}.ReadFile(path, maxConfig) }
