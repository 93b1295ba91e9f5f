package source

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// TestReturnsWithinLines: what bash takes for a part of a word is no blank, and hides
// nothing behind it.
func TestReturnsWithinLines(t *testing.T) {
	for text, want := range map[string][]string{
		"echo \r# x; ls":          {"echo", "\r#", "x", "ls"},
		"echo a\r#b; ls":          {"echo", "a\r#b", "ls"},
		"echo a\rb":               {"echo", "a\rb"},
		"\rls -la":                {"\rls", "-la"},
		"ls \r -la":               {"ls", "\r", "-la"},
		"ls\r":                    {"ls"},
		"ls -l\r\nid\r\n":         {"ls", "-l", "id"},
		"# x \r ls\nid":           {"id"},
		"ls \x01 \r#x; id":        {"ls", "\x01", "\r#x", "id"},
		"cat <<E\na\rb\nE\nid":    {"cat", "id"},
		"cat <<E\r\na\r\nE\r\nid": {"cat", "id"},
	} {
		f, err := Parse(text, syntax.LangBash, 200)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var got []string
		syntax.Walk(f, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.CallExpr); ok {
				for _, w := range c.Args {
					got = append(got, w.Lit())
				}
			}
			return true
		})
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestReturnsThatShellsReadDifferently(t *testing.T) {
	for text, reads := range map[string]bool{
		"echo a \\\r\nrm x ;":                  false,
		"bash -c 'echo a \\\r\nrm x ;'":        false,
		"psql <<E\nE\r\nDROP TABLE x;\nE\n":    false,
		"sh <<E | cat\r\nls\r\nE\r\nid\r\n":    false,
		"psql <<E\r\nE\nDROP TABLE x;\nE\r\n":  false,
		"\x01\x02\x03\x04\x05\x06\x07\x08 \r#": false,

		"echo a \\\nb":                         true,
		"psql <<E\r\nSELECT 1;\r\nE\r\nid\r\n": true,
		"psql <<E\nSELECT 1;\nE":               true,
		"psql <<-E\r\n\tSELECT 1;\r\n\tE\r\n":  true,
		"psql <<E\r\nSELECT 1;\r\nE":           true, // the last line, behind which nothing stands
		"if x; then\r\nls\r\nfi\r\n":           true,
		"printf 'a\\rb\\n'; echo 'a\rb'":       true,
		"echo \"50 %\r100 %\"":                 true,
	} {
		if _, err := Parse(text, syntax.LangBash, 200); (err == nil) != reads {
			t.Errorf("%q is read: %v", text, err)
		}
	}
}
