package address

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Data finds the host that a database client talks to.
func Data(c *shell.Command, p *kb.Parse) (sentinel.Scope, string) {
	if c.Place.Host != "" {
		return sentinel.ScopeRemote, c.Place.Host
	}
	scope, target := sentinel.ScopeOwn, ""
	if p != nil {
		for _, o := range p.Options {
			if o.Has && (o.Role == "host" || o.Role == "url") {
				scope, target = Scope(o.Value)
			}
		}
		for _, o := range p.Operands {
			if s, ok := o.Word.Known(); o.Role == "host" || o.Role == "url" && (!ok || strings.Contains(s, "://")) {
				scope, target = Scope(o.Word)
			}
		}
	}
	for _, e := range c.Env {
		if e.Name == "PGHOST" || e.Name == "MYSQL_HOST" || e.Name == "DATABASE_URL" {
			scope, target = Scope(e.Value)
		}
	}
	return scope, target
}

// Any looks for the host among the words of a command.
func Any(p *kb.Parse) (sentinel.Scope, string) {
	if p == nil {
		return sentinel.ScopeRemote, ""
	}
	for _, role := range []string{"url", "host", "remote"} {
		for _, w := range p.Words(role) {
			return Scope(w)
		}
	}
	return sentinel.ScopeRemote, ""
}
