package later

import (
	"strings"
	"testing"
)

func TestTexts(t *testing.T) {
	for name, c := range map[string]struct {
		got  []Text
		want string
	}{
		"package":     {Texts("package.json", `{"scripts":{"test":"rm x"}}`), "sh:rm x"},
		"makefile":    {Texts("sub/Makefile", "all:\n\t@rm x\n"), "sh:rm x"},
		"conftest":    {Texts("tests/conftest.py", "pass"), "python:pass"},
		"bazel":       {Texts(".bazelrc", "build --jobs=4\nbuild --run_under='rm x'\n# --run_under=y\n"), "sh:rm x"},
		"wrapper":     {Texts("gradle-wrapper.properties", "distributionUrl=https\\://e.example/g.zip\n"), "sh:curl -fsSL 'https://e.example/g.zip' | sh"},
		"own wrapper": {Texts("gradle-wrapper.properties", "distributionUrl=https\\://services.gradle.org/g.zip\n"), ""},
		"source":      {Texts("main.py", "pass"), ""},
		"go":          {Source("a_test.go", `os.RemoveAll("/x"); os.RemoveAll(dir); exec.Command("rm", "a'b")`), `sh:rm -rf '/x'|sh: 'rm' 'a'\''b'`},
		"go file":     {Source("a.go", `os.WriteFile("x", []byte("y"), 0)`), "sh:true > 'x'"},
	} {
		var parts []string
		for _, x := range c.got {
			parts = append(parts, x.Lang+":"+x.Code)
		}
		if got := strings.Join(parts, "|"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if !hook(`.scripts.postinstall="x"`) || hook(`.scripts.test="x"`) {
		t.Error("hooks of installs are told wrongly")
	}
}
