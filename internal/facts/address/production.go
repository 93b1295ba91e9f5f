package address

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Production tells whether a command that runs in dir names production in its
// words, its variables, its folder or its host.
func Production(c *shell.Command, dir shell.Word) bool {
	for _, w := range c.Argv {
		if NamesProduction(w.String()) {
			return true
		}
	}
	for _, e := range c.Env {
		if NamesProduction(e.Value.String()) {
			return true
		}
	}
	if d, ok := dir.Known(); ok && NamesProduction(d) {
		return true
	}
	return NamesProduction(c.Place.Host)
}

// ProductionTask is Production for a task; the build mode of a bundler is not
// a place.
func ProductionTask(c *shell.Command) bool {
	for _, e := range c.Env {
		if e.Name != "NODE_ENV" && e.Name != "MODE" && e.Name != "BUILD_ENV" && NamesProduction(e.Value.String()) {
			return true
		}
	}
	for i, w := range c.Argv {
		if i > 0 && c.Argv[i-1].Is("--mode") {
			continue
		}
		if s := w.String(); !strings.HasPrefix(s, "-") && !strings.Contains(s, "build") && NamesProduction(s) {
			return true
		}
	}
	return false
}
