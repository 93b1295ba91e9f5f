package program_test

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/program"
)

// TestSame: what a person is told to run is about the home they named, and
// sentences stay what they are.
func TestSame(t *testing.T) {
	for text, want := range map[string]string{
		"sentinel doctor": "sentinel --home /h doctor",
		"`sentinel approve 7`, or `sentinel review`.": "`sentinel --home /h approve 7`, or `sentinel --home /h review`.",
		"see `sentinel --help`":                       "see `sentinel --home /h --help`",
		"name one: sentinel install CLIENT":           "name one: sentinel --home /h install CLIENT",
		"refused by sentinel: no":                     "refused by sentinel: no",
		"sentinel says no":                            "sentinel says no",
		"/opt/sentinel hook claude":                   "/opt/sentinel hook claude",
		"~/.local/bin/sentinel install x":             "~/.local/bin/sentinel install x",
		"the word sentinel ":                          "the word sentinel ",
	} {
		if got := program.Same("/h", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := program.Same("", text); got != text {
			t.Errorf("without a home: %q", got)
		}
	}
	if got, want := program.Same("/a b/it's", "sentinel doctor"), `sentinel --home '/a b/it'\''s' doctor`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestSameQuoted(t *testing.T) {
	text := "It waits; `sentinel approve 1` lets it through.\nPart: sentinel approve 1 `sentinel approve 2`\nsentinel approve 3"
	want := "It waits; `sentinel --home /x approve 1` lets it through.\nPart: sentinel approve 1 `sentinel approve 2`\nsentinel approve 3"
	if got := program.SameQuoted("/x", text); got != want {
		t.Errorf("got %q", got)
	}
	if got := program.SameQuoted("", text); got != text {
		t.Errorf("without a home: %q", got)
	}
}
