package paths

import "strings"

// NamesGate tells whether a text names one of the gate's own places, absolute or
// from the home folder. It is for code in which a path is one text among others.
func (p *Place) NamesGate(text string) bool {
	for _, dir := range p.GateDirs {
		if dir == "" || dir == "/" {
			continue
		}
		if strings.Contains(text, dir) {
			return true
		}
		if rest, ok := strings.CutPrefix(dir, p.Home+"/"); ok && p.Home != "" && strings.Contains(rest, "/") && strings.Contains(text, rest) {
			return true
		}
	}
	return false
}
