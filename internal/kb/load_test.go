package kb

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/kb/data"
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

// TestLargeFiles: the large files are read as texts, each as its own.
func TestLargeFiles(t *testing.T) {
	for _, file := range List() {
		want, err := files.ReadFile("data/" + file)
		if err != nil {
			t.Fatal(err)
		}
		switch text := data.Large(file); {
		case text == "" && len(want) > 24<<10:
			t.Errorf("%s has %d bytes: every call of its tool copies them; add it to data.Large", file, len(want))
		case text != "" && text != string(want):
			t.Errorf("%s is read as another file", file)
		}
	}
}
