package safefile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
)

func TestReadWrite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if _, err := Read(path, 10); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: got %v", err)
	}
	for _, keep := range []Durability{Keep, Loose} {
		if err := Write(path, []byte("0123456789"), keep); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := Read(path, 10); err != nil || string(got) != "0123456789" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := Read(path, 9); !errors.Is(err, ErrTooLarge) {
		t.Errorf("large: got %v", err)
	}
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestReadAllBounds(t *testing.T) {
	t.Parallel()
	// A file that grows while it is read.
	if _, err := readAll(bytes.NewReader(make([]byte, 100)), make([]byte, 0, 5), 50); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestNotRegular(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	if err := os.WriteFile(target, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{dir, link} {
		if _, err := Read(path, 10); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: got %v", path, err)
		}
	}
	if err := Write(link, []byte("new"), Loose); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(target); string(got) != "x" {
		t.Errorf("followed the link: %q", got)
	}
	if err := Folder(target); err == nil {
		t.Error("a file is no folder")
	}
}

func TestLock(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "n")
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			unlock, err := Lock(filepath.Join(dir, "lock"))
			if err != nil {
				t.Error(err)
				return
			}
			defer unlock()
			data, _ := Read(path, 100)
			n, _ := strconv.Atoi(string(data))
			if err := Write(path, fmt.Append(nil, n+1), Loose); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if data, _ := Read(path, 100); string(data) != "20" {
		t.Errorf("got %s", data)
	}
}

// TestTrusted: what everybody may write to is nobody's word.
func TestTrusted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing here")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "sub", "config.json")
	if err := Trusted(file); err != nil {
		t.Error("missing:", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	for mode, ok := range map[os.FileMode]bool{0o600: true, 0o644: true, 0o664: true, 0o666: false, 0o602: false} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		if err := Trusted(file); (err == nil) != ok || err != nil && !errors.Is(err, ErrLoose) {
			t.Errorf("mode %o: %v", mode, err)
		}
	}
	if err := errors.Join(os.Chmod(file, 0o600), os.Chmod(filepath.Dir(file), 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := Trusted(file); !errors.Is(err, ErrLoose) {
		t.Errorf("in a folder of everybody's: %v", err)
	}
}
