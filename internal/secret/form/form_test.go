package form

import "testing"

func TestForms(t *testing.T) {
	for _, c := range []struct {
		form, text string
		at         int
		want       string
	}{
		{"ab_<h4>", "x ab_12af y", 2, "ab_12af"}, {"ab_<h4>", "ab_12afa", 0, ""}, {"ab_<h4>", "ab_12a", 0, ""}, {"ab_<h2-4>", "ab_12a.", 0, "ab_12a"}, {"ab_<h2+>", "ab_0123456789abcdefg", 0, "ab_0123456789abcdef"},
		{"<A3>{.mid.}<U2>", "=abc.mid.x-", 4, "abc.mid.x-"}, {"<A3>{.mid.}<U2>", "=zabc.mid.x-", 5, ""}, {"k-<U1-9>{ZZ}<U2>", "k-aZZZbc", 4, "k-aZZZbc"}, {"a[bc]d<D1>", "acd7", 0, "acd7"}, {"a[bc]d<D1>", "aed7", 0, ""},
	} {
		start, end, ok := At(c.form, []byte(c.text), c.at)
		if got := c.text[start:end]; ok != (c.want != "") || got != c.want {
			t.Errorf("%s in %q: %q, wanted %q", c.form, c.text, got, c.want)
		}
	}
}

func TestBadForms(t *testing.T) {
	for _, f := range []string{"", "<A3>", "ab<", "ab<A", "ab<A>", "ab<A3-2>", "ab<Ax>", "{ab", "a[b<A3>", "ab<A99999>"} {
		if Valid(f) {
			t.Errorf("%q is taken", f)
		}
		At(f, []byte("abc"), 0)
	}
}

func FuzzAt(f *testing.F) {
	f.Add("ab_<h4>", "ab_12af", 0)
	f.Add("<A3>{.m.}<U2+>", "abc.m.x-", 3)
	f.Fuzz(func(t *testing.T, form, text string, at int) {
		if at < 0 || at > len(text) || len(form) > 60 || len(text) > 200 {
			return
		}
		if start, end, ok := At(form, []byte(text), at); ok && (start < 0 || end > len(text) || start > at || end < at) {
			t.Errorf("%q in %q at %d: %d to %d", form, text, at, start, end)
		}
	})
}
