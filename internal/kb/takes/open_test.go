package takes

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// folder is a reader of files that are all in one folder, or below it.
type folder map[string]string

func (f folder) Open(w shell.Word) shell.Opened {
	s, _ := w.Known()
	text, ok := f[path.Clean(s)]
	return shell.Opened{Path: path.Clean(s), Text: text, Exists: ok, Known: ok && text != "?", Fetched: text == "fetched"}
}
func (f folder) Resolve(w shell.Word) ([]string, bool) { s, ok := w.Known(); return []string{s}, ok }
func (f folder) Home() string                          { return "" }
func (f folder) List(w shell.Word) []string {
	s, _ := w.Known()
	var out []string
	for name := range f {
		if path.Dir(name) == path.Clean(s) {
			out = append(out, path.Base(name))
		}
	}
	slices.Sort(out)
	return out
}

func TestFiles(t *testing.T) {
	disk := folder{"Procfile": "a: b", "Procfile.dev": "a: b", "sub/Procfile": "a: b", "package.json": "{}", "A.csproj": "<P/>", "B.csproj": "<P/>", "CMakeLists.txt": "", "src/CMakeLists.txt": "",
		"../.cargo/config.toml": "", "blind/Procfile": "?", "net/Procfile": "fetched", "lefthook.yml": "", "init.gradle": "", "build.gradle": "", "t.conf": "", ".tmux.conf": ""}
	for _, c := range []struct{ tool, verbs, words, dir, want string }{
		{"foreman", "start", "start", "", "Procfile Procfile.dev"},
		{"foreman", "", "", "", "Procfile Procfile.dev"},
		{"foreman", "check", "check", "", ""},
		{"foreman", "start", "start -f Procfile.dev", "", "Procfile.dev"},
		{"foreman", "start", "start --procfile=Procfile.dev", "", "Procfile.dev"},
		{"foreman", "start", "start -fProcfile.dev", "", "Procfile.dev"},
		{"foreman", "start", "start", "sub", "sub/Procfile"},
		{"foreman", "start", "start", "blind", ""},
		{"foreman", "start", "start", "net", "net/Procfile"},
		{"foreman", "start", "start", "none", ""},
		{"npm", "install", "install", "", "package.json"},
		{"npm", "install", "install --ignore-scripts", "", ""},
		{"npm", "test", "test", "", ""},
		{"make", "", "", "", ""},
		{"dotnet", "build", "build", "", "A.csproj B.csproj"},
		{"cmake", "", "src", "", "src/CMakeLists.txt CMakeLists.txt"},
		{"cargo", "test", "test", "", "../.cargo/config.toml"},
		{"lefthook", "run", "run pre-commit", "", "lefthook.yml"},
		{"lefthook", "validate", "validate", "", ""},
		{"gradle", "", "-I init.gradle test", "", "init.gradle build.gradle"},
		{"tmux", "", "", "", ""},
		{"tmux", "new", "-f t.conf new", "", "t.conf"},
		{"git", "status", "status", "", ""},
	} {
		l := Line{Tool: c.tool, Verbs: strings.Fields(c.verbs)}
		for _, w := range strings.Fields(c.words) {
			l.Words = append(l.Words, shell.Text(w))
		}
		if c.dir != "" {
			l.Dir = []shell.Word{shell.Text(c.dir)}
		}
		var got []string
		for _, f := range Files(l, disk) {
			got = append(got, f.Path)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s %s in %q: %q, want %q", c.tool, c.words, c.dir, s, c.want)
		}
	}
	if got := Files(Line{Tool: "foreman"}, nil); got != nil {
		t.Errorf("without a reader: %v", got)
	}
}
