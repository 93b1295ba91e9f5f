package trust

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTrust(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	state := func(file, content string) State {
		b, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		return b.State(file, []byte(content))
	}
	if state("/p/c.json", "a") != Unknown {
		t.Error("trusted without being asked")
	}
	if err := Add(dir, "/p/c.json", []byte("a"), now); err != nil {
		t.Fatal(err)
	}
	if state("/p/c.json", "a") != Trusted || state("/p/c.json", "b") != Changed || state("/q/c.json", "a") != Unknown {
		t.Error("trust is bound to neither place nor content")
	}
	if err := Add(dir, "/p/c.json", []byte("b"), now); err != nil {
		t.Fatal(err)
	}
	if state("/p/c.json", "b") != Trusted || state("/p/c.json", "a") != Changed {
		t.Error("the newer content is not the trusted one")
	}
	b, _ := Open(dir)
	if list := b.Entries(); len(list) != 1 || list[0].File != "/p/c.json" || !list[0].At.Equal(now) {
		t.Errorf("got %+v", list)
	}
	for _, want := range []bool{true, false} {
		if was, err := Revoke(dir, "/p/c.json"); err != nil || was != want {
			t.Errorf("revoked %v, %v, want %v", was, err, want)
		}
	}
	if state("/p/c.json", "b") != Unknown {
		t.Error("still trusted")
	}
}

func TestBrokenBook(t *testing.T) {
	for _, text := range []string{"", "{", `{"version": 2, "trusted": []}`, `{"version": 1, "trusted": [], "x": 1}`,
		`{"version": 1, "trusted": [{"file": "/p", "file": "/q", "sha256": ""}]}`, "[]"} {
		dir := t.TempDir()
		if err := os.WriteFile(File(dir), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := Open(dir)
		if err == nil || b.State("/p", nil) != Unknown {
			t.Errorf("%q is taken for a book", text)
		}
		if Add(dir, "/p", nil, time.Time{}) == nil {
			t.Errorf("%q was overwritten", text)
		}
	}
}
