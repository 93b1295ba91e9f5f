package facts

import (
	"github.com/sentinelgate/sentinel/internal/paths"
)

// linked is a file system with the links laid over it that the text itself
// makes before it uses them.
type linked struct {
	paths.FS
	links map[string]string
}

func (l linked) Lstat(p string) (paths.Info, error) {
	if _, ok := l.links[p]; ok {
		return paths.Info{Kind: paths.Link, Mode: 0o777}, nil
	}
	return l.FS.Lstat(p)
}

func (l linked) Readlink(p string) (string, error) {
	if to, ok := l.links[p]; ok {
		return to, nil
	}
	return l.FS.Readlink(p)
}

// withLinks judges the rest of the call against the links that it makes.
func (a *assessor) withLinks() {
	if len(a.read.Links) == 0 || a.w.Place.FS == nil {
		return
	}
	w := *a.w
	w.Place = a.w.Place.With(linked{a.w.Place.FS, a.read.Links})
	a.w = &w
}
