// Package linked lays symbolic links over a file system: those that a shell
// text makes before it uses them.
package linked

import "github.com/sentinelgate/sentinel/internal/paths"

// FS is a file system with links laid over it, path to target.
type FS struct {
	paths.FS
	Links map[string]string
}

// Lstat implements paths.FS.
func (l FS) Lstat(p string) (paths.Info, error) {
	if _, ok := l.Links[p]; ok {
		return paths.Info{Kind: paths.Link, Mode: 0o777}, nil
	}
	return l.FS.Lstat(p)
}

// Readlink implements paths.FS.
func (l FS) Readlink(p string) (string, error) {
	if to, ok := l.Links[p]; ok {
		return to, nil
	}
	return l.FS.Readlink(p)
}
