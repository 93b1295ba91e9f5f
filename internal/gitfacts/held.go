package gitfacts

import "errors"

// Held is a file that the index holds.
type Held struct {
	Name string   // relative to the work tree
	ID   [20]byte // the name of its content, as git has it
	// Same says that the file in the work tree is proven to be unchanged; it is
	// only looked at when that was asked for.
	Same bool
}

// Dirs gives the folder of the work tree's git data and the one that all work
// trees of the repository share.
func (r *Repo) Dirs() (own, common string, err error) {
	err = r.locate()
	if err == nil && r.config.sha256 {
		err = errors.New("the repository names objects by SHA-256")
	}
	return r.gitDir, r.common, err
}

// Held lists the plain files of the index that count, at most max of them; more
// says that there are others. compare looks at each of them in the work tree.
func (r *Repo) Held(max int, compare bool, counts func(name string) bool) (list []Held, more bool, err error) {
	ix, _, err := r.lookup(r.top)
	if err != nil {
		return nil, false, err
	}
	for i, e := range ix.entries {
		if e.mode != modeFile && e.mode != modeFileExec || !counts(e.name) {
			continue
		}
		if len(list) == max {
			return list, true, nil
		}
		h := Held{Name: e.name, ID: e.id}
		if compare && !ix.split {
			now, err := r.files.Lstat(r.top + "/" + e.name)
			h.Same = err == nil && ix.same(i, now)
		}
		list = append(list, h)
	}
	return list, false, nil
}

// Size is how many files the index holds.
func (r *Repo) Size() (int, error) {
	ix, _, err := r.lookup(r.top)
	if err != nil {
		return 0, err
	}
	return len(ix.entries), nil
}
