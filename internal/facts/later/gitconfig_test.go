package later

import "testing"

func TestGitPrograms(t *testing.T) {
	for text, want := range map[string][2]string{
		"[core]\n\tfsmonitor = x y\n":              {"core.fsmonitor", "core.fsmonitor"},
		"[core]\n\tfsmonitor = true\n":             {"", ""},
		"[core] worktree=..":                       {"core.worktree", "core.worktree"},
		"[filter \"x\"]\nclean = \"sh -c y\"":      {"", "filter.clean"},
		"[alias]\n st = status\n x = !sh":          {"", "alias.x"},
		"[user]\n name = A\n[core]\n bare = false": {"", ""},
		"host = a\npager = less":                   {"", ""},
		"[":                                        {"", ""},
	} {
		if got := [2]string{GitPrograms(text, false), GitPrograms(text, true)}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestGitNested(t *testing.T) {
	for text, want := range map[string]string{
		"[core]\n\tfsmonitor = x y\n": "core.fsmonitor", "[core]\n\tworktree = ../../../lib\n": "", "[core]\nhooksPath = .husky\n": "", "[core]\nhooksPath = /tmp/h\n": "core.hookspath",
		"[filter \"lfs\"]\nclean = git-lfs clean -- %f\nsmudge = git-lfs smudge -- %f\nprocess = git-lfs filter-process\n": "", "[filter \"x\"]\nclean = git-lfs clean; rm x": "filter.clean",
		"[core]\neditor = code --wait\npager = less -FRX\n": "", "[core]\npager = less -FRX; x\n": "core.pager", "[core]\neditor = vim -c !x\n": "core.editor", "[core]\npager = less x\n": "core.pager",
		"[gpg]\nprogram = gpg\n": "", "[gpg]\nprogram = ./gpg\n": "gpg.program", "[credential]\nhelper = store\n": "", "[credential]\nhelper = !x\n": "credential.helper", "[pager]\nlog = delta\ndiff = ./x\n": "pager.diff",
	} {
		if got := GitNested(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
