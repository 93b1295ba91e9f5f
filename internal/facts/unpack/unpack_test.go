package unpack

import "testing"

func TestAbove(t *testing.T) {
	for name, want := range map[string]string{".git/hooks/x": ".", "a/.claude/x": "a", "a/b/.x/.y": "a/b", "Jenkinsfile": ".", "a/x.pth": "a"} {
		if got := Above(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestOpenable(t *testing.T) {
	for name, want := range map[string]bool{"x.tar": true, "x.TGZ": true, "x.tar.xz": false, "x": false, "x.zip": true, "x.7z": false} {
		if openable(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}
