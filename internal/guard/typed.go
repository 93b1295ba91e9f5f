package guard

import (
	"path"

	"github.com/sentinelgate/sentinel"
)

// typed refuses what takes its commands from a terminal, where the client lets
// the agent type into it without asking anybody. No yes could cover it, since
// nobody sees what is typed; so it stands outside of the guards' switches.
func (c *check) typed() {
	if !c.call.Typed {
		return
	}
	for _, cmd := range c.facts.Commands {
		v := view(cmd)
		if v == nil || !v.Typed(cmd) {
			continue
		}
		name, _ := cmd.Program()
		c.ask(question{rule: "typed.commands", block: true,
			say:     "opens " + path.Base(name) + " for commands that are typed into it later, which this client lets no gate see",
			instead: "pass the commands to it in the same call: as an argument (bash -c '...'), a file, or a here-document",
			effect:  sentinel.Effect{Kind: sentinel.ExecuteInline, Scope: sentinel.ScopeNone, Target: name}})
		return
	}
}
