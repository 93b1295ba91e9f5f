package kb

import (
	"strings"
	"testing"
)

// TestEveryNameIsFound: names.txt is searched by halves, which needs its order.
func TestEveryNameIsFound(t *testing.T) {
	all := Names()
	for _, name := range all {
		if file, ok := fileOf(name); !ok || !strings.HasSuffix(file, ".json") {
			t.Errorf("%s is not found: run go generate ./internal/kb", name)
		}
		for _, odd := range []string{name + "\x00", name + " ", name + "\n", " " + name, name + " " + name} {
			if file, ok := fileOf(odd); ok {
				t.Errorf("%q is in %s", odd, file)
			}
		}
	}
	for _, name := range []string{"", "\x00", "\xff", "a\nb", "~~~~", "no-such-program"} {
		if _, ok := fileOf(name); ok {
			t.Errorf("%q is known", name)
		}
	}
	if len(all) < 1000 {
		t.Errorf("only %d names", len(all))
	}
}
