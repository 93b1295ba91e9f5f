package wordpart

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Program is how a person is told of the program of a command; without one, variables
// hold for what comes later.
func Program(c *shell.Command) string {
	if len(c.Argv) == 0 {
		return "every later command"
	}
	return c.Argv[0].String()
}

// Negates tells whether an option switches off what a long one switches on.
func Negates(option, long string) bool {
	rest, ok := strings.CutPrefix(option, "--no-")
	return ok && rest != "" && strings.HasPrefix(long, rest)
}

// Placed makes inner parts run where another one does.
func Placed(list []shell.Inner, where shell.Inner) []shell.Inner {
	for i := range list {
		list[i].Privilege, list[i].Host, list[i].Container, list[i].Later = where.Privilege, where.Host, where.Container, where.Later
	}
	return list
}
