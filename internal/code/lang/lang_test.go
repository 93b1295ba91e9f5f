package lang

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

func all() map[string]*walk.Language {
	return map[string]*walk.Language{
		"python": Python(), "javascript": JavaScript(), "perl": Perl(), "ruby": Ruby(), "php": PHP(), "lua": Lua(), "r": R(), "julia": Julia(),
		"applescript": AppleScript(), "groovy": Groovy(), "elixir": Elixir(), "erlang": Erlang(),
	}
}

// A row that is spelled wrong would be silently without effect.
func TestRowsAreWellFormed(t *testing.T) {
	for name, l := range all() {
		seen := map[string]bool{}
		for _, r := range l.Rows {
			for _, n := range strings.Split(r.Names, " ") {
				if n == "" {
					t.Errorf("%s: two blanks in %q", name, r.Names)
				}
				if seen[n] {
					t.Errorf("%s: two rows for %s", name, n)
				}
				seen[n] = true
				if got := l.Rename(n); got != n {
					t.Errorf("%s: row %s is never found, its usual spelling is %s", name, n, got)
				}
			}
			if r.Do == nil && r.Kind >= report.Through {
				t.Errorf("%s: %s is harmless, but has nothing to do", name, r.Names)
			}
			for _, spec := range strings.Fields(r.At) {
				checkSpec(t, name, r, spec)
			}
		}
	}
}

func checkSpec(t *testing.T, name string, r walk.Row, spec string) {
	for _, way := range strings.Split(strings.TrimPrefix(spec, "?"), "|") {
		_, err := strconv.Atoi(strings.TrimSuffix(way, ".0"))
		named := strings.Trim(way, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
		if way == "" || err != nil && way != "@" && way != "*" && !named {
			t.Errorf("%s: %s: argument %q", name, r.Names, way)
		}
	}
}

func TestNoUnreadReasonIsEmpty(t *testing.T) {
	for name, l := range all() {
		for _, r := range l.Rows {
			if strings.HasSuffix(r.Say, " ") && r.Say != " " {
				t.Errorf("%s: %s says %q", name, r.Names, r.Say)
			}
		}
	}
}
