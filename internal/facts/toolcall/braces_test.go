package toolcall

import (
	"strings"
	"testing"
)

func TestBraces(t *testing.T) {
	for in, want := range map[string]string{
		"*.go": "*.go", "**/{.netrc,.env}": "**/.netrc **/.env", "{a,b}{c,d}": "ac bc ad bd", "{a": "{a", "a}": "a}", "{}": "", "x{a}": "xa",
	} {
		if got := strings.Join(Braces(in), " "); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if n := len(Braces(strings.Repeat("{a,b,c}", 40))); n > 200 {
		t.Errorf("%d patterns", n)
	}
}
