package env

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

func TestFind(t *testing.T) {
	table := Read("{\n  \"variables\": {\n    \"A\": { \"role\": \"write\" },\n    \"A*\": { \"role\": \"url\" },\n    \"AB*\": { \"role\": \"path\" },\n    \"BAD\": { x\n  }\n}\n")
	for name, want := range map[string]string{"A": "write", "AC": "url", "ABC": "path", "abc": "path", "BAD": "load"} {
		if r, ok := table.Find(name); !ok || r.Role != want {
			t.Errorf("%s: %+v %v, want role %q", name, r, ok, want)
		}
	}
	for _, name := range []string{"", "B", "role", "*", "x"} {
		if r, ok := table.Find(name); ok {
			t.Errorf("%q has the rule %+v", name, r)
		}
	}
	// A name that goes on into the rule finds what cannot be read: the worst.
	if r, ok := table.Find("A\": { \"role"); !ok || r.Role != "load" {
		t.Errorf("%+v %v", r, ok)
	}
}

// TestBrokenTable: what is no table makes every variable one that loads code.
func TestBrokenTable(t *testing.T) {
	for _, text := range []string{"", "{}", "{ \"variables\": {} }"} {
		if r, ok := Read(text).Find("X"); !ok || r.Role != "load" {
			t.Errorf("%q: %+v %v", text, r, ok)
		}
	}
}

func TestFreshFolder(t *testing.T) {
	for raw, want := range map[string]bool{
		"$(mktemp -d)": true, `"$(mktemp -d -t x)"`: true, "/tmp/tmp.XXXXXXXXXX": false, "$(mktemp -d; echo x)": false, "$(mktemp -d >&2": false, "$D": false,
	} {
		if got := Fresh(shell.Word{Raw: raw}); got != want {
			t.Errorf("%s: %v", raw, got)
		}
	}
}

// A home does not need to lie below /home.
func TestText_TheHomeAnywhere(t *testing.T) {
	for _, c := range []struct{ value, home, want string }{
		{"/srv/people/ada", "/srv/people/ada", "/home/me"},
		{"/srv/people/ada/.config", "/srv/people/ada", "/home/me/.config"},
		{"/srv/people/adam", "/srv/people/ada", "/srv/people/adam"},
		{"/tmp/x", "/", "/tmp/x"},
		{"/tmp/x", "", "/tmp/x"},
	} {
		if got, known := Text(shell.Text(c.value), c.home); !known || got != c.want {
			t.Errorf("%s at home in %s: %q", c.value, c.home, got)
		}
	}
}
