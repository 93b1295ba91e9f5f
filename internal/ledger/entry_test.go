package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel"
)

func effect(kind sentinel.EffectKind, scope sentinel.Scope, target string) sentinel.Effect {
	return sentinel.Effect{Kind: kind, Scope: scope, Target: target}
}

func TestCovers(t *testing.T) {
	t.Parallel()
	read := effect(sentinel.Read, sentinel.ScopeProject, "")
	writeIn := effect(sentinel.Write, sentinel.ScopeProject, "")
	writeOut := effect(sentinel.Write, sentinel.ScopeHome, "")
	hostA := effect(sentinel.Fetch, sentinel.ScopeRemote, "a.test")
	hostB := effect(sentinel.Fetch, sentinel.ScopeRemote, "b.test")
	run1 := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Target: "x.sh", Identity: "11"}
	run2 := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Target: "x.sh", Identity: "22"}
	type set = []sentinel.Effect
	tests := []struct {
		name            string
		granted, wanted set
		want            bool
	}{
		{"same", set{read, writeIn}, set{writeIn, read}, true},
		{"fewer", set{read, writeIn}, set{read}, true},
		{"more", set{read}, set{read, writeIn}, false},
		{"another scope", set{read, writeIn}, set{read, writeOut}, false},
		{"another host", set{hostA}, set{hostB}, false},
		{"another content", set{run1}, set{run2}, false},
		{"nothing wanted", set{read}, nil, false},
		{"nothing granted", nil, set{read}, false},
		{"unread", set{{}}, set{{}}, false},
	}
	for _, test := range tests {
		if got := Covers(test.granted, test.wanted); got != test.want {
			t.Errorf("%s: got %v", test.name, got)
		}
	}
}

func TestSetsAreNotThrownTogether(t *testing.T) {
	t.Parallel()
	readIn, readOut := effect(sentinel.Read, sentinel.ScopeProject, ""), effect(sentinel.Read, sentinel.ScopeOutside, "")
	sendA, sendB := effect(sentinel.Send, sentinel.ScopeRemote, "a"), effect(sentinel.Send, sentinel.ScopeRemote, "b")
	var sets Sets
	sets = sets.Add([]sentinel.Effect{sendA, readIn, readIn})
	sets = sets.Add([]sentinel.Effect{sendB, readOut})
	if sets.Covers([]sentinel.Effect{readOut, sendA}) || !sets.Covers([]sentinel.Effect{readOut, sendB}) {
		t.Error("two approvals made a third")
	}
	if got := sets.Add([]sentinel.Effect{readIn}); len(got) != 2 {
		t.Errorf("a covered set was added: %v", got)
	}
	got := sets.Add([]sentinel.Effect{readIn, readOut, sendB})
	want := Sets{{readIn, sendA}, {readIn, readOut, sendB}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for i := range 100 {
		sets = sets.Add([]sentinel.Effect{effect(sentinel.Fetch, sentinel.ScopeRemote, fmt.Sprint("h", i))})
	}
	if len(sets) != maxSets || !sets.Covers([]sentinel.Effect{effect(sentinel.Fetch, sentinel.ScopeRemote, "h99")}) {
		t.Errorf("%d sets", len(sets))
	}
}

func TestNeverLearned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	books := map[string]Book{"file": w.open(), "memory": NewMemory(func() time.Time { return w.now })}
	long := []sentinel.Effect{effect(sentinel.Read, sentinel.ScopeHome, strings.Repeat("x", maxEntry))}
	grants := map[string]Grant{
		"no key":        {"", "s", publish},
		"no effects":    {"k", "s", nil},
		"unread":        {"k", "s", []sentinel.Effect{publish[0], {}}},
		"gate":          {"k", "s", []sentinel.Effect{{Kind: sentinel.TouchGate}}},
		"catastrophe":   {"k", "s", []sentinel.Effect{{Kind: sentinel.Catastrophe}}},
		"long key":      {strings.Repeat("x", maxKey+1), "", publish},
		"long shape":    {"k", strings.Repeat("x", maxKey+1), publish},
		"long effects":  {"k", "s", long},
		"invalid UTF-8": {"k\xff", "s", publish},
	}
	for kind, book := range books {
		for name, g := range grants {
			if err := book.RecordAll([]Grant{{"first", "", publish}, g}); !errors.Is(err, ErrNeverLearned) {
				t.Errorf("%s: %s: got %v", kind, name, err)
			}
		}
		if list := book.List(); len(list) != 0 {
			t.Errorf("%s: recorded %v", kind, list)
		}
	}
}

func TestLargestLedgerStillReads(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var grants []Grant
	small := []sentinel.Effect{}
	for i := range 40 {
		small = append(small, effect(sentinel.EffectKind(1+i), sentinel.ScopeNone, ""))
	}
	for i := range MaxShapes {
		for j := range 6 {
			set := append([]sentinel.Effect{effect(sentinel.Fetch, sentinel.ScopeRemote, fmt.Sprint(j))}, small...)
			grants = append(grants, Grant{fmt.Sprintf("k%d%s", i, strings.Repeat("x", 4000)), "", set})
		}
	}
	if err := w.open().RecordAll(grants); err != nil {
		t.Fatal(err)
	}
	if n := len(w.open().List()); n != MaxShapes || w.open().Problem() != nil {
		t.Errorf("%d entries, %v", n, w.open().Problem())
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	m := NewMemory(func() time.Time { return time.UnixMilli(7) })
	for i := range 220 {
		if err := m.Record(fmt.Sprint("k", i), "", publish); err != nil {
			t.Fatal(err)
		}
	}
	if len(m.List()) != MaxShapes {
		t.Errorf("%d entries", len(m.List()))
	}
	key := m.List()[0].Key
	if e, ok := m.Lookup(key); !ok || !e.Mine || !e.Covers(publish) {
		t.Errorf("got %+v", e)
	}
	if n, err := m.Forget("none", key); n != 1 || err != nil {
		t.Error(n, err)
	}
	if _, ok := m.Lookup(key); ok {
		t.Error("not forgotten")
	}
}

func TestIdentify(t *testing.T) {
	t.Parallel()
	base, _ := filepath.EvalSymlinks(t.TempDir())
	put := func(path, content string) {
		path = filepath.Join(base, path)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in := func(path string) string { return filepath.Join(base, path) }
	put("main/.git/HEAD", "ref: refs/heads/main\n")
	put("main/.git/worktrees/tree/commondir", "../..\n")
	put("main/.git/worktrees/tree/gitdir", in("tree/.git")+"\n")
	put("tree/.git", "gitdir: "+in("main/.git/worktrees/tree")+"\n")
	put("relative/.git", "gitdir: ../main/.git/worktrees/relative\n")
	put("main/.git/worktrees/relative/commondir", "../..\n")
	put("main/.git/worktrees/relative/gitdir", "../../../../relative/.git\n")
	put("thief/.git", "gitdir: "+in("main/.git/worktrees/tree")+"\n")
	put("thief2/.git", "gitdir: "+in("thief2/own")+"\n")
	put("thief2/own/commondir", in("main/.git")+"\n")
	put("thief2/own/gitdir", in("thief2/.git")+"\n")
	put("module/.git", "gitdir: ../main/.git/modules/m\n")
	put("main/.git/modules/m/HEAD", "")
	put("odd/.git", "\x00\xff")
	put("plain/x", "")
	main := Project{in("main"), "git:" + in("main/.git")}
	tests := map[string]Project{
		"main":     main,
		"tree":     main,
		"relative": main,
		"thief":    {in("thief"), "dir:" + in("thief")},
		"thief2":   {in("thief2"), "dir:" + in("thief2")},
		"module":   {in("module"), "dir:" + in("module")},
		"odd":      {in("odd"), "dir:" + in("odd")},
		"plain":    {in("plain"), "dir:" + in("plain")},
	}
	for name, want := range tests {
		got, err := Identify(in(name))
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
		}
	}
	if _, err := Identify(in("missing")); err == nil {
		t.Error("identifies a missing folder")
	}
	if err := os.Symlink(in("plain"), in("link")); err == nil {
		if got, _ := Identify(in("link")); got != tests["plain"] {
			t.Errorf("link: got %+v", got)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	w := &world{root: b.TempDir(), state: b.TempDir(), now: time.UnixMilli(1000)}
	var grants []Grant
	for i := range MaxShapes {
		grants = append(grants, Grant{fmt.Sprintf("tool%d <word> --flag <path>", i), "", publish})
	}
	l, _ := Open(w.options())
	if err := l.RecordAll(grants); err != nil {
		b.Fatal(err)
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			l, _ := Open(w.options())
			if _, ok := l.Lookup(grants[7].Key); !ok {
				b.Fatal("unknown")
			}
		}
	})
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			l.Lookup(grants[7].Key)
		}
	})
}
