package tasks

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// one gives a Reader with a single file.
func one(name, content string) Reader {
	return func(path string) ([]byte, bool) {
		if path == name {
			return []byte(content), true
		}
		return nil, false
	}
}

// show writes commands as "line task: text", with the interpreter in brackets.
func show(r Result) []string {
	var out []string
	for _, c := range r.Cmds {
		s := fmt.Sprintf("%d %s: %s", c.Line, c.Task, c.Text)
		if c.Interpreter != "" {
			s += " [" + c.Interpreter + "]"
		}
		out = append(out, s)
	}
	return out
}

type taskCase struct {
	name, file, src, task string
	want                  []string
	unread                int
}

func runCases(t *testing.T, f Func, cases []taskCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res, err := f(one(c.file, c.src), "", c.task)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, show(res)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if len(res.Unread) != c.unread {
				t.Errorf("unread %q, want %d", res.Unread, c.unread)
			}
			if res.File != c.file {
				t.Errorf("file %q", res.File)
			}
		})
	}
}

func TestNPM(t *testing.T) {
	const pkg = `{
  "name": "x",
  "scripts": {
    "pretest": "echo a",
    "test": "rm -rf $HOME",
    "posttest": "echo \"b\"",
    "build": "npm run x && tsc",
    "prepare": "husky",
    "postinstall": "curl x | sh"
  }
}`
	runCases(t, NPM, []taskCase{
		{"with pre and post", "package.json", pkg, "test", []string{"4 pretest: echo a", "5 test: rm -rf $HOME", `6 posttest: echo "b"`}, 0},
		{"short name", "package.json", pkg, "t", []string{"4 pretest: echo a", "5 test: rm -rf $HOME", `6 posttest: echo "b"`}, 0},
		{"nested left as text", "package.json", pkg, "build", []string{"7 build: npm run x && tsc"}, 0},
		{"install", "package.json", pkg, "install", []string{"9 postinstall: curl x | sh", "8 prepare: husky"}, 0},
		{"start by default", "package.json", `{}`, "start", []string{"0 start: node server.js"}, 0},
		{"restart", "package.json", `{"scripts":{"start":"a","stop":"b"}}`, "restart", []string{"1 stop: b", "1 start: a"}, 0},
		{"not a text", "package.json", `{"scripts":{"test":["x"]}}`, "test", nil, 1},
		{"install without scripts", "package.json", `{}`, "install", nil, 0},
	})
	for name, src := range map[string]string{"twice": `{"scripts":{"test":"a","test":"b"}}`, "twice by case": `{"scripts":{"a":"x"},"Scripts":{"a":"y"}}`, "junk after": `{} x`, "comment": `{/* */}`, "comma": `{"a":1,}`, "cut": `{"scripts":`} {
		if _, err := NPM(one("package.json", src), "", "test"); err == nil || errors.Is(err, ErrNoTask) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NPM(one("package.json", pkg), "", "nosuch"); !errors.Is(err, ErrNoTask) {
		t.Errorf("missing script: %v", err)
	}
	if _, err := NPM(one("package.json", pkg), "", "pretest"); err != nil {
		t.Errorf("a pre script by its own name: %v", err)
	}
	if _, err := NPM(one("x", ""), "", "test"); !errors.Is(err, ErrNoFile) {
		t.Errorf("missing file: %v", err)
	}
}

func TestMake(t *testing.T) {
	const file = "Makefile"
	runCases(t, Make, []taskCase{
		{"default goal", file, ".PHONY: all\nall:\n\t@echo a\n\t-rm -f b\nx:\n\techo x\n", "", []string{"3 all: echo a", "4 all: rm -f b"}, 0},
		{"needs first", file, "all: a b\n\techo all\na:\n\techo a\nb: a\n\techo b\n", "all", []string{"4 a: echo a", "6 b: echo b", "2 all: echo all"}, 0},
		{"variables", file, "DIR = $(HOME)/x\nN := y\nclean:\n\trm -rf $(DIR) ${N} $$z $(UNSET)\n", "clean", []string{"4 clean: rm -rf ${HOME}/x y $z ${UNSET}"}, 0},
		{"command line wins", file, "D = build\nclean:\n\trm -rf $(D)\n", "clean D=/", []string{"3 clean: rm -rf /"}, 0},
		{"environment", file, "D ?= build\nclean:\n\trm -rf $(D)\n", "clean D?=/", []string{"3 clean: rm -rf /"}, 0},
		{"file over environment", file, "D = build\nclean:\n\trm -rf $(D)\n", "clean D?=/", []string{"3 clean: rm -rf build"}, 0},
		{"in one branch only", file, "ifdef Q\nD = a\nendif\nx:\n\trm -r $(D)/\n", "x", []string{"5 x: rm -r ${task_value_D}/"}, 0},
		{"append", file, "D = a\nD += b\nx:\n\trm $(D)\n", "x", []string{"4 x: rm a b"}, 0},
		{"in a condition", file, "D = a\nifdef Q\nD = /\nendif\nx:\n\trm -r $(D)\n", "x", []string{"6 x: rm -r ${task_value_D}"}, 0},
		{"both branches", file, "x:\nifdef Q\n\ta\nelse\n\tb\nendif\n", "x", []string{"3 x: a", "5 x: b"}, 0},
		{"continued", file, "x:\n\ta \\\n\t  b\n", "x", []string{"2 x: a \\\n  b"}, 0},
		{"on the rule's line", file, "x: ; echo hi\n", "x", []string{"1 x: echo hi"}, 0},
		{"automatic", file, "out/x.o: a.c b.c\n\tcc -o $@ $< $^ $(@D) $(@F)\n", "out/x.o", []string{"2 out/x.o: cc -o out/x.o a.c a.c b.c out x.o"}, 0},
		{"pattern", file, "all: x.o\n%.o: %.c\n\t$(CC) -c $*.c\n", "all", []string{"3 x.o: cc -c x.c"}, 0},
		{"static pattern", file, "o = a.o b.o\nall: $(o)\n$(o): %.o: %.c\n\tcc $<\n", "all", []string{"4 a.o: cc a.c", "4 b.o: cc b.c"}, 0},
		{"shell in a recipe", file, "x:\n\techo $(shell date)\n", "x", []string{"2 x: echo $(date)"}, 0},
		{"shell while reading", file, "V := $(shell rm -rf y)\nx:\n\techo $(V)\n", "x", []string{"1 : rm -rf y", "3 x: echo $(rm -rf y)"}, 0},
		{"shell assignment", file, "V != rm y\nx:\n\techo $(V)\n", "x", []string{"1 : rm y", "3 x: echo ${task_value_V}"}, 0},
		{"substitution", file, "S = a.c b.c\nx:\n\tld $(S:.c=.o) $(patsubst %.c,%.d,$(S)) $(addprefix q/,$(S))\n", "x", []string{"3 x: ld a.o b.o a.d b.d q/a.c q/b.c"}, 0},
		{"include", file, "include x.mk\nx:\n\ta\n", "x", []string{"3 x: a"}, 1},
		{"eval", file, "$(eval $(call f,x))\nx:\n\ta\n", "x", []string{"3 x: a"}, 3},
		{"unknown needs", file, "x: $(DEPS)\n\ta\n", "x", []string{"2 x: a"}, 1},
		{"define", file, "define run\necho 1\nendef\nx:\n\t$(run)\n", "x", []string{"5 x: echo 1"}, 0},
		{"comment", file, "x: # y\n\ta # b\n", "x", []string{"2 x: a # b"}, 0},
		{"other interpreter", file, "SHELL := /usr/bin/env python3\nx:\n\timport os\n", "x", []string{"3 x: import os [python3]"}, 0},
		{"bash", file, "SHELL := /usr/bin/env bash\nx:\n\ta\n", "x", []string{"3 x: a"}, 0},
		{"one shell", file, ".ONESHELL:\nx:\n\tcd /\n\trm -rf *\n", "x", []string{"3 x: cd /\nrm -rf *"}, 0},
		{"self reference", file, "A = $(A)\nx: x\n\ta $(A)\n", "x", []string{"3 x: a ${task_value_deep}"}, 1},
		{"two targets", file, "a:\n\t1\nb:\n\t2\n", "a b -j4", []string{"2 a: 1", "4 b: 2"}, 0},
		{"prefix sign", file, ".RECIPEPREFIX = >\nx:\n> a\n", "x", []string{"3 x: a"}, 0},
		{"target variable", file, "D = a\nx: D = /\nx:\n\trm -r $(D)\n", "x", []string{"4 x: rm -r ${task_value_D}"}, 0},
		{"recursive make stays", file, "x:\n\t$(MAKE) -C sub\n", "x", []string{"2 x: make -C sub"}, 0},
		{"exported", file, "export A := b\nx:\n\techo $(A)\n", "x", []string{"3 x: echo b"}, 0},
	})
	if _, err := Make(one(file, "x:\n\ta\n"), "", "y"); !errors.Is(err, ErrNoTask) {
		t.Errorf("missing target: %v", err)
	}
}

func TestJust(t *testing.T) {
	runCases(t, Just, []taskCase{
		{"first", "justfile", "build:\n  cargo build\n\ntest:\n  cargo test\n", "", []string{"2 build: cargo build"}, 0},
		{"needs", "justfile", "a: b (c 'x') && d\n  @echo a\nb:\n  -echo b\nc x:\n  echo {{x}}\nd:\n  echo d\n", "a", []string{"4 b: echo b", "6 c: echo ${task_value_x}", "2 a: echo a", "8 d: echo d"}, 0},
		{"variable", "justfile", "dir := 'out'\nclean:\n    rm -rf {{dir}} {{home}}\n", "clean", []string{"3 clean: rm -rf out ${task_value_home}"}, 0},
		{"program", "justfile", "v := `rm x`\na:\n  echo {{v}}\n", "a", []string{"1 : rm x", "3 a: echo ${task_value_v}"}, 0},
		{"script", "justfile", "a:\n  #!/usr/bin/env python3\n  import os\n  os.remove('x')\n", "a", []string{"2 a: #!/usr/bin/env python3\nimport os\nos.remove('x') [python3]"}, 0},
		{"shell script", "justfile", "a:\n  #!/bin/bash\n  rm x\n", "a", []string{"2 a: #!/bin/bash\nrm x"}, 0},
		{"alias and default", "justfile", "alias b := build\nbuild target='x: y':\n  make {{target}}\n", "b", []string{"3 build: make ${task_value_target}"}, 0},
		{"import", "justfile", "import 'x.just'\na:\n  b\n", "a", []string{"3 a: b"}, 1},
		{"shell setting", "justfile", "set shell := ['python3', '-c']\na:\n  print(1)\n", "a", []string{"3 a: print(1) [python3]"}, 0},
		{"continued", "justfile", "a:\n  b \\\n    c\n  # note\n", "a", []string{"2 a: b \\\nc"}, 0},
		{"attribute", "justfile", "[private]\na:\n  b\n[script('node')]\nc:\n  x()\n", "c", []string{"6 c: x() [node]"}, 0},
		{"missing need", "justfile", "a: nosuch\n  b\n", "a", []string{"2 a: b"}, 1},
	})
}

func TestTaskfile(t *testing.T) {
	runCases(t, Taskfile, []taskCase{
		{"list", "Taskfile.yml", "version: '3'\ntasks:\n  test:\n    deps: [build]\n    cmds:\n      - go test ./...\n      - cmd: echo done\n        silent: true\n  build:\n    cmds:\n      - task: gen\n      - go build\n  gen: echo gen\n", "test", []string{"13 gen: echo gen", "12 build: go build", "6 test: go test ./...", "7 test: echo done"}, 0},
		{"block text", "Taskfile.yml", "tasks:\n  a:\n    cmds:\n      - |\n        cd x\n        rm -rf y\n      - b\n", "a", []string{"5 a: cd x\nrm -rf y", "7 a: b"}, 0},
		{"variables", "Taskfile.yml", "vars:\n  D: out\n  V:\n    sh: date\ntasks:\n  a:\n    cmd: rm -rf {{.D}} {{.V}} {{.CLI_ARGS}}\n", "a", []string{"4 : date", "7 a: rm -rf out ${task_value_V} ${task_value_CLI_ARGS}"}, 0},
		{"checks", "Taskfile.yml", "tasks:\n  default:\n    preconditions:\n      - test -f x\n      - sh: test -d y\n        msg: no\n    status: ['test -e z']\n    cmds: [a, \"b: c\"]\n", "", []string{"4 default: test -f x", "5 default: test -d y", "7 default: test -e z", "8 default: a", "8 default: b: c"}, 0},
		{"defer", "Taskfile.yml", "tasks:\n  a:\n    cmds:\n      - defer: rm x\n      - for: [1]\n        cmd: b\n", "a", []string{"4 a: rm x", "6 a: b"}, 0},
		{"unknown key", "Taskfile.yml", "tasks:\n  a:\n    frob: x\n    cmds: [b]\n", "a", []string{"4 a: b"}, 1},
		{"alias", "Taskfile.yml", "tasks:\n  a:\n    aliases: [z]\n    cmds:\n    - b\n", "z", []string{"5 a: b"}, 0},
		{"loop", "Taskfile.yml", "tasks:\n  a:\n    cmds:\n      - task: a\n      - b\n", "a", []string{"5 a: b"}, 0},
	})
	for name, src := range map[string]string{"anchor": "a: &x b\ntasks: {}\n", "alias": "tasks: *x\n", "tag": "tasks: !x y\n", "documents": "a: b\n---\nc: d\n", "merge": "a:\n  <<: b\n", "twice": "a: 1\na: 2\n", "tab": "a:\n\tb: c\n"} {
		if _, err := Taskfile(one("Taskfile.yml", src), "", "x"); err == nil || errors.Is(err, ErrNoTask) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPyproject(t *testing.T) {
	const f = "pyproject.toml"
	runCases(t, Pyproject, []taskCase{
		{"poe text", f, "[tool.poe.tasks]\ntest = \"pytest -q\"\n", "test", []string{"2 test: pytest -q"}, 0},
		{"poe table", f, "[tool.poe.tasks.clean]\nshell = '''\nrm -rf build\n'''\n", "clean", []string{"2 clean: rm -rf build\n"}, 0},
		{"poe sequence", f, "[tool.poe.tasks]\na = ['b', {cmd = 'x'}]\nb = 'y'\n", "a", []string{"3 b: y", "2 a: x"}, 0},
		{"poe python", f, "[tool.poe.tasks]\na = {script = 'm:f'}\n", "a", nil, 1},
		{"hatch", f, "[tool.hatch.envs.default.scripts]\nlint = ['ruff check', 'fmt']\nfmt = 'ruff format'\n", "lint", []string{"2 lint: ruff check", "3 fmt: ruff format"}, 0},
		{"hatch with environment", f, "[tool.hatch.envs.docs.scripts]\nbuild = 'mkdocs build'\n", "docs:build", []string{"2 build: mkdocs build"}, 0},
		{"pdm", f, "[tool.pdm.scripts]\na = {cmd = ['b', 'c']}\nd = {composite = ['a', 'e']}\n", "d", []string{"2 a: b c", "3 d: e"}, 0},
		{"entry point", f, "[project.scripts]\nx = 'm:main'\n", "x", nil, 1},
	})
	if _, err := Pyproject(one(f, "a = 1\na = 2\n"), "", "x"); err == nil || errors.Is(err, ErrNoTask) {
		t.Errorf("key twice: %v", err)
	}
}

func TestComposerDenoCargo(t *testing.T) {
	runCases(t, Composer, []taskCase{
		{"list", "composer.json", `{"scripts":{"test":["@lint","phpunit","A\\B::c","@php x.php"],"lint":"phpcs"}}`, "test", []string{"1 lint: phpcs", "1 test: phpunit", "1 test: php x.php"}, 1},
		{"install", "composer.json", `{"scripts":{"post-install-cmd":"rm x"}}`, "install", []string{"1 post-install-cmd: rm x"}, 0},
	})
	runCases(t, Deno, []taskCase{
		{"comments", "deno.json", "{\n// c\n\"tasks\": {\"a\": \"b\", \"c\": {\"command\": \"d\", \"dependencies\": [\"a\"],},}\n}", "c", []string{"3 a: b", "3 c: d"}, 0},
	})
	runCases(t, Cargo, []taskCase{
		{"text", ".cargo/config.toml", "[alias]\nx = \"run --bin y\"\nz = ['run', 'a b']\n", "x", []string{"2 x: cargo run --bin y"}, 0},
		{"list", ".cargo/config.toml", "[alias]\nz = ['run', 'a b']\n", "z", []string{"2 z: cargo run 'a b'"}, 0},
	})
}

func TestMise(t *testing.T) {
	runCases(t, Mise, []taskCase{
		{"table", "mise.toml", "[tasks.test]\ndepends = ['build']\nrun = ['go test', 'echo {{arg(name=\"x\")}}']\n[tasks.build]\nrun = '''\n#!/usr/bin/env node\nx()\n'''\n", "test", []string{"5 build: #!/usr/bin/env node\nx()\n [node]", "3 test: go test", "3 test: echo ${task_value_arg_name_x_}"}, 0},
		{"short", "mise.toml", "[tasks]\nlint = 'golangci-lint run'\n\"test:ci\" = ['a', 'b']\n", "test:ci", []string{"3 test:ci: a", "3 test:ci: b"}, 0},
		{"pattern and alias", "mise.toml", "[tasks.all]\nalias = 'a'\ndepends = ['lint:*']\n[tasks.\"lint:x\"]\nrun = 'x'\n[tasks.\"lint:y\"]\nfile = 's/y.sh'\n", "a", []string{"5 lint:x: x", "7 lint:y: s/y.sh"}, 0},
		{"a file of its own", ".mise/tasks/lint/go", "#!/bin/sh\ngo vet\n", "lint:go", []string{"1 lint:go: #!/bin/sh\ngo vet\n"}, 0},
		{"computed environment", "mise.toml", "[env]\nX = \"{{ exec(command='a b') }}\"\nY = '{{ env.HOME }}'\n[tasks.t]\nrun = 'c'\n", "t", []string{"2 : a b", "5 t: c"}, 0},
		{"environment", "mise.toml", "[env]\n_.source = 'x.sh'\n[tasks.a]\nrun = 'b'\n", "a", []string{"4 a: b"}, 1},
	})
}

func TestDockerfile(t *testing.T) {
	runCases(t, Dockerfile, []taskCase{
		{"forms", "Dockerfile", "FROM x\nRUN apt-get update && \\\n  # note\n  apt-get install y\nCOPY a b\nRUN [\"rm\", \"-rf\", \"a b\"]\nRUN --mount=type=cache,target=/x make\nONBUILD RUN z\n", "", []string{"2 RUN: apt-get update &&    apt-get install y", "6 RUN: rm -rf 'a b'", "7 RUN: make", "8 RUN: z"}, 0},
		{"here-document", "Dockerfile", "FROM x\nRUN <<EOF\nrm a\nrm b\nEOF\nRUN python3 <<E\nimport os\nE\nRUN c\n", "", []string{"3 RUN: rm a\nrm b", "6 RUN: python3 <<E\nimport os\nE\n", "9 RUN: c"}, 0},
		{"other shell", "Dockerfile", "SHELL [\"pwsh\", \"-c\"]\nRUN rm x\n", "", []string{"2 RUN: rm x [pwsh]"}, 0},
		{"insecure", "Dockerfile", "RUN --security=insecure x\n", "", []string{"1 RUN: x"}, 1},
	})
}

func TestFor(t *testing.T) {
	for _, u := range usualFiles {
		if _, ok := For(u.tool); !ok {
			t.Errorf("no function for %s", u.tool)
		}
	}
	if _, ok := For("nosuch"); ok {
		t.Error("a function for nosuch")
	}
}

func TestBounds(t *testing.T) {
	for name, c := range map[string]struct {
		f         Func
		file, src string
	}{
		"make, wide":   {Make, "Makefile", "x:\n" + strings.Repeat("\ta\n", 3000)},
		"make, grows":  {Make, "Makefile", "A = $(B)$(B)$(B)$(B)\nB = $(C)$(C)$(C)$(C)\nC = $(D)$(D)$(D)$(D)\nD = $(E)$(E)$(E)$(E)\nE = $(F)$(F)$(F)$(F)\nF = $(G)$(G)$(G)$(G)\nG = $(H)$(H)$(H)$(H)\nH = $(I)$(I)$(I)$(I)\nI = 0123456789\nx:\n\t$(A)\n"},
		"just, long":   {Just, "justfile", "x:\n a" + strings.Repeat("b", maxText) + "\n"},
		"docker, open": {Dockerfile, "Dockerfile", "RUN <<E\na\n"},
	} {
		res, err := c.f(one(c.file, c.src), "", "x")
		if err == nil && len(res.Unread) == 0 {
			t.Errorf("%s: read it all", name)
		}
	}
}

func FuzzTasks(f *testing.F) {
	tools := []string{"make", "npm", "just", "task", "pyproject", "composer", "cargo", "docker", "mise", "deno"}
	for i, s := range []string{"x: y ; z\n\t$(A:.c=$(shell b))\nifdef A\nendif\n", `{"scripts":{"x":"a"}}`, "x a='b': (c d) && e\n  {{x}} `y`\n", "tasks:\n  x:\n    cmds: [a, {task: b}]\n    vars: {A: {sh: c}}\n", "[tool.poe.tasks]\nx = ['a', {ref = 'b'}]\n", `{"scripts":{"x":["@x","a"]}}`, "[alias]\nx = ['a']\n", "RUN <<A <<B\nx\nA\ny\nB\n", "[tasks.x]\ndepends=['*']\nrun=[{task='x'}]\n", "{\"tasks\":{\"x\":{\"dependencies\":[\"x\"]}} /* */}"} {
		f.Add(s, uint8(i))
	}
	f.Fuzz(func(t *testing.T, src string, n uint8) {
		run, _ := For(tools[int(n)%len(tools)])
		read := func(string) ([]byte, bool) { return []byte(src), true }
		res, err := run(read, "", "x")
		if err == nil && res.File == "" {
			t.Fatal("no file named")
		}
	})
}
