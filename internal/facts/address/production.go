package address

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/wordlist"
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

// clients are programs that talk to the database which an address names.
const clients = "psql pg_dump pg_dumpall pg_restore pg_isready pgcli createdb mongosh mongo mongodump mysql mycli redis-cli sqlcmd usql dbmate goose migrate atlas"

// Connects tells whether a word is the address, whole and from a variable, that
// a database client is to talk to. The password in it goes to whom it belongs;
// what is done there is judged by itself.
func Connects(client string, w shell.Word) bool {
	if !wordlist.Has(clients, client) || len(w.Pieces) != 1 || w.Pieces[0].Origin != shell.Variable {
		return false
	}
	name := strings.ToUpper(w.Pieces[0].Name)
	return strings.HasSuffix(name, "_URL") || strings.HasSuffix(name, "_URI") || strings.HasSuffix(name, "_DSN")
}
