package lists

import "testing"

func TestPlainName(t *testing.T) {
	for pattern, want := range map[string]string{`^\.env$`: ".env", "id_rsa": "id_rsa", "[.]env": ".env", `\.ts$`: ".ts", "^a.*b": "", "": "", `\w+`: "", "a b": ""} {
		if got := plainName(pattern); got != want {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}
