package moved

import "testing"

func TestLost(t *testing.T) {
	var l List
	l.Add(Thing{From: "/p/src", To: "/p/dist", Tree: true})
	l.Add(Thing{From: "/p/a.go", To: "/tmp", Inside: true})
	l.Add(Thing{From: "/p/nowhere"})
	for real, want := range map[string]string{
		"/p/dist": "/p/src", "/p": "/p/src", "/p/dist/x": "/p/src", "/p/distant": "", "/p/d*": "/p/src", "/p/dist/*": "/p/src",
		"/tmp/a.go": "/p/a.go", "/tmp/b.go": "", "/tmp/*.go": "/p/a.go", "/tmp/*.log": "", "/q/*": "", "": "",
	} {
		if got := l.Lost(real); got != want {
			t.Errorf("with %q goes %q, want %q", real, got, want)
		}
	}
	if l.At("/tmp/a.go") != "/p/a.go" || l.At("/p/dist") != "" {
		t.Error("what lies where is wrong")
	}
	if !l.Carry("/tmp/a.go", Thing{To: "/p/b.go"}) || l.Lost("/tmp/a.go") != "" || l.Lost("/p/b.go") != "/p/a.go" {
		t.Error("what is moved on is lost at its old place")
	}
	for range 2 * maxThings {
		l.Add(Thing{From: "/x", To: "/y"})
	}
	if len(l) != maxThings {
		t.Errorf("%d things", len(l))
	}
}
