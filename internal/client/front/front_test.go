package front

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestArgumentsOf(t *testing.T) {
	tests := []struct {
		words string
		want  string
		ok    bool
	}{
		{"gemini -p x", "-p x", true},
		{"/usr/bin/gemini", "", true},
		{"node /opt/bin/gemini --yolo", "--yolo", true},
		{"/usr/bin/node --no-warnings /opt/gemini-cli/bundle/index.js -m pro", "-m pro", true},
		{"bun run.js gemini", "", false},
		{"sh -c sentinel hook gemini || exit 2", "", false},
		{"bash", "", false},
		{"vim gemini.txt", "", false},
		{"", "", false},
	}
	for _, tt := range tests {
		raw := strings.ReplaceAll(tt.words, " ", "\x00") + "\x00"
		got, ok := argumentsOf([]byte(raw), "gemini")
		if ok != tt.ok || !slices.Equal(got, strings.Fields(tt.want)) || ok && got == nil {
			t.Errorf("%q: %q, %v", tt.words, got, ok)
		}
	}
}

func TestParentOf(t *testing.T) {
	for stat, want := range map[string]int{
		"12 (node) S 34 1 1": 34, "12 (a) b) (c) S 7 1": 7, "": 0, "12 (node": 0, "12 (node) S x": 0, "12 (node)": 0,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "stat"), []byte(stat), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := parentOf(dir); got != want {
			t.Errorf("%q: %d, want %d", stat, got, want)
		}
	}
	if parentOf(filepath.Join(t.TempDir(), "none")) != 0 {
		t.Error("a process that is gone has a parent")
	}
}

func TestTerminal(t *testing.T) {
	for target, want := range map[string]bool{"/dev/pts/3": true, "/dev/tty1": true, "/dev/console": true, "/dev/null": false, "pipe:[1]": false, "/tmp/dev/pts/3": false} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "fd"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, "fd", "0")); err != nil {
			t.Skip(err)
		}
		if got := terminal(dir, "0"); got != want || terminal(dir, "1") {
			t.Errorf("%s: %v", target, got)
		}
	}
}

func TestNobodyIsThere(t *testing.T) {
	if p := Process("no-such-client"); p.Args != nil || p.Terminal {
		t.Errorf("%+v", p)
	}
}
