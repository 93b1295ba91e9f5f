package takes

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// TestR288_OwnForms: commands in files that only their tool can read.
func TestR288_OwnForms(t *testing.T) {
	for _, c := range []struct {
		kind             Kind
		file, text, want string
	}{
		{Kind{Form: "cmake"}, "CMakeLists.txt", "# file(REMOVE x)\nfile(REMOVE_RECURSE /a \"$ENV{HOME}/b\")\n", `sh:rm -rf /a "$HOME"/b`},
		{Kind{Form: "cmake"}, "x.cmake", "execute_process(COMMAND a \"b c\" OUTPUT_VARIABLE v COMMAND ${CMAKE_COMMAND} -E rm x)", `sh:a 'b c'|sh:cmake -E rm x`},
		{Kind{Form: "cmake"}, "CTestTestfile.cmake", "add_test([=[t]=] \"/a b\" \"-c\")\nadd_test(NAME u COMMAND d WORKING_DIRECTORY e)", `sh:'/a b' -c|sh:d`},
		{Kind{Form: "cmake"}, "x.cmake", "file(WRITE out.h \"x\")\nset(A (b\n", `sh:true > out.h`},
		{Kind{Form: "earth"}, "Earthfile", "t:\n  LOCALLY\n  RUN --push a b\nu:\n  RUN c\n", `sh:a b`},
		{Kind{Form: "template", Keys: "exec"}, "x", `v: {{ exec "a" (list "b" "c d") }} {{ .Values.x }}`, `sh:a b 'c d'`},
		{Kind{Form: "values", Keys: "init-hook", Lang: "python"}, "x", "a=b\ninit-hook='c d'\n", `python:c d`},
		{Kind{Form: "notebook"}, "x.ipynb", `{"cells":[{"cell_type":"code","source":["!a b\n","c()\n"]},{"cell_type":"code","source":"%%bash\nd e"},{"cell_type":"markdown","source":["!no"]}]}`, "sh:a b|sh:d e|python:c()\n\n"},
		{Kind{Form: "gyp"}, "binding.gyp", `{'a': ["<!(node -p \"f('b')\")", '<!@(c)'], # x
 'actions': [{'action': ['d', 'e f']}]}`, `sh:node -p "f('b')"|sh:c|sh:'d'  'e f'`},
		{Kind{Form: "gyp"}, "binding.gyp", `<!(a (b`, "sh:a (b"},
		{Kind{Form: "notebook"}, "x.ipynb", `{`, ""},
		{Kind{Form: "script"}, "x", "#!/bin/sh\na\n", "sh:#!/bin/sh\na\n"},
		{Kind{Form: "script"}, "x", "\x7fELF", ""},
		{Kind{Form: "source"}, "x.go", `os.RemoveAll("/a")`, "sh:rm -rf /a"},
	} {
		list, _ := Commands(c.kind, c.file, c.text, nil)
		var got []string
		for _, x := range list {
			got = append(got, x.Lang+":"+x.Code)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind.Form, c.text, s, c.want)
		}
	}
}

// TestFollows: files that a file names are opened, too, a bounded number.
func TestFollows(t *testing.T) {
	disk := folder{"b/CTestTestfile.cmake": "subdirs(\"c\")\nsubdirs(c)\n", "b/c/CTestTestfile.cmake": "subdirs(..)\nadd_test(t x)\n"}
	l := Line{Tool: "ctest", Words: []shell.Word{shell.Text("--test-dir"), shell.Text("b")}}
	if n := len(Files(l, disk)); n != 2 {
		t.Errorf("%d files", n)
	}
}
