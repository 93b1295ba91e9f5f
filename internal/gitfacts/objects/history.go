package objects

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Commit is a commit as far as it is needed.
type Commit struct {
	ID      ID
	Tree    ID
	Parents []ID
}

// Commit gives the commit that a revision names.
func (s *Store) Commit(rev string) (Commit, error) {
	id, err := s.Resolve(rev)
	if err != nil {
		return Commit{}, err
	}
	return s.CommitOf(id)
}

// CommitOf gives a commit by its name. Of a tag it gives what is tagged.
func (s *Store) CommitOf(id ID) (Commit, error) {
	for range 10 {
		kind, data, err := s.object(id)
		if err != nil {
			return Commit{}, err
		}
		if kind == tagKind {
			if id, err = pointed(data, "object "); err != nil {
				return Commit{}, err
			}
			continue
		}
		if kind != commitKind {
			return Commit{}, fmt.Errorf("%s is not a commit", id)
		}
		c := Commit{ID: id}
		if c.Tree, err = pointed(data, "tree "); err != nil {
			return Commit{}, err
		}
		head, _, _ := bytes.Cut(data, []byte("\n\n"))
		for line := range bytes.Lines(head) {
			if p, ok := ParseID(strings.TrimSpace(strings.TrimPrefix(string(line), "parent "))); ok && bytes.HasPrefix(line, []byte("parent ")) {
				c.Parents = append(c.Parents, p)
			}
		}
		return c, nil
	}
	return Commit{}, ErrLarge
}

// pointed reads the name in the first line that begins so.
func pointed(data []byte, begin string) (ID, error) {
	for line := range bytes.Lines(data) {
		if rest, ok := strings.CutPrefix(string(line), begin); ok {
			if id, ok := ParseID(strings.TrimSpace(rest)); ok {
				return id, nil
			}
		}
	}
	return ID{}, errors.New("read object: a line is missing")
}

// Change is a file that differs between two trees. A zero ID is a file that is
// not there.
type Change struct {
	Path     string
	Old, New ID
}

// entry is one line of a tree.
type entry struct {
	name string
	id   ID
	tree bool
	file bool // neither a link nor another repository
}

func (s *Store) tree(id ID) ([]entry, error) {
	if id == (ID{}) {
		return nil, nil
	}
	kind, data, err := s.object(id)
	if err != nil {
		return nil, err
	}
	if kind != treeKind {
		return nil, fmt.Errorf("%s is not a tree", id)
	}
	var out []entry
	for len(data) > 0 {
		mode, rest, ok := bytes.Cut(data, []byte{' '})
		name, rest, ok2 := bytes.Cut(rest, []byte{0})
		if !ok || !ok2 || len(rest) < 20 {
			return nil, errors.New("read tree: ends too early")
		}
		e := entry{name: string(name), tree: string(mode) == "40000", file: bytes.HasPrefix(mode, []byte("100"))}
		copy(e.id[:], rest)
		data = rest[20:]
		if out = append(out, e); len(out) > s.left {
			return nil, ErrLarge
		}
	}
	s.left -= len(out)
	return out, nil
}

// Changes gives the files that differ between two trees, until f returns false.
func (s *Store) Changes(from, to ID, f func(Change) bool) error {
	s.left = maxEntries
	_, err := s.changes("", from, to, 0, f)
	return err
}

func (s *Store) changes(in string, from, to ID, depth int, f func(Change) bool) (goOn bool, err error) {
	if from == to {
		return true, nil
	}
	if depth > maxLevels {
		return false, ErrLarge
	}
	old, err := s.tree(from)
	if err != nil {
		return false, err
	}
	now, err := s.tree(to)
	if err != nil {
		return false, err
	}
	were := make(map[string]entry, len(old))
	for _, e := range old {
		were[e.name] = e
	}
	both := append([]entry(nil), now...)
	for _, e := range now {
		delete(were, e.name)
	}
	was := make(map[string]entry, len(old))
	for _, e := range old {
		was[e.name] = e
		if _, gone := were[e.name]; gone {
			both = append(both, entry{name: e.name})
		}
	}
	for _, e := range both {
		o := was[e.name]
		if o.id == e.id {
			continue
		}
		if o.tree || e.tree {
			if goOn, err := s.changes(in+e.name+"/", treeID(o), treeID(e), depth+1, f); !goOn || err != nil {
				return goOn, err
			}
		}
		ch := Change{Path: in + e.name, Old: fileID(o), New: fileID(e)}
		if (ch.Old != ID{} || ch.New != ID{}) && !f(ch) {
			return false, nil
		}
	}
	return true, nil
}

// maxWithin bounds the entries that one Within looks at.
const maxWithin = 20000

// Within gives the files that differ between two trees, in the folders that
// enter lets it into. Links and other repositories count as files. What cannot
// be read is passed over.
func (s *Store) Within(from, to ID, enter func(folder string) bool, f func(Change)) {
	s.left = maxWithin
	s.within("", from, to, 0, enter, f)
}

func (s *Store) within(in string, from, to ID, depth int, enter func(string) bool, f func(Change)) {
	if from == to || depth > maxLevels {
		return
	}
	old, _ := s.tree(from)
	now, _ := s.tree(to)
	was := make(map[string]entry, len(old))
	for _, e := range old {
		was[e.name] = e
	}
	for _, e := range now {
		o := was[e.name]
		delete(was, e.name)
		s.differs(in+e.name, o, e, depth, enter, f)
	}
	for _, o := range old {
		if _, gone := was[o.name]; gone {
			s.differs(in+o.name, o, entry{}, depth, enter, f)
		}
	}
}

func (s *Store) differs(name string, o, e entry, depth int, enter func(string) bool, f func(Change)) {
	if o.id == e.id {
		return
	}
	if (o.tree || e.tree) && enter(name) {
		s.within(name+"/", treeID(o), treeID(e), depth+1, enter, f)
	}
	ch := Change{Path: name}
	if !o.tree {
		ch.Old = o.id
	}
	if !e.tree {
		ch.New = e.id
	}
	if ch.Old != ch.New {
		f(ch)
	}
}

func treeID(e entry) ID {
	if e.tree {
		return e.id
	}
	return ID{}
}

func fileID(e entry) ID {
	if e.file {
		return e.id
	}
	return ID{}
}

// At gives the file at a path in a tree.
func (s *Store) At(tree ID, file string) (ID, error) {
	s.left = maxEntries
	parts := strings.Split(strings.Trim(file, "/"), "/")
	for i, part := range parts {
		list, err := s.tree(tree)
		if err != nil {
			return ID{}, err
		}
		found := false
		for _, e := range list {
			if e.name != part {
				continue
			}
			if i == len(parts)-1 && e.file {
				return e.id, nil
			}
			tree, found = e.id, e.tree
		}
		if !found {
			break
		}
	}
	return ID{}, fmt.Errorf("%w: %s", ErrMissing, file)
}

// Resolve gives the object that a revision names: HEAD, branches, tags, names
// of objects whole or cut short, stash@{N}, each with ~N and ^N behind it.
func (s *Store) Resolve(rev string) (ID, error) {
	base, steps := rev, ""
	if i := strings.IndexAny(rev, "~^"); i > 0 {
		base, steps = rev[:i], rev[i:]
	}
	id, err := s.named(base)
	for steps != "" && err == nil {
		op := steps[0]
		end := 1 + len(steps[1:]) - len(strings.TrimLeft(steps[1:], "0123456789"))
		n := 1
		if end > 1 {
			n, _ = strconv.Atoi(steps[1:min(end, 7)])
		}
		if steps = steps[end:]; op != '~' && op != '^' {
			return ID{}, ErrMissing
		}
		id, err = s.step(id, op, n)
	}
	return id, err
}

// step goes back n first parents, or to the nth parent.
func (s *Store) step(id ID, op byte, n int) (ID, error) {
	parent, times := 1, n
	if op == '^' {
		parent, times = n, min(n, 1)
	}
	if times > 10000 {
		return ID{}, ErrLarge
	}
	for range times {
		c, err := s.CommitOf(id)
		if err != nil {
			return ID{}, err
		}
		if len(c.Parents) < parent {
			return ID{}, ErrMissing
		}
		id = c.Parents[parent-1]
	}
	return id, nil
}

// named resolves a name without steps.
func (s *Store) named(name string) (ID, error) {
	if name == "@" {
		name = "HEAD"
	}
	if i := strings.Index(name, "@{"); i >= 0 {
		return s.logged(name[:i], strings.TrimSuffix(name[i+2:], "}"))
	}
	if name == "" || strings.Contains(name, "..") || len(name) > 1000 || strings.HasPrefix(name, "/") {
		return ID{}, ErrMissing
	}
	if id, ok := ParseID(name); ok {
		return id, nil
	}
	for _, ref := range []string{name, "refs/" + name, "refs/tags/" + name, "refs/heads/" + name, "refs/remotes/" + name, "refs/remotes/" + name + "/HEAD"} {
		if id, ok := s.ref(ref, 0); ok {
			return id, nil
		}
	}
	return s.short(name)
}

// ref reads a reference.
func (s *Store) ref(name string, depth int) (ID, bool) {
	if depth > 5 || name != "HEAD" && !strings.HasPrefix(name, "refs/") && !strings.HasSuffix(name, "_HEAD") {
		return ID{}, false
	}
	for _, dir := range []string{s.gitDir, s.common} {
		b, err := s.files.ReadFile(dir+"/"+name, 4096)
		if err != nil {
			continue
		}
		text := strings.TrimSpace(string(b))
		if to, ok := strings.CutPrefix(text, "ref: "); ok {
			return s.ref(to, depth+1)
		}
		if id, ok := ParseID(text); ok {
			return id, true
		}
	}
	b, err := s.files.ReadFile(s.common+"/packed-refs", 16<<20)
	if err != nil {
		return ID{}, false
	}
	for line := range bytes.Lines(b) {
		if rest, ok := bytes.CutSuffix(bytes.TrimSpace(line), []byte(" "+name)); ok {
			return ParseID(string(rest))
		}
	}
	return ID{}, false
}

// logged gives what a reference was n changes ago.
func (s *Store) logged(name, which string) (ID, error) {
	n, err := strconv.Atoi(which)
	if name == "stash" {
		name = "refs/stash"
	}
	if err != nil || n < 0 || name != "refs/stash" && name != "HEAD" {
		return ID{}, ErrMissing
	}
	for _, dir := range []string{s.gitDir, s.common} {
		b, err := s.files.ReadFile(dir+"/logs/"+name, 16<<20)
		if err != nil {
			continue
		}
		lines := strings.Split(strings.TrimRight(string(b), "\n"), "\n")
		if n < len(lines) {
			if f := strings.Fields(lines[len(lines)-1-n]); len(f) > 1 {
				if id, ok := ParseID(f[1]); ok {
					return id, nil
				}
			}
		}
	}
	return ID{}, ErrMissing
}

// short completes a name that is cut.
func (s *Store) short(name string) (ID, error) {
	lower := strings.ToLower(name)
	if len(lower) < 4 || len(lower) > 40 || strings.Trim(lower, "0123456789abcdef") != "" {
		return ID{}, ErrMissing
	}
	s.open()
	for _, dir := range s.dirs {
		names, _ := s.files.ReadDir(dir+"/"+lower[:2], maxNames)
		for _, n := range names {
			if id, ok := ParseID(lower[:2] + n); ok && strings.HasPrefix(n, lower[2:]) {
				return id, nil
			}
		}
	}
	var first ID
	b, _ := strconv.ParseUint(lower[:2], 16, 8)
	for _, p := range s.packs {
		names, _ := p.bucket(s.files, byte(b))
		for ; len(names) >= 20; names = names[20:] {
			copy(first[:], names)
			if strings.HasPrefix(first.String(), lower) {
				return first, nil
			}
		}
	}
	return ID{}, ErrMissing
}
