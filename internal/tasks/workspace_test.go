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
