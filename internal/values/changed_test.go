package values

import "testing"

func TestChanged(t *testing.T) {
	for _, c := range []struct {
		was, is map[string]string
		want    string
	}{
		{nil, nil, "what would run changed since it was shown"},
		{map[string]string{"a": "1"}, map[string]string{"a": "2"}, "a changed since it was shown"},
		{map[string]string{"a": "1", "b": "1"}, map[string]string{"b": "1", "c": "1"}, "c, a changed since it was shown"},
		{map[string]string{"a": "", "b": "", "c": "", "d": "", "e": ""}, nil, "a, b, c, 2 more changed since it was shown"},
	} {
		if got := Changed(c.was, c.is); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.was, c.is, got, c.want)
		}
	}
}
