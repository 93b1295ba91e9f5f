package known

import (
	"path"
	"slices"
	"testing"
)

// tree is a disk of files by absolute path.
type tree []string

func (d tree) Exists(file string) bool {
	return slices.ContainsFunc(d, func(f string) bool { return f == file || path.Dir(f) == file })
}

func (d tree) Names(dir string) (out []string) {
	for _, f := range d {
		if path.Dir(f) == dir {
			out = append(out, path.Base(f))
		}
	}
	return out
}

func TestSearched(t *testing.T) {
	disk := tree{"/home/dev/.ssh/papers", "/home/dev/.config/gh/hosts.yml", "/home/dev/.local/state/sentinel/key"}
	for _, c := range []struct {
		root, name string
		want       bool
	}{
		{"/home/dev", "key", true}, {"/", "key", true}, {"/home", "k*", true}, {"/home/dev/.local", "*ey", true}, {"/home/dev", "*state*", true},
		{"/home/dev", "papers", true}, {"/home/dev", "hosts.yml", true}, {"/home/dev/.config", "*.yml", true},
		{"/home/dev", "*.go", false}, {"/home/dev", "package.json", false}, {"/home/dev", "README*", false}, {"/home/dev/notes", "*", false},
		{"/home/dev/.cache", "*.yml", false}, {"/home/dev", "*.md", false}, {"/usr", "key", false},
	} {
		if m, got := Searched(c.root, "/home/dev", c.name, disk); got != c.want {
			t.Errorf("%s/**/%s: %v %s, want %v", c.root, c.name, got, m.Label, c.want)
		}
	}
	if _, got := Searched("/home/dev", "/home/dev", "key", tree{}); !got {
		t.Error("the gate's key is meant on a disk that nothing is known of")
	}
}
