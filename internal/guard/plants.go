package guard

import (
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/guard/worktree"
)

// plants asks about files that decide what runs later, or whether the gate is
// asked, which git takes out of a branch, a stash or the index. A yes counts for
// that very content.
func (c *check) plants() {
	for _, cmd := range c.facts.Commands {
		v := view(cmd)
		dir, ok := folder(cmd, c.facts.Cwd)
		if v == nil || v.Name != "git" || v.Parse == nil || !ok || cmd.Place.Host != "" || cmd.Place.Container != "" {
			continue
		}
		dir, words := c.gitWords(cmd, v, dir)
		for _, l := range worktree.Of(c.World.Place, dir, v, words) {
			c.ask(question{rule: "git.plants", label: Persistence, say: l.Say(c.name(l.File)), key: "plants " + l.File + " " + l.ID, shape: "git: " + c.name(l.File) + " as it is in " + l.From,
				colour: sentinel.Yellow, effect: sentinel.Effect{Kind: sentinel.Persist, Scope: sentinel.ScopeStartup, Target: l.File, Identity: l.ID}})
		}
	}
}
