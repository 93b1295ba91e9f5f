// Package place tells when ordinary work is asked about for nothing but the folder
// that it is done in, another one than the project: reading a repository with git,
// building and testing, writing files. A yes to such a call is about the folder, not
// about the words, so it is filed under the folder: who let `go test` run in one may
// be expected to mean `go vet` there, too.
//
// What the yes covers is small: git's reading is not building, building is not
// writing, one folder is not the next. Deleting, moving, changing permissions,
// committing, installing, sending and scripts are no ordinary work in another folder,
// nor is what is written where programs or settings lie.
//
// To change what counts, begin with Key; Covers says what a yes comes to.
package place

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/risk"
)

// The keys that grants are filed under.
const (
	Git  = "place git" // reading a repository, whose settings can name programs
	Work = "place"     // building and testing, or writing
)

// Is tells whether a key is one of these.
func Is(key string) bool { return key == Git || key == Work }

// Runs are the builds and tests in folders that were found in a command.
type Runs struct {
	Effects []sentinel.Effect
	Git     bool // nothing but git's reading
	Raised  bool // something was found that is riskier than its effect says
}

// Add notes one more.
func (r *Runs) Add(e sentinel.Effect, git bool) {
	r.Git = git && (r.Git || len(r.Effects) == 0)
	r.Effects = append(r.Effects, e)
}

// Key gives what a yes to a part is filed under: one of the keys above where the
// part asks for nothing but the place, else its own; nothing where it is red. words
// says that the words count in any case.
func Key(p sentinel.Part, r Runs, words bool) string {
	if p.Colour == sentinel.Red {
		return ""
	}
	if key := about(p, r); key != "" && p.Colour == sentinel.Yellow && p.Key != "" && !r.Raised && !words {
		return key
	}
	return p.Key
}

func about(p sentinel.Part, r Runs) string {
	key := ""
	for _, e := range p.Effects {
		if c := risk.Of(e.Kind, e.Scope, false); c.Colour == sentinel.Green && c.Risk == sentinel.Low && !c.Block {
			continue
		}
		switch {
		case e.Scope != sentinel.ScopeHome && e.Scope != sentinel.ScopeOutside || !path.IsAbs(e.Target):
			return ""
		case e.Kind == sentinel.ExecuteFile && slices.Contains(r.Effects, e):
			if key == "" && r.Git {
				key = Git
				continue
			}
		case (e.Kind == sentinel.Write || e.Kind == sentinel.Create) && plain(e.Target):
		default:
			return ""
		}
		if key == Git {
			return "" // it writes as well
		}
		key = Work
	}
	return key
}

// plain: a folder in which neither settings nor programs lie, by its name.
func plain(dir string) bool {
	parts := strings.Split(strings.TrimPrefix(path.Clean(dir), "/"), "/")
	if len(parts) < 3 { // a home, and folders of the machine
		return false
	}
	return !slices.ContainsFunc(parts, func(s string) bool {
		switch s {
		case "bin", "sbin", "Library", "Applications", "node_modules", "vendor", "site-packages":
			return true
		}
		return strings.HasPrefix(s, ".")
	})
}

// deep: a folder within a folder of the home, so that what lies below it is one piece
// of work. Documents and the like hold many.
func deep(dir, home string) bool {
	dir, depth := path.Clean(dir), 3
	if home != "" && within(dir, home) {
		depth = strings.Count(home, "/") + 1
	}
	return plain(dir) && strings.Count(dir, "/") > depth
}

// Covers tells whether what was allowed comes to all that is wanted. git are the
// sets under Git, work those under Work; home is the person's, "" if not known.
func Covers(home, key string, wanted []sentinel.Effect, git, work [][]sentinel.Effect) bool {
	for _, e := range wanted {
		if !one(home, key, e, git, work) {
			return false
		}
	}
	return len(wanted) > 0
}

func one(home, key string, e sentinel.Effect, git, work [][]sentinel.Effect) bool {
	if e.Kind == sentinel.ExecuteFile {
		below := func(g sentinel.Effect) bool {
			return g == e || g.Kind == e.Kind && g.Scope == e.Scope && g.Identity == e.Identity && plain(g.Target) && within(e.Target, g.Target)
		}
		return some(work, below) || key == Git && some(git, below)
	}
	kind := func(g sentinel.Effect) bool { // who may write a file may make one
		return g.Kind == e.Kind || g.Kind == sentinel.Write && e.Kind == sentinel.Create
	}
	return some(work, func(g sentinel.Effect) bool {
		return kind(g) && g.Scope == e.Scope && (g.Target == e.Target || deep(g.Target, home) && within(e.Target, g.Target))
	}) || some(work, func(r sentinel.Effect) bool {
		return r.Kind == sentinel.ExecuteFile && plain(r.Target) && within(e.Target, r.Target) && some(work, func(g sentinel.Effect) bool {
			return kind(g) && g.Scope == e.Scope && within(g.Target, r.Target)
		})
	})
}

func some(sets [][]sentinel.Effect, is func(sentinel.Effect) bool) bool {
	return slices.ContainsFunc(sets, func(s []sentinel.Effect) bool { return slices.ContainsFunc(s, is) })
}

func within(dir, top string) bool { return dir == top || strings.HasPrefix(dir, top+"/") }

// Shape is what people are shown of a grant.
func Shape(p sentinel.Part) string {
	if Is(p.Key) {
		return Say(p)
	}
	return p.Shape
}

// Say names what a yes to a part with one of the keys covers, for people.
func Say(p sentinel.Part) string {
	var run, write []string
	for _, e := range p.Effects {
		if e.Scope != sentinel.ScopeHome && e.Scope != sentinel.ScopeOutside || e.Target == "" {
			continue
		}
		list := &write
		if e.Kind == sentinel.ExecuteFile {
			list = &run
		} else if e.Kind != sentinel.Write && e.Kind != sentinel.Create {
			continue
		}
		if !slices.Contains(*list, e.Target) {
			*list = append(*list, e.Target)
		}
	}
	var out []string
	if len(run) > 0 && p.Key == Git {
		out = append(out, "reading with git in "+strings.Join(run, " and "))
	} else if len(run) > 0 {
		out = append(out, "building and testing in "+strings.Join(run, " and "))
	}
	if len(write) > 0 {
		out = append(out, "writing files into "+strings.Join(write, " and "))
	}
	return strings.Join(out, ", ")
}
