package search

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// run reads an expression in which every other word is a name.
func run(expr string) *Search {
	s := &Search{}
	for _, w := range strings.Fields(expr) {
		switch w {
		case "!", "(", ")", "-o", ",":
			s.Word(w)
		case "-delete":
			s.Action(false)
		case "-print":
			s.Action(true)
		default:
			s.Test([]shell.Word{shell.Text(w)})
		}
	}
	return s
}

func text(names []shell.Word) string {
	if names == nil {
		return "all"
	}
	var out []string
	for _, n := range names {
		out = append(out, n.String())
	}
	return strings.Join(out, " ")
}

func TestActions(t *testing.T) {
	for expr, want := range map[string]string{
		"a.x -delete":                             "a.x",
		"-delete a.x":                             "all",
		"a.x -o -delete":                          "all",
		"a.x -o b.x -delete":                      "b.x",
		"( a.x -o b.x ) -delete":                  "a.x b.x",
		"( a.x -o * ) -delete":                    "all",
		"! a.x -delete":                           "all",
		"! ( a.x ) -delete":                       "all",
		"! ! a.x -delete":                         "a.x",
		"a.x , -delete":                           "all",
		"a.x ( b.x -delete )":                     "b.x",
		"a.x ( * -delete )":                       "a.x",
		"! ( a.x -delete )":                       "a.x",
		") ) a.x -delete":                         "a.x",
		"( ( ( a.x ) ) ) -delete":                 "a.x",
		strings.Repeat("( ", 200) + "a.x -delete": "all",
		strings.Repeat("( ", 70) + "a.x" + strings.Repeat(" )", 70) + " -delete": "all",
	} {
		if got := text(Union(run(expr).Acted)); got != want {
			t.Errorf("%.40s: %s, want %s", expr, got, want)
		}
	}
	for expr, want := range map[string]string{
		"a.x":             "a.x",
		"a.x -o b.x":      "a.x b.x",
		"a.x -o !":        "all",
		"a.x -print -o b": "a.x",
		"":                "all",
	} {
		if got := text(run(expr).Names()); got != want {
			t.Errorf("%s prints %s, want %s", expr, got, want)
		}
	}
}

func TestFilled(t *testing.T) {
	by := Below(shell.Text("src"), []shell.Word{shell.Text("x.go")})[0]
	for s, want := range map[string]string{
		"{}.bak":         "src/**/x.go.bak",
		"rm {}; echo {}": "rm src/**/x.go; echo src/**/x.go",
	} {
		if got := Filled(s, shell.Text(s), by).String(); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
}

func TestFd(t *testing.T) {
	for _, c := range []struct{ pattern, options, want string }{
		{"^__pycache__$", "-H", "./**/__pycache__"},
		{`^\.cache$`, "-H -u", "./**/.cache"},
		{"^.cache$", "", "all"},
		{"^a|b$", "", "all"},
		{"cache", "", "all"},
		{"^a$", "-L", "all"},
		{"^a$", "-g", "all"},
		{"^a$", "-C", "all"},
	} {
		has := func(names ...string) bool {
			for _, n := range names {
				if strings.Contains(c.options, n) {
					return true
				}
			}
			return false
		}
		words := func(role string) []shell.Word {
			if role == "pattern" {
				return []shell.Word{shell.Text(c.pattern)}
			}
			return nil
		}
		got := text(Fd(has, words, func(string) []shell.Word { return nil }))
		if got != c.want {
			t.Errorf("%s %s: %q, want %q", c.pattern, c.options, got, c.want)
		}
	}
}
