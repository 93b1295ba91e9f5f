//go:build !windows

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// branches makes the project a repository of git with a branch of ordinary work
// and one for each file that decides what runs later.
func (m *ground) branches() (git func(args ...string)) {
	m.t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		m.t.Skip("git is not installed")
	}
	git = func(args ...string) {
		m.t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = m.project
		cmd.Env = append(os.Environ(), "HOME="+m.home, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
		if out, err := cmd.CombinedOutput(); err != nil {
			m.t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	if err := os.RemoveAll(filepath.Join(m.project, ".git")); err != nil {
		m.t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	for branch, file := range planted {
		git("switch", "-q", "-c", branch, "main")
		m.put(filepath.Join(m.project, file), branch+"\n")
		git("add", "-f", "-A")
		git("commit", "-q", "-m", branch)
	}
	git("switch", "-q", "feature")
	git("switch", "-q", "main")
	m.put(filepath.Join(m.project, ".claude", "settings.json"), "{}\n")
	git("stash", "push", "-q")
	return git
}

// planted are files by the branch that has them.
var planted = map[string]string{
	"feature": "feature.go", "ci": ".github/workflows/x.yml", "lint": ".pre-commit-config.yaml", "deps": "go.mod", "words": "AGENTS.md",
	"gate": ".sentinel/config.json", "claude": ".claude/settings.json", "local": ".claude/settings.local.json", "cursor": ".cursor/hooks.json",
	"servers": ".mcp.json", "direnv": ".envrc", "husky": ".husky/pre-commit", "tasks": ".vscode/tasks.json", "nested": "pkg/a/.mcp.json",
}

// TestThreat2_WhatGitPutsInPlace: a branch, a stash, the index can hold files
// that decide what runs later. Those are asked about by name; all else that git
// is used for stays as it was.
func TestThreat2_WhatGitPutsInPlace(t *testing.T) {
	m := newGround(t)
	git := m.branches()
	want := map[string]string{
		"git update-index --cacheinfo 100644,587be6b4c3f93f93c489c0111bba5596147a26cb,.sentinel/config.json":       ".sentinel/config.json",
		"git update-index --add --cacheinfo 100644 587be6b4c3f93f93c489c0111bba5596147a26cb .claude/settings.json": ".claude/settings.json",
		"git stash pop": ".claude/settings.json", "git stash apply stash@{0}": ".claude/settings.json", "git stash branch x": ".claude/settings.json",
		"git worktree add ../wt claude": ".claude/settings.json", "git bisect start claude main": ".claude/settings.json", "cd .. && git -C project switch claude": ".claude/settings.json",
		"B=claude; git checkout $B": ".claude/settings.json", "git pull . claude": ".claude/settings.json", "git switch -c y gate": ".sentinel/config.json",
	}
	for branch, file := range planted {
		if strings.Contains("feature ci lint deps words", branch) {
			want["git checkout "+branch], want["git switch "+branch] = "", ""
			continue
		}
		want["git switch "+branch], want["git merge "+branch] = file, file
	}
	for _, verb := range []string{"checkout", "checkout --detach", "checkout -f", "rebase", "cherry-pick", "reset --hard", "reset --keep", "read-tree -u -m", "merge --squash", "merge --ff-only"} {
		want["git "+verb+" gate"] = ".sentinel/config.json"
	}
	for _, quiet := range []string{"git checkout main", "git switch -c x", "git checkout -b y", "git checkout -", "git fetch origin", "git stash list", "git update-index --refresh", "git checkout no-such-branch"} {
		want[quiet] = ""
	}
	lines := []string{}
	for cmd := range want {
		lines = append(lines, "Bash "+cmd)
	}
	check := func(line, decision, reason string, err error) {
		file := want[strings.TrimPrefix(line, "Bash ")]
		if err != nil || file == "" && decision != "allow" || file != "" && (decision != "ask" || !strings.Contains(reason, file)) {
			t.Errorf("%s\n\tgot %q, want a question about %q: %s %v", line, decision, file, reason, err)
		}
	}
	m.each(lines, check)

	// What lies there already is not put there, nor what only this side has changed.
	git("switch", "-q", "claude")
	git("branch", "-q", "later", "feature")
	want = map[string]string{"git merge-base later HEAD": "", "git switch main": ".claude/settings.json"}
	m.each([]string{"Bash git merge-base later HEAD", "Bash git switch main"}, check)
	m.each([]string{"Bash git merge later"}, func(line, decision, reason string, err error) {
		if strings.Contains(reason, ".claude/settings.json") {
			t.Errorf("%s: %s", line, reason)
		}
	})
	git("switch", "-q", "main")
	m.put(filepath.Join(m.project, ".claude", "settings.json"), "claude\n")
	want = map[string]string{"git switch claude": ""}
	m.each([]string{"Bash git switch claude"}, check)
}

// TestThreat2_AnotherContentIsAskedAgain: a yes to one content that git puts in
// place is none to another.
func TestThreat2_AnotherContentIsAskedAgain(t *testing.T) {
	m := newGround(t)
	git := m.branches()
	ran := func(command string) {
		call := m.call("Bash", map[string]any{"command": command})
		if decision, reason, err := m.hook(call); decision != "ask" || err != nil {
			t.Fatalf("%s: %q %s %v", command, decision, reason, err)
		}
		call["hook_event_name"], call["tool_response"] = "PostToolUse", map[string]any{"stdout": ""}
		if _, reason, err := m.hook(call); err != nil {
			t.Fatal(reason, err)
		}
	}
	ran("git switch servers")
	if decision, reason, err := m.hook(m.call("Bash", map[string]any{"command": "git switch servers"})); decision != "allow" || err != nil {
		t.Errorf("the same again: %q %s %v", decision, reason, err)
	}
	git("switch", "-q", "servers")
	m.put(filepath.Join(m.project, ".mcp.json"), "something else\n")
	git("commit", "-q", "-a", "-m", "two")
	git("switch", "-q", "main")
	if decision, reason, err := m.hook(m.call("Bash", map[string]any{"command": "git switch servers"})); decision != "ask" || err != nil {
		t.Errorf("another content: %q %s %v", decision, reason, err)
	}
}

// TestR223_NothingInTheProject: asking, a yes and what is learned of it leave
// nothing in the project but the gate's own folder, which git does not see.
func TestR223_NothingInTheProject(t *testing.T) {
	m := newGround(t)
	git := m.branches()
	git("rm", "-q", "-r", "--cached", ".sentinel")
	git("commit", "-q", "-m", "without")
	for _, command := range []string{"git commit -m x", "npm install left-pad", "curl https://example.com/x", "cp notes.txt ~/x", "cat x.sh"} {
		call := m.call("Bash", map[string]any{"command": command})
		if _, reason, err := m.hook(call); err != nil {
			t.Fatal(reason, err)
		}
		call["hook_event_name"], call["tool_response"] = "PostToolUse", map[string]any{"stdout": ""}
		if _, reason, err := m.hook(call); err != nil {
			t.Fatal(reason, err)
		}
	}
	cmd := exec.Command("git", "status", "--porcelain", "--untracked-files=all", "--", ":!.sentinel/config.json")
	cmd.Dir = m.project
	out, err := cmd.Output()
	if err != nil || strings.TrimSpace(string(out)) != "" && strings.TrimSpace(string(out)) != "?? .sentinel/.gitignore" {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(m.project, ".sentinel", "risk.json")); err != nil {
		t.Error("nothing was learned, so that nothing is shown here:", err)
	}
}
