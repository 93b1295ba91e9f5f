package ledger

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// Project says which ledger belongs to a folder.
type Project struct {
	Root     string // the folder whose .sentinel counts
	Identity string // what entries are bound to
}

// Identify finds the project of the folder root. Worktrees of one repository
// share the ledger of the main one, so their identity is git's common folder;
// without git it is the real path. A moved project is another project.
//
// The file .git of a worktree is content a stranger may have made, and could
// name any repository. So it counts only if that repository knows the
// worktree: <common>/worktrees/<name>/gitdir must point back (layout as in
// gitrepository-layout(5)).
func Identify(root string) (Project, error) {
	dir, err := filepath.EvalSymlinks(root)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return Project{}, fmt.Errorf("identify project: %w", err)
	}
	dotGit := filepath.Join(dir, ".git")
	info, err := os.Lstat(dotGit)
	switch {
	case err == nil && info.IsDir():
		return Project{dir, "git:" + dotGit}, nil
	case err == nil && info.Mode().IsRegular():
		if common, ok := commonFolder(dotGit); ok {
			return Project{mainFolder(common, dir), "git:" + common}, nil
		}
	}
	return Project{dir, "dir:" + dir}, nil
}

// commonFolder follows the file .git of a worktree to git's common folder.
func commonFolder(dotGit string) (string, bool) {
	line, ok := firstLine(dotGit)
	own, isLink := strings.CutPrefix(line, "gitdir:")
	if !ok || !isLink {
		return "", false
	}
	own, ok = realPath(filepath.Dir(dotGit), strings.TrimSpace(own))
	if !ok {
		return "", false
	}
	line, ok = firstLine(filepath.Join(own, "commondir"))
	if !ok {
		return "", false
	}
	common, ok := realPath(own, line)
	if !ok || filepath.Dir(own) != filepath.Join(common, "worktrees") {
		return "", false
	}
	line, ok = firstLine(filepath.Join(own, "gitdir"))
	if !ok {
		return "", false
	}
	back, ok := realPath(own, line)
	return common, ok && back == dotGit
}

// mainFolder is the folder of the main worktree, or own if there is none.
func mainFolder(common, own string) string {
	dir := filepath.Dir(common)
	if filepath.Base(common) != ".git" {
		return own // a bare repository
	}
	return dir
}

func firstLine(path string) (string, bool) {
	data, err := safefile.Read(path, 8<<10)
	if err != nil {
		return "", false
	}
	line, _, _ := strings.Cut(string(data), "\n")
	line = strings.TrimSuffix(line, "\r")
	return line, line != ""
}

func realPath(base, path string) (string, bool) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	path, err := filepath.EvalSymlinks(path)
	return path, err == nil
}
