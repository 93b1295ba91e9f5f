package whole

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel/internal/tasks"
)

// disk is a tasks.Reader and a tasks.Lister of some files.
func disk(files map[string]string) (tasks.Reader, tasks.Lister) {
	read := func(name string) ([]byte, bool) {
		text, ok := files[path.Clean(name)]
		return []byte(text), ok
	}
	return read, func(dir string) (out []string) {
		for name := range files {
			rest, ok := strings.CutPrefix(name, strings.TrimPrefix(path.Clean(dir)+"/", "./"))
			first, _, _ := strings.Cut(rest, "/")
			if ok && !slices.Contains(out, first) {
				out = append(out, first)
			}
		}
		slices.Sort(out)
		return out
	}
}

func TestR31_Whole(t *testing.T) {
	const tox = `[tox]
envlist = py{311,312}-django, lint
[testenv]
deps =
    pytest
commands_pre = -python -m pip check
commands =
    py311: coverage run \
        -m pytest {posargs:tests}
    !py311: pytest --basetemp={envtmpdir} {env:MORE:-q}
    {[more]commands}
[testenv:lint]
commands_pre =
commands = ruff check {toxinidir}
; a comment
[testenv:deploy]
commands = twine upload dist/*
[more]
commands = python -m build --{unheard}
`
	const ninja = `
cflags = -O2 $
    -g
rule cc
  command = cc $cflags $extra -c $in -o $out
rule link
  command = cc -o $out $in
  rspfile_content = $in
rule never
  command = rm -rf /
build a.o: cc src/a.c | gen.h
  extra = -DX=$out
build b.o: cc src/b.c
build $
  c.o: cc src/b$ c.c
build gen.h: gen || dir
build app: link a.o b.o
build dir: phony
build more: never app
default app
include rules.ninja
`
	for _, c := range []struct {
		kind, file, names string
		files             map[string]string
		want              []string
		unread            int
	}{
		{"tox", "", "", map[string]string{"tox.ini": tox}, []string{"6: python -m pip check", "8: coverage run -m pytest tests",
			"19: python -m build --$task_value_unheard", "10: pytest --basetemp=.tox/envtmpdir -q", "14: ruff check ."}, 0},
		{"tox", "", "deploy", map[string]string{"tox.ini": tox}, []string{"6: python -m pip check", "17: twine upload dist/*"}, 0},
		{"tox", "x.ini", "lint", map[string]string{"x.ini": tox}, []string{"14: ruff check ."}, 0},
		{"tox", "", "", map[string]string{"setup.cfg": "[metadata]\nname = x\n"}, nil, 0},
		{"tox", "", "a", map[string]string{"pyproject.toml": "[tool.tox.env.a]\ncommands = [[\"x\", \"y z\", { replace = \"posargs\", default = [\"t\"] }]]\n"}, []string{"2: x 'y z' t"}, 0},
		{"ninja", "", "", map[string]string{"build.ninja": ninja, "rules.ninja": "rule gen\n  command = ./gen > $out\n"},
			[]string{"11: cc -O2 -g -DX=a.o -c src/a.c -o a.o", "13: cc -O2 -g  -c src/b.c -o b.o", "16: ./gen > gen.h", "17: cc -o app a.o b.o"}, 0},
		{"ninja", "", "c.o", map[string]string{"build.ninja": ninja}, []string{"14: cc -O2 -g  -c 'src/b c.c' -o c.o"}, 1},
		{"ninja", "", "more", map[string]string{"build.ninja": "rule never\n  command = rm -rf $in\nbuild more: never /a /b\nbuild other: never /a\n"}, []string{"3: rm -rf /a /b"}, 0},
		{"nodemon", "", "", map[string]string{"nodemon.json": "{\"exec\": \"a\",\n\"execMap\": {\"py\": \"b\"},\n\"events\": {\"quit\": \"c\"}}"}, []string{"1: a", "2: b", "3: c"}, 0},
		{"nodemon", "", "", map[string]string{"package.json": `{"nodemonConfig": {"exec": ["a"]}}`}, nil, 1},
		{"nodemon", "", "", map[string]string{"package.json": `{}`}, nil, 0},
		{"nx", "", "a:test:ci", map[string]string{"apps/a/project.json": `{"name":"a","targets":{"test":{"command":"x {projectName}"}}}`, "b/project.json": `{"targets":{"test":{"command":"y"}}}`}, []string{"1: x a"}, 0},
		{"nx", "", ":test", map[string]string{"b/project.json": `{"targets":{"test":{"executor":"./tools:x","options":{"commands":["y",{"command":"z"}]},"configurations":{"ci":{"command":"w"}}}}}`}, []string{"1: y", "1: z", "1: w"}, 1},
		{"generate", "", "./...", map[string]string{"a.go": "package a\n//go:generate -command k x y\n//go:generate k $GOFILE\n", "b/c.go": "//go:generate z\r\n", "vendor/v.go": "//go:generate v\n"},
			[]string{"3: cd . && x y a.go", "1: cd b && z"}, 0},
		{"generate", "", "", map[string]string{"a.go": "var s = `//go:generate x`\n// go:generate y\n//go:generated z\n", "b/c.go": "//go:generate z\n"}, nil, 0},
		{"generate", "", "b", map[string]string{"b/c.go": "//go:generate z\n"}, []string{"1: cd b && z"}, 0},
	} {
		find, ok := For(c.kind)
		if !ok {
			t.Fatal(c.kind)
		}
		read, list := disk(c.files)
		res, err := find(read, list, c.file, strings.Fields(c.names))
		if (err != nil) != (c.want == nil && c.unread == 0) {
			t.Errorf("%s %s: %v", c.kind, c.names, err)
		}
		var got []string
		for _, one := range res.Cmds {
			got = append(got, fmt.Sprintf("%d: %s", one.Line, one.Text))
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.kind, c.names, d)
		}
		if len(res.Unread) != c.unread {
			t.Errorf("%s %s: unread %q, want %d", c.kind, c.names, res.Unread, c.unread)
		}
	}
}

func TestWholeIsBounded(t *testing.T) {
	deep := strings.Repeat("a/", 200) + "x.go"
	read, list := disk(map[string]string{deep: "//go:generate x\n"})
	if _, err := Generate(read, list, "", []string{"./..."}); err == nil {
		t.Error("a folder without end was followed")
	}
	for name, text := range map[string]string{
		"tox.ini":     "[testenv]\ncommands = {[testenv]commands}\n",
		"build.ninja": "a = $b\nb = $a\nrule r\n  command = $command $x\n  x = $x\nbuild a: r b\nbuild b: r a\n",
	} {
		read, list := disk(map[string]string{name: text})
		for _, kind := range []string{"tox", "ninja"} {
			find, _ := For(kind)
			_, _ = find(read, list, "", nil)
		}
	}
}
