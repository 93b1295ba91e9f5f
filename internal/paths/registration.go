package paths

import (
	"bytes"

	"github.com/sentinelgate/sentinel/internal/paths/known"
)

const (
	maxRegistration = 256 << 10 // bytes of a client's settings that are looked at
	maxRegistered   = 50        // files of a folder of hooks
)

// registration names a file in which clients are told to call the gate, "" for
// any other. Those of homes, of the machine and of the project count whether
// they exist or not: one that is made can switch hooks off, too. Elsewhere only
// those in which the gate stands count.
func (p *Place) registration(s *known.Path, real string, use Use) string {
	if use == Read {
		return ""
	}
	if in, ok := s.Registration(); ok {
		if in == "" || s.InHome && len(in) == len(s.Text)-len(s.Home)-1 || p.registered(real, 1) {
			return known.RegisteredLabel
		}
		for _, r := range p.facts.roots {
			if in == known.Spell(r) {
				return known.RegisteredLabel
			}
		}
	}
	if use == Write || p.FS == nil {
		return ""
	}
	for _, rel := range s.RegisteredBelow() {
		if p.registered(join(real, rel), 1) {
			return "a folder that holds a client's settings, where the gate is registered"
		}
	}
	return ""
}

// registered looks whether the gate stands in a file, or in one of a folder.
func (p *Place) registered(file string, depth int) bool {
	if p.FS == nil {
		return false
	}
	info, err := p.FS.Lstat(file)
	if err != nil || info.Kind == Link {
		return false
	}
	if info.Kind != Dir {
		content, err := p.FS.ReadFile(file, maxRegistration)
		return err == nil && bytes.Contains(content, []byte("sentinel"))
	}
	names, err := p.FS.ReadDir(file, maxRegistered)
	for _, n := range names {
		if depth > 0 && p.registered(join(file, n), depth-1) {
			return true
		}
	}
	return err != nil
}
