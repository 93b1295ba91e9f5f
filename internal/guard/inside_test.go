package guard_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/state"
)

// realBench is a gate over a folder on disk.
func realBench(t *testing.T) (*bench, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t: t, prompt: true, policy: builtin.Policy(), memory: builtin.NewMemory(clock),
		assessor: &guard.Assessor{Session: &state.Session{}, World: &facts.World{KB: kb.New(), Place: &paths.Place{FS: paths.OS{}, Home: "/home/dev", Root: dir}}}}, dir
}

func (b *bench) in(dir, command string) sentinel.Decision {
	b.t.Helper()
	// What a Place found out about a repository holds for one call.
	p := b.assessor.World.Place
	b.assessor.World.Place = &paths.Place{FS: p.FS, Home: p.Home, Root: p.Root}
	g := sentinel.New(sentinel.WithAssessor(b.assessor), sentinel.WithPolicy(b.policy), sentinel.WithMemory(b.memory), sentinel.WithClientPrompt())
	return g.Decide(b.t.Context(), sentinel.Call{Tool: "bash", Action: sentinel.ActionShell, Arguments: map[string]any{"command": command}, Cwd: dir, Attended: true})
}

// secretAsked tells whether the output scanner asked.
func secretAsked(d sentinel.Decision) bool {
	return d.Outcome == sentinel.Asked && strings.Contains(guarded(d), "output-scanner.")
}

func gitIn(t *testing.T, dir string) func(args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	return func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
			"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestR285_WhatGitPrints: changes and earlier states are looked at, though no
// file is named, and only as far as they are printed.
func TestR285_WhatGitPrints(t *testing.T) {
	b, dir := realBench(t)
	git := gitIn(t, dir)
	git("init", "-q", "-b", "main")
	cfg := filepath.Join(dir, "cfg.ini")
	write(t, cfg, "region = eu\n")
	write(t, filepath.Join(dir, "a.go"), "package a\n")
	git("add", "-A")
	git("commit", "-q", "-m", "first")
	write(t, cfg, keyFile)
	git("commit", "-q", "-am", "with a key")
	write(t, cfg, "region = eu\nzone = b\n")
	git("commit", "-q", "-am", "without it")
	write(t, filepath.Join(dir, "a.go"), "package a\n\nvar x = 1\n")
	git("commit", "-q", "-am", "code")
	want := func(ask bool, commands ...string) {
		t.Helper()
		for _, c := range commands {
			if d := b.in(dir, c); secretAsked(d) != ask {
				t.Errorf("%s: asked %v, want %v: %s", c, !ask, ask, d.Reason)
			}
		}
	}
	want(true, "git show HEAD~1", "git show HEAD~2", "git show HEAD~2:cfg.ini", "git cat-file -p HEAD~2:cfg.ini", "git log -p", "git log -p -n 3", "git log --patch | head -50",
		"git diff HEAD~2", "git diff HEAD~3 HEAD~2", "git diff HEAD~3..HEAD~2", "git log -p -- cfg.ini", "git --no-pager log -p", "git show HEAD~1 -- cfg.ini", "git log -p | grep -i aws", "cd . && git show HEAD~1")
	want(false, "git show", "git show --stat HEAD~1", "git log --oneline", "git log", "git diff", "git log -p -1", "git show HEAD~1 -- a.go", "git log -p -- a.go", "git diff HEAD~1", "git status",
		"git show HEAD:cfg.ini", "git log -p | wc -l", "git log -p > /dev/null", "git diff --name-only HEAD~2", "git log -p | grep -n 'package'", "git show nothing", "git blame a.go")
	write(t, cfg, "region = eu\nzone = b\n"+keyFile)
	want(true, "git diff", "git diff HEAD", "git diff cfg.ini", "git diff -- cfg.ini")
	want(false, "git diff --cached", "git diff -- a.go", "git diff --stat")
	git("add", "-A")
	want(true, "git diff --cached", "git diff --staged")
	want(false, "git diff")
	git("stash")
	want(true, "git stash show -p", "git stash show -p stash@{0}", "git show stash@{0}^2", "git diff stash@{0}")
	want(false, "git stash list", "git stash show", "git diff")
	git("gc", "-q", "--prune=now")
	want(true, "git show HEAD~1", "git stash show -p", "git log -p")
	want(false, "git show", "git log -p -1")
	// A yes is for this content.
	first := b.in(dir, "git show HEAD~2")
	if err := b.memory.Remember(first.Call, first.Pending, true); err != nil {
		t.Fatal(err)
	}
	want(false, "git show HEAD~2")
	want(true, "git log -p")
}

// TestR285_WhatArchivesPrint: members that are printed are unpacked and looked at.
func TestR285_WhatArchivesPrint(t *testing.T) {
	b, dir := realBench(t)
	var packed, zipped, single bytes.Buffer
	g := gzip.NewWriter(&packed)
	w := tar.NewWriter(g)
	z := zip.NewWriter(&zipped)
	for name, content := range map[string]string{"cfg.ini": keyFile, "notes.txt": "nothing\n"} {
		_ = w.WriteHeader(&tar.Header{Name: name, Size: int64(len(content)), Mode: 0o600})
		_, _ = io.WriteString(w, content)
		e, _ := z.Create(name)
		_, _ = io.WriteString(e, content)
	}
	_, _, _ = w.Close(), g.Close(), z.Close()
	g = gzip.NewWriter(&single)
	_, _ = io.WriteString(g, keyFile)
	_ = g.Close()
	write(t, filepath.Join(dir, "a.tgz"), packed.String())
	write(t, filepath.Join(dir, "a.zip"), zipped.String())
	write(t, filepath.Join(dir, "cfg.ini.gz"), single.String())
	for command, ask := range map[string]bool{
		"tar -xOzf a.tgz": true, "tar -xzOf a.tgz cfg.ini": true, "tar xOf a.tgz | head": true, "tar -xOzf a.tgz notes.txt": false, "tar -tzf a.tgz": false, "tar -xzf a.tgz": false,
		"unzip -p a.zip": true, "unzip -p a.zip cfg.ini": true, "unzip -p a.zip notes.txt": false, "unzip -l a.zip": false, "unzip -p a.zip '*.ini'": true,
		"zcat cfg.ini.gz": true, "gunzip -c cfg.ini.gz": true, "gzip -dc cfg.ini.gz": true, "zcat < cfg.ini.gz": true, "zcat cfg.ini.gz | wc -l": false, "zcat cfg.ini.gz > /dev/null": false, "gzip -l cfg.ini.gz": false,
	} {
		if d := b.in(dir, command); secretAsked(d) != ask {
			t.Errorf("%s: asked %v, want %v: %s", command, !ask, ask, d.Reason)
		}
	}
}
