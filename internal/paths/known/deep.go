package known

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/gitfacts"
)

// Disk is what a search through a home needs to know of it. Paths are absolute.
type Disk interface {
	Exists(file string) bool
	// Names are some of the names in a folder.
	Names(dir string) []string
}

// maxSearched bounds the folders of secrets that are looked into.
const maxSearched = 100

// Searched says whether all files below root that are called name, which may
// hold wildcards, are secrets among others. home is one that lies below root or
// that root lies in. What the table names outright needs not exist, what fits a
// wildcard must: a search for all sources is no search for keys.
func Searched(root, home, name string, disk Disk) (Mark, bool) {
	s := search{root: Spell(root), home: home, name: Fold(name), disk: disk, left: maxSearched}
	for i := range secretTable {
		for _, pat := range secretTable[i].home {
			if s.finds(pat) {
				return Mark{Label: secretTable[i].label}, true
			}
		}
	}
	return Mark{}, false
}

type search struct {
	root, home, name string
	disk             Disk
	left             int
}

// finds tells whether the search comes by files of a pattern of the table.
func (s *search) finds(pat string) bool {
	folder, tree := strings.CutSuffix(pat, "/**")
	dir := folder
	if !tree {
		dir = path.Dir(folder)
	}
	at := path.Join(s.home, dir)
	if spelled := Spell(at); strings.Contains(dir, "*") || spelled != s.root && !strings.HasPrefix(spelled, strings.TrimSuffix(s.root, "/")+"/") {
		return false
	}
	base := path.Base(folder)
	switch {
	case tree:
		return s.below(at, 2) || s.part(dir) && s.disk.Exists(at)
	case strings.Contains(base, "*"):
		return s.fits(pat, dir, s.disk.Names(at))
	case base == s.name:
		return true
	}
	return (gitfacts.Match(s.name, base) || s.part(dir)) && s.disk.Exists(path.Join(s.home, folder))
}

// fits: a file that is there and that the table means has such a name. Of the
// gate's own key the name is known.
func (s *search) fits(pat, dir string, names []string) bool {
	for _, n := range append(names, "key") {
		if (gitfacts.Match(s.name, Fold(n)) || s.part(dir)) && matchTree(pat, dir+"/"+Fold(n)) && (n != "key" || strings.Contains(dir, "sentinel")) {
			return true
		}
	}
	return false
}

// part: a pattern that ends in a star may be one for whole paths, and mean a
// folder on the way.
func (s *search) part(dir string) bool {
	if !strings.HasSuffix(s.name, "*") || len(strings.Trim(s.name, "*.")) < 3 {
		return false
	}
	for _, p := range strings.Split(dir, "/") {
		if gitfacts.Match(s.name, p) {
			return true
		}
	}
	return false
}

// below looks for such a name in a folder that holds secrets only.
func (s *search) below(dir string, depth int) bool {
	if s.left--; s.left < 0 {
		return false
	}
	for _, n := range s.disk.Names(dir) {
		if gitfacts.Match(s.name, Fold(n)) || depth > 0 && !strings.Contains(n, ".") && s.below(path.Join(dir, n), depth-1) {
			return true
		}
	}
	return false
}
