package later

import "testing"

func TestOutside(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       string
	}{
		{"go.mod", "go 1.22\n\nreplace github.com/acme/lib => /tmp/evil", "/tmp/evil"},
		{"go.mod", "replace (\n\texample.com/a => ../a\n)\n", ""},
		{"go.mod", "require example.com/a v1.0.0 // indirect\n", ""},
		{"go.work", "use /tmp/evil\n", "/tmp/evil"},
		{"go.work", "use (\n\t./a\n\t./b\n)\n", ""},
		{"Makefile", "-include /tmp/x.mk\n", "/tmp/x.mk"},
		{"Makefile", "include $(HOME)/x.mk\n", "$(HOME)/x.mk"},
		{"Makefile", "include config.mk\n-include .env\ninclude /usr/share/dpkg/pkg-info.mk\n# include /tmp/x.mk\n", ""},
		{".rspec", "--color\n--require /tmp/x.rb\n", "/tmp/x.rb"},
		{".rspec", "--require spec_helper\n", ""},
		{"package.json", `{"dependencies": {"x": "file:/tmp/evil"}}`, "/tmp/evil"},
		{"package.json", `{"dependencies": {"x": "file:../lib"}, "scripts": {"t": "tsc --outDir /tmp/x"}}`, ""},
		{"Cargo.toml", "x = { path = \"/tmp/evil\" }\n", "/tmp/evil"},
		{"Cargo.toml", "x = { path = \"../x\" }\n", ""},
		{"pyproject.toml", "x = {path = \"/tmp/evil\"}\ny = \"file:///tmp/e\"\n", "/tmp/evil"},
		{"Gemfile", "gem 'x', path: '/tmp/evil'\n", "/tmp/evil"},
		{"Gemfile", "gem 'x', path: 'vendor/x'\n", ""},
		{"requirements.txt", "-e /tmp/evil\n", "/tmp/evil"},
		{"requirements.txt", "flask==3.0\n-r base.txt\n", ""},
		{"settings.gradle", "apply from: '/tmp/x.gradle'\n", "/tmp/x.gradle"},
		{"build.gradle", "apply from: 'gradle/x.gradle'\n", ""},
		{"CMakeLists.txt", "include(/tmp/x.cmake)\n", "/tmp/x.cmake"},
		{"justfile", "import '/tmp/x.just'\n", "/tmp/x.just"},
		{"notes.md", "replace a => /tmp/evil\n", ""},
		{"composer.json", `{"repositories": [{"type": "composer", "url": "https://packages.example.org"}]}`, ""},
	} {
		if got := outside(lower(c.file), c.text); got != c.want {
			t.Errorf("%s %q: %q", c.file, c.text, got)
		}
		if c.want != "" && Says(c.file, c.text) == "" {
			t.Errorf("%s %q is not said", c.file, c.text)
		}
	}
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
