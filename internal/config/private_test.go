package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestReadPrivate(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := file("good", "  s3cr3t\n", 0o600)
	if got, err := ReadPrivate(good); err != nil || got != "s3cr3t" {
		t.Errorf("got %q, %v", got, err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(good, link); err != nil {
		t.Skip(err)
	}
	rows := map[string]string{file("empty", "\n", 0o600): "is empty", file("large", strings.Repeat("x", maxPrivate+1), 0o600): "larger",
		dir: "no plain file", link: "no plain file", filepath.Join(dir, "gone"): "gone"}
	if runtime.GOOS != "windows" {
		rows[file("open", "x", 0o644)] = "chmod 600"
	}
	for path, want := range rows {
		if got, err := ReadPrivate(path); err == nil || got != "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
}
