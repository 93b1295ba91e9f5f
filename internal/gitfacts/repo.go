// Package gitfacts reads from a git repository, without running git, what git
// could give back: which files its index holds, whether a file is unchanged
// since it was added, which paths are ignored, and which repository it is.
//
// Everything is lazy and read once: Open touches nothing, the first question
// reads what it needs. What cannot be read is an error or "not proven", never
// "nothing there". All paths are absolute, cleaned, with forward slashes.
//
// Sources: the git manual pages gitformat-index(5), gitignore(5),
// gitrepository-layout(5).
package gitfacts

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Files is what the package needs of a file system. Missing files are errors
// for which errors.Is(err, fs.ErrNotExist) holds.
type Files interface {
	// ReadFile gives the content of a regular file, an error when it is larger
	// than max bytes.
	ReadFile(path string, max int64) ([]byte, error)
	// Lstat describes the path itself, not what a link points at.
	Lstat(path string) (Stat, error)
	// Real resolves all links; false when that is not possible.
	Real(path string) (string, bool)
}

// Stat is what git compares of a file.
type Stat struct {
	Dir, Link bool
	Size      int64 // bytes
	ModTimeNs int64 // nanoseconds since 1970
}

// Bounds. An index of 64 MiB holds about 600,000 files.
const (
	maxIndex  = 64 << 20
	maxRel    = 4096 // bytes of a path below the work tree
	maxLevels = 256  // folders in it
	maxIgnore = 1 << 20
	maxSmall  = 64 << 10
)

// Repo is one work tree and its repository. It is not safe for concurrent use.
// The zero value knows nothing and proves nothing.
type Repo struct {
	files Files
	top   string // real path of the work tree

	located bool
	locErr  error
	gitDir  string // of this work tree
	common  string // shared by all work trees

	config   settings
	index    *index
	indexErr error
	indexed  bool
	ignores  map[string]ruleFile // by folder relative to top, "" is top itself
}

// Open names the work tree whose top folder (the one that holds .git) is the
// real path top. It reads nothing.
func Open(files Files, top string) *Repo {
	return &Repo{files: files, top: strings.TrimSuffix(top, "/")}
}

// Top is the folder that Open was given.
func (r *Repo) Top() string { return r.top }

// Identity is the real path of the repository's common folder: the same for
// all work trees of one repository.
func (r *Repo) Identity() (string, error) {
	if err := r.locate(); err != nil {
		return "", err
	}
	if real, ok := r.files.Real(r.common); ok {
		return real, nil
	}
	return "", fmt.Errorf("resolve %s: not possible", r.common)
}

// Tracked says whether the index holds the file itself.
func (r *Repo) Tracked(file string) (bool, error) {
	ix, rel, err := r.lookup(file)
	if err != nil {
		return false, err
	}
	_, ok := ix.find(rel)
	return ok, nil
}

// TrackedBelow counts what the index holds at the path or below it.
func (r *Repo) TrackedBelow(file string) (int, error) {
	ix, rel, err := r.lookup(file)
	if err != nil {
		return 0, err
	}
	return ix.countBelow(rel), nil
}

// TrackedMatch counts what the index holds at or below paths that match the
// pattern (gitignore wildcards, relative to the folder dir).
func (r *Repo) TrackedMatch(dir, pattern string) (int, error) {
	ix, rel, err := r.lookup(dir)
	if err != nil {
		return 0, err
	}
	return ix.countMatch(rel, pattern)
}

// Unchanged says whether the file is proven to be what the index holds, so
// that git can give it back: same type, size and time. As in git, a file
// that is not older than the index itself proves nothing, nor do entries with
// the bits assume-unchanged, skip-worktree or intent-to-add.
func (r *Repo) Unchanged(file string) (bool, error) {
	ix, rel, err := r.lookup(file)
	if err != nil {
		return false, err
	}
	i, ok := ix.find(rel)
	if !ok || ix.split {
		return false, nil
	}
	now, err := r.files.Lstat(file)
	if err != nil {
		return false, fmt.Errorf("stat file: %w", err)
	}
	return ix.same(i, now), nil
}

// Ignored says whether git ignores the path, if the index does not hold it.
// dir says that the path is a folder. A rule that cannot be followed counts
// as "not ignored".
func (r *Repo) Ignored(file string, dir bool) (bool, error) {
	rel, err := r.rel(file)
	if err != nil {
		return false, err
	}
	if err := r.locate(); err != nil {
		return false, err
	}
	return r.ignored(rel, dir)
}

func (r *Repo) lookup(file string) (*index, string, error) {
	rel, err := r.rel(file)
	if err != nil {
		return nil, "", err
	}
	if !r.indexed {
		r.index, r.indexErr = r.readIndex()
		r.indexed = true
	}
	return r.index, rel, r.indexErr
}

func (r *Repo) rel(file string) (string, error) {
	if file == r.top {
		return "", nil
	}
	rel, ok := strings.CutPrefix(file, r.top+"/")
	if !ok || r.files == nil {
		return "", fmt.Errorf("path %.200q is outside the work tree", file)
	}
	if len(rel) > maxRel || strings.Count(rel, "/") > maxLevels {
		return "", fmt.Errorf("path of %d bytes is too long or too deep", len(rel))
	}
	return path.Clean(rel), nil
}

// locate finds the repository's folders: .git is a folder, or in linked work
// trees and submodules a file with one line "gitdir: PATH".
func (r *Repo) locate() error {
	if !r.located {
		r.located = true
		r.locErr = r.findDirs()
	}
	return r.locErr
}

func (r *Repo) findDirs() error {
	if r.files == nil {
		return errors.New("no repository given")
	}
	dot := r.top + "/.git"
	real, ok := r.files.Real(dot)
	if !ok {
		return fmt.Errorf("resolve %s: not possible", dot)
	}
	st, err := r.files.Lstat(real)
	if err != nil {
		return fmt.Errorf("find repository: %w", err)
	}
	r.gitDir = real
	if !st.Dir {
		if r.gitDir, err = r.pointer(real, "gitdir: ", r.top); err != nil {
			return err
		}
	}
	r.common = r.gitDir
	switch dir, err := r.pointer(r.gitDir+"/commondir", "", r.gitDir); {
	case err == nil:
		r.common = dir
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if _, err := r.files.Lstat(r.gitDir + "/HEAD"); err != nil {
		return fmt.Errorf("find repository: %w", err)
	}
	return r.readConfig()
}

// pointer reads a file with one path in it, relative to base.
func (r *Repo) pointer(file, prefix, base string) (string, error) {
	text, err := r.files.ReadFile(file, maxSmall)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", path.Base(file), err)
	}
	to, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), prefix)
	if !ok || to == "" || strings.ContainsAny(to, "\x00\n") {
		return "", fmt.Errorf("read %s: no path in it", path.Base(file))
	}
	to = strings.ReplaceAll(to, `\`, "/")
	if !strings.HasPrefix(to, "/") && !hasDrive(to) {
		to = base + "/" + to
	}
	return path.Clean(to), nil
}

func hasDrive(s string) bool {
	return len(s) > 2 && s[1] == ':' && s[2] == '/'
}

// Pushes is the remote that a push without words goes to: origin, when there is
// one and nothing in the repository says another; else "", not known.
func (r *Repo) Pushes() string {
	if r == nil || r.locate() != nil || !r.config.origin || r.config.elsewhere {
		return ""
	}
	return "origin"
}

// settings are the few keys of the repository's config that matter here.
type settings struct {
	sha256    bool
	foldCase  bool
	origin    bool // there is a remote of that name
	elsewhere bool // a push without words may go to another remote
}

func (r *Repo) readConfig() error {
	text, err := r.files.ReadFile(r.common+"/config", maxIgnore)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read repository config: %w", err)
	}
	section := ""
	for line := range strings.Lines(string(text)) {
		line = strings.ToLower(strings.TrimSpace(line))
		if name, ok := strings.CutPrefix(line, "["); ok {
			section, line, _ = strings.Cut(name, "]")
			section = strings.TrimSpace(section)
			r.config.origin = r.config.origin || section == `remote "origin"`
			r.config.elsewhere = r.config.elsewhere || strings.HasPrefix(section, "include")
		}
		key, value, _ := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"`)
		if strings.HasPrefix(key, "push") || key == "remote" && value != "origin" {
			r.config.elsewhere = true
		}
		switch section + "." + key {
		case "extensions.objectformat":
			r.config.sha256 = value == "sha256"
		case "core.ignorecase":
			r.config.foldCase = value == "true" || value == "yes" || value == "on" || value == "1"
		}
	}
	return nil
}
