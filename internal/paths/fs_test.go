package paths

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestOS(t *testing.T) {
	dir := t.TempDir()
	file := filepath.ToSlash(filepath.Join(dir, "a"))
	if err := os.WriteFile(file, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := (OS{}).ReadFile(file, 5); err != nil || string(b) != "12345" {
		t.Errorf("read: %q, %v", b, err)
	}
	if _, err := (OS{}).ReadFile(file, 4); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	if _, err := (OS{}).ReadFile(dir, 5); err == nil {
		t.Error("a folder is read as a file")
	}
	if _, err := (OS{}).Lstat(file + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if names, err := (OS{}).ReadDir(dir, 1); err != nil || len(names) != 1 {
		t.Errorf("list: %v, %v", names, err)
	}
	if _, err := (OS{}).ReadDir(dir, 0); !errors.Is(err, ErrTooLarge) {
		t.Errorf("list too large: %v", err)
	}
	if runtime.GOOS == "linux" {
		if b, err := (OS{}).ReadFile("/proc/self/status", 1<<16); err != nil || len(b) == 0 {
			t.Errorf("a file without a size: %d bytes, %v", len(b), err)
		}
	}
}

func TestMem(t *testing.T) {
	base := &Mem{}
	base.Put("/a/b/c", "1")
	base.Put("/a/d", "2")
	base.Symlink("b/c", "/a/link")
	m := &Mem{Base: base}
	m.Put("/a/new", "3")
	list := func() string { n, _ := m.ReadDir("/a", 10); return strings.Join(n, " ") }
	read := func(p string) string { b, _ := m.ReadFile(p, 10); return string(b) }
	if got := list(); got != "b d link new" {
		t.Errorf("list %q", got)
	}
	if read("/a/link") != "1" || read("/a/new") != "3" {
		t.Error("reading through the layers")
	}
	m.Remove("/a/b")
	if _, err := m.Lstat("/a/b/c"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("below a removed folder: %v", err)
	}
	if got := list(); got != "d link new" {
		t.Errorf("list after remove %q", got)
	}
	m.Put("/a/b/z", "4")
	if read("/a/b/z") != "4" || read("/a/b/c") != "" {
		t.Error("a folder made anew shows what was removed")
	}
	if _, err := m.ReadFile("/a/d", 0); !errors.Is(err, ErrTooLarge) {
		t.Errorf("bound: %v", err)
	}
	if !m.Touched("/a/b/c") || m.Touched("/a/d") {
		t.Error("touched")
	}
	var zero Mem
	if _, err := zero.Lstat("/x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("zero value: %v", err)
	}
}

func TestZeroPlace(t *testing.T) {
	p := &Place{}
	for text, want := range map[string]string{"x": "unknown", "~/x": "unknown", "/x": "outside", "/etc/x": "system", "/home/dev/.ssh/x": "secret"} {
		if got := p.Judge(Target{Text: text}).Scope.String(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestRepoIdentity(t *testing.T) {
	p := testPlace()
	for _, dir := range []string{ProjectRoot, ProjectRoot + "/src"} {
		if id, err := p.Repo(dir).Identity(); err != nil || id != ProjectRoot+"/.git" {
			t.Errorf("%s: %q, %v", dir, id, err)
		}
	}
	if r := p.Repo("/srv"); r != nil {
		t.Errorf("a repository from nowhere: %s", r.Top())
	}
}
