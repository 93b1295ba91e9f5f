package packages

import "testing"

func TestProgram(t *testing.T) {
	has := func(s string) bool { return s == "prettier" || s == "sentry" }
	for s, want := range map[string]string{
		"eslint": "eslint", "eslint@9": "eslint", "ruff==0.5": "ruff", "@biomejs/biome@1.9": "biome", "@vue/cli": "vue",
		"@sentry/sentry@2": "sentry", "@someone/prettier": "", "@someone": "@someone", "": "",
	} {
		if got := Program(s, has); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
