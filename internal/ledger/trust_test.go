package ledger

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestR82_StrangersLedger(t *testing.T) {
	t.Parallel()
	mine := newWorld(t)
	mine.record("npm publish")
	text := mine.read()
	lookup := func(t *testing.T, change func(*world)) {
		w := newWorld(t)
		w.state = mine.state
		w.put(text)
		change(w)
		if w.known("npm publish") {
			t.Error("counts as consent")
		}
		if list := w.open().List(); len(list) != 1 || list[0].Mine {
			t.Errorf("listed as %+v", list)
		}
	}
	t.Run("another user", func(t *testing.T) { lookup(t, func(w *world) { w.state = t.TempDir() }) })
	t.Run("another user with a key", func(t *testing.T) {
		lookup(t, func(w *world) {
			other := newWorld(t)
			other.record("x")
			w.state = other.state
		})
	})
	edits := map[string][2]string{
		"at":     {`"at": 1000`, `"at": 1001`},
		"count":  {`"count": 1`, `"count": 2`},
		"first":  {`"first": 1000`, `"first": 999`},
		"key":    {`"npm publish": {`, `"npm publish": {"shape": "ls",`},
		"effect": {`"publish"`, `"read"`},
		"scope":  {`"remote"`, `"own"`},
		"target": {`registry.npmjs.org`, `registry.npmjs.com`},
		"more":   {`"effects": [`, `"effects": [[{"kind": "read", "scope": "home"}],`},
		"mac":    {`"mac": "`, `"mac": "00`},
	}
	for name, edit := range edits {
		t.Run("changed "+name, func(t *testing.T) {
			lookup(t, func(w *world) {
				changed := strings.Replace(text, edit[0], edit[1], 1)
				if changed == text {
					t.Fatal("nothing changed")
				}
				w.put(changed)
			})
		})
	}
	t.Run("another project", func(t *testing.T) {
		w := newWorld(t)
		w.state = mine.state
		w.put(text)
		o := w.options()
		o.Identity = "other"
		if _, ok := w.openWith(o).Lookup("npm publish"); ok {
			t.Error("counts as consent")
		}
	})
	t.Run("another key", func(t *testing.T) {
		w := newWorld(t)
		w.state = mine.state
		w.put(strings.Replace(text, `"npm publish": {`, `"npm unpublish": {`, 1))
		if w.known("npm unpublish") {
			t.Error("counts as consent")
		}
	})
	t.Run("recorded anew", func(t *testing.T) {
		w := newWorld(t)
		w.state = mine.state
		w.put(strings.Replace(text, `"count": 1`, `"count": 70`, 1))
		w.record("npm publish")
		if e, ok := w.open().Lookup("npm publish"); !ok || e.Count != 1 {
			t.Errorf("kept a stranger's count: %+v", e)
		}
	})
}

func TestKeyFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.state = filepath.Join(w.state, "deep", "state")
	w.record("npm publish")
	key := filepath.Join(w.state, "ledger.key")
	if runtime.GOOS != "windows" {
		if info, _ := os.Stat(key); info.Mode().Perm() != 0o600 {
			t.Errorf("key has mode %v", info.Mode())
		}
		if info, _ := os.Stat(w.state); info.Mode().Perm() != 0o700 {
			t.Errorf("folder has mode %v", info.Mode())
		}
		os.Chmod(key, 0o644)
		if w.known("npm publish") || w.open().Problem() == nil {
			t.Error("trusts a key that others may read")
		}
		os.Chmod(key, 0o600)
	}
	if err := os.WriteFile(key, []byte("short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if w.known("npm publish") || w.open().Problem() == nil {
		t.Error("trusts a broken key")
	}
	if err := w.open().Record("npm pack", "", publish); err == nil {
		t.Error("signs with a broken key")
	}
}

func TestR109_Forget(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const shape = "git push --force-with-lease <word> <word>"
	w.record(shape, "npm publish", "rm -r <path>", "rm -R <path>")
	before := w.read()
	if n, err := w.open().Forget("no such", "nor this"); n != 0 || err != nil || w.read() != before {
		t.Errorf("unknown: %d, %v", n, err)
	}
	if n, err := w.open().Forget("git push --force-with-lease origin <word>", shape); n != 1 || err != nil {
		t.Errorf("by its shape: %d, %v", n, err)
	}
	if n, err := w.open().Forget("rm -R <path>"); n != 1 || err != nil {
		t.Errorf("letter case: %d, %v", n, err)
	}
	if w.known(shape) || !w.known("npm publish") || !w.known("rm -r <path>") || w.known("rm -R <path>") {
		t.Error("forgot the wrong one")
	}
	l := w.open()
	for _, key := range []string{"a#1", "a#2"} {
		if err := l.Record(key, "a <word>", publish); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := l.Forget("a <word>"); n != 2 || err != nil {
		t.Errorf("all of a shape: %d, %v", n, err)
	}
}

func TestForgottenStaysForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.record("npm publish", "npm pack")
	old := w.read()
	w.now = time.UnixMilli(500) // a clock that was set back changes nothing
	longLived := w.open()
	if _, ok := longLived.Lookup("npm publish"); !ok {
		t.Fatal("not recorded")
	}
	if n, err := w.open().Forget("npm publish"); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, ok := longLived.Lookup("npm publish"); ok {
		t.Error("another process does not notice")
	}
	w.put(old)
	if w.known("npm publish") || !w.known("npm pack") {
		t.Error("an old file brings consent back")
	}
	w.record("npm publish")
	if !w.known("npm publish") {
		t.Error("cannot be learned again")
	}
	if e, _ := w.open().Lookup("npm publish"); e.Count != 1 || e.First != 500 {
		t.Errorf("an old count came back: %+v", e)
	}
	again := w.read()
	if _, err := w.open().Forget("npm publish"); err != nil {
		t.Fatal(err)
	}
	w.put(again)
	if w.known("npm publish") {
		t.Error("the second copy brings consent back")
	}
}

func TestBrokenTombstones(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.record("npm publish")
	old := w.read()
	if _, err := w.open().Forget("npm publish"); err != nil {
		t.Fatal(err)
	}
	w.record("npm pack")
	w.put(old)
	if err := os.WriteFile(w.open().forgottenFile(), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if w.known("npm publish") || w.open().Problem() == nil {
		t.Error("trusts without knowing what was forgotten")
	}
	w.record("go install")
	if !w.known("go install") || w.known("npm publish") {
		t.Error("cannot begin anew, or old consent came back")
	}
	os.Remove(w.open().forgottenFile())
	if w.known("go install") {
		t.Error("trusts a generation that nobody began")
	}
}

func TestTombstonesAreBounded(t *testing.T) {
	t.Parallel()
	var f forgotten
	for i := range 3 * maxForgotten {
		text := fmt.Sprint("t", i)
		e := Entry{Key: text, Shape: text, generation: f.Generation}
		f.add(0, text)
		if !f.holds(e) || len(f.Texts) > maxForgotten {
			t.Fatalf("after %d: %+v", i, f)
		}
	}
	if e := (Entry{Key: "t0", generation: 0}); !f.holds(e) {
		t.Error("the first came back")
	}
}
