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

// TestReadLargeFiles: the large files are read as texts, each as its own; of those
// that are copied none is so large that every call of its tool feels it.
func TestReadLargeFiles(t *testing.T) {
	for _, file := range List() {
		data, err := files.ReadFile("data/" + file)
		if err != nil || read(file) != string(data) {
			t.Errorf("%s is not read as it is: %v", file, err)
		}
		if len(data) > 24<<10 && testing.AllocsPerRun(1, func() { read(file) }) > 0 {
			t.Errorf("%s has %d bytes: it belongs to large.go", file, len(data))
		}
	}
}
