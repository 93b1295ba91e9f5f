package gitfacts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// disk shows the machine's file system to a Repo.
type disk struct{}

func (disk) ReadFile(p string, max int64) ([]byte, error) {
	b, err := os.ReadFile(p)
	if err == nil && int64(len(b)) > max {
		return nil, errors.New("too large")
	}
	return b, err
}

func (disk) Lstat(p string) (Stat, error) {
	st, err := os.Lstat(p)
	if err != nil {
		return Stat{}, err
	}
	return Stat{Dir: st.IsDir(), Link: st.Mode()&fs.ModeSymlink != 0, Size: st.Size(), ModTimeNs: st.ModTime().UnixNano()}, nil
}

func (disk) Real(p string) (string, bool) {
	r, err := filepath.EvalSymlinks(p)
	return r, err == nil
}

// sandbox is a real repository; tests are skipped where git is missing.
type sandbox struct {
	t   *testing.T
	dir string
}

func newSandbox(t *testing.T, init ...string) *sandbox {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &sandbox{t, dir}
	s.git(append([]string{"init", "-q"}, init...)...)
	return s
}

func (s *sandbox) git(args ...string) string {
	s.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.dir
	cmd.Env = []string{"HOME=" + s.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", "PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (s *sandbox) write(name, content string) string {
	s.t.Helper()
	p := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
		s.t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(p, old, old); err != nil {
		s.t.Fatal(err)
	}
	return p
}

func TestIndexOfRealGit(t *testing.T) {
	for name, set := range map[string]func(*sandbox){
		"version 2": func(s *sandbox) { s.git("config", "index.version", "2") },
		"version 4": func(s *sandbox) { s.git("config", "index.version", "4") },
		"version 3": func(s *sandbox) {},
		"split":     func(s *sandbox) { s.git("config", "core.splitIndex", "true") },
		"sha256":    nil,
	} {
		t.Run(name, func(t *testing.T) {
			var s *sandbox
			if set == nil {
				s = newSandbox(t, "--object-format=sha256")
			} else {
				s = newSandbox(t)
				set(s)
			}
			for i := range 40 {
				s.write(fmt.Sprintf("src/dir%d/file-with-a-long-name-%d.txt", i%7, i), "x")
			}
			s.write("build/kept.txt", "x")
			s.write("a", "1")
			s.write("late", "x")
			s.git("add", "a", "src", "build")
			if name == "version 3" {
				s.git("add", "--intent-to-add", "late")
			}
			s.git("commit", "-q", "-m", "x")
			if name == "version 3" {
				s.git("update-index", "--skip-worktree", "src/dir0/file-with-a-long-name-0.txt")
			}
			head, _ := os.ReadFile(s.dir + "/.git/index")
			if v, ok := strings.CutPrefix(name, "version "); ok && string(head[7]+'0') != v {
				t.Fatalf("git wrote version %d", head[7])
			}
			checkAgainst(t, s, name == "split")
		})
	}
}

func checkAgainst(t *testing.T, s *sandbox, split bool) {
	t.Helper()
	r := Open(disk{}, s.dir)
	for _, f := range strings.Split(strings.Trim(s.git("ls-files", "-z"), "\x00"), "\x00") {
		if ok, err := r.Tracked(filepath.Join(s.dir, f)); err != nil || !ok {
			t.Fatalf("%s: tracked %v, %v", f, ok, err)
		}
	}
	for dir, want := range map[string]int{"src": 40, "src/dir3": 6, "build": 1, "buil": 0, "": 0, "src/dir": 0, "a": 1} {
		if dir == "" {
			continue
		}
		if n, err := r.TrackedBelow(filepath.Join(s.dir, dir)); err != nil || n != want {
			t.Errorf("%s: %d below, %v; want %d", dir, n, err, want)
		}
	}
	if n, err := r.TrackedMatch(s.dir, "src/*/*-3.txt"); err != nil || n != 1 {
		t.Errorf("match: %d, %v", n, err)
	}
	if n, err := r.TrackedMatch(s.dir, "*.pyc"); err != nil || n != 0 {
		t.Errorf("match: %d, %v", n, err)
	}
	if ok, err := r.Unchanged(filepath.Join(s.dir, "a")); err != nil || ok == split {
		t.Errorf("unchanged: %v, %v", ok, err)
	}
	s.write("a", "2")
	os.Chtimes(filepath.Join(s.dir, "a"), time.Now().Add(-time.Minute), time.Now().Add(-time.Minute))
	if ok, err := Open(disk{}, s.dir).Unchanged(filepath.Join(s.dir, "a")); err != nil || ok {
		t.Errorf("changed: %v, %v", ok, err)
	}
}

func TestUnchangedIsNotProven(t *testing.T) {
	s := newSandbox(t)
	young := filepath.Join(s.dir, "young")
	os.WriteFile(young, []byte("1"), 0o644)
	s.write("assumed", "1")
	s.write("new", "1")
	s.git("add", "young", "assumed")
	future := time.Now().Add(time.Hour)
	os.Chtimes(young, future, future)
	s.git("add", "young")
	s.git("update-index", "--assume-unchanged", "assumed")
	r := Open(disk{}, s.dir)
	for _, f := range []string{"young", "assumed", "new"} {
		if ok, err := r.Unchanged(filepath.Join(s.dir, f)); err != nil || ok {
			t.Errorf("%s: %v, %v", f, ok, err)
		}
	}
	if _, err := r.Unchanged("/elsewhere"); err == nil {
		t.Error("a path outside is no error")
	}
}

func TestBrokenIndexIsAnError(t *testing.T) {
	s := newSandbox(t)
	s.write("a", "1")
	s.git("add", "a")
	file := filepath.Join(s.dir, ".git/index")
	good, _ := os.ReadFile(file)
	for name, bad := range map[string][]byte{
		"empty": {}, "cut": good[:len(good)/2], "zeros": make([]byte, 500), "version": append([]byte("DIRC\x00\x00\x00\x09"), good[8:]...),
		"count": append([]byte("DIRC\x00\x00\x00\x02\xff\xff\xff\xff"), good[12:]...),
	} {
		os.WriteFile(file, bad, 0o644)
		if n, err := Open(disk{}, s.dir).TrackedBelow(s.dir + "/b"); err == nil {
			t.Errorf("%s: %d and no error", name, n)
		}
	}
	os.Remove(file)
	if n, err := Open(disk{}, s.dir).TrackedBelow(s.dir + "/b"); err != nil || n != 0 {
		t.Errorf("before the first add: %d, %v", n, err)
	}
	if _, err := (&Repo{}).TrackedBelow("/x"); err == nil {
		t.Error("the zero value knows something")
	}
}

func TestIdentityOfWorktrees(t *testing.T) {
	s := newSandbox(t)
	s.write("a", "1")
	s.git("add", "a")
	s.git("commit", "-q", "-m", "x")
	other := filepath.Join(s.dir, "wt")
	s.git("worktree", "add", "-q", other)
	want, err := Open(disk{}, s.dir).Identity()
	if err != nil || want != filepath.Join(s.dir, ".git") {
		t.Fatalf("main: %q, %v", want, err)
	}
	r := Open(disk{}, other)
	if got, err := r.Identity(); err != nil || got != want {
		t.Errorf("work tree: %q, %v", got, err)
	}
	if ok, err := r.Tracked(other + "/a"); err != nil || !ok {
		t.Errorf("index of the work tree: %v, %v", ok, err)
	}
	os.WriteFile(other+"/.git", []byte("gitdir: \x00"), 0o644)
	if _, err := Open(disk{}, other).Identity(); err == nil {
		t.Error("broken pointer is no error")
	}
}

func TestIgnoredAsGitSays(t *testing.T) {
	s := newSandbox(t)
	s.write(".gitignore", strings.Join([]string{
		"# comment", "", "*.log", "!keep.log", "/rooted", "dir/", "a/b", "**/deep", "x/**/z", "tail/**", `\#hash`, `\!bang`, "space ", `kept\ `, "[ab]c", "[!x]y?", "q*t", "foo/*", "!foo/keep", "**.tmp", "a**b/c", "m/[[:digit:]]", "w\\*x", "nested/**/", "*", "!*",
	}, "\n")+"\n")
	s.write("sub/.gitignore", "!*.log\nlocal\n/top\n")
	s.write(".git/info/exclude", "excluded\n!keepme.log\n")
	paths := []string{"a.log", "keep.log", "sub/a.log", "sub/local", "local", "sub/top", "sub/x/top", "rooted", "x/rooted", "dir/f", "q/dir/f", "a/b", "x/a/b", "deep", "k/l/deep", "x/z", "x/1/2/z", "tail/f", "#hash", "!bang", "space", "kept ",
		"ac", "cc", "zyq", "xyq", "qqt", "q/t", "foo/other", "foo/keep", "n.tmp", "u/n.tmp", "aXb/c", "a/b/c", "m/1", "m/x", "w*x", "wax", "nested/k/f", "excluded", "sub/excluded", "dir", "keepme.log", "plain", "sub/plain"}
	for _, mode := range []string{"all", "without star"} {
		if mode != "all" {
			b, _ := os.ReadFile(s.dir + "/.gitignore")
			s.write(".gitignore", strings.Replace(string(b), "*\n!*\n", "", 1))
		}
		r := Open(disk{}, s.dir)
		for _, p := range paths {
			got, err := r.Ignored(filepath.Join(s.dir, p), false)
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("git", "check-ignore", "-q", "--no-index", "--", p)
			cmd.Dir = s.dir
			want := cmd.Run() == nil
			if got != want {
				t.Errorf("%s, %q: ignored %v, git says %v", mode, p, got, want)
			}
		}
	}
}

func TestHostilePatternEnds(t *testing.T) {
	rules, err := ParseRules(strings.Repeat("*a", 60) + "\n" + strings.Repeat("**/", 50) + "x\n[[[[\n[\n\\\n")
	if err != nil {
		t.Fatal(err)
	}
	rules.Ignored(strings.Repeat("a/", 2000)+"b", false)
	rules.Ignored(strings.Repeat("a", 4000)+"b", false)
}

func TestEncodeIndex(t *testing.T) {
	s := newSandbox(t)
	s.write("b", "12")
	os.WriteFile(s.dir+"/.git/index", EncodeIndex([]File{{"b", 2, 5e18}, {"a/c", 1, 0}}), 0o644)
	if got := s.git("ls-files"); got != "a/c\nb\n" {
		t.Errorf("git reads %q", got)
	}
}

func FuzzIndex(f *testing.F) {
	f.Add(EncodeIndex([]File{{"b", 2, 5e18}, {"a/c", 1, 0}}), false)
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x01"), true)
	f.Fuzz(func(t *testing.T, data []byte, sha256 bool) {
		ix, _, err := parseIndex(data, sha256)
		if err == nil {
			ix.countBelow("a")
			ix.countMatch("a", "*.x")
			ix.find("b")
		}
	})
}

func FuzzMatch(f *testing.F) {
	f.Add("**/a[!b-]?*", "x/ac1")
	f.Fuzz(func(t *testing.T, p, s string) { Match(p, s) })
}
