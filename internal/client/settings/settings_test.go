package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	f := File{Path: filepath.Join(dir, ".claude", "settings.json"), Perm: 0o600, Level: Local}
	old, err := ReadFile(f)
	if old != nil || err != nil {
		t.Fatalf("read of nothing: %q, %v", old, err)
	}
	if err := Replace(f, nil, []byte("{}\n")); err != nil {
		t.Fatal(err)
	}
	check := func(want string, mode fs.FileMode) {
		t.Helper()
		b, err := ReadFile(f)
		info, _ := os.Stat(f.Path)
		if err != nil || string(b) != want || info.Mode().Perm() != mode {
			t.Errorf("file holds %q, mode %v, %v", b, info.Mode(), err)
		}
	}
	check("{}\n", 0o600)
	if err := Replace(f, nil, []byte("x")); !errors.Is(err, ErrChanged) {
		t.Errorf("file that is there already: %v", err)
	}
	if err := Replace(f, []byte("{ }"), []byte("x")); !errors.Is(err, ErrChanged) {
		t.Errorf("file that has changed: %v", err)
	}
	if err := os.Chmod(f.Path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Replace(f, []byte("{}\n"), []byte("[]\n")); err != nil {
		t.Fatal(err)
	}
	check("[]\n", 0o640)
	if err := os.Chmod(f.Path, 0o440); err != nil {
		t.Fatal(err)
	}
	if err := Replace(f, []byte("[]\n"), []byte("x")); !errors.Is(err, ErrReadOnly) {
		t.Errorf("read-only file: %v", err)
	}
	check("[]\n", 0o440)
	entries, err := os.ReadDir(filepath.Dir(f.Path))
	if err != nil || len(entries) != 1 {
		t.Errorf("left over: %v, %v", entries, err)
	}
}

func TestReplaceLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir := t.TempDir()
	target := filepath.Join(dir, "dotfiles.json")
	if err := os.WriteFile(target, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	link := func(name, to string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	mine := File{Path: link("home/.claude/settings.json", target), Links: true}
	if err := Replace(mine, []byte("{}"), []byte("[]")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(mine.Path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the person's link is gone: %v, %v", info, err)
	}
	if b, _ := os.ReadFile(target); string(b) != "[]" {
		t.Errorf("target holds %q", b)
	}
	strangers := []File{
		{Path: link("p1/.claude/settings.json", target), Level: Project},
		{Path: filepath.Join(link("p2/.claude", filepath.Join(dir, "home", ".claude")), "settings.json"), Level: Project},
		{Path: link("p3/.claude/settings.json", filepath.Join(dir, "nowhere")), Level: Project},
	}
	for _, f := range strangers {
		if _, err := ReadFile(f); !errors.Is(err, ErrLink) {
			t.Errorf("read of %s: %v", f.Path, err)
		}
		if err := Replace(f, nil, []byte("x")); !errors.Is(err, ErrLink) {
			t.Errorf("replace of %s: %v", f.Path, err)
		}
	}
}

func TestReplaceRefuses(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		name string
		f    File
	}{
		{"relative", File{Path: "settings.json"}},
		{"empty", File{}},
		{"a folder", File{Path: dir}},
		{"below a file", File{Path: filepath.Join(dir, "file", "settings.json"), Level: Project}},
		{"no project", File{Path: filepath.Join(dir, "no", ".claude", "settings.json"), Level: Project}},
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := Replace(tt.f, nil, []byte("x")); err == nil {
				t.Error("no error")
			}
		})
	}
	big := File{Path: filepath.Join(dir, "big")}
	if err := os.WriteFile(big.Path, bytes.Repeat([]byte(" "), maxSettings+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(big); err == nil {
		t.Error("file beyond the limit: no error")
	}
}

func TestDiff(t *testing.T) {
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprint("line ", i))
	}
	changed := slices.Clone(many)
	changed[4] = "line four"
	changed = slices.Insert(changed, 20, "new")
	text := func(l []string) []byte { return []byte(strings.Join(l, "\n") + "\n") }
	tests := []struct {
		name     string
		old, new []byte
		want     string
	}{
		{"equal", []byte("a\n"), []byte("a\n"), ""},
		{"new file", nil, []byte("a\nb\n"), "--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n"},
		{"file goes", []byte("a\n"), nil, "--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n"},
		{"no line feed", []byte("a"), []byte("a\n"), "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"two places", text(many), text(changed), "--- f\n+++ f\n" +
			"@@ -2,7 +2,7 @@\n line 1\n line 2\n line 3\n-line 4\n+line four\n line 5\n line 6\n line 7\n" +
			"@@ -18,6 +18,7 @@\n line 17\n line 18\n line 19\n+new\n line 20\n line 21\n line 22\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Diff("f", tt.old, tt.new); got != tt.want {
				t.Errorf("got:\n%swant:\n%s", got, tt.want)
			}
		})
	}
	long := bytes.Repeat([]byte("x\ny\n"), 3000)
	other := bytes.Repeat([]byte("z\ny\n"), 3000)
	if got := Diff("f", long, other); strings.Count(got, "\n") < 6000 {
		t.Errorf("a large change shows %d lines", strings.Count(got, "\n"))
	}
}

func TestCommandWords(t *testing.T) {
	ours := Ours("claude", "/opt/gate-2")
	tests := []struct {
		command string
		want    bool
	}{
		{"sentinel hook claude", true},
		{"sentinel hook claude || exit 2", true},
		{"  '/a b/sentinel'   hook claude  ||  exit 2 ", true},
		{`"/a b/sentinel" hook claude`, true},
		{`'/a'\''b/sentinel' '--home' '/x' hook claude`, true},
		{"gate-2 hook claude", true},
		{"sentinel hook claude --answer --limit=600", true},
		{"sh -c ''\\''/a b/sentinel'\\'' hook claude || exit 2'", true},
		{"/bin/sh -c 'a=$(\"$@\"); of another version' '{}' '/a b/sentinel' hook claude --answer", true},
		{"/bin/sh -c 'a=$(\"$@\")' '{}' '/a b/other' hook claude --answer", false},
		{"", false},
		{"hook claude", false},
		{"'sentinel hook claude", false},
		{"sentinel hook codex", false},
		{"sentinel hook claude extra", false},
		{"sentinel hook claude || exit 0", false},
		{"sentinel hook claude; exit 2", false},
		{"$(sentinel) hook claude", false},
		{"not-sentinel hook claude", false},
	}
	for _, tt := range tests {
		if got := ours(tt.command); got != tt.want {
			t.Errorf("ours(%q) = %v", tt.command, got)
		}
	}
}

func TestLevels(t *testing.T) {
	for _, l := range []Level{User, Project, Local, Managed} {
		if got, err := ParseLevel(l.String()); err != nil || got != l {
			t.Errorf("ParseLevel(%q) = %v, %v", l, got, err)
		}
	}
	if _, err := ParseLevel("everywhere"); err == nil {
		t.Error("unknown level: no error")
	}
}
