package paths

import (
	"slices"

	"github.com/sentinelgate/sentinel/internal/paths/known"
)

// look prepares a real path for the tables.
func (p *Place) look(real string) known.Path {
	return known.Look(real, p.known().spelled)
}

// Sensitive says whether the path holds secrets by its name or place, and
// what kind. real is absolute; homes of other users are known by their form.
func (p *Place) Sensitive(real string) (label string, ok bool) {
	k := p.look(real)
	m, ok := k.Secret()
	return m.Label, ok
}

// Sensitive is Place.Sensitive where the home is not known.
func Sensitive(real string) (label string, ok bool) {
	k := known.Look(real, nil)
	m, ok := k.Secret()
	return m.Label, ok
}

// IsSensitive is Sensitive for those who do not ask for the kind, like the
// built-in rules.
func IsSensitive(real string) bool {
	_, ok := Sensitive(real)
	return ok
}

// Startup says whether writing the path arranges that something runs later, or
// changes who may run what, and what kind of file it is.
func (p *Place) Startup(real string) (label string, ok bool) {
	k := p.look(real)
	m, ok := k.Startup()
	return m.Label, ok
}

// SensitiveGlob says whether the pattern, absolute, could stand for a secret
// and is specific enough to be meant so: ".en*" is, "*" and "*.ts" are not.
func (p *Place) SensitiveGlob(pattern string) (label string, ok bool) {
	kind, m := known.MayMean(pattern, p.known().spelled, false)
	return m.Label, kind == known.IsSecret
}

// HoldsSecrets says whether reading everything below the folder would reach
// places of the secret table: a home, ~/.config, /etc, "/"; of a pattern, below one of
// the folders that it stands for.
func (p *Place) HoldsSecrets(real string) bool {
	found := []string{real}
	if known.IsWild(real) {
		found, _ = p.Expand(Target{Text: real, Dir: "/", Glob: true})
	}
	return slices.ContainsFunc(found, func(f string) bool { k := p.look(f); return k.SecretsBelow() || p.holds(f, p.known().homes) })
}

// HoldsGate says whether a recursive change of the folder would reach the
// gate's own files.
func (p *Place) HoldsGate(real string) bool {
	k := p.look(real)
	return p.gate(&k, real, Delete) != "" || p.holds(real, p.known().gates)
}

// vital is known.Vital that also knows the homes of this place.
func (p *Place) vital(spelled string) bool {
	if known.Vital(spelled) {
		return true
	}
	for _, h := range p.facts.spelled {
		if h == spelled {
			return true
		}
	}
	return false
}

// VitalText says whether a text alone means a vital place, wherever it is
// used: "/", "/*", "/etc", "/home/*", "C:\". It is for texts that follow a part
// which may be empty, as in rm -rf "$X"/*.
func VitalText(text string) bool {
	text = slashes(text)
	if !isAbs(text) && !known.IsDriveRoot(text) {
		return false
	}
	return (&Place{}).Judge(Target{Text: text, Glob: known.IsWild(text), Use: Delete}).Vital
}
