package unseen

import "testing"

func TestNamesThatLookLikeOthers(t *testing.T) {
	for name, want := range map[string]bool{
		"docs/\u202etxt.exe":               true,
		"a\u200b.py":                       true,
		"shot at 1.00\u202fPM\u200b.png":   true,
		"shot at 1.00.00\u202fPM.png":      false,
		"docs/\u30e1\u30e2\u3000a.md":      false,
		"\u2764\ufe0f thanks.md":           false,
		"docs/fam\u00edlia.md":             false,
		"docs/\u0645\u0631\u062d\u0628.md": false,
	} {
		if got := InName(name) != ""; got != want {
			t.Errorf("InName(%q) = %q", name, InName(name))
		}
	}
}
