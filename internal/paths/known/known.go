// Package known holds what is known about places by name alone: what is
// secret, what runs later, what belongs to the system or to the gate, what
// build tools write. It looks at no file.
//
// To teach the gate a new place, add a pattern to a table: secrettable.go,
// startuptable.go, system.go, output.go. Patterns are lower case; see group
// for their forms.
package known

import (
	"path"
	"strings"
)

// Path is a path made ready for the tables. Make one with Look.
type Path struct {
	Text   string // in the one spelling that the tables use: see Spell
	Base   string // its last part
	Home   string // relative to the home it lies in
	InHome bool   // it lies in a home, or is one
}

// Mark is what a table says about a path. The zero value says nothing.
type Mark struct {
	Label string // for people: "SSH key"
	// Scan says that the name only makes it suspicious.
	Scan bool
}

// Look prepares an absolute path. homes are further homes, spelled by Spell;
// the usual ones are known by their form.
func Look(real string, homes []string) Path {
	p := Path{Text: Spell(real)}
	p.Base = path.Base(p.Text)
	if p.Base == "/" || p.Base == "." {
		p.Base = ""
	}
	if n := HomeOf(p.Text, homes); n > 0 {
		p.InHome = true
		if n < len(p.Text) {
			p.Home = p.Text[n+1:]
		}
	}
	return p
}

// LookName prepares a path whose beginning is not known: no home, no system.
func LookName(text string) Path {
	p := Path{Text: Spell("/?/" + text)}
	p.Base = path.Base(p.Text)
	return p
}

// find returns the first group that matches.
func find(table []group, s *Path) *group {
	for i := range table {
		if table[i].matches(s) {
			return &table[i]
		}
	}
	return nil
}

// secret finds the entry of the secret table that holds for the path.
func secret(s *Path) *group {
	g := find(secretTable, s)
	if g == nil {
		return nil
	}
	if harmlessHome.matches(s) {
		return nil
	}
	if harmlessTable.matches(s) && !inSecretFolder(s) {
		return nil
	}
	return g
}

// Secret says what kind of secrets the path holds by its name or place.
func (p *Path) Secret() (Mark, bool) {
	if g := secret(p); g != nil {
		return Mark{g.label, g.scan}, true
	}
	return Mark{}, false
}

// Startup says what kind of file it is, if writing it arranges that something
// runs later or changes who may run what.
func (p *Path) Startup() (Mark, bool) {
	if g := find(startupTable, p); g != nil && !startupHarmless.matches(p) {
		return Mark{Label: g.label}, true
	}
	return Mark{}, false
}

// inSecretFolder says whether a folder of the home, not the name, makes the
// path a secret: there no look-alike name lifts it.
func inSecretFolder(s *Path) bool {
	if !s.InHome {
		return false
	}
	for i := range secretTable {
		for _, p := range secretTable[i].home {
			if strings.HasSuffix(p, "/**") && matchTree(p, s.Home) {
				return true
			}
		}
	}
	return false
}
