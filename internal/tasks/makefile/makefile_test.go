package makefile

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBuild(t *testing.T) {
	f := Parse("D = a\nall: x\n\trm -r $(D)\nx:\n\techo $@\n", nil)
	if !f.Build("") || f.Build("nosuch") {
		t.Fatal("the default goal is there, nosuch is not")
	}
	want := []Line{{Text: "echo x", Line: 5, Target: "x"}, {Text: "rm -r a", Line: 3, Target: "all"}}
	if d := cmp.Diff(want, f.Lines()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(f.Unread()) > 0 {
		t.Errorf("unread %q", f.Unread())
	}
}

func FuzzParse(f *testing.F) {
	f.Add("A := $(shell x)\ndefine B\nc\nendef\n%.o: %.c | d ; e\n\t$(A:.c=.o) $(B)\nifdef Q\nelse\nendif\n")
	f.Fuzz(func(t *testing.T, src string) {
		m := Parse(src, []string{"X=1"})
		m.Build("")
		m.Build("a.o")
		for _, l := range m.Lines() {
			if l.Line < 1 {
				t.Fatalf("%q: line %d", src, l.Line)
			}
		}
	})
}
