package paths

import (
	"testing"

	"github.com/sentinelgate/sentinel"
)

// TestHomeBelowTemp: a home and a project in a temporary folder are no
// temporary files, and neither is what holds them or leads into them.
func TestHomeBelowTemp(t *testing.T) {
	m := &Mem{}
	for _, f := range []string{"/tmp/box/home/notes.txt", "/tmp/box/home/p/.git/HEAD", "/tmp/box/home/p/src/a.ts", "/tmp/box/old/a", "/tmp/other/a", "/tmp/a.log"} {
		m.Put(f, "x")
	}
	p := &Place{FS: m, Home: "/tmp/box/home", Root: "/tmp/box/home/p"}
	for _, c := range []struct {
		text  string
		glob  bool
		scope sentinel.Scope
		vital bool
	}{
		{"/tmp/box", false, inHome, true},
		{"/tmp/box/home", false, inHome, true},
		{"../..", false, inHome, true},
		{"/tmp", false, inHome, true},
		{"/tmp/box/home/notes.txt", false, inHome, false},
		{"/tmp/*", true, whole, true},
		{"/tmp/b*", true, whole, true},
		{"/tmp/?ox/h*", true, whole, true},
		{"/tmp/**/*.txt", true, inHome, false},
		{"/tmp/**/*", true, whole, true},
		{"/tmp/*/home/.local/*", true, inHome, false},
		{"/tmp/box/old", false, temp, false},
		{"/tmp/box/old/*", true, temp, false},
		{"/tmp/other", false, temp, false},
		{"/tmp/other/**/*.o", true, temp, false},
		{"/tmp/*.log", true, temp, false},
		{"/tmp/build-*", true, temp, false},
		{"src/*.ts", true, project, false},
	} {
		got := p.Judge(Target{Text: c.text, Glob: c.glob, Dir: p.Root, Use: Delete})
		if got.Scope != c.scope || got.Vital != c.vital {
			t.Errorf("%s: %v vital %v, want %v %v", c.text, got.Scope, got.Vital, c.scope, c.vital)
		}
	}
	if got := p.Judge(Target{Text: "/tmp/new.txt", Dir: p.Root, Use: Write}); got.Scope != temp {
		t.Errorf("writing beside the home: %v", got.Scope)
	}
	for dir, want := range map[string]sentinel.Scope{"/tmp/box": start, "/tmp/other": temp} {
		if got := p.Into(p.Judge(Target{Text: dir, Dir: p.Root, Use: Write})); got.Scope != want {
			t.Errorf("into %s: %v, want %v", dir, got.Scope, want)
		}
	}
}

// TestProjectBelowTemp: a project in a temporary folder, with the home
// elsewhere, is the project.
func TestProjectBelowTemp(t *testing.T) {
	m := &Mem{}
	for _, f := range []string{"/tmp/w/p/.git/HEAD", "/tmp/w/p/src/a.ts", "/tmp/x/a"} {
		m.Put(f, "x")
	}
	p := &Place{FS: m, Home: "/home/dev", Root: "/tmp/w/p"}
	for text, want := range map[string]sentinel.Scope{
		"/tmp/w": whole, "..": whole, "/tmp/w/p": whole, "src/a.ts": project, "/tmp/x": temp,
	} {
		if got := p.Judge(Target{Text: text, Dir: p.Root, Use: Delete}); got.Scope != want {
			t.Errorf("%s: %v, want %v", text, got.Scope, want)
		}
	}
	for text, want := range map[string]sentinel.Scope{
		"/tmp/*": whole, "/tmp/w*": whole, "/tmp/**/*.ts": project, "/tmp/*/p/src/*": project, "/tmp/x/*": temp, "/tmp/*.o": temp,
	} {
		if got := p.Judge(Target{Text: text, Glob: true, Dir: "/", Use: Delete}); got.Scope != want {
			t.Errorf("%s: %v, want %v", text, got.Scope, want)
		}
	}
}
