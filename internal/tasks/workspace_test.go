package tasks

import (
	"slices"
	"strings"
	"testing"
)

func TestWorkspaces(t *testing.T) {
	files := map[string]string{
		"package.json":               `{"workspaces":{"packages":["packages/*","!packages/x","tools"]}}`,
		"pnpm-workspace.yaml":        "packages:\n  - 'apps/**'\n",
		"packages/a/package.json":    `{"name":"@acme/a"}`,
		"packages/b/package.json":    `{"name":"b"}`,
		"packages/none/x":            "",
		"tools/package.json":         `{"name":"tools"}`,
		"apps/web/deep/package.json": `{"name":"web"}`,
	}
	read := func(p string) ([]byte, bool) { s, ok := files[p]; return []byte(s), ok }
	list := func(dir string) (out []string) {
		for f := range files {
			if rest, ok := strings.CutPrefix("./"+f, "./"+strings.TrimPrefix(dir+"/", "./")); ok {
				n, _, _ := strings.Cut(rest, "/")
				out = append(out, n)
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	for only, want := range map[string]string{
		"":           "apps/web/deep packages/a packages/b tools",
		"a":          "packages/a",
		"@acme/*":    "packages/a",
		"./packages": "packages/a packages/b",
		"tools":      "tools",
		"...web":     "apps/web/deep",
		"nothing":    "",
		"../out":     "",
	} {
		var names []string
		if only != "" {
			names = []string{only}
		}
		dirs, whole := Workspaces(read, list, names)
		slices.Sort(dirs)
		if got := strings.Join(dirs, " "); got != want || !whole {
			t.Errorf("%q: %q whole %v, want %q", only, got, whole, want)
		}
	}
}

func TestWorkspacesTooMany(t *testing.T) {
	read := func(p string) ([]byte, bool) { return []byte(`{"workspaces":["**/**/**"]}`), true }
	list := func(string) []string { return []string{"a", "b", "c", "d", "e", "f"} }
	if dirs, whole := Workspaces(read, list, nil); whole || len(dirs) > maxSpaces {
		t.Errorf("%d folders, whole %v", len(dirs), whole)
	}
}

// TestWorkspacesNothingDroppedSilently: packages beyond a bound are not left out as if
// there were none.
func TestWorkspacesNothingDroppedSilently(t *testing.T) {
	list := func(string) []string { return nil }
	for what, names := range map[string]string{
		"too many names":  strings.Repeat(`"a",`, maxSpaces) + `"evil"`,
		"a name too deep": `"` + strings.Repeat("a/", maxDepth+1) + `b"`,
	} {
		read := func(p string) ([]byte, bool) {
			return []byte(`{"workspaces":[` + names + `]}`), p == "package.json"
		}
		if dirs, whole := Workspaces(read, list, nil); whole {
			t.Errorf("%s: %d folders, as if these were all", what, len(dirs))
		}
	}
}

func TestJustImports(t *testing.T) {
	files := map[string]string{
		"justfile":  "import 'ci/x.just'\nimport? 'none.just'\nown:\n\techo own\nboth:\n\techo first\n",
		"ci/x.just": "import 'y.just'\nboth:\n\techo second\ntheirs:\n\trm x\n",
		"ci/y.just": "deep:\n\techo deep\n",
	}
	read := func(p string) ([]byte, bool) { s, ok := files[p]; return []byte(s), ok }
	for name, want := range map[string]string{"own": "echo own", "both": "echo first", "theirs": "rm x", "deep": "echo deep"} {
		res, err := Just(read, "", name)
		if err != nil || len(res.Cmds) != 1 || res.Cmds[0].Text != want || len(res.Unread) > 0 {
			t.Errorf("%s: %+v %v", name, res, err)
		}
	}
	files["ci/y.just"] = "import '../justfile'\n"
	if res, err := Just(read, "", "deep"); err != nil || len(res.Unread) == 0 {
		t.Errorf("a circle: %+v %v", res, err)
	}
}

func TestMakeRemakesItself(t *testing.T) {
	read := func(p string) ([]byte, bool) {
		return []byte("test:\n\tgo test\nMakefile: in\n\trm x\nin:\n"), p == "Makefile"
	}
	res, err := Make(read, "", "test")
	if err != nil || len(res.Cmds) != 2 {
		t.Errorf("%+v %v", res, err)
	}
}
