package takes

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// TestR288_NamedCode: files of code that options, words and settings name are
// found as their tools find them.
func TestR288_NamedCode(t *testing.T) {
	disk := folder{"setup.js": "", "plugin/index.js": "", "app.py": "", "pkg/__init__.py": "", "pkg/main.py": "", "help.rb": "", "boot.php": "", "conf/conf.py": "",
		"phpunit.xml": `<phpunit bootstrap="boot.php"><file>other.php</file></phpunit>`, "other.php": "", "data.json": "{}",
		"phpstan.neon": "parameters:\n  bootstrapFiles:\n    - boot.php\n  excludePaths:\n    - other.php\n",
		"setup.cfg":    "[flake8:local-plugins]\nextension =\n  X = app:Plugin\n[other]\nY = pkg.main:Z\n", ".rspec": "--color\n--require help\n"}
	for _, c := range []struct{ tool, verbs, words, want string }{
		{"jest", "", "--setupFiles ./setup.js", "setup.js"},
		{"jest", "", "--reporters=default,./setup", "setup.js"},
		{"jest", "", "--reporters default", ""},
		{"jest", "", "--globalSetup https://x.example/setup.js", ""},
		{"eslint", "", "-f ./plugin src", "plugin/index.js"},
		{"eslint", "", "-f json src", ""},
		{"rspec", "", "-r ./help", "help.rb help.rb"},
		{"rspec", "", "", "help.rb"},
		{"uvicorn", "", "pkg.main:app --reload", "pkg/main.py"},
		{"uvicorn", "", "none.main:app", ""},
		{"celery", "worker", "-A pkg worker", "pkg/__init__.py"},
		{"celery", "worker", "-A pkg.main.app worker", "pkg/main.py"},
		{"python", "unittest", "-m unittest app", "app.py"},
		{"python", "http.server", "-m http.server app", ""},
		{"sphinx-build", "", "-c conf docs out", "conf/conf.py"},
		{"phpunit", "", "tests", "boot.php"},
		{"phpstan", "analyse", "analyse src", "boot.php"},
		{"flake8", "", "src", "app.py"},
	} {
		l := Line{Tool: c.tool, Verbs: strings.Fields(c.verbs)}
		for w := range strings.FieldsSeq(c.words) {
			l.Words = append(l.Words, shell.Text(w))
		}
		var got []string
		for _, f := range Files(l, disk) {
			got = append(got, f.Path)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s %s: %q, want %q", c.tool, c.words, s, c.want)
		}
	}
}

// TestNamedBounded: settings of any length name a bounded number of files.
func TestNamedBounded(t *testing.T) {
	disk := folder{"phpstan.neon": "bootstrapFiles:\n" + strings.Repeat("- a.php b.php none.php\n", 5000)}
	for i := range 100 {
		name := "f" + strings.Repeat("x", i) + ".php"
		disk[name] = ""
		disk["phpstan.neon"] = "bootstrapFiles:\n- " + name + "\n" + disk["phpstan.neon"]
	}
	if n := len(Files(Line{Tool: "phpstan"}, disk)); n == 0 || n > maxFiles {
		t.Errorf("%d files", n)
	}
}

// TestSettingsAreNoCode: what a tool takes as code or as settings is read as
// what its name says.
func TestSettingsAreNoCode(t *testing.T) {
	k := Kind{Form: "javascript"}
	if list, whole := Commands(k, "a.json", `{"x": "rm -rf ~"}`, nil); len(list) != 0 || !whole {
		t.Errorf("%v %v", list, whole)
	}
	if list, _ := Commands(k, "a.js", "f()", nil); len(list) != 1 {
		t.Errorf("%v", list)
	}
}
