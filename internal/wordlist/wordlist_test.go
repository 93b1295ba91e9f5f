package wordlist_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

func TestHas(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list, word string
		want       bool
	}{
		{"a bc d", "a", true}, {"a bc d", "bc", true}, {"a bc d", "d", true}, {"bc", "bc", true},
		{"a bc d", "b", false}, {"a bc d", "c", false}, {"a bc d", "A", false}, {"a bc d", "a bc", false},
		{"", "", false}, {"", "a", false}, {"a bc", "", false}, {"a  b", "", true},
	} {
		if got := wordlist.Has(c.list, c.word); got != c.want {
			t.Errorf("Has(%q, %q) = %v", c.list, c.word, got)
		}
	}
}
