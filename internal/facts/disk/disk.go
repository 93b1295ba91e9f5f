// Package disk opens files and folders for those who read what runs, within
// limits and by real paths.
package disk

import (
	"errors"
	"fmt"
	"path"

	"github.com/sentinelgate/sentinel/internal/paths"
)

const (
	usual = 256 << 10 // bytes of a script
	names = 500       // of one folder
)

// Read gives the content of a plain file of at most most bytes; 0 means 256 KiB.
func Read(p *paths.Place, name string, most int64) (content []byte, exists bool, err error) {
	real, ok := p.Resolve("/", name)
	if !ok || p.FS == nil {
		return nil, false, nil
	}
	info, err := p.FS.Lstat(real)
	if err != nil {
		return nil, false, nil
	}
	if info.Kind != paths.File {
		return nil, true, fmt.Errorf("%s is not a plain file", path.Base(name))
	}
	if most == 0 {
		most = usual
	}
	b, err := p.FS.ReadFile(real, most)
	if err != nil {
		return nil, true, fmt.Errorf("cannot be read: %w", err)
	}
	return b, true, nil
}

// Noted is Read that tells opened of the file, if it is not nil.
func Noted(opened func(name string), p *paths.Place, name string, most int64) ([]byte, bool, error) {
	if opened != nil {
		opened(name)
	}
	return Read(p, name, most)
}

// List gives the names in a folder; ok is false if there is none or it holds
// too many.
func List(p *paths.Place, name string) (list []string, ok bool) {
	real, ok := p.Resolve("/", name)
	if !ok || p.FS == nil {
		return nil, false
	}
	list, err := p.FS.ReadDir(real, names)
	return list, err == nil
}

// Texts gives a reader of files of at most most bytes; whole is false of one
// that is larger.
func Texts(p *paths.Place, most int64) func(name string) (content string, ok, whole bool) {
	return func(name string) (string, bool, bool) {
		b, ok, err := Read(p, name, most)
		return string(b), ok && err == nil, !errors.Is(err, paths.ErrTooLarge)
	}
}

// Exists tells whether there is something at a real path.
func Exists(p *paths.Place, real string) bool {
	if p.FS == nil || real == "" {
		return false
	}
	_, err := p.FS.Lstat(real)
	return err == nil
}

// IsFolder tells whether a folder is at a real path.
func IsFolder(p *paths.Place, real string) bool {
	if p.FS == nil || real == "" {
		return false
	}
	info, err := p.FS.Lstat(real)
	return err == nil && info.Kind == paths.Dir
}

// InUse tells whether there is something in a folder. What is put into a new one
// is not taken up by anybody yet.
func InUse(p *paths.Place, dir string) bool {
	if p.FS == nil {
		return true
	}
	_, err := p.FS.ReadDir(dir, 0)
	return errors.Is(err, paths.ErrTooLarge)
}
