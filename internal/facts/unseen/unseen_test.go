package unseen

import "testing"

func TestFirst(t *testing.T) {
	for text, want := range map[string]bool{
		"bash ./inst\u200dall.sh": true,
		"./\u200dx":               true,
		"cat a\ufe0fb":            true,
		"cat a\u200bb":            true,
		"echo '\U0001F468\u200d\U0001F469\u200d\U0001F467'": false,
		"git commit -m '\u2764\ufe0f\u200d\U0001F525 hot'":  false,
		"echo 1\ufe0f\u20e3":                                  false,
		"echo \u00a9\ufe0f":                                   false,
		"echo '\u0915\u094d\u200d\u0937'":                     false,
		"echo '\U0001F44D\U0001F3FD\u200d\u2642\ufe0f' plain": false,
		"npm test": false,
	} {
		if what, at, got := First(text); got != want || got && (what == "" || at[1] <= at[0]) {
			t.Errorf("%q: %v %q %v", text, got, what, at)
		}
	}
}
