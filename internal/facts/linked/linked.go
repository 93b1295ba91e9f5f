// Package linked lays symbolic links and files over a file system: those that a
// shell text makes before it uses them.
package linked

import "github.com/sentinelgate/sentinel/internal/paths"

// FS is a file system with links laid over it, path to target, and files, path
// to content.
type FS struct {
	paths.FS
	Links map[string]string
	Files map[string]string
}

// Lstat implements paths.FS.
func (l FS) Lstat(p string) (paths.Info, error) {
	if _, ok := l.Links[p]; ok {
		return paths.Info{Kind: paths.Link, Mode: 0o777}, nil
	}
	if text, ok := l.Files[p]; ok {
		return paths.Info{Kind: paths.File, Mode: 0o644, Size: int64(len(text))}, nil
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

// ReadFile implements paths.FS.
func (l FS) ReadFile(p string, max int64) ([]byte, error) {
	text, ok := l.Files[p]
	switch {
	case !ok:
		return l.FS.ReadFile(p, max)
	case int64(len(text)) > max:
		return nil, paths.ErrTooLarge
	}
	return []byte(text), nil
}
