package reach

import (
	"slices"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

func words(t *testing.T, text string, moved bool) []string {
	t.Helper()
	r := shell.Read(text, shell.Options{Home: "/home/dev", Cwd: "/home/dev/project", Knows: kb.New(), Limits: shell.DefaultLimits()})
	if len(r.Commands) == 0 {
		t.Fatalf("%s: no command", text)
	}
	v, _ := r.Commands[0].Parsed.(*kb.View)
	var out []string
	for _, w := range Words(r.Commands[0], v, moved) {
		out = append(out, w.String())
	}
	return out
}

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"git -C ../other status": "../other", "make -C ../x test": "../x", "npm --prefix=../x run build": "../x",
		"ls --anything=../x": "../x", "cargo build --manifest-path /srv/x/Cargo.toml": "/srv/x/Cargo.toml",
	} {
		if got := words(t, text, false); !slices.Contains(got, want) {
			t.Errorf("%s: %q has no %s", text, got, want)
		}
	}
	for _, text := range []string{"git commit -m '../x'", "grep /etc src", "gh api /repos/acme/app", "ls src", "git status"} {
		if got := words(t, text, false); len(got) > 0 {
			t.Errorf("%s: %q", text, got)
		}
	}
	if got := words(t, "ls", true); !slices.Equal(got, []string{"."}) {
		t.Errorf("another folder: %q", got)
	}
	if Words(&shell.Command{}, nil, true) != nil {
		t.Error("nothing runs")
	}
}

func TestOutside(t *testing.T) {
	t.Parallel()
	p := &paths.Place{Root: "/p", Home: "/home/dev"}
	for real, want := range map[string]bool{"": false, "/p": false, "/p/x": false, "/px": true, "/": true, "/tmp/x": true} {
		if got := Outside(p, paths.Located{Scope: sentinel.ScopeOutside, Real: real}); got != want {
			t.Errorf("%s: %v", real, got)
		}
	}
	if s := Subject(p, paths.Located{Real: "/home/dev/x"}, "../x", false); !slices.Equal(s.Forms, []string{"/home/dev/x", "~/x"}) || !slices.Contains(s.Strict, "../x") {
		t.Errorf("%+v", s)
	}
}
