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
