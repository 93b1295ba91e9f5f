// Package paths says where a path lies: in the project, in a home, in the
// system, on a device, among secrets, among files that run later, or among the
// gate's own.
//
// Make a Place per call, then ask Judge for each target:
//
//	place := &paths.Place{FS: paths.OS{}, Home: home, Root: root, Temp: []string{"/tmp"}}
//	where := place.Judge(paths.Target{Text: "../x", Dir: cwd, Use: paths.Delete})
//
// What names alone say, such as which files are secret or run later, stands in
// the tables of package known: to teach the gate a new file, add a pattern
// there.
//
// Nothing here reads the environment; all knowledge of the machine comes
// through Place and its FS.
package paths

import (
	"path"
	"strings"
	"sync"

	"github.com/sentinelgate/sentinel/internal/gitfacts"
	"github.com/sentinelgate/sentinel/internal/paths/known"
)

// Place is what is known about the machine a call runs on. The zero value
// knows no home and no project: everything is then outside.
//
// A Place keeps what it found out. It may be used by one goroutine at a time.
type Place struct {
	FS       FS       // nil: nothing exists
	Home     string   // the person's home folder, absolute
	Root     string   // the project's root folder, absolute; "" if there is none
	Homes    []string // further folders that count as homes
	Temp     []string // temporary folders besides /tmp and /var/tmp
	FoldCase bool     // the file system does not tell upper from lower case
	GateDirs []string // folders and files of the gate itself

	once  sync.Once
	facts *places
	repos map[string]*gitfacts.Repo
}

// places are the folders of a Place as given and as they really are, in
// canonical form.
type places struct {
	homes, roots, temps, gates []string
	spelled                    []string // the homes, as the tables spell them
}

// With is the same place seen through another file system, such as one with a
// command text's own writes laid over it.
func (p *Place) With(fsys FS) *Place {
	return &Place{FS: fsys, Home: p.Home, Root: p.Root, Homes: p.Homes, Temp: p.Temp,
		FoldCase: p.FoldCase, GateDirs: p.GateDirs, facts: p.known()}
}

func (p *Place) known() *places {
	p.once.Do(func() {
		if p.facts != nil {
			return
		}
		p.facts = &places{}
		p.facts.homes = p.both(append([]string{p.Home}, p.Homes...))
		for _, h := range p.facts.homes {
			p.facts.spelled = append(p.facts.spelled, known.Spell(h))
		}
		p.facts.gates = p.both(p.GateDirs)
		for _, t := range p.both(append([]string{"/tmp", "/var/tmp", "/dev/shm"}, p.Temp...)) {
			if !p.vital(known.Spell(t)) {
				p.facts.temps = append(p.facts.temps, t)
			}
		}
		for _, r := range p.both([]string{p.Root}) {
			if usableRoot(known.Spell(r), p.facts.spelled) {
				p.facts.roots = append(p.facts.roots, r)
			}
		}
	})
	return p.facts
}

// both gives every folder as written and with its links followed.
func (p *Place) both(dirs []string) []string {
	var out []string
	add := func(d string) {
		for _, o := range out {
			if o == d {
				return
			}
		}
		out = append(out, d)
	}
	for _, d := range dirs {
		d = slashes(d)
		if !isAbs(d) {
			continue
		}
		add(known.Canonical(cleanAbs(d)))
		if real, ok := follow(p.FS, cleanAbs(d), "", true); ok {
			add(known.Canonical(real))
		}
	}
	return out
}

// under says whether file is base or lies below it.
func (p *Place) under(file, base string) bool {
	if base == "" || len(file) < len(base) {
		return false
	}
	head := file[:len(base)]
	if head != base && !(p.FoldCase && strings.EqualFold(head, base)) {
		return false
	}
	return len(file) == len(base) || file[len(base)] == '/' || strings.HasSuffix(base, "/")
}

// deepest is the longest of the bases that hold the file, "" if none does.
func (p *Place) deepest(file string, bases []string) string {
	best := ""
	for _, b := range bases {
		if len(b) > len(best) && p.under(file, b) {
			best = b
		}
	}
	return best
}

// holds says whether one of the files lies below dir or is dir.
func (p *Place) holds(dir string, files []string) bool {
	for _, f := range files {
		if p.under(f, dir) {
			return true
		}
	}
	return false
}

// spelledAbove says the same of a project and a folder as the tables spell it:
// in lower case, which "/Users" is not.
func (p *Place) spelledAbove(dir string) bool {
	for _, r := range p.facts.roots {
		if p.under(known.Spell(r), dir) {
			return true
		}
	}
	return false
}

// FindRoot gives the project root for a session that starts in the folder
// start: the nearest folder at or above it that holds ".git", else start. It
// is never "/", a home, a folder that holds homes or a system folder; then,
// and when start is not absolute, the answer is "".
func FindRoot(fsys FS, start, home string) string {
	start = slashes(start)
	if !isAbs(start) {
		return ""
	}
	real, ok := follow(fsys, cleanAbs(start), "", true)
	if !ok {
		return ""
	}
	p := &Place{FS: fsys, Home: home}
	homes := p.known().spelled
	real = known.Canonical(real)
	for d := real; usableRoot(known.Spell(d), homes); d = path.Dir(d) {
		if fsys != nil {
			if _, err := fsys.Lstat(d + "/.git"); err == nil {
				return d
			}
		}
		if d == path.Dir(d) {
			break
		}
	}
	if usableRoot(known.Spell(real), homes) {
		return real
	}
	return ""
}

// usableRoot refuses roots that would make everything "the project". All is in
// the spelling of the tables.
func usableRoot(root string, homes []string) bool {
	if root == "" || known.Vital(root) && !known.AppFolder(root) || known.NoProject(root) {
		return false
	}
	for _, h := range known.HomeFolders {
		if strings.HasPrefix(h, root+"/") {
			return false
		}
	}
	for _, h := range homes {
		if root == h || strings.HasPrefix(h, root+"/") {
			return false
		}
	}
	return root != "/tmp" && root != "/var/tmp" && root != "/dev/shm"
}
