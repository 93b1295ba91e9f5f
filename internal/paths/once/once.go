// Package once is the machine's file system for the judgement of one call:
//
//	options.FS = once.New()
//
// A path is followed folder by folder, and most paths of a call share most of
// their folders, so what was found out about a folder, or about what is missing,
// is kept. Files and links are looked at each time. Nothing of it may outlive the
// judgement: whoever waits for a person looks again.
package once

import (
	"errors"
	"io/fs"

	"github.com/sentinelgate/sentinel/internal/paths"
)

// most is how many places are kept: they are gone through one by one.
const most = 64

// FS is paths.OS that looks at a folder once. It is for one goroutine.
type FS struct {
	paths.OS
	seen []place
}

type place struct {
	path string
	info paths.Info
	err  error
}

// New has seen nothing yet.
func New() *FS { return &FS{} }

// Lstat implements paths.FS.
func (f *FS) Lstat(path string) (paths.Info, error) {
	for _, p := range f.seen {
		if p.path == path {
			return p.info, p.err
		}
	}
	info, err := f.OS.Lstat(path)
	if len(f.seen) < most && (err == nil && info.Kind == paths.Dir || errors.Is(err, fs.ErrNotExist)) {
		if f.seen == nil {
			f.seen = make([]place, 0, 24)
		}
		f.seen = append(f.seen, place{path, info, err})
	}
	return info, err
}
