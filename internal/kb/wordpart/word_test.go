package wordpart

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

func TestCalledBack(t *testing.T) {
	const unknown = ` "$SENTINEL_UNKNOWN"`
	rest := []shell.Word{shell.Text("a b"), shell.Text("it's")}
	for _, c := range []struct{ tool, program, want string }{
		{"env", "env", `rm -rf 'a b' 'it'\''s'`},
		{"env", "/usr/bin/genv", `rm -rf 'a b' 'it'\''s'`},
		{"mapfile", "mapfile", "rm -rf" + unknown + unknown},
		{"compgen", "compgen", "rm -rf" + unknown + unknown + unknown},
		{"compgen", "complete", "rm -rf"},
		{"bash", "bash", "rm -rf"},
	} {
		got := CalledBack(c.tool, &shell.Command{Argv: []shell.Word{shell.Text(c.program)}}, shell.Text("rm -rf"), rest)
		if got.String() != c.want {
			t.Errorf("%s: %s, want %s", c.program, got, c.want)
		}
	}
}
