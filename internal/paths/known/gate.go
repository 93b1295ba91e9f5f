package known

import "strings"

// gateHome are the gate's own folders in a home, on all systems.
var gateHome = []string{".config/sentinel/**", ".pi/agent/extensions/sentinel.json", ".pi/agent/extensions/sentinel/**",
	".local/state/sentinel/**", ".local/share/sentinel/**",
	"library/application support/sentinel/**", "appdata/roaming/sentinel/**", "appdata/local/sentinel/**"}

// Gate says whether the path is one of the gate's own by its name.
func (p *Path) Gate() (label string, ok bool) {
	if p.InHome {
		for _, g := range gateHome {
			if matchTree(g, p.Home) {
				return "the gate's own file", true
			}
		}
	}
	if i := strings.Index(p.Text, "/.sentinel"); i >= 0 {
		if rest := p.Text[i+len("/.sentinel"):]; rest == "" || rest[0] == '/' {
			return "the gate's folder of a project", true
		}
	}
	return "", false
}

// GateProgram says whether the name is that of the gate's program, where
// programs are kept.
func (p *Path) GateProgram() bool {
	return strings.HasSuffix(p.Text, "/bin/sentinel") || strings.HasSuffix(p.Text, "/bin/sentinel-hook") || p.Base == "sentinel.exe" || p.Base == "sentinel-hook.exe"
}

// SecretsBelow says whether the tables name secrets below the folder.
func (p *Path) SecretsBelow() bool {
	if _, ok := p.Secret(); ok || p.InHome && p.Home == "" {
		return true
	}
	top := strings.TrimSuffix(p.Text, "/") + "/"
	for _, h := range HomeFolders {
		if strings.HasPrefix(h+"/", top) {
			return true
		}
	}
	for i := range secretTable {
		for _, pat := range secretTable[i].home {
			if p.InHome && strings.HasPrefix(pat, p.Home+"/") {
				return true
			}
		}
		for _, pat := range secretTable[i].system {
			if strings.HasPrefix(pat, top) && top != "/tmp/" {
				return true
			}
		}
	}
	return false
}
