package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Typed tells whether a command takes what it does from whoever types to it: a
// shell, an interpreter or a client without code of its own, into which nothing
// is piped; and what keeps such a shell open.
func (v *View) Typed(c *shell.Command) bool {
	p := v.Parse
	if p == nil || c.Stdin.Kind != shell.Inherited || p.takesScript() {
		return false
	}
	for _, o := range p.Options {
		if o.Has && strings.HasPrefix(o.Role, "code:") {
			return false
		}
	}
	role, ok := p.stdinRole()
	switch {
	case !ok:
		return len(p.nodes) == 1 && len(p.Operands) == 0 && strings.Contains(" tmux screen script byobu zellij nix-shell ", " "+v.Name+" ")
	case role == "code:sh" && p.HasAny("-n"): // only reads, or reads nothing
		return false
	case role == "code:gdb":
		return !p.HasAny("-batch", "--batch")
	case role == "code:ex":
		return !p.HasAny("-es", "-Es", "-e", "-s")
	}
	return strings.HasPrefix(role, "code:") || strings.HasPrefix(role, "script")
}
