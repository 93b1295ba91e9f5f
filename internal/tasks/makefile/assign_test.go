package makefile_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/tasks/makefile"
)

func TestAssignment(t *testing.T) {
	for _, c := range []struct {
		head, name, op string
		n              int
		ok             bool
	}{
		{"CC=clang", "CC", "", 3, true}, {"V::=x", "V", "::", 4, true}, {"V!=ls", "V", "!", 3, true}, {"A = b", "A", "", 3, true},
		{"=x", "", "", 0, false}, {"test", "", "", 0, false}, {"a b=c", "", "", 0, false},
	} {
		name, op, n, ok := makefile.Assignment(c.head)
		if name != c.name || op != c.op || n != c.n || ok != c.ok {
			t.Errorf("Assignment(%q) = %q %q %d %v", c.head, name, op, n, ok)
		}
	}
}
