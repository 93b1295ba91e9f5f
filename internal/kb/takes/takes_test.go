package takes

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
)

// unknownTools stand in the table although the gate knows nothing else about
// them: a call of them is asked about as one of an unknown program.
const unknownTools = "auto circusd danger mill modd mprocs nix-build nix-shell np process-compose python3 release-it standard-version supervisord"

// TestTable: every row can be used, and no file stands in two of them.
func TestTable(t *testing.T) {
	var rows []Kind
	if err := schema.Strict([]byte(tableJSON), &rows); err != nil {
		t.Fatal(err)
	}
	found := table()
	if len(rows) != len(found) {
		t.Fatalf("%d rows, %d were found: each must begin a line", len(rows), len(found))
	}
	files, names := map[string]string{}, map[string]bool{}
	for i, k := range rows {
		if d := cmp.Diff(k, *found[i].get()); d != "" {
			t.Errorf("%s is found as another row (-want +got):\n%s", k.Name, d)
		}
		if k.Name == "" || names[k.Name] {
			t.Errorf("%q: no name of its own", k.Name)
		}
		names[k.Name] = true
		if !slices.Contains(strings.Fields("package make just lines tree procfile xml directives bang doctest rust strings bazel wrapper cron sh python ruby javascript elixir groovy lua perl r gdb lldb php calls cmake earth notebook template values gyp script source"), k.Form) {
			t.Errorf("%s: form %q", k.Name, k.Form)
		}
		if (k.Form == "tree" || k.Form == "directives" || k.Form == "template" || k.Form == "values") == (k.Keys == "") {
			t.Errorf("%s: keys %q", k.Name, k.Keys)
		}
		if k.Files+k.In == "" && !k.Only {
			t.Errorf("%s: no files", k.Name)
		}
		for name := range strings.FieldsSeq(strings.ToLower(k.Files)) {
			if files[name] != "" && files[name] != k.Name {
				t.Errorf("%s in %s: in %s, too", name, k.Name, files[name])
			}
			files[name] = k.Name
		}
		for tool := range k.By {
			_, err := os.Stat("../data/" + tool + ".json")
			if err != nil != slices.Contains(strings.Fields(unknownTools), tool) {
				t.Errorf("%s: tool %s: %v", k.Name, tool, err)
			}
		}
	}
}

// TestOf: of several names that a file fits the most specific counts, each time.
func TestOf(t *testing.T) {
	for file, want := range map[string]string{
		"a/Makefile": "make", "x.mk": "make", "MAKEFILE": "make", "vite.config.ts": "javascript", ".mocharc.js": "javascript", "jest.setup.js": "javascript",
		"build.gradle": "gradle", "app/build.gradle.kts": "gradle-kotlin", "a.gradle.kts": "gradle-kotlin", "a.gradle": "gradle",
		"lint-staged.config.js": "lint-staged-code", ".lintstagedrc.cjs": "lint-staged-code", ".lintstagedrc": "lint-staged",
		"Taskfile.yml": "task", "Procfile": "procfile", "Procfile.test": "procfile", "x/.cargo/config.toml": "cargo", "config.toml": "",
		"config/puma.rb": "puma", "spec/spec_helper.rb": "ruby-tests", "src/config.ts": "", "main.py": "", "README.md": "", "a.test.ts": "", "": "",
	} {
		for range 20 {
			if got := Of(file).Name; got != want {
				t.Fatalf("%s: %q, want %q", file, got, want)
			}
		}
	}
}

// TestOfEachName: every row is found by each of its names, however it is written.
func TestOfEachName(t *testing.T) {
	for i := range table() {
		k := *table()[i].get()
		for name := range strings.FieldsSeq(k.Files) {
			name = strings.ReplaceAll(name, "*", "zz") // which no other pattern fits
			for _, file := range []string{name, "/a/" + strings.ToUpper(name)} {
				if got := Of(file); got.Name != k.Name {
					t.Errorf("%s: %q, want %q", file, got.Name, k.Name)
				}
			}
		}
	}
}

func TestTools(t *testing.T) {
	for tool, want := range map[string][2]string{
		"make": {"make", "Makefile"}, "npm": {"npm", "package.json"}, "foreman": {"", "Procfile"}, "mise": {"mise", ""}, "cargo": {"", ""},
		"git": {"", ""}, "": {"", ""}, `x"`: {"", ""}, "form": {"", ""}, "files": {"", ""},
	} {
		if got := [2]string{Strict(tool), Needed(tool)}; got != want {
			t.Errorf("%s: %q, want %q", tool, got, want)
		}
	}
	npm := by("npm")[0]
	for verb, want := range map[string]string{"": "postinstall", "ci": "prepare", "publish": "prepublishOnly", "pack": "prepack", "version": "preversion", "run": "", "pm pack": "prepack"} {
		if got := npm.scripts(verb); want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("%s: %v, want %s", verb, got, want)
		}
	}
}

func TestCommands(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"Procfile", "# a: x y\nweb: bin/x -p $PORT\n", "sh:bin/x -p $PORT"},
		{".air.toml", "[build]\ncmd = \"a b\"\nbin = \"./x\"\n[misc]\nclean = true\n", "sh:a b|sh:./x"},
		{".goreleaser.yml", "before:\n  hooks:\n    - a b\n    - cmd: c d\nbuilds:\n  - hooks:\n      post: e {{ .Path }}\n", "sh:a b|sh:c d|sh:e ${task_value_Path}"},
		{".lintstagedrc", "{\"*.js\": [\"a b\", \"c\"]}", "sh:a b|sh:c|sh:'a b' c"},
		{"main.tf", "data \"external\" \"x\" {\n  program = [\"a\", \"b c\"]\n}\n", "sh:a 'b c'|sh:= [\"a\", \"b c\"]|sh:[\"a\", \"b c\"]|sh:\"b c\"]|sh:c\"]|sh:a|sh:,|sh:b c|sh:c|sh:]"},
		{"lefthook.yml", "pre-push:\n  jobs:\n    - name: n\n      run: a b\n", "sh:a b"},
		{".pre-commit-config.yaml", "repos:\n  - repo: local\n    hooks:\n      - id: x\n        entry: a b\n        args: [c d, -e]\n", "sh:a b 'c d' -e|sh:a b"},
		{"bacon.toml", "[jobs.x]\ncommand = [\"a\", \"b c\"]\n", "sh:a|sh:b c|sh:a 'b c'"},
		{".cargo/config.toml", "[target.x]\nrunner = \"a b\"\n[build]\nrustc-wrapper = \"w\"\ntarget = \"x\"\n", "sh:w|sh:a b"},
		{"build.xml", "<a><!-- <exec executable='no'/> --><exec executable=\"a\"><arg value=\"b c\"/><arg line='d \"e\"'/></exec><delete dir=\"${build.dir}/x\"/></a>",
			`sh:a 'b c' d "e"|sh:rm -rf $task_value_build_dir/x`},
		{"pom.xml", "<p><configuration><executable>a</executable><arguments><argument>b</argument><argument>c d</argument></arguments></configuration></p>", "sh:a b 'c d'"},
		{"x.csproj", "<P><Exec Command=\"a &quot;b&quot; $(C)\"/></P>", `sh:a "b" $task_value_C`},
		{"x.dc", "2 3 + p\n!a b\n", "sh:a b"},
		{"build.rs", "Command::new(\"a\").args([\"b\", \"c d\"]).status();\nfs::remove_dir_all(\"/x\");", "sh:a b 'c d'|sh:rm -rf /x"},
		{"Guardfile", "x", "ruby:x"},
		{".envrc", "x", "sh:x"},
		{"main.go", "x", ""},
		{".goreleaser.yml", "a: [", ""},
		{"package.json", "{", ""},
	} {
		k := Of(c.file)
		list, _ := Commands(k, c.file, c.text, nil)
		var got []string
		for _, x := range list {
			got = append(got, x.Lang+":"+x.Code)
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s %q: %q, want %q", c.file, c.text, s, c.want)
		}
	}
	list, _ := Commands(Of("composer.json"), "composer.json", `{"scripts":{"x":["@php a","A\\B::c","@y"],"y":"b c","z":"no"}}`, []string{"x"})
	if got, _ := json.Marshal(list); string(got) != `[{"Lang":"sh","Code":"php a"},{"Lang":"sh","Code":"A\\B::c"},{"Lang":"sh","Code":"y"},{"Lang":"sh","Code":"b c"}]` {
		t.Errorf("%s", got)
	}
	list, _ = Commands(Kind{Form: "doctest"}, "x.txt", "Text\n>>> a\n... b\nc\n", nil)
	if len(list) != 1 || list[0] != (Text{"python", "a\nb\n"}) {
		t.Errorf("%q", list)
	}
	list, _ = Commands(Kind{Form: "directives", Keys: "run screen"}, "x", "run \"a b\"\nscreen -t x c d\nset z y\n", nil)
	for _, want := range []string{"a b", "c d"} {
		if !slices.Contains(list, Text{"sh", want}) {
			t.Errorf("%q not in %q", want, list)
		}
	}
}

// TestHostile: whatever stands in a file, reading it ends, and gives no more
// than a bounded number of texts.
func TestHostile(t *testing.T) {
	for _, text := range []string{strings.Repeat("a: b c\n", 5000), strings.Repeat("<exec executable=\"a", 5000), strings.Repeat("<exec executable=\"a\"/>", 5000), strings.Repeat("[", 5000),
		strings.Repeat("Command::new(\"a", 3000), strings.Repeat("run \"", 5000), "\x00", strings.Repeat("- - ", 2000), "${", "$(", "<", "<![CDATA[", "{\"a\":" + strings.Repeat("[1,", 3000)} {
		for i := range table() {
			k := *table()[i].get()
			list, _ := Commands(k, "x.yml", text, []string{"a"})
			if len(list) > maxTexts {
				t.Errorf("%s: %d texts", k.Name, len(list))
			}
		}
	}
}
