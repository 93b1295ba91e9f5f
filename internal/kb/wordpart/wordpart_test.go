package wordpart

import (
	"slices"
	"testing"
)

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		in     string
		valued bool
		want   []string
	}{
		{"a", false, []string{"a"}},
		{"a,/tmp/e", false, []string{"a", "/tmp/e"}},
		{"lib:/tmp/e", false, []string{"lib", "/tmp/e"}},
		{"lib:test", false, []string{"lib:test"}},
		{"app:../x", false, []string{"app", "../x"}},
		{"@/tmp/e", false, []string{"/tmp/e"}},
		{"@scope/plugin", false, []string{"scope/plugin"}},
		{"file:///tmp/e", false, []string{"/tmp/e"}},
		{"https://x.example/a", false, []string{"https://x.example/a"}},
		{"t.py::test[a,/b]", false, []string{"t.py::test[a,/b]"}},
		{"lib=/tmp/e", true, []string{"/tmp/e"}},
		{"lib=a,/tmp/e", true, []string{"a", "/tmp/e"}},
		{"strict", true, nil},
		{"", false, nil},
	} {
		if got := Places(c.in, c.valued); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestBehind(t *testing.T) {
	for in, want := range map[string][]string{
		"term":             nil,
		"html:/x":          {"/x"},
		"json:a,colorized": {"a"},
		"a:b,c:d":          {"b", "d"},
		"a:":               nil,
	} {
		if got := Behind(in, ':'); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestQuoted(t *testing.T) {
	a := "it's; rm"
	if got, want := Quoted("x", []*string{&a, nil}), `x 'it'\''s; rm' "${unknown_word}"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
