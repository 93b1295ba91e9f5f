package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Kept is a session that holds something a person allowed. Name is that of its
// file: the client's own id is not kept.
type Kept struct {
	Name    string
	Session Session
}

// Kept lists the sessions in which a person allowed something, the last used
// first. It is for people: a session that cannot be read grants nothing and is
// left out.
func (f *Files) Kept() ([]Kept, error) {
	names, err := os.ReadDir(f.sessions())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Kept
	for _, n := range names[:min(len(names), sweepNames)] {
		name, ok := strings.CutSuffix(n.Name(), ".json")
		if !ok {
			continue
		}
		s, known, err := f.read(filepath.Join(f.sessions(), n.Name()))
		if err == nil && known && len(s.Grants)+len(s.Paths)+len(s.Tools) > 0 {
			out = append(out, Kept{name, s})
		}
	}
	slices.SortFunc(out, func(a, b Kept) int { return int(min(max(b.Session.Used-a.Session.Used, -1), 1)) })
	return out, nil
}

// Revoke takes back what a person allowed in the session of that name, and tells
// whether there was anything.
func (f *Files) Revoke(name string) (bool, error) {
	file := filepath.Join(f.sessions(), name+".json")
	if name == "" || strings.ContainsAny(name, `/\.`) {
		return false, nil
	}
	unlock, err := f.lock(file)
	if err != nil {
		return false, err
	}
	defer unlock()
	s, known, err := f.read(file)
	if err != nil || !known || len(s.Grants)+len(s.Paths)+len(s.Tools) == 0 {
		return false, err
	}
	s.Grants, s.Paths, s.Tools, s.Asked = nil, nil, nil, nil
	return true, write(file, s)
}
