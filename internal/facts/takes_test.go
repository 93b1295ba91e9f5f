package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// taken are tools, the file each takes its commands from, with @ where one
// stands, and commands that ordinary projects have there.
var taken = []struct {
	run, file, text string
	ordinary        []string
}{
	{"foreman start", "Procfile", "web: bin/web\nworker: @\n", []string{"bundle exec puma -p $PORT", "./bin/worker", "gunicorn app:app"}},
	{"hivemind Procfile.dev", "Procfile.dev", "web: @\n", []string{"npm run dev", "go run ./cmd/x", "rails server -p 3000"}},
	{"heroku local", "Procfile", "web: @\n", []string{"node server.js", "python manage.py runserver", "java -jar target/x.jar"}},
	{"air", ".air.toml", "[build]\ncmd = \"@\"\nbin = \"./tmp/main\"\n", []string{"go build -o ./tmp/main .", "make build", "templ generate"}},
	{"ant test", "build.xml", "<project><target name='t'><exec executable='sh'><arg value='-c'/><arg value='@'/></exec></target></project>", []string{"javac -d out A.java", "git rev-parse HEAD", "npm run build"}},
	{"goreleaser build --snapshot", ".goreleaser.yml", "before:\n  hooks:\n    - go mod tidy\n    - @\n", []string{"go generate ./...", "./scripts/completions.sh", "npm run build"}},
	{"npx lint-staged", ".lintstagedrc", `{"*.js": ["eslint --fix", "@"]}`, []string{"prettier --write", "tsc --noEmit", "vitest related --run"}},
	{"npx lint-staged", "package.json", `{"lint-staged": {"*.js": "@"}}`, []string{"prettier --write", "eslint --fix", "git add"}},
	{"lefthook run pre-commit", "lefthook.yml", "pre-commit:\n  commands:\n    x:\n      run: @\n", []string{"npx eslint {staged_files}", "go vet ./...", "rubocop {staged_files}"}},
	{"pre-commit run -a", ".pre-commit-config.yaml", "repos:\n  - repo: local\n    hooks:\n      - id: x\n        language: system\n        entry: @\n", []string{"ruff check", "bash scripts/lint.sh", "make lint"}},
	{"bacon x", "bacon.toml", "[jobs.x]\ncommand = \"@\"\n", []string{"cargo check", "cargo clippy --all-targets", "cargo nextest run"}},
	{"doit", "dodo.py", "def task_x():\n    return {'actions': ['@']}\n", []string{"pytest -q", "ruff check .", "sphinx-build docs out"}},
	{"waf build", "wscript", "def build(bld):\n    bld(rule='@')\n", []string{"cp ${SRC} ${TGT}", "cc -c ${SRC}", "touch ${TGT}"}},
	{"scons", "SConstruct", "Command('x', [], '@')\n", []string{"gcc -o $TARGET $SOURCE", "touch $TARGET", "python gen.py > $TARGET"}},
	{"rackup", "config.ru", "system('@')\nrun App\n", []string{"echo hi", "git rev-parse HEAD", "true"}},
	{"guard", "Guardfile", "guard :shell do\n  watch(/x/) { `@` }\nend\n", []string{"rspec -c", "bundle exec rubocop", "npm test"}},
	{"rake test", "Rakefile", "task :test do\n  sh '@'\nend\n", []string{"bundle exec rspec", "ruby -Ilib test/all.rb", "rubocop"}},
	{"vagrant status", "Vagrantfile", "system('@')\n", []string{"echo hi", "git status", "true"}},
	{"brew bundle list", "Brewfile", "system '@'\nbrew 'jq'\n", []string{"echo hi", "true", "uname -m"}},
	{"bundle list", "Gemfile", "`@`\ngem 'rake'\n", []string{"git ls-files", "uname", "ruby -v"}},
	{"cargo test", ".cargo/config.toml", "[target.x]\nrunner = \"@\"\n", []string{"qemu-arm", "probe-rs run --chip X", "wasm-bindgen-test-runner"}},
	{"cargo build", "build.rs", "Command::new(\"sh\").args([\"-c\", \"@\"]).status();\n", []string{"git rev-parse HEAD", "protoc --version", "make -C vendor"}},
	{"mvn test", "pom.xml", "<p><configuration><executable>sh</executable><arguments><argument>-c</argument><argument>@</argument></arguments></configuration></p>", []string{"npm run build", "git rev-parse HEAD", "node gen.js"}},
	{"dotnet build", "App.csproj", "<Project><Target><Exec Command=\"@\"/></Target></Project>", []string{"npm run build", "git rev-parse HEAD", "node gen.js"}},
	{"nox", "noxfile.py", "def tests(session):\n    session.run('sh', '-c', '@')\n", []string{"pytest -q", "mypy src", "ruff check ."}},
	{"tilt ci", "Tiltfile", "local('@')\n", []string{"npm run build", "go build ./...", "make build"}},
	{"skaffold build", "skaffold.yaml", "build:\n  artifacts:\n    - custom:\n        buildCommand: @\n", []string{"npm run build", "./build.sh", "make image"}},
	{"devbox run x", "devbox.json", `{"shell": {"init_hook": ["@"]}}`, []string{"echo hi", "npm install", "export A=1"}},
	{"ansible-playbook site.yml", "site.yml", "- hosts: localhost\n  tasks:\n    - shell: @\n", []string{"echo hi", "systemctl status x", "ls /srv"}},
	{"direnv exec . make test", ".envrc", "export A=1\n@\n", []string{"PATH_add bin", "layout python", "use flake"}},
	{"gdb -batch ./a.out", ".gdbinit", "set pagination off\nshell @\n", []string{"make", "clear", "ls"}},
	{"screen -c rc -d -m", "rc", "startup_message off\nscreen -t x @\n", []string{"top", "htop", "vim a.txt"}},
	{"gradle -I init.gradle test", "init.gradle", "exec { commandLine 'sh', '-c', '@' }\n", []string{"npm run build", "git rev-parse HEAD", "echo hi"}},
	{"python -m doctest x.txt", "x.txt", ">>> import os\n>>> os.system('@')\n", []string{"echo hi", "true", "ls"}},
	{"cmake .", "CMakeLists.txt", "execute_process(COMMAND sh -c \"@\")\n", []string{"git rev-parse HEAD", "uname -m", "python3 gen.py"}},
	{"meson setup b", "meson.build", "run_command('sh', '-c', '@')\n", []string{"git rev-parse HEAD", "uname -m", "python3 gen.py"}},
	{"bazel build //...", "BUILD.bazel", "genrule(name = \"x\", cmd = \"@\")\n", []string{"cp $(SRCS) $@", "touch $@", "echo hi > $@"}},
	{"pytest -q", "conftest.py", "import os\nos.system('@')\n", []string{"echo hi", "git rev-parse HEAD", "true"}},
	{"wrangler dev", "wrangler.toml", "[build]\ncommand = \"@\"\n", []string{"npm run build", "node build.js", "worker-build --release"}},
	{"npm install", "package.json", `{"scripts": {"postinstall": "@", "deploy": "git push --force"}}`, []string{"patch-package", "node scripts/x.js && npm run build", "husky install"}},
	{"npm ci", "package.json", `{"scripts": {"prepare": "@"}}`, []string{"husky", "npm run build", "git config core.hooksPath .githooks"}},
	{"npm publish", "package.json", `{"scripts": {"prepublishOnly": "@"}}`, []string{"npm test && npm run build", "tsc", "rm -rf dist && rollup -c"}},
	{"npm version patch", "package.json", `{"scripts": {"postversion": "@"}}`, []string{"git push", "npm run changelog", "git push --follow-tags"}},
	{"npm pack", "package.json", `{"scripts": {"prepack": "@"}}`, []string{"tsc", "npm run build", "rm -rf dist"}},
	{"yarn", "package.json", `{"scripts": {"preinstall": "@"}}`, []string{"npx only-allow yarn", "node check.js", "echo hi"}},
	{"pnpm install", "package.json", `{"scripts": {"install": "@"}}`, []string{"node-gyp rebuild", "prisma generate", "node x.js"}},
	{"bun install", "package.json", `{"scripts": {"postinstall": "@"}}`, []string{"electron-builder install-app-deps", "bun run build", "echo hi"}},
	{"composer install", "composer.json", `{"scripts": {"post-install-cmd": ["@"]}}`, []string{"@php artisan optimize", "php bin/console cache:clear", "A\\\\B::c"}},
	{"composer dump-autoload", "composer.json", `{"scripts": {"post-autoload-dump": "@x", "x": "@"}}`, []string{"@php artisan package:discover", "echo hi", "php a.php"}},
}

// judge judges a command in a project with the files.
func judge(t *testing.T, run string, files map[string]string) sentinel.Assessment {
	t.Helper()
	w := &facts.World{KB: known, Place: &paths.Place{FS: paths.NewProject(files), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	a, err := w.Assess(sentinel.Call{Tool: "bash", Cwd: paths.ProjectRoot, Arguments: map[string]any{"command": run}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestR302_FilesOfTasks: what stands in the file that a tool takes its commands
// from is judged when the tool runs; ordinary commands change nothing.
func TestR302_FilesOfTasks(t *testing.T) {
	known = kb.New()
	for _, c := range taken {
		bare := judge(t, c.run, nil)
		for _, harm := range []string{"git push --force", "terraform destroy -auto-approve", "rm -rf ~"} {
			text := strings.ReplaceAll(c.text, "@", harm)
			if strings.HasPrefix(c.file, "composer") {
				text = strings.Replace(strings.ReplaceAll(c.text, `"@x"`, `"\x00"`), "@", harm, 1)
				text = strings.ReplaceAll(text, "\x00", "@x")
				text = strings.ReplaceAll(text, `\x00`, "@x")
			}
			a := judge(t, c.run, map[string]string{c.file: text})
			if a.Colour != sentinel.Red || a.Risk < sentinel.High {
				t.Errorf("%s with %q in %s: %v %v", c.run, harm, c.file, a.Colour, a.Risk)
				continue
			}
			if !slices.ContainsFunc(a.Findings, func(f sentinel.Finding) bool {
				return strings.Contains(f.Say, c.file) && (strings.Contains(f.Say, strings.TrimSuffix(harm, "~")) || strings.Contains(f.Part, harm))
			}) {
				t.Errorf("%s: %s in %s is not named: %+v", c.run, harm, c.file, a.Findings)
			}
			if harm == "rm -rf ~" && !blocked(a) {
				t.Errorf("%s: %q is asked about, not refused", c.run, harm)
			}
			written := judge(t, "cat > "+c.file+" <<'EOF'\n"+text+"\nEOF\n"+c.run, nil)
			if written.Colour != sentinel.Red {
				t.Errorf("%s with %q, written before: %v", c.run, harm, written.Colour)
			}
		}
		for _, text := range c.ordinary {
			body := strings.ReplaceAll(c.text, "@", text)
			if strings.HasPrefix(c.file, "composer") {
				body = strings.ReplaceAll(strings.ReplaceAll(c.text, `"@x"`, `"#x"`), "@", text)
				body = strings.ReplaceAll(body, "#x", "@x")
			}
			if a := judge(t, c.run, map[string]string{c.file: body}); a.Colour != bare.Colour || a.Risk != bare.Risk {
				t.Errorf("%s with %q in %s: %v %v, without %v %v: %+v", c.run, text, c.file, a.Colour, a.Risk, bare.Colour, bare.Risk, a.Findings)
			}
		}
	}
}

var known *kb.Base

func blocked(a sentinel.Assessment) bool {
	for _, f := range a.Findings {
		if f.Block {
			return true
		}
	}
	return false
}

// TestR302_FilesOfTasks_NotRun: what the tool does not do with the file is not
// asked about.
func TestR302_FilesOfTasks_NotRun(t *testing.T) {
	known = kb.New()
	for run, files := range map[string]map[string]string{
		"npm install --ignore-scripts":                {"package.json": `{"scripts": {"postinstall": "git push --force"}}`},
		"npm ci":                                      {"package.json": `{"scripts": {"deploy": "git push --force"}}`},
		"foreman check":                               {"Procfile": "web: git push --force\n"},
		"lefthook validate":                           {"lefthook.yml": "pre-push:\n  commands:\n    x:\n      run: git push --force\n"},
		"goreleaser check":                            {".goreleaser.yml": "before:\n  hooks:\n    - git push --force\n"},
		"composer install --no-scripts":               {"composer.json": `{"scripts": {"post-install-cmd": "git push --force"}}`},
		"foreman start -f Procfile.dev":               {"Procfile": "web: git push --force\n", "Procfile.dev": "web: npm start\n"},
		"cat Procfile":                                {"Procfile": "web: git push --force\n"},
		"docker run -v $PWD:/w -w /w x foreman start": {"Procfile": "web: git push --force\n"},
		"tmux new -d":                                 {".tmux.conf": "run-shell 'git push --force'\n"},
	} {
		bare, a := judge(t, run, nil), judge(t, run, files)
		if a.Colour != bare.Colour || a.Risk != bare.Risk {
			t.Errorf("%s: %v %v, without the file %v %v: %+v", run, a.Colour, a.Risk, bare.Colour, bare.Risk, a.Findings)
		}
	}
}

// TestR302_FilesOfTasks_Bounded: files without end, and files that start one
// another, come to an end.
func TestR302_FilesOfTasks_Bounded(t *testing.T) {
	known = kb.New()
	var long strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&long, "p%d: foreman start -f Procfile%d\n", i, i)
	}
	judge(t, "foreman start", map[string]string{"Procfile": long.String(), "Procfile1": long.String(), "Procfile2": long.String()})
	if a := judge(t, "foreman start", map[string]string{"Procfile": "web: foreman start\nx: npm install\n", "package.json": `{"scripts":{"postinstall":"npm install && foreman start"}}`}); a.Colour != sentinel.Green {
		t.Errorf("files that start one another: %v %+v", a.Colour, a.Findings)
	}
}

// TestR302_FilesOfTasks_Patched: text that a patch puts into such a file is found
// as text that is written there.
func TestR302_FilesOfTasks_Patched(t *testing.T) {
	known = kb.New()
	for _, c := range []struct{ file, harm, fine string }{
		{"Procfile", "web: git push --force", "web: npm start"},
		{".goreleaser.yml", "    - terraform destroy -auto-approve", "    - go mod tidy"},
		{"Makefile", "\tgit push --force", "\tgo test ./..."},
		{"conftest.py", "import os; os.system('rm -rf ~')", "import os"},
	} {
		for line, want := range map[string]bool{c.harm: true, c.fine: false} {
			diff := "--- a/" + c.file + "\n+++ b/" + c.file + "\n@@ -1 +1,2 @@\n x\n+" + line + "\n"
			own := "*** Begin Patch\n*** Update File: " + c.file + "\n@@\n x\n+" + line + "\n*** End Patch\n"
			for _, run := range []string{
				"git apply <<'EOF'\n" + diff + "EOF", "patch -p1 <<'EOF'\n" + diff + "EOF", "cat > x.diff <<'EOF'\n" + diff + "EOF\ngit apply x.diff",
				"apply_patch <<'EOF'\n" + own + "EOF",
			} {
				if a := judge(t, run, map[string]string{c.file: "x\n"}); (a.Colour == sentinel.Red) != want {
					t.Errorf("%q into %s: %v, want red %v: %+v", line, c.file, a.Colour, want, a.Findings)
				}
			}
			w := &facts.World{KB: known, Place: &paths.Place{FS: paths.NewProject(nil), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
			a, err := w.Assess(sentinel.Call{Tool: "apply_patch", Cwd: paths.ProjectRoot, Arguments: map[string]any{"input": own}})
			if err != nil || (a.Colour == sentinel.Red) != want {
				t.Errorf("%q into %s by the tool: %v %v, want red %v", line, c.file, a.Colour, err, want)
			}
		}
	}
}
