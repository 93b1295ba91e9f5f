// Package bound tells what a call depends on besides its words: the folders it
// works in as they really are, the content of the files that it reads, runs or takes
// up by itself, and what git is about to use: hooks, remotes, the branch and its
// commit. A yes to a stored question counts for that and for nothing else; what is
// another thing when the call comes again has a name that a person understands.
//
// Which tool takes up which files stands in taken.json: add a tool there.
package bound

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Bounds. Larger files and those beyond the number count by size and time.
const (
	mostFiles    = 256
	mostBytes    = 1 << 20 // of one file
	mostCommands = 64
	mostNames    = 500 // of one folder
	mostLevels   = 8   // folders above the one that is worked in
)

// Of lists it, nil for a call that nobody is asked about. opened are the files that
// were looked at to judge the call. It reads files, so that it is called for stored
// questions only.
func Of(out sentinel.Assessment, f seen.Facts, opened []string, world *facts.World) func() []sentinel.Bound {
	if out.Colour == sentinel.Green || world == nil || world.Place == nil || world.Place.FS == nil {
		return nil
	}
	return func() []sentinel.Bound {
		l := &list{w: world.Place, parts: map[string]hash.Hash{}, read: map[string]bool{}}
		l.all(f, opened)
		return l.bounds()
	}
}

// list collects what a call depends on, by name.
type list struct {
	w     *paths.Place
	parts map[string]hash.Hash
	read  map[string]bool // files and folders that were looked at
}

// put adds texts to what is told of a thing, with their lengths, so that no two lists
// look alike.
func (l *list) put(what string, texts ...string) {
	h := l.parts[what]
	if h == nil {
		h = sha256.New()
		l.parts[what] = h
	}
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s\n", len(t), t)
	}
}

func (l *list) bounds() (out []sentinel.Bound) {
	for _, what := range slices.Sorted(maps.Keys(l.parts)) {
		out = append(out, sentinel.Bound{What: what, Sum: hex.EncodeToString(l.parts[what].Sum(nil)[:16])})
	}
	return out
}

func (l *list) all(f seen.Facts, opened []string) {
	l.folder("/", f.Cwd)
	table := taken()
	for _, c := range f.Commands[:min(len(f.Commands), mostCommands)] {
		dirs := []string{f.Cwd}
		for _, d := range append(options(c), c.Dirs...) {
			if text, ok := d.Known(); ok {
				dirs = append(dirs, l.folder(f.Cwd, text))
			}
		}
		if name := program(c); name != "" {
			for _, dir := range dirs {
				l.taken(table, name, dir)
				if table.usesGit(name) {
					l.git(table, dir, c)
				}
			}
		}
	}
	for _, t := range f.Touches {
		if t.Loc.Real == "" || t.Whole || t.Target.Glob {
			continue
		}
		l.put(t.Loc.Real, t.Kind.String())
		if t.Kind == sentinel.Read {
			l.content(t.Loc.Real)
		}
	}
	for _, r := range f.Runs {
		if r.Script.Path != "" {
			l.put(r.Script.Path, "run", r.Script.SHA)
		}
	}
	for _, file := range opened {
		if real, ok := l.w.Resolve("/", file); ok {
			l.content(real)
		}
	}
}

// program is the name of the tool, also of a project's own copy of it.
func program(c *shell.Command) string {
	if v, ok := c.Parsed.(*kb.View); ok && v.Name != "" {
		return v.Name
	}
	if len(c.Argv) == 0 {
		return ""
	}
	name, _ := c.Argv[0].Known()
	return path.Base(name)
}

// options are the folders that a command is told to work in (git -C).
func options(c *shell.Command) (dirs []shell.Word) {
	v, ok := c.Parsed.(*kb.View)
	if !ok || v.Parse == nil {
		return nil
	}
	for _, o := range v.Parse.Options {
		if o.Role == "dir" && o.Has {
			dirs = append(dirs, o.Value)
		}
	}
	return dirs
}

// folder adds a working folder: where it really lies, and which one it is.
func (l *list) folder(from, dir string) string {
	real, ok := l.w.Resolve(from, dir)
	if !ok {
		real = dir
	}
	if what := "the folder " + dir; !l.read[what] {
		l.read[what] = true
		inode := uint64(0)
		if info, err := l.w.FS.Lstat(real); err == nil {
			inode = info.Inode
		}
		l.put(what, real, fmt.Sprint(inode))
	}
	return real
}

// content adds what stands in a file, or that it is not there.
func (l *list) content(file string) {
	if l.read[file] {
		return
	}
	l.read[file] = true
	text, state := l.text(file)
	l.put(file, state, text)
}

// text reads a file: its content, or what else is known of it.
func (l *list) text(file string) (text, state string) {
	info, err := l.w.FS.Lstat(file)
	switch {
	case err != nil:
		return "", "missing"
	case info.Kind != paths.File:
		return "", "no file"
	case len(l.read) > mostFiles || info.Size > mostBytes:
		return "", fmt.Sprint(info.Size, " ", info.ModTimeNs)
	}
	data, err := l.w.FS.ReadFile(file, mostBytes)
	if err != nil {
		return "", fmt.Sprint("unread ", info.Size, " ", info.ModTimeNs)
	}
	return string(data), "file"
}

// above are a folder and those above it, up to the project's root.
func (l *list) above(dir string) []string {
	dirs := []string{dir}
	root, ok := l.w.Resolve("/", l.w.Root)
	for up := dir; ok && l.w.Root != "" && len(dirs) < mostLevels && strings.HasPrefix(up, strings.TrimSuffix(root, "/")+"/"); {
		up = path.Dir(up)
		dirs = append(dirs, up)
	}
	return dirs
}

// taken adds the files that a tool takes up by itself.
func (l *list) taken(t table, name, dir string) {
	for _, names := range t.of(name) {
		for _, up := range l.above(dir) {
			l.files(up, names)
		}
	}
}

// files adds those of a folder that have one of these names. What is not there is
// noted, too: it could be put there.
func (l *list) files(dir, names string) {
	for n := range strings.FieldsSeq(names) {
		if !strings.Contains(n, "*") {
			if real, ok := l.w.Resolve(dir, n); ok {
				l.content(real)
			}
			continue
		}
		in := path.Join(dir, path.Dir(n))
		list, err := l.w.FS.ReadDir(in, mostNames)
		if err != nil {
			continue
		}
		for _, name := range list {
			if ok, _ := path.Match(path.Base(n), name); ok && !strings.HasSuffix(name, ".sample") {
				if real, ok := l.w.Resolve(in, name); ok {
					l.content(real)
				}
			}
		}
	}
}
