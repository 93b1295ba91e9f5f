package paths

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/sentinelgate/sentinel/internal/gitfacts"
	"github.com/sentinelgate/sentinel/internal/paths/known"
)

// Mem is a file system in memory, laid over another one. Folders above a file
// are implied. The zero value is empty and ready to use; with Base set it
// shows the base wherever nothing was put or removed here, which is how a
// command text's own writes become visible to its later parts.
type Mem struct {
	Base  FS     // nil: nothing below
	root  string // of the imaginary project; "" is ProjectRoot
	nodes map[string]memNode
	dirs  map[string]int // implied folders and how many things they hold
}

type memNode struct {
	info    Info
	content string // of a file, or the text of a link
	gone    bool   // removed: hides the base
}

// memTime is the time of all files in memory: 2020-01-01. The index of a
// project in memory is an hour younger, so that its files count as unchanged.
const (
	memTime      = 1_577_836_800 * 1_000_000_000
	memIndexTime = memTime + 3_600*1_000_000_000
)

func sortNames(names []string) { sort.Strings(names) }

// Put makes or replaces a file.
func (m *Mem) Put(file, content string) {
	m.set(file, memNode{Info{Kind: File, Size: int64(len(content)), Mode: 0o644, ModTimeNs: memTime}, content, false})
}

// Symlink makes or replaces a link whose text is target.
func (m *Mem) Symlink(target, link string) {
	m.set(link, memNode{Info{Kind: Link, Size: int64(len(target)), Mode: 0o777, ModTimeNs: memTime}, target, false})
}

// Mkdir makes a folder.
func (m *Mem) Mkdir(dir string) {
	m.set(dir, memNode{Info{Kind: Dir, Mode: 0o755, ModTimeNs: memTime}, "", false})
}

// Remove hides the path and all below it.
func (m *Mem) Remove(file string) {
	file = path.Clean(file)
	for name, n := range m.nodes {
		if (name == file || strings.HasPrefix(name, file+"/")) && !n.gone {
			m.drop(name)
		}
	}
	m.put(file, memNode{gone: true})
}

// Touched says whether the path was put, or removed, in this layer.
func (m *Mem) Touched(file string) bool {
	_, ok := m.nodes[path.Clean(file)]
	return ok || m.hidden(path.Clean(file))
}

func (m *Mem) set(name string, n memNode) {
	name = path.Clean(name)
	if old, ok := m.nodes[name]; ok && !old.gone {
		m.drop(name)
	}
	m.put(name, n)
	if m.dirs == nil {
		m.dirs = map[string]int{}
	}
	for d := path.Dir(name); ; d = path.Dir(d) {
		m.dirs[d]++
		if d == "/" || d == "." || d == path.Dir(d) {
			return
		}
	}
}

func (m *Mem) put(name string, n memNode) {
	if m.nodes == nil {
		m.nodes = map[string]memNode{}
	}
	m.nodes[name] = n
}

func (m *Mem) drop(name string) {
	delete(m.nodes, name)
	for d := path.Dir(name); ; d = path.Dir(d) {
		if m.dirs[d]--; m.dirs[d] <= 0 {
			delete(m.dirs, d)
		}
		if d == "/" || d == "." || d == path.Dir(d) {
			return
		}
	}
}

// hidden says whether the path, or a folder above it, was removed or became
// something else here, so that the base must not show through.
func (m *Mem) hidden(name string) bool {
	for d := name; ; d = path.Dir(d) {
		if n, ok := m.nodes[d]; ok && (n.gone || n.info.Kind != Dir) {
			return true
		}
		if d == path.Dir(d) {
			return false
		}
	}
}

func missing(op, name string) error {
	return &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

// Lstat implements FS.
func (m *Mem) Lstat(name string) (Info, error) {
	name = path.Clean(name)
	if n, ok := m.nodes[name]; ok && !n.gone {
		return n.info, nil
	}
	if m.dirs[name] > 0 {
		return Info{Kind: Dir, Mode: 0o755, ModTimeNs: memTime}, nil
	}
	if m.Base == nil || m.hidden(name) {
		return Info{}, missing("lstat", name)
	}
	return m.Base.Lstat(name)
}

// Readlink implements FS.
func (m *Mem) Readlink(name string) (string, error) {
	name = path.Clean(name)
	if n, ok := m.nodes[name]; ok && n.info.Kind == Link {
		return n.content, nil
	}
	if m.Base == nil || m.hidden(name) || m.dirs[name] > 0 {
		return "", missing("readlink", name)
	}
	return m.Base.Readlink(name)
}

// ReadFile implements FS. Links in the path are followed.
func (m *Mem) ReadFile(name string, max int64) ([]byte, error) {
	real, ok := follow(m, path.Clean(name), "", true)
	if !ok {
		return nil, missing("open", name)
	}
	if n, ok := m.nodes[real]; ok && n.info.Kind == File {
		if int64(len(n.content)) > max {
			return nil, fmt.Errorf("read %s: %w", name, ErrTooLarge)
		}
		return []byte(n.content), nil
	}
	if m.Base == nil || m.hidden(real) || m.dirs[real] > 0 {
		return nil, missing("open", name)
	}
	return m.Base.ReadFile(real, max)
}

// ReadDir implements FS.
func (m *Mem) ReadDir(name string, max int) ([]string, error) {
	name, ok := follow(m, path.Clean(name), "", true)
	if !ok {
		return nil, missing("open", name)
	}
	seen := map[string]bool{}
	prefix := strings.TrimSuffix(name, "/") + "/"
	for file, n := range m.nodes {
		if rest, ok := strings.CutPrefix(file, prefix); ok && rest != "" && !n.gone {
			first, _, _ := strings.Cut(rest, "/")
			seen[first] = true
		}
	}
	n, own := m.nodes[name]
	own = own && n.info.Kind == Dir && !n.gone || m.dirs[name] > 0
	if m.Base != nil && !m.hidden(name) {
		below, err := m.Base.ReadDir(name, max)
		if err != nil && !own {
			return nil, err
		}
		for _, b := range below {
			if n, ok := m.nodes[prefix+b]; !ok || !n.gone {
				seen[b] = true
			}
		}
	} else if !own {
		return nil, missing("open", name)
	}
	if len(seen) > max {
		return nil, fmt.Errorf("list %s: %w", name, ErrTooLarge)
	}
	names := make([]string, 0, len(seen))
	for n := range seen {
		names = append(names, n)
	}
	sort.Strings(names)
	return names, nil
}

// Where the imaginary project of tests and of `sentinel test` stands.
const (
	ProjectHome = "/home/dev"
	ProjectRoot = "/home/dev/project"
)

// NewProject is the imaginary machine: a home, and in it a git project with a
// remote. files are further files by path (relative ones lie in the project);
// those in the project that git would not ignore, and whose names are not
// those of secrets or build outputs, count as committed and unchanged.
func NewProject(files map[string]string) *Mem { return NewProjectAt(ProjectRoot, files) }

// NewProjectAt is NewProject with the git project at root.
func NewProjectAt(root string, files map[string]string) *Mem {
	m := &Mem{root: root}
	m.Put(root+"/.git/HEAD", "ref: refs/heads/main\n")
	m.Put(root+"/.git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"+
		"[remote \"origin\"]\n\turl = https://github.com/acme/app.git\n"+
		"\tfetch = +refs/heads/*:refs/remotes/origin/*\n"+
		"[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n")
	for name, content := range files {
		if !strings.HasPrefix(name, "/") {
			name = root + "/" + name
		}
		m.Put(name, content)
	}
	m.Commit()
	return m
}

// Commit writes the imaginary project's index anew from the files present.
// Those named in also count whatever they are called.
func (m *Mem) Commit(also ...string) {
	root := cmp.Or(m.root, ProjectRoot)
	ignore, _ := gitfacts.ParseRules(m.nodes[root+"/.gitignore"].content)
	var tracked []gitfacts.File
	for file, n := range m.nodes {
		rel, ok := strings.CutPrefix(file, root+"/")
		if !ok || n.info.Kind != File || strings.HasPrefix(rel, ".git/") {
			continue
		}
		_, secret := Sensitive(file)
		if (secret || known.OutputOf(rel) != known.NotOutput || ignore.Ignored(rel, false)) && !slices.Contains(also, rel) {
			continue
		}
		tracked = append(tracked, gitfacts.File{Name: rel, Size: n.info.Size, ModTimeNs: n.info.ModTimeNs})
	}
	data := string(gitfacts.EncodeIndex(tracked))
	m.set(root+"/.git/index", memNode{Info{Kind: File, Size: int64(len(data)), Mode: 0o644, ModTimeNs: memIndexTime}, data, false})
}
