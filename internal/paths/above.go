package paths

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/paths/known"
)

// Folders above the home and the project. Either may lie in a temporary folder
// (a sandbox, a test machine): what holds them, or leads into them, is nothing
// temporary.

// aboveHome says whether a home lies below the folder, or is it.
func (p *Place) aboveHome(real string) bool { return p.holds(real, p.facts.homes) }

// inTemporary judges a path whose nearest known folder is a temporary one.
func (p *Place) inTemporary(real, temp string, use Use) Located {
	if use != Read && use != Write {
		switch {
		case p.aboveHome(real):
			return Located{Scope: sentinel.ScopeHome, Label: "a folder that holds a home", Rule: "path.home"}
		case p.holds(real, p.facts.roots):
			return Located{Scope: sentinel.ScopeWhole, Label: "a folder that holds the project", Rule: "path.whole"}
		case len(real) == len(temp):
			return Located{Scope: sentinel.ScopeOutside, Label: "the temporary folder itself", Rule: "path.temp"}
		}
	}
	return Located{Scope: sentinel.ScopeTemp, Rule: "path.temp"}
}

// reach judges what a pattern in a temporary folder may stand for besides what
// lies there now: a home or the project below it, what holds them, and what is
// in them.
func (p *Place) reach(g globbed, use Use) Located {
	if use == Read || p.deepest(g.dir, p.facts.temps) == "" {
		return Located{}
	}
	worst := Located{Scope: sentinel.ScopeNone}
	meet := func(base string, in, above Located) {
		if !p.under(base, g.dir) || len(base) == len(g.dir) {
			return // the pattern begins in it, or beside it
		}
		switch rest := strings.Split(strings.Trim(base[len(g.dir):], "/"), "/"); known.Meet(g.parts, rest) {
		case known.Within:
			worst = Worse(worst, in)
		case known.Above:
			worst = Worse(worst, above)
		}
	}
	for _, h := range p.facts.homes {
		meet(h, Located{Scope: sentinel.ScopeHome, Rule: "path.home"},
			Located{Scope: sentinel.ScopeHome, Label: "a folder that holds a home", Rule: "path.home", Vital: true})
	}
	for _, r := range p.facts.roots {
		meet(r, Located{Scope: sentinel.ScopeProject, Rule: "path.project"},
			Located{Scope: sentinel.ScopeWhole, Label: "a folder that holds the project", Rule: "path.whole"})
	}
	return worst
}
