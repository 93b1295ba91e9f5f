package sqlite

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// prepareFile makes the folder and the file for this user alone, or looks whose
// they are. The file appears with all its tables or not at all: one that is
// there and empty was emptied by something, and is refused.
func (s *Store) prepareFile(ctx context.Context) error {
	folder := filepath.Dir(s.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := s.checkFolder(folder); err != nil {
		return err
	}
	if _, err := os.Lstat(s.path); errors.Is(err, fs.ErrNotExist) {
		if err := s.makeFile(ctx, folder); err != nil {
			return fmt.Errorf("make the file: %w", err)
		}
	}
	return s.checkFiles()
}

func (s *Store) makeFile(ctx context.Context, folder string) error {
	random := make([]byte, 8)
	_, _ = rand.Read(random) // it cannot fail
	name := fmt.Sprintf("%s.new-%x", s.path, random)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		for _, tail := range tails {
			_ = os.Remove(name + tail)
		}
	}()
	if err := f.Close(); err != nil {
		return err
	}
	if err := fill(ctx, name); err != nil {
		return err
	}
	if err := os.Link(name, s.path); err != nil && !errors.Is(err, fs.ErrExist) { // it exists when somebody else was faster
		return err
	}
	return syncFolder(folder)
}

// syncFolder makes a new name last. Where folders cannot be synchronised, as on
// Windows, the file system sees to it.
func syncFolder(folder string) error {
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// tails are those of the file itself and of what SQLite keeps beside it.
var tails = []string{"", "-wal", "-shm", "-journal"}

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
	for i, tail := range tails {
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
