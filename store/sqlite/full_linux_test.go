package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sentinelgate/sentinel"
)

// TestR374_FullDisk fills a small file system of its own. What was acknowledged
// before is there afterwards, what failed is not, and with room the store goes
// on.
func TestR374_FullDisk(t *testing.T) {
	mount := filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(mount, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", mount, "tmpfs", 0, "size=1m,mode=0700"); err != nil {
		t.Skipf("NOT PROVED on a full disk: this user cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(mount, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	ctx := context.Background()
	path := filepath.Join(mount, "own", "sentinel.db")
	s := open(t, path)
	big := func(id string) func(sentinel.Moment) (sentinel.Question, sentinel.Event) {
		return func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
			q, e := asking(id, sentinel.High)(m)
			q.Request.Reason = strings.Repeat("x", 20<<10)
			return q, e
		}
	}
	ballast := filepath.Join(mount, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 100<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	filed := 0
	var full error
	for full == nil && filed < 1000 {
		if _, _, full = s.Create(ctx, big(fmt.Sprint("q", filed))); full == nil {
			filed++
		}
	}
	if full == nil || filed == 0 || !strings.Contains(full.Error(), "disk is full") {
		t.Fatalf("%d were filed: %v", filed, full)
	}
	for n := range 3 { // and again, for as long as it is full
		if _, _, err := s.Create(ctx, big(fmt.Sprint("again", n))); err == nil {
			t.Fatal("filed on a full disk")
		}
	}
	check := func(s *Store) {
		t.Helper()
		for i := range filed {
			if q, err := s.Get(ctx, fmt.Sprint("q", i)); err != nil || q.Outcome != sentinel.Pending {
				t.Fatalf("q%d was acknowledged: %v", i, err)
			}
		}
		if _, err := s.Get(ctx, fmt.Sprint("q", filed)); !errors.Is(err, sentinel.ErrNotFound) {
			t.Errorf("what failed is there: %v", err)
		}
		if lines, err := s.Lines(ctx, 0, 1000); err != nil || len(lines) != filed {
			t.Errorf("%d lines of %d, %v", len(lines), filed, err)
		}
	}
	check(s)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	check(open(t, path))
	if _, err := decide(ctx, s, "q0"); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
	t.Logf("a full disk: %d acknowledged questions are there, nothing that failed is", filed)
}

// TestR374_ReadOnlyFolder: a file that cannot be written permits nothing.
func TestR374_ReadOnlyFolder(t *testing.T) {
	path := file(t)
	s := open(t, path)
	if _, _, err := s.Create(context.Background(), asking("a", sentinel.High)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(path)
	if err := errors.Join(os.Chmod(path, 0o400), os.Chmod(folder, 0o500)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
	if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
		f.Close()
		t.Skip("NOT PROVED for a read-only folder: this user may write everything")
	}
	s, err := Open(path)
	if err == nil {
		_, err = decide(context.Background(), s, "a")
		_ = s.Close()
	}
	if err == nil {
		t.Error("decided in a file that cannot be written")
	}
}
