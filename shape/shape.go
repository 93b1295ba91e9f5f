package shape

import (
	"github.com/sentinelgate/sentinel/internal/shell"
	"strings"
)

func Command(c *shell.Command) (string, string) {
	var b []string
	for _, w := range c.Argv {
		b = append(b, w.String())
	}
	s := strings.Join(b, " ")
	return s, s
}
func Line(c []*shell.Command) string { return "" }
func Of(s string) string             { return s }
