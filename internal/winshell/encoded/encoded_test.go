package encoded_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/winshell/encoded"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{"SQBFAFgA": "IEX", " SQBFAFgA= ": "IEX", "": "", "SQ": "", "!": ""} {
		if got, ok := encoded.Text(in); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v", in, got, ok)
		}
	}
}
