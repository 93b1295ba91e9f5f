package around

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

func TestFed(t *testing.T) {
	here := func(s string) shell.Input { return shell.Input{Kind: shell.Here, Text: shell.Text(s)} }
	for _, c := range []struct {
		word string
		in   shell.Input
		want bool
	}{
		{"piped", shell.Input{}, false},
		{"piped", here("x"), true},
		{"!ping|info *", here("PING\r\ninfo memory\r\n"), false},
		{"!ping|info *", here("PING\nFLUSHALL\n"), true},
		{"!ping", shell.Input{Kind: shell.FromFile}, true},
		{"!ping", shell.Input{Kind: shell.Pipe, Text: shell.Word{Pieces: []shell.Piece{{Origin: shell.Other}}}}, true},
		{"!ping", shell.Input{}, false},
	} {
		if got := Fed(c.word, c.in); got != c.want {
			t.Errorf("Fed(%q, %v) = %v", c.word, c.in.Text, got)
		}
	}
}
