package objects_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/gitfacts/objects"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// repository makes one with the real git; without git there is nothing to
// compare with.
func repository(t *testing.T) (dir string, git func(args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir = t.TempDir()
	git = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
			"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q", "-b", "main")
	return dir, git
}

func put(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestAgainstGit reads what git wrote, loose and packed, and compares names and
// contents.
func TestAgainstGit(t *testing.T) {
	dir, git := repository(t)
	long := strings.Repeat("a line that is long enough to be worth a difference\n", 400)
	for i := range 12 {
		put(t, filepath.Join(dir, "a.txt"), fmt.Sprintf("%sversion %d\n%s", long, i, long))
		put(t, filepath.Join(dir, "src", "deep", fmt.Sprintf("f%d.go", i)), fmt.Sprintf("package f%d\n", i))
		git("add", "-A")
		git("commit", "-q", "-m", fmt.Sprint("c", i))
	}
	git("tag", "-a", "v1", "-m", "one", "HEAD~3")
	put(t, filepath.Join(dir, "a.txt"), "stashed\n")
	git("stash")
	look := func(name string) {
		t.Run(name, func(t *testing.T) {
			s := objects.Open(paths.OS{}, dir+"/.git", dir+"/.git")
			for _, rev := range []string{"HEAD", "@", "main", "HEAD~1", "HEAD^", "HEAD~11", "v1", "v1~2", "refs/heads/main", "stash@{0}", "stash", "stash^2", git("rev-parse", "--short", "HEAD~2")} {
				c, err := s.Commit(rev)
				if want := git("rev-parse", rev+"^{commit}"); err != nil || c.ID.String() != want {
					t.Errorf("%s: %s %v, want %s", rev, c.ID, err, want)
					continue
				}
				id, err := s.At(c.Tree, "a.txt")
				if err != nil {
					t.Error(rev, err)
				}
				if got, err := s.Blob(id); err != nil || strings.TrimSpace(string(got)) != git("show", rev+":a.txt") {
					t.Errorf("%s: a.txt differs: %v", rev, err)
				}
			}
			a, _ := s.Commit("HEAD~2")
			b, _ := s.Commit("HEAD")
			var names []string
			if err := s.Changes(a.Tree, b.Tree, func(c objects.Change) bool { names = append(names, c.Path); return true }); err != nil {
				t.Error(err)
			}
			if got, want := strings.Join(names, "\n"), git("diff", "--name-only", "HEAD~2", "HEAD"); got != want {
				t.Errorf("changed %q, want %q", got, want)
			}
			for _, rev := range []string{"nothing", "HEAD~99", "deadbeef", "", "..", "/etc/passwd", "HEAD^9"} {
				if id, err := s.Resolve(rev); err == nil {
					t.Errorf("%q is %s", rev, id)
				}
			}
		})
	}
	look("loose")
	git("gc", "-q", "--aggressive", "--prune=now")
	look("packed")
}

// FuzzPack: packs of strangers must neither panic nor take memory without end.
func FuzzPack(f *testing.F) {
	f.Add([]byte{0x90 | 3<<4, 1, 0x78, 0x9c}, []byte("x"))
	f.Add([]byte{0xe5, 0x01, 0x00, 0x78}, []byte{1, 1, 0x80 | 1, 0})
	f.Fuzz(func(t *testing.T, pack, idx []byte) {
		dir := "/p/.git"
		m := paths.NewProject(map[string]string{dir + "/objects/pack/p.pack": string(pack), dir + "/objects/pack/p.idx": string(idx), dir + "/HEAD": "ref: refs/heads/main"})
		s := objects.Open(whole{m}, dir, dir)
		_, _ = s.Commit("HEAD")
		_, _ = s.Blob(objects.ID{1})
		_, _ = s.Resolve("abcd")
	})
}

// whole reads pieces of files in memory.
type whole struct{ paths.FS }

func (w whole) ReadAt(file string, p []byte, off int64) (int, error) {
	b, err := w.ReadFile(file, 1<<20)
	if err != nil || off < 0 || off > int64(len(b)) {
		return 0, fmt.Errorf("read: %w", os.ErrNotExist)
	}
	return copy(p, b[off:]), nil
}
