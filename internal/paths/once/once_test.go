package once

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/sentinelgate/sentinel/internal/paths"
)

// TestFoldersOnce: a folder, and what is missing, is looked at once; a file and a
// link each time; a new judgement begins anew.
func TestFoldersOnce(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{os.Mkdir(at("folder"), 0o755), os.WriteFile(at("file"), []byte("x"), 0o600), os.Symlink("file", at("link"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	f := New()
	for name, want := range map[string]paths.Kind{"folder": paths.Dir, "file": paths.File, "link": paths.Link} {
		if info, err := f.Lstat(at(name)); err != nil || info.Kind != want {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	if _, err := f.Lstat(at("missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	for _, err := range []error{os.Remove(at("folder")), os.WriteFile(at("file"), []byte("more"), 0o600), os.Remove(at("link")), os.Mkdir(at("link"), 0o755), os.Mkdir(at("missing"), 0o755)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if info, err := f.Lstat(at("folder")); err != nil || info.Kind != paths.Dir {
		t.Errorf("the folder was looked at twice: %v %v", info, err)
	}
	if info, err := f.Lstat(at("file")); err != nil || info.Size != 4 {
		t.Errorf("the file was looked at once: %v %v", info, err)
	}
	if info, err := f.Lstat(at("link")); err != nil || info.Kind != paths.Dir {
		t.Errorf("the link was looked at once: %v %v", info, err)
	}
	if _, err := f.Lstat(at("missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was missing was looked at twice: %v", err)
	}
	if _, err := New().Lstat(at("folder")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another judgement remembers: %v", err)
	}
}

// TestBounded: beyond the bound each answer is still right.
func TestBounded(t *testing.T) {
	dir, f := t.TempDir(), New()
	for i := range 2 * most {
		if _, err := f.Lstat(filepath.Join(dir, fmt.Sprint(i))); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if len(f.seen) != most {
		t.Errorf("%d are kept", len(f.seen))
	}
	last := filepath.Join(dir, fmt.Sprint(2*most-1))
	if err := os.Mkdir(last, 0o755); err != nil {
		t.Fatal(err)
	}
	if info, err := f.Lstat(last); err != nil || info.Kind != paths.Dir {
		t.Errorf("%v %v", info, err)
	}
}
