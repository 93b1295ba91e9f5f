package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxSettings is the size in bytes above which a settings file is not touched.
const maxSettings = 4 << 20

// Errors of ReadFile and Replace that a caller may want to explain.
var (
	ErrLink     = errors.New("is a link that is not followed")
	ErrReadOnly = errors.New("is read-only")
	ErrChanged  = errors.New("has changed meanwhile")
)

// IsFile tells whether a plain file lies there.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// ReadFile reads the present content of a file; nil if there is none.
func ReadFile(f File) ([]byte, error) {
	path, err := f.resolve()
	if err != nil {
		return nil, err
	}
	return readSettings(path)
}

func readSettings(path string) ([]byte, error) {
	r, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxSettings+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read settings: %w", err)
	case len(b) > maxSettings:
		return nil, fmt.Errorf("read settings: %s is larger than %d bytes", path, maxSettings)
	case b == nil:
		b = []byte{}
	}
	return b, nil
}

// Replace writes a file's new content in one step: whoever reads it sees the
// old content or the new one. old is what the new content was made from (nil:
// no file); if the file holds anything else by now, nothing is written. Mode
// and owner stay as they were.
func Replace(f File, old, content []byte) error {
	path, err := f.resolve()
	if err != nil {
		return err
	}
	perm, owner := f.Perm, os.FileInfo(nil)
	info, err := os.Lstat(path)
	switch {
	case err == nil && info.Mode().Perm()&0o200 == 0:
		return fmt.Errorf("replace %s: %w", path, ErrReadOnly)
	case err == nil:
		perm, owner = info.Mode().Perm(), info
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("replace settings: %w", err)
	}
	dir := filepath.Dir(path)
	if err := makeFolder(dir, f); err != nil {
		return err
	}
	temp, err := writeTemp(dir, filepath.Base(path), content, perm, owner)
	if err != nil {
		return fmt.Errorf("replace %s: %w", path, err)
	}
	defer os.Remove(temp) // is gone already if all went well
	now, err := readSettings(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, old) || (now == nil) != (old == nil) {
		return fmt.Errorf("replace %s: %w", path, ErrChanged)
	}
	if err := os.Rename(temp, path); err != nil {
		return fmt.Errorf("replace settings: %w", err)
	}
	return nil
}

// Remove takes a file away of which nothing is left. What a link leads to is
// emptied instead: somebody put it there.
func Remove(f File, old []byte) error {
	path, err := f.resolve()
	if err != nil {
		return err
	}
	if link, err := os.Lstat(f.Path); err == nil && link.Mode()&fs.ModeSymlink != 0 {
		return Replace(f, old, []byte("{}\n"))
	}
	info, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("remove settings: %w", err)
	}
	if info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("remove %s: %w", path, ErrReadOnly)
	}
	now, err := readSettings(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, old) {
		return fmt.Errorf("remove %s: %w", path, ErrChanged)
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("remove settings: %w", err)
	}
	f.removeFolders()
	return nil
}

// removeFolders takes the folders away that are empty without the file, up to
// the client's own: an empty one looks as if the client were in use. One that
// stays for whatever reason ends it, which is no fault.
func (f File) removeFolders() {
	for dir := filepath.Dir(f.Path); f.Own != "" && (dir == f.Own || strings.HasPrefix(dir, f.Own+string(filepath.Separator))); dir = filepath.Dir(dir) {
		// Remove takes no folder with anything in it; a link it would take.
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() || os.Remove(dir) != nil {
			return
		}
	}
}

// resolve gives the path to touch. Only a person's own file may be a link. A
// project's file and its folder may not: a stranger's repository decides where
// its links point.
func (f File) resolve() (string, error) {
	if !filepath.IsAbs(f.Path) {
		return "", fmt.Errorf("resolve settings: %q is no absolute path", f.Path)
	}
	path := f.Path
	if f.Links {
		real, err := filepath.EvalSymlinks(path)
		switch {
		case err == nil:
			path = real
		case !errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("resolve settings: %w", err)
		}
	} else if err := f.plainSteps(); err != nil {
		return "", err
	}
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("resolve settings: %s: %w", path, notPlain(info))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("resolve settings: %w", err)
	}
	return path, nil
}

// plainSteps wants plain folders between the project, or the folder above, and
// the file.
func (f File) plainSteps() error {
	for dir := filepath.Dir(f.Path); dir != f.Root; dir = filepath.Dir(dir) {
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			return fmt.Errorf("resolve settings: %s: %w", dir, notPlain(info))
		}
		if f.Root == "" || dir == filepath.Dir(dir) {
			return nil
		}
	}
	return nil
}

func notPlain(info fs.FileInfo) error {
	if info.Mode()&fs.ModeSymlink != 0 {
		return ErrLink
	}
	return errors.New("is no plain file")
}

// makeFolder makes the folder of a settings file. For a project only the last
// step may be missing: the project itself is there.
func makeFolder(dir string, f File) error {
	make := os.MkdirAll
	mode := fs.FileMode(0o755)
	switch f.Level {
	case User:
		mode = 0o700
	case Project, Local:
		if f.Root != "" && f.Root != dir {
			if _, err := os.Lstat(f.Root); err != nil {
				return fmt.Errorf("replace settings: %w", err)
			}
			break
		}
		make = func(dir string, mode fs.FileMode) error {
			if err := os.Mkdir(dir, mode); !errors.Is(err, fs.ErrExist) {
				return err
			}
			return nil
		}
	}
	if err := make(dir, mode); err != nil {
		return fmt.Errorf("replace settings: %w", err)
	}
	return nil
}

// writeTemp writes a new file beside the one that it will replace.
func writeTemp(dir, base string, content []byte, perm fs.FileMode, owner fs.FileInfo) (path string, err error) {
	w, err := os.CreateTemp(dir, "."+base+".*.tmp")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			w.Close()
			os.Remove(w.Name())
		}
	}()
	if _, err = w.Write(content); err != nil {
		return "", err
	}
	if err = keepOwner(w, owner); err != nil {
		return "", err
	}
	if err = w.Chmod(perm); err != nil {
		return "", err
	}
	if err = w.Sync(); err != nil {
		return "", err
	}
	return w.Name(), w.Close()
}
