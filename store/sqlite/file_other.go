//go:build unix && !linux && !darwin

package sqlite

// networkFS: not known on this system.
func networkFS(string) (string, error) { return "", nil }
