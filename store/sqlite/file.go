package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// prepareFile makes the folder and the file for this user alone, or looks whose
// they are.
func (s *Store) prepareFile() error {
	folder := filepath.Dir(s.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := s.checkFolder(folder); err != nil {
		return err
	}
	f, err := os.OpenFile(s.path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	return s.checkFiles()
}

// checkFolder: who may write the folder can put another file in the place of
// this one, and a network's file system keeps none of the promises about locks
// and shared memory.
func (s *Store) checkFolder(folder string) error {
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no folder", folder)
	}
	if err := private(folder, info); err != nil {
		return err
	}
	kind, err := s.net(folder)
	if err != nil {
		return fmt.Errorf("look what file system %s is on: %w", folder, err)
	}
	if kind != "" {
		return fmt.Errorf("%s is on a file system of kind %s, where several processes cannot share a file safely (hint: a local folder, or PostgreSQL)", folder, kind)
	}
	return nil
}

// checkFiles looks at the file and at what SQLite keeps beside it.
func (s *Store) checkFiles() error {
	if err := s.checkFolder(filepath.Dir(s.path)); err != nil {
		return err
	}
	for i, tail := range []string{"", "-wal", "-shm", "-journal"} {
		name := s.path + tail
		info, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) && i > 0 {
			continue
		}
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no regular file", name)
		}
		if err := private(name, info); err != nil {
			return err
		}
	}
	return nil
}
