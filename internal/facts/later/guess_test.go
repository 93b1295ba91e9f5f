package later

import (
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

func TestGuesses(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"Makefile", "rm x; go test", "rm x; go test"},
		{"Makefile", "all: ; rm x", "rm x"},
		{"Makefile", "A := $(shell rm x)", "rm x"},
		{"justfile", "test:\n  rm x\n", "rm x"},
		{"Taskfile.yml", "    cmds: [\"rm x\"]\n    - cmd: rm y\n", "rm x"},
		{"Taskfile.yml", "    cmds: [\"rm x\"]\n    - cmd: rm y\n", "rm y"},
		{"build.gradle", "exec { commandLine 'git', 'push', '-f' }", "git push -f"},
		{"CMakeLists.txt", `execute_process(COMMAND sh -c "rm x")`, "rm x"},
		{"package.json", "rm x", "rm x"},
		{"pyproject.toml", "[tool.poe.tasks]\ntest = \"rm x\"\n", "rm x"},
	} {
		if got := Guesses(c.file, c.text); !slices.Contains(got, Text{Lang: "sh", Code: c.want}) {
			t.Errorf("%s %q: %v, want %s", c.file, c.text, got, c.want)
		}
	}
	if got := Guesses("main.go", `exec("rm x")`); got != nil {
		t.Errorf("a source file: %v", got)
	}
	if got := Guesses("vite.config.ts", "export default { base: 'a b' }\n// don't\n"); got != nil {
		t.Errorf("a program that starts nothing: %v", got)
	}
	if got := Guesses("vite.config.ts", "exec("+strings.Repeat(`"a b", `, 10000)); len(got) > maxGuesses {
		t.Errorf("%d texts", len(got))
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		name  string
		words []string
		shows bool
		want  string
	}{
		{"sed", []string{"-i", `s/a/rm \/x y/`, "Makefile"}, false, "rm /x y"},
		{"sed", []string{"-i", `s|a|rm /x|g;s#b#c#`, "Makefile"}, false, "rm /x"},
		{"sed", []string{"-i", "/^t:/a\\\trm x", "Makefile"}, false, "\trm x"},
		{"sed", []string{"-i", "1i rm x", "conftest.py"}, false, " rm x"},
		{"sed", []string{`s/a/rm x/`, "Makefile"}, true, ""},
		{"perl", []string{"-pi", "-e", "s{a}{rm x}", "Makefile"}, false, "rm x"},
		{"awk", []string{`{sub(/a/,"rm x")}1`, "Makefile"}, false, "rm x"},
		{"python", []string{"-c", "open('Makefile','w').write('rm x')"}, false, "rm x"},
		{"python", []string{"-c", "print(open('Makefile').read(), 'rm x')"}, true, ""},
		{"node", []string{"-e", "fs.writeFileSync('package.json', 'rm x')"}, true, "rm x"},
		{"node", []string{"-e", "fs.writeFileSync('notes.md', 'rm x')"}, true, ""},
		{"cat", []string{"rm x", "Makefile"}, false, ""},
	} {
		cmd := &shell.Command{Argv: []shell.Word{shell.Text(c.name)}}
		for _, w := range c.words {
			cmd.Argv = append(cmd.Argv, shell.Text(w))
		}
		var got []string
		for _, e := range Edits(cmd, c.name, c.shows) {
			got = append(got, e.Texts...)
		}
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.Contains(got, c.want) {
			t.Errorf("%s %q: %q, want %q", c.name, c.words, got, c.want)
		}
	}
}
