// Package history finds what git would print out of a repository: the changes
// of commits, of a stash, of the index and of the work tree, and files of
// earlier states. Git is not run; objects are read by gitfacts/objects.
//
// Everything is bounded. Beyond the bounds, and where a revision cannot be
// resolved or an object read, nothing is given: showing changes is the most
// ordinary thing that agents do, and a question about each large repository
// would teach people to say yes.
package history

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/gitfacts"
	"github.com/sentinelgate/sentinel/internal/gitfacts/objects"
	"github.com/sentinelgate/sentinel/internal/guard/glance"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// Bounds of one command.
const (
	maxCommits = 20
	maxFiles   = 200
	maxBytes   = 2 << 20
	maxFile    = 256 << 10
	maxHeld    = 5000 // files of the work tree that are compared with the index
	context    = 3    // lines around a change that are shown, too
)

// Text is what is printed of one file.
type Text struct {
	Name    string // relative to the work tree
	Rev     string // of what state, for people: "" the work tree
	Content []byte
	// Shows tells whether a line, from 1 on, is printed; nil: all are.
	Shows func(line int) bool
}

// reader is the work on one command.
type reader struct {
	place *paths.Place
	repo  *gitfacts.Repo
	store *objects.Store
	top   string
	out   []Text
	bytes int
	files int
	only  []string // paths that the output is limited to
}

// Shown gives what `git VERB WORDS` prints in a folder, nil when that is no
// content of files.
func Shown(place *paths.Place, dir, verb string, words []string) []Text {
	if place.FS == nil || !shows(verb, words) {
		return nil
	}
	repo := place.Repo(dir)
	if repo == nil {
		return nil
	}
	own, common, err := repo.Dirs()
	if err != nil {
		return nil
	}
	r := &reader{place: place, repo: repo, store: objects.Open(Files{place.FS}, own, common), top: repo.Top()}
	revs := r.words(dir, words)
	switch verb {
	case "show", "whatchanged", "cat-file":
		r.show(revs)
	case "log", "format-patch":
		r.log(revs, words)
	case "stash":
		r.stash(words)
	case "diff", "difftool", "diff-index", "diff-tree", "diff-files":
		r.diff(revs, words)
	}
	return r.out
}

// quiet are options with which only names and numbers are printed.
var quiet = []string{"--stat", "--shortstat", "--numstat", "--name-only", "--name-status", "--summary", "--quiet", "--no-patch", "-s", "--dirstat", "--check", "--compact-summary", "-t", "-e"}

// shows tells whether contents are printed at all.
func shows(verb string, words []string) bool {
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			name, _, _ := strings.Cut(w, "=")
			return slices.Contains(list, name)
		})
	}
	patch := has("-p", "-u", "--patch", "--patch-with-stat", "--patch-with-raw", "-c", "--cc", "-U", "--unified") || slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-L") || strings.HasPrefix(w, "-U") })
	switch verb {
	case "show", "diff", "difftool":
		return !has(quiet...) || patch
	case "diff-index", "diff-tree", "diff-files", "log", "whatchanged":
		return patch
	case "stash":
		return len(words) > 0 && words[0] == "show" && (patch || has("--include-untracked") && !has(quiet...))
	case "cat-file":
		return has("-p", "blob", "--textconv", "--filters")
	case "format-patch":
		return has("--stdout")
	}
	return false
}

// words splits the operands into revisions and paths. What names no object is
// taken for a path, which limits nothing unless it stands behind "--".
func (r *reader) words(dir string, words []string) (revs []string) {
	for i, w := range words {
		if w == "--" {
			for _, p := range words[i+1:] {
				if abs, ok := r.place.Absolute(dir, p); ok && !strings.HasPrefix(p, ":") {
					if rel, ok := strings.CutPrefix(abs, r.top); ok {
						r.only = append(r.only, strings.TrimPrefix(rel, "/"))
						continue
					}
				}
				r.only = append(r.only, "")
			}
			return revs
		}
		if !strings.HasPrefix(w, "-") {
			revs = append(revs, w)
		}
	}
	return revs
}

// wanted tells whether the output is about a file.
func (r *reader) wanted(name string) bool {
	return len(r.only) == 0 || slices.ContainsFunc(r.only, func(p string) bool {
		return p == "" || name == p || strings.HasPrefix(name, strings.TrimSuffix(p, "/")+"/") || gitfacts.Match(p, name)
	})
}

// add notes a text, within the bounds. It reports whether there is room for more.
func (r *reader) add(t Text) bool {
	if r.files++; len(t.Content) > 0 && len(t.Content) <= maxFile && r.wanted(t.Name) {
		if r.bytes += len(t.Content); r.bytes <= maxBytes {
			r.out = append(r.out, t)
		}
	}
	return r.files < maxFiles && r.bytes < maxBytes
}

// change notes both sides of a change, as far as they are shown.
func (r *reader) change(name, rev string, old, now []byte) bool {
	gone, fresh := differ(old, now)
	r.add(Text{Name: name, Rev: rev, Content: old, Shows: gone})
	return r.add(Text{Name: name, Rev: rev, Content: now, Shows: fresh})
}

func (r *reader) blob(id objects.ID) []byte {
	if id == (objects.ID{}) {
		return nil
	}
	b, _ := r.store.Blob(id)
	return b
}

// trees notes what differs between two trees.
func (r *reader) trees(rev string, from, to objects.ID) {
	_ = r.store.Changes(from, to, func(ch objects.Change) bool {
		if !r.wanted(ch.Path) {
			return true
		}
		return r.change(ch.Path, rev, r.blob(ch.Old), r.blob(ch.New))
	})
}

// commit notes what a commit changes.
func (r *reader) commit(rev string, c objects.Commit) {
	parent := objects.Commit{}
	if len(c.Parents) > 0 {
		var err error
		if parent, err = r.store.CommitOf(c.Parents[0]); err != nil {
			return // of a shallow clone: all files would seem new
		}
	}
	if len(c.Parents) < 2 { // merges show nothing unless it was made in them
		r.trees(rev, parent.Tree, c.Tree)
	}
}

func (r *reader) show(revs []string) {
	if len(revs) == 0 || len(revs) == 1 && (revs[0] == "blob" || revs[0] == "commit") {
		revs = []string{"HEAD"}
	}
	for _, rev := range revs[:min(len(revs), maxCommits)] {
		if at, file, ok := strings.Cut(rev, ":"); ok {
			r.file(at, file)
			continue
		}
		if c, err := r.store.Commit(rev); err == nil {
			r.commit(rev, c)
		} else if id, err := r.store.Resolve(rev); err == nil {
			r.add(Text{Name: rev, Rev: "the repository", Content: r.blob(id)})
		}
	}
}

// file notes one file of an earlier state, or of the index.
func (r *reader) file(rev, name string) {
	name = path.Clean(strings.TrimPrefix(name, "./"))
	if rev == "" || strings.Trim(rev, "0123") == "" {
		held, _, _ := r.repo.Held(1, false, func(n string) bool { return n == name })
		for _, h := range held {
			r.add(Text{Name: name, Rev: "the index", Content: r.blob(h.ID)})
		}
		return
	}
	c, err := r.store.Commit(rev)
	if err != nil {
		return
	}
	if id, err := r.store.At(c.Tree, name); err == nil {
		r.add(Text{Name: name, Rev: rev, Content: r.blob(id)})
	}
}

// log notes the changes of the newest commits.
func (r *reader) log(revs, words []string) {
	most := maxCommits
	for i, w := range words {
		n, ok := strings.CutPrefix(w, "-n")
		if n == "" && ok && i+1 < len(words) {
			n = words[i+1]
		}
		if m, found := strings.CutPrefix(w, "--max-count="); found {
			n = m
		} else if !ok {
			n = strings.TrimPrefix(w, "-")
		}
		if v, err := strconv.Atoi(n); err == nil && v > 0 && strings.HasPrefix(w, "-") {
			most = min(v, maxCommits)
		}
	}
	starts, stop := []string{}, ""
	for _, rev := range revs {
		from, to, ok := strings.Cut(strings.Replace(rev, "...", "..", 1), "..")
		if ok {
			stop, rev = from, to
			if rev == "" {
				rev = "HEAD"
			}
		}
		starts = append(starts, rev)
	}
	end, _ := r.store.Resolve(stop)
	found := false
	for _, s := range append(starts, "HEAD") {
		if s == "HEAD" && found {
			break
		}
		c, err := r.store.Commit(s)
		for n := 0; err == nil && n < most && c.ID != end; n++ {
			found = true
			r.commit(c.ID.String()[:10], c)
			if len(c.Parents) == 0 || r.files >= maxFiles || r.bytes >= maxBytes {
				break
			}
			c, err = r.store.CommitOf(c.Parents[0])
		}
	}
}

// stash notes what a stash holds.
func (r *reader) stash(words []string) {
	which := "stash@{0}"
	for _, w := range words[1:] {
		if _, err := strconv.Atoi(w); err == nil {
			which = "stash@{" + w + "}"
		} else if strings.HasPrefix(w, "stash@{") {
			which = w
		}
	}
	c, err := r.store.Commit(which)
	if err != nil && which == "stash@{0}" {
		c, err = r.store.Commit("refs/stash")
	}
	if err != nil || len(c.Parents) == 0 {
		return
	}
	base, err := r.store.CommitOf(c.Parents[0])
	if err != nil {
		return
	}
	r.trees(which, base.Tree, c.Tree)
	if len(c.Parents) > 2 { // files that git did not know
		if more, err := r.store.CommitOf(c.Parents[2]); err == nil {
			r.trees(which, objects.ID{}, more.Tree)
		}
	}
}

// diff notes what differs between two states.
func (r *reader) diff(revs, words []string) {
	var sides []objects.Commit
	for _, rev := range revs {
		a, b, two := strings.Cut(strings.Replace(rev, "...", "..", 1), "..")
		for _, s := range []string{a, b} {
			if two && s == "" {
				s = "HEAD"
			}
			if c, err := r.store.Commit(s); err == nil && s != "" {
				sides = append(sides, c)
			}
		}
	}
	cached := slices.Contains(words, "--cached") || slices.Contains(words, "--staged")
	switch {
	case len(sides) > 1:
		r.trees(revs[0], sides[0].Tree, sides[1].Tree)
	case len(sides) == 1:
		r.against(sides[0], cached)
	case cached:
		if c, err := r.store.Commit("HEAD"); err == nil {
			r.against(c, true)
		}
	default:
		r.workTree()
	}
}

// held lists the files of the index: of a large one those that hold settings.
func (r *reader) held(compare bool) []gitfacts.Held {
	counts := r.wanted
	if n, err := r.repo.Size(); err != nil || n > maxHeld {
		counts = func(name string) bool { return r.wanted(name) && glance.Settings(path.Base(name)) }
	}
	list, _, _ := r.repo.Held(maxHeld, compare, counts)
	return list
}

// workTree notes what the files on disk have that the index has not.
func (r *reader) workTree() {
	for _, h := range r.held(true) {
		if h.Same {
			continue
		}
		if now, ok := r.onDisk(h.Name); ok && objects.BlobID(now) != h.ID && !r.change(h.Name, "", r.blob(h.ID), now) {
			return
		}
	}
}

func (r *reader) onDisk(name string) ([]byte, bool) {
	now, err := r.place.FS.ReadFile(r.top+"/"+name, maxFile)
	return now, err == nil
}

// against notes what the index, or the work tree, has that a commit has not.
func (r *reader) against(c objects.Commit, cached bool) {
	were := map[string]objects.ID{}
	_ = r.store.Changes(objects.ID{}, c.Tree, func(ch objects.Change) bool {
		were[ch.Path] = ch.New
		return len(were) < maxHeld*4
	})
	for _, h := range r.held(!cached) {
		old := were[h.Name]
		if cached || h.Same {
			if old != h.ID && !r.change(h.Name, "", r.blob(old), r.blob(h.ID)) {
				return
			}
			continue
		}
		if now, ok := r.onDisk(h.Name); ok && objects.BlobID(now) != old && !r.change(h.Name, "", r.blob(old), now) {
			return
		}
	}
}

// differ tells which lines of each side a difference shows: those that the
// other side has not, and a few around them.
func differ(old, now []byte) (gone, fresh func(int) bool) {
	a, b := strings.Split(string(old), "\n"), strings.Split(string(now), "\n")
	return lacks(a, b), lacks(b, a)
}

func lacks(mine, other []string) func(int) bool {
	has := make(map[string]bool, len(other))
	for _, l := range other {
		has[l] = true
	}
	near := make([]bool, len(mine))
	for i, l := range mine {
		if has[l] {
			continue
		}
		for k := max(0, i-context); k <= min(len(mine)-1, i+context); k++ {
			near[k] = true
		}
	}
	return func(line int) bool { return line >= 1 && line <= len(near) && near[line-1] }
}
