// Package worktree finds what git would put into the files of a project that
// decide what runs later, or whether the gate is asked: a client's settings, the
// gate's own folder, hooks. A branch, a stash or a commit can hold them, and no
// word of the call says so.
//
// Git is not run: the trees of both states are compared, for such files only
// and within bounds. What cannot be resolved or read (a branch that will be
// fetched, a repository of another kind) gives nothing, since switching branches
// is what agents do all day.
package worktree

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/gitfacts/objects"
	"github.com/sentinelgate/sentinel/internal/guard/history"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// Bounds of one command.
const (
	maxFolders  = 100 // without a dot in front
	maxFile     = 1 << 20
	maxLandings = 10
	maxStates   = 10
)

// Landing is a file that would have another content, or be gone.
type Landing struct {
	File, Label string // absolute path, and what it is
	From        string // the state that it comes from
	ID          string // of the content, "" when it is gone
}

// move is one change that git makes to the work tree.
type move struct {
	from, to objects.ID // trees
	rev      string
	base     *objects.ID // of a merge: what both sides began with
}

// reader is the work on one command.
type reader struct {
	place *paths.Place
	store *objects.Store
	dirs  []string // of the repository
	top   string   // of the work tree
	p     *kb.Parse
	verb  string
	out   []Landing
	moves []move
}

// Of gives what a git command that runs in a folder would put into place.
func Of(place *paths.Place, dir string, v *kb.View, words []string) []Landing {
	if place.FS == nil || v.Parse == nil || len(v.Parse.Verbs) == 0 {
		return nil
	}
	r := &reader{place: place, p: v.Parse, verb: v.Parse.Verbs[0]}
	if r.verb == "update-index" {
		r.top = top(place, dir)
		r.indexed(words)
		return r.out
	}
	if !slices.Contains([]string{"checkout", "switch", "merge", "pull", "rebase", "cherry-pick", "revert", "reset", "stash", "worktree", "read-tree", "bisect"}, r.verb) || !r.open(dir) {
		return nil
	}
	r.states(words)
	for _, m := range r.moves[:min(len(r.moves), maxStates)] {
		r.compare(m)
	}
	return r.out
}

func top(place *paths.Place, dir string) string {
	if repo := place.Repo(dir); repo != nil {
		return repo.Top()
	}
	return dir
}

// open finds the repository and where its files come to lie.
func (r *reader) open(dir string) bool {
	repo := r.place.Repo(dir)
	if repo == nil {
		return false
	}
	own, common, err := repo.Dirs()
	if err != nil {
		return false
	}
	r.top, r.dirs = repo.Top(), []string{own, common}
	if o, ok := r.p.Option("--work-tree"); ok {
		if s, known := o.Value.Known(); known {
			r.top, _ = r.place.Absolute(dir, s)
		}
	}
	if r.verb == "worktree" && len(r.p.Operands) > 0 {
		if s, known := r.p.Operands[0].Word.Known(); known {
			r.top, _ = r.place.Absolute(dir, s)
		}
	}
	r.store = objects.Open(history.Files{FS: r.place.FS}, own, common)
	return true
}

// watched: the file decides what runs later or whether the gate is asked.
// Workflows, editors' and package managers' settings do so elsewhere or at a
// person's word, and differ between branches every day.
func (r *reader) watched(file string) (label string, ok bool) {
	loc := r.place.Judge(paths.Target{Text: file, Dir: "/", Use: paths.Write, NoFollow: true})
	if loc.Scope == sentinel.ScopeGate {
		return loc.Label, true
	}
	label, ok = r.place.Startup(file)
	hooks := slices.ContainsFunc([]string{"/.husky/", "/.githooks/", "/.git-hooks/", "/.lefthook/"}, func(in string) bool { return strings.Contains(file, in) })
	return label, ok && (label == "agent's settings" || hooks || path.Base(file) == ".envrc" || strings.HasSuffix(file, "/.vscode/tasks.json"))
}

// compare notes what a move changes of such files.
func (r *reader) compare(m move) {
	left := maxFolders
	enter := func(folder string) bool {
		if folder[0] == '.' || strings.Contains(folder, "/.") {
			return true
		}
		left--
		return left >= 0
	}
	r.store.Within(m.from, m.to, enter, func(ch objects.Change) {
		if name := path.Base(ch.Path); len(r.out) == maxLandings || name[0] != '.' && !strings.Contains("/"+ch.Path, "/.") && name != "crush.json" && !strings.HasPrefix(name, "opencode.json") {
			return
		}
		file := path.Join(r.top, ch.Path)
		label, ok := r.watched(file)
		if !ok || r.is(file, ch.New) || m.base != nil && r.kept(*m.base, ch) {
			return
		}
		l := Landing{File: file, Label: label, From: m.rev}
		if ch.New != (objects.ID{}) {
			l.ID = ch.New.String()
		} else if !r.missed(file) {
			return
		}
		r.out = append(r.out, l)
	})
}

// is tells whether the file is that content already, or not there as it will be.
func (r *reader) is(file string, id objects.ID) bool {
	now, err := r.place.FS.ReadFile(file, maxFile)
	if err != nil {
		_, there := r.place.FS.Lstat(file)
		return id == (objects.ID{}) && there != nil
	}
	return objects.BlobID(now) == id
}

// missed: without the file less is asked than with it.
func (r *reader) missed(file string) bool {
	now, err := r.place.FS.ReadFile(file, maxFile)
	return strings.Contains(file, "/.sentinel/") || err != nil || strings.Contains(string(now), "sentinel")
}

// kept: only this side has changed the file since both began with the same.
func (r *reader) kept(base objects.ID, ch objects.Change) bool {
	id, _ := r.store.At(base, ch.Path)
	return id == ch.New
}

// indexed is update-index with contents that it is told: they come into the
// work tree, and into commits, without having been a file.
func (r *reader) indexed(words []string) {
	add := func(name, id string) {
		file := path.Join(r.top, name)
		if label, ok := r.watched(file); ok && name != "" {
			r.out = append(r.out, Landing{File: file, Label: label, From: "the index", ID: id})
		}
	}
	for i, w := range words {
		if w != "--cacheinfo" || i+1 >= len(words) {
			continue
		}
		if f := strings.SplitN(words[i+1], ",", 3); len(f) == 3 {
			add(f[2], f[1])
		} else if i+3 < len(words) {
			add(words[i+3], words[i+2])
		}
	}
}

// Say is the landing in a sentence; name is the file for people.
func (l Landing) Say(name string) string {
	if l.ID == "" {
		return "takes " + name + " (" + l.Label + ") away, which " + l.From + " does not have"
	}
	return "puts another " + name + " (" + l.Label + ") in place, out of " + l.From
}
