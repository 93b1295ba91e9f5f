package atom

import (
	"strings"
	"testing"
)

// TestUnescape: what was escaped is quoted, the rest is not, and what stands side by
// side is one atom: as many of them as letters would be joined one by one.
func TestUnescape(t *testing.T) {
	type part struct {
		text   string
		quoted bool
	}
	long := strings.Repeat(`\`, 1000)
	for in, want := range map[string][]part{
		"":                   nil,
		"abc":                {{"abc", false}},
		`a\bc`:               {{"abc", false}},
		`a\*b`:               {{"a", false}, {"*", true}, {"b", false}},
		`\*\?x\[`:            {{"*?", true}, {"x", false}, {"[", true}},
		`\*` + "\\\n" + `\?`: {{"*?", true}},
		`a\`:                 {{`a\`, false}},
		`\\\`:                {{`\`, true}, {`\`, false}},
		long + long:          {{long, true}},
	} {
		var got []part
		for _, a := range Unescape(in) {
			got = append(got, part{a.Piece.Text, a.Quoted})
		}
		if len(got) != len(want) {
			t.Errorf("%.20q: %d parts, not %d", in, len(got), len(want))
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%.20q: %.20q", in, got[i].text)
			}
		}
	}
}
