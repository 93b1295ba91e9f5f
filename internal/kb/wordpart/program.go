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
