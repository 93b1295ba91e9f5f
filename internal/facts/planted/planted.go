// Package planted finds repositories that somebody may have put below the
// project for git to come upon: folders that git takes for one without their being
// called .git, and nested ones, with a configuration that names programs.
package planted

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Machine is what is known of the files.
type Machine struct {
	Root      string                            // the project's root folder
	LooksLike func(dir string) bool             // a folder could be the inside of a repository
	Exists    func(name string) bool            // something has that name
	Text      func(file string) (string, bool)  // what a file holds, or will hold
	Written   func(file string) bool            // this call writes the file itself
	List      func(dir string) ([]string, bool) // the names in a folder

	place *paths.Place
}

// On is a machine whose files are those of a place, and those a text writes.
func On(p *paths.Place, written map[string]string, looksLike func(string) bool, text func(string) (string, bool)) *Machine {
	return &Machine{Root: p.Root, LooksLike: looksLike, Text: text,
		Exists:  func(name string) bool { return disk.Exists(p, name) },
		Written: func(file string) bool { _, ok := written[file]; return ok },
		List:    func(dir string) ([]string, bool) { return disk.List(p, dir) }, place: p}
}

// Led looks where options lead git: into what is named as the inside of a
// repository, and everywhere below the project if only the run will show where.
func (m *Machine) Led(folders []string, inside, dirs []shell.Word, verbs []string) (dir, setting string) {
	if dir, setting = m.Named(Resolved(m.place, inside, folders)); setting != "" {
		return dir, setting
	}
	unknown := slices.ContainsFunc(dirs, func(w shell.Word) bool { _, ok := w.Known(); return !ok })
	if unknown || slices.Contains(folders, "") || slices.Contains(verbs, "foreach") {
		return m.Below(m.Root)
	}
	return "", ""
}

// Dirs are the words that say where git works: those of its options, and of the
// folders that the text or a search went to before.
func Dirs(c *shell.Command, words []shell.Word) []shell.Word {
	words = append(slices.Clip(words), c.Dirs...)
	for out := c.Outer; out != nil; out = out.Outer {
		if slices.ContainsFunc(out.Argv, func(w shell.Word) bool { return w.Is("-execdir") || w.Is("-okdir") }) {
			return append(words, shell.Word{Pieces: []shell.Piece{{Origin: shell.Supplied, Text: "{}"}}})
		}
	}
	return words
}

// Resolved gives the folders that words name, as seen from others.
func Resolved(p *paths.Place, words []shell.Word, from []string) (dirs []string) {
	for _, w := range words {
		if s, ok := w.Known(); ok {
			for _, d := range from {
				if real, ok := p.Resolve(d, s); ok {
					dirs = append(dirs, real)
				}
			}
		}
	}
	return dirs
}

// maxNested bounds the folders that are looked at for nested repositories.
const maxNested = 300

// Find looks in the folders and those above them, up to the first that is a
// repository. setting is "" if none names a program.
func (m *Machine) Find(dirs []string) (dir, setting string) {
	for _, dir := range dirs {
		for d := path.Clean(dir); len(d) > 1; d = path.Dir(d) {
			if path.Base(d) == ".git" {
				break
			}
			if m.Exists(d + "/.git") {
				if d == m.Root && !m.Written(d+"/.git/config") {
					break
				}
				if inside, name := m.nested(d); name != "" {
					return inside, name
				}
				break
			}
			if !m.LooksLike(d) {
				continue
			}
			config, _ := m.Text(d + "/config")
			if name := later.GitPrograms(config, true); name != "" {
				return d, name
			}
			break
		}
	}
	return "", ""
}

// Named looks into folders that a command names as the inside of a repository.
func (m *Machine) Named(dirs []string) (dir, setting string) {
	for _, d := range dirs {
		if name := m.setting(path.Clean(d)); name != "" {
			return d, name
		}
	}
	return "", ""
}

// Below looks for nested repositories in all folders below one: where git will
// work is not known.
func (m *Machine) Below(root string) (dir, setting string) {
	left := []string{root}
	for seen := 0; len(left) > 0 && seen < maxNested; seen++ {
		d := left[0]
		left = left[1:]
		names, _ := m.List(d)
		for _, name := range names[:min(len(names), maxNested)] {
			inner := path.Join(d, strings.TrimSuffix(name, "/"))
			if path.Base(inner) == ".git" || path.Base(inner) == "node_modules" {
				continue
			}
			if m.Exists(inner + "/.git") {
				if found, setting := m.nested(inner); setting != "" {
					return found, setting
				}
			}
			if len(left) < maxNested {
				left = append(left, inner)
			}
		}
	}
	return "", ""
}

// nested judges the repository whose work tree is a folder.
func (m *Machine) nested(d string) (inside, setting string) {
	inside = d + "/.git"
	if !m.Exists(inside + "/config") {
		if text, ok := m.Text(inside); ok {
			if dir, ok := strings.CutPrefix(strings.TrimSpace(text), "gitdir:"); ok {
				inside = join(d, strings.TrimSpace(dir))
			}
		}
	}
	return inside, m.setting(inside)
}

// setting reads the configuration of a repository by its inside. That of the
// project itself, and those of other projects, are the person's own, unless this
// call writes them.
func (m *Machine) setting(inside string) string {
	if dir, ok := m.Text(inside + "/commondir"); ok {
		inside = join(inside, strings.TrimSpace(dir))
	}
	for _, file := range []string{inside + "/config", inside + "/config.worktree"} {
		own := m.Root == "" || file == m.Root+"/.git/config" || !strings.HasPrefix(file, m.Root+"/")
		if own && !m.Written(file) {
			continue
		}
		if text, ok := m.Text(file); ok {
			if name := later.GitNested(text); name != "" {
				return name
			}
		}
	}
	return ""
}

func join(dir, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(dir, name)
}
