package seen

import "testing"

// TestTold: a finding was told when its rule, part and target are all the same,
// whatever was told between the two.
func TestTold(t *testing.T) {
	var told Told
	for i, c := range []struct {
		rule, part, target string
		want               bool
	}{
		{"", "", "", false}, {"", "", "", true},
		{"r", "p", "t", false}, {"r", "p", "t", true}, {"r", "p", "u", false}, {"s", "p", "t", false},
		{"r", "q", "t", false}, {"r", "p", "t", true}, {"r", "q", "t", true}, {"", "", "", true}, {"rp", "", "t", false},
	} {
		if got := told.Before(c.rule, c.part, c.target); got != c.want {
			t.Errorf("%d: %q %q %q: %v", i, c.rule, c.part, c.target, got)
		}
	}
}
