package check

import (
	"encoding/base64"
	"testing"
)

func b64(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

func TestJWT(t *testing.T) {
	head, sign := b64(`{"alg":"HS256"}`), b64("a signature of some length")
	for body, want := range map[string]Verdict{
		`{"iss":"a","exp":1}`: Right, `{"role":"anon"}`: Public, `{"role":"service_role"}`: Right, `{"sub":"1234567890","name":"John Doe"}`: Wrong, `[1]`: Wrong, `{"a":`: Wrong, `{"sub":7,"role":[1]}`: Right,
	} {
		if got := JWT(head + "." + b64(body) + "." + sign); got != want {
			t.Errorf("%s: %d, wanted %d", body, got, want)
		}
	}
	for _, bad := range []string{"", "a", "a.b", "..", head + "." + b64("{}") + ".short", b64("{}") + "." + b64("{}") + "." + sign} {
		if JWT(bad) != Wrong {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestHostileTokens runs every check over what no token is.
func TestHostileTokens(t *testing.T) {
	for _, name := range []string{"crc-base62", "crc-base36", "crc-hex", "crc-hex-upper", "bech32", "jwt", "discord", "bedrock", "pypi", "json", "json-jwt", "aws"} {
		if !Known(name) {
			t.Errorf("%s is not known", name)
		}
		for _, token := range []string{"", "1", "_", "a_", "1qqqqqq", "eyJ", "pypi-", "ABSK", "\xff\xfe", "EXAMPLE", "a1" + string(make([]byte, 50))} {
			if Token(name, token) == Right && name != "aws" {
				t.Errorf("%s takes %q", name, token)
			}
		}
	}
	if Known("nothing") {
		t.Error("a check that is not there")
	}
}
