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
	"encoding/json"
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
func Of(out sentinel.Assessment, f seen.Facts, opened Opened, world *facts.World) func() []sentinel.Bound {
	if out.Colour == sentinel.Green || world == nil || world.Place == nil || world.Place.FS == nil {
		return nil
	}
	return func() []sentinel.Bound {
		l := &list{w: world.Place, parts: map[string]hash.Hash{}, read: map[string]bool{}}
		l.all(f, opened)
		return l.bounds()
	}
}

// Opened are files that were looked at to judge a call, so many at most as a yes is
// bound to.
type Opened []string

// Add notes one.
func (o *Opened) Add(file string) {
	if len(*o) < mostFiles {
		*o = append(*o, file)
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
			for _, dir := range append(dirs, l.operands(f.Cwd, c)...) {
				l.taken(table, name, dir, c)
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
	for _, file := range f.Takes {
		l.put(file, "takes")
		l.content(file)
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

// operands are the folders that a command names, such as that of a package.
func (l *list) operands(from string, c *shell.Command) (dirs []string) {
	for _, w := range c.Argv[min(1, len(c.Argv)):] {
		s, ok := w.Known()
		if !ok || s == "" || len(dirs) == mostLevels {
			continue
		}
		real, ok := l.w.Resolve(from, s)
		if info, err := l.w.FS.Lstat(real); ok && err == nil && info.Kind == paths.Dir {
			dirs = append(dirs, real)
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

// content adds what stands in a file. One that is not there is not listed: when it is
// put there, that is what changed.
func (l *list) content(file string) {
	if l.read[file] {
		return
	}
	l.read[file] = true
	if text, state := l.text(file); state != "missing" {
		l.put(file, state, text)
	}
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
func (l *list) taken(t table, name, dir string, c *shell.Command) {
	names := t.of(name)
	if every := t.Every; slices.Contains(strings.Fields(every.Tools), name) && slices.ContainsFunc(c.Argv, func(w shell.Word) bool {
		s, _ := w.Known()
		s, _, _ = strings.Cut(s, "=")
		return slices.Contains(strings.Fields(every.Words), path.Base(s))
	}) {
		names = append(names, every.Files)
	}
	for _, up := range l.above(dir) {
		for _, some := range names {
			for _, file := range l.files(up, some) {
				if path.Base(file) == "package.json" {
					l.stages(t, file)
				}
			}
		}
	}
}

// stages adds the files that the scripts of a package name which run by themselves.
func (l *list) stages(t table, file string) {
	text, _ := l.text(file)
	var p struct {
		Scripts map[string]string `json:"scripts"`
	}
	if json.Unmarshal([]byte(text), &p) != nil {
		return // it is read as it is, and the tool would not run it either
	}
	for _, stage := range strings.Fields(t.Stages) {
		l.named(path.Dir(file), p.Scripts[stage])
	}
}

// named adds the files that a text of commands names.
func (l *list) named(dir, text string) {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '.' || r == '/' || r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 0x7f)
	})
	for _, w := range words[:min(len(words), mostNames)] {
		if !strings.ContainsAny(w, "./") || w[0] == '/' || strings.HasPrefix(w, "..") {
			continue
		}
		if real, ok := l.w.Resolve(dir, w); ok {
			if info, err := l.w.FS.Lstat(real); err == nil && info.Kind == paths.File {
				l.content(real)
			}
		}
	}
}

// files adds those of a folder that have one of these names, and gives them.
func (l *list) files(dir, names string) (there []string) {
	for n := range strings.FieldsSeq(names) {
		for _, name := range l.matches(dir, n) {
			real, ok := l.w.Resolve("/", name)
			if !ok || strings.HasSuffix(real, ".sample") {
				continue
			}
			l.content(real)
			if info, err := l.w.FS.Lstat(real); err == nil && info.Kind == paths.File {
				there = append(there, real)
			}
		}
	}
	return there
}

// matches are the paths in a folder that a name with wildcards stands for; without
// one it is the path itself.
func (l *list) matches(dir, name string) []string {
	first, rest, deeper := strings.Cut(name, "/")
	names := []string{first}
	if strings.Contains(first, "*") {
		all, _ := l.w.FS.ReadDir(dir, mostNames)
		names = slices.DeleteFunc(all, func(n string) bool { ok, _ := path.Match(first, n); return !ok })
	}
	var out []string
	for _, n := range names[:min(len(names), mostFiles)] {
		switch p := path.Join(dir, n); {
		case !deeper:
			out = append(out, p)
		case len(out) < mostFiles:
			out = append(out, l.matches(p, rest)...)
		}
	}
	return out
}
