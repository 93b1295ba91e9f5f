package worktree

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/gitfacts/objects"
)

// states finds the states between which git moves the work tree.
func (r *reader) states(words []string) {
	refs := []string{}
	for _, w := range r.p.Words("ref") {
		if s, ok := w.Known(); ok && s != "" {
			refs = append(refs, s)
		}
	}
	head, err := r.store.Commit("HEAD")
	if err != nil {
		return
	}
	switch r.verb {
	case "checkout":
		if r.p.Ended || len(refs) > 1 {
			return // files that are named were judged by their names
		}
		r.switches(head, refs, r.p.HasAny("-f", "--force"))
	case "switch":
		r.switches(head, refs, r.p.HasAny("-f", "--force", "--discard-changes"))
	case "read-tree":
		r.switches(head, refs, r.p.HasAny("-u", "--reset"))
	case "bisect":
		r.switches(head, refs, false)
	case "worktree":
		if len(words) > 0 && words[0] == "add" && !r.p.HasAny("--no-checkout") {
			r.switches(head, refs, false)
		}
	case "reset":
		if r.p.HasAny("--hard", "--merge", "--keep") {
			r.switches(head, append(refs, "HEAD")[:1], true)
		}
	case "merge", "rebase":
		r.merges(head, refs)
	case "pull":
		if len(r.p.Operands) > 1 && r.p.Operands[0].Word.Is(".") {
			r.merges(head, refs)
		}
	case "cherry-pick", "revert":
		r.picks(refs)
	case "stash":
		r.stashed(words)
	}
}

// switches: the work tree comes to another state; whole says that changes in it
// are thrown away, too.
func (r *reader) switches(head objects.Commit, refs []string, whole bool) {
	for _, rev := range refs {
		to, ok := r.commit(rev)
		if !ok {
			continue
		}
		m := move{from: head.Tree, to: to.Tree, rev: rev}
		if whole {
			m.from = objects.ID{}
			r.moves = append(r.moves, move{from: head.Tree, to: to.Tree, rev: rev})
		}
		r.moves = append(r.moves, m)
	}
}

// merges: what the other side has changed comes in.
func (r *reader) merges(head objects.Commit, refs []string) {
	for _, rev := range refs {
		to, ok := r.commit(rev)
		if !ok {
			continue
		}
		m := move{from: head.Tree, to: to.Tree, rev: rev}
		if c, ok := r.common(head, to); ok {
			m.base = &c.Tree
		}
		r.moves = append(r.moves, m)
	}
}

// picks: what single commits change comes in, or is taken back.
func (r *reader) picks(refs []string) {
	for _, rev := range refs {
		first, last, ranged := strings.Cut(rev, "..")
		if !ranged {
			first, last = rev+"^", rev
		}
		to, ok := r.commit(strings.TrimPrefix(last, "."))
		if !ok {
			continue
		}
		from, _ := r.commit(first) // none of the first commit
		if r.verb == "revert" {
			from, to = to, from
		}
		r.moves = append(r.moves, move{from: from.Tree, to: to.Tree, rev: rev})
	}
}

// stashed: what was put aside comes back.
func (r *reader) stashed(words []string) {
	i := slices.IndexFunc(words, func(w string) bool { return w == "pop" || w == "apply" || w == "branch" })
	if i < 0 {
		return
	}
	which := "stash@{0}"
	for _, w := range words[i+1:] {
		if strings.HasPrefix(w, "stash@{") {
			which = w
		} else if w != "" && strings.Trim(w, "0123456789") == "" {
			which = "stash@{" + w + "}"
		}
	}
	c, err := r.store.Commit(which)
	if err != nil && which == "stash@{0}" {
		c, err = r.store.Commit("refs/stash")
	}
	if err != nil || len(c.Parents) == 0 {
		return
	}
	if base, err := r.store.CommitOf(c.Parents[0]); err == nil {
		r.moves = append(r.moves, move{from: base.Tree, to: c.Tree, rev: which})
	}
	if len(c.Parents) > 2 { // files that git did not know
		if more, err := r.store.CommitOf(c.Parents[2]); err == nil {
			r.moves = append(r.moves, move{to: more.Tree, rev: which})
		}
	}
}

// commit resolves a revision as git does for branches: also the one before, and
// those that only a remote has.
func (r *reader) commit(rev string) (objects.Commit, bool) {
	if rev == "-" || rev == "@{-1}" {
		rev = r.before()
	}
	c, err := r.store.Commit(rev)
	if err == nil || rev == "" || strings.HasPrefix(rev, "-") {
		return c, err == nil
	}
	remotes, _ := r.place.FS.ReadDir(r.dirs[1]+"/refs/remotes", maxStates)
	for _, remote := range append(remotes, "origin", "upstream") {
		if c, err := r.store.Commit("refs/remotes/" + remote + "/" + rev); err == nil {
			return c, true
		}
	}
	return c, false
}

// before is the branch that was left last.
func (r *reader) before() string {
	log, err := r.place.FS.ReadFile(r.dirs[0]+"/logs/HEAD", maxFile)
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimRight(string(log), "\n"), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if _, what, ok := strings.Cut(lines[i], "checkout: moving from "); ok {
			from, _, _ := strings.Cut(what, " to ")
			return from
		}
	}
	return ""
}

// maxAncestors bounds the commits of each side that a common one is looked for
// in.
const maxAncestors = 300

// common gives a commit that both come from.
func (r *reader) common(a, b objects.Commit) (objects.Commit, bool) {
	mine := map[objects.ID]bool{}
	r.ancestors(a, func(c objects.Commit) bool { mine[c.ID] = true; return true })
	var found objects.Commit
	r.ancestors(b, func(c objects.Commit) bool {
		if mine[c.ID] {
			found = c
		}
		return !mine[c.ID]
	})
	return found, found.ID != objects.ID{}
}

func (r *reader) ancestors(c objects.Commit, f func(objects.Commit) bool) {
	queue, seen := []objects.Commit{c}, map[objects.ID]bool{c.ID: true}
	for n := 0; len(queue) > 0 && n < maxAncestors; n++ {
		if c, queue = queue[0], queue[1:]; !f(c) {
			return
		}
		for _, p := range c.Parents {
			if next, err := r.store.CommitOf(p); err == nil && !seen[p] {
				seen[p] = true
				queue = append(queue, next)
			}
		}
	}
}
