// Package linked lays symbolic links and files over a file system: those that a
// shell text makes before it uses them.
package linked

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/sentinelgate/sentinel/internal/paths"
)

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
	info, err := l.FS.Lstat(p)
	if errors.Is(err, fs.ErrNotExist) && l.above(p) {
		return paths.Info{Kind: paths.Dir, Mode: 0o755}, nil // else the link could not be made
	}
	return info, err
}

// above tells whether a link lies below a folder.
func (l FS) above(p string) bool {
	for link := range l.Links {
		if strings.HasPrefix(link, strings.TrimSuffix(p, "/")+"/") {
			return true
		}
	}
	return false
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

// Judge judges a target. What makes a link is judged at the link itself, too:
// it may stand at a place already, and lead elsewhere, or it is laid over it
// by now.
func Judge(p *paths.Place, t paths.Target, link bool) paths.Located {
	loc := p.Judge(t)
	if link {
		t.NoFollow = true
		loc = t.Use.Worse(loc, p.Judge(t))
	}
	return loc
}

// Target tells whether one of the links leads to a place: to whoever makes that
// link, the place was not there by its name.
func Target(links map[string]string, real string) bool {
	for _, to := range links {
		if to == real {
			return true
		}
	}
	return false
}
