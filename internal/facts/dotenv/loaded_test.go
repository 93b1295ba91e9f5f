package dotenv

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// TestTells: code that says only whether a variable is set, or how long it is,
// tells nothing of it.
func TestTells(t *testing.T) {
	for code, want := range map[string]bool{
		`console.log(process.env.KEY)`: true, `process.env.KEY`: true, `console.log(process.env["KEY"])`: true, `a(process.env.KEY ?? 1)`: true, `process.env.KEY?.slice(1)`: true,
		`console.log(!!process.env.KEY)`: false, `console.log(process.env.KEY ? "set" : "no")`: false, `process.env.KEY.length`: false, `typeof process.env.KEY`: false,
		`!process.env.KEY; f(process.env.KEY)`: true, `x`: false, ``: false,
	} {
		if got := tells(code, "KEY"); got != want {
			t.Errorf("%s: %v", code, got)
		}
	}
}

// TestTelling: values that are secrets whatever they are called.
func TestTelling(t *testing.T) {
	for line, want := range map[string]int{
		"KEY=0123456789abcdef\n": 1, "X=postgres://u:p@h/d\n": 1, "X=ghp_0123456789\n": 1, "API_KEY=012345\n": 1,
		"X=https://example.com/a\n": 0, "PORT=3000\n": 0, "KEY=name\n": 0, "X=https://h/a:b@c\n": 0,
	} {
		if got := Secrets(line, nil); len(got) != want {
			t.Errorf("%q: %v", line, got)
		}
	}
	if !Secret("X", []shell.Piece{{Name: "X"}}) || Secret("X", nil) || !Secret("A_TOKEN", nil) {
		t.Error("a variable of a settings file")
	}
}
