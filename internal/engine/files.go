package engine

import "github.com/sentinelgate/sentinel/internal/paths"

// MaxConfig bounds a configuration file, in bytes.
const MaxConfig = 1 << 20

// ReadConfig reads a configuration file, bounded, and nothing but a plain file:
// a pipe in its place would hold up every call.
func ReadConfig(path string) ([]byte, error) { return paths.OS{}.ReadFile(path, MaxConfig) }
