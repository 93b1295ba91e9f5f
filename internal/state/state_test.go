package state

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel"
)

// TestMain lets a test start this program again as another process that grants:
// arguments folder, session, key.
func TestMain(m *testing.M) {
	if len(os.Args) == 5 && os.Args[1] == "grant" {
		f, err := OpenFiles(os.Args[2], time.Now)
		if err == nil {
			err = f.Update(os.Args[3], func(s *Session) error { return s.Grant(session(os.Args[4])) })
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

var publish = []sentinel.Effect{{Kind: sentinel.Publish, Scope: sentinel.ScopeRemote, Target: "r.test"}}

func session(key string) Grant { return Grant{Key: key, Effects: publish, Keep: ForSession} }

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func newFiles(t testing.TB, c *clock) *Files {
	t.Helper()
	f, err := OpenFiles(filepath.Join(t.TempDir(), "state"), c.now)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestStores(t *testing.T) {
	t.Parallel()
	stores := map[string]func(*testing.T, *clock) Store{
		"files":  func(t *testing.T, c *clock) Store { return newFiles(t, c) },
		"memory": func(_ *testing.T, c *clock) Store { return NewMemory(c.now) },
	}
	checks := map[string]func(*testing.T, Store, *clock){
		"X16 sessions are apart":     checkApart,
		"X16 cleared or old is gone": checkGone,
		"failed change":              checkFailedChange,
		"no session":                 checkNoSession,
		"second session":             checkSaidYes,
		"parallel":                   checkParallel,
	}
	for name, open := range stores {
		for what, check := range checks {
			t.Run(name+" "+what, func(t *testing.T) {
				t.Parallel()
				c := &clock{t: time.Now()}
				check(t, open(t, c), c)
			})
		}
	}
}

func mustUpdate(t *testing.T, store Store, id string, change func(*Session) error) {
	t.Helper()
	if err := store.Update(id, change); err != nil {
		t.Fatal(err)
	}
}

func known(t *testing.T, store Store, id, key string) bool {
	t.Helper()
	s, err := store.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return s.Known(key, publish)
}

func checkApart(t *testing.T, store Store, _ *clock) {
	want := Session{Root: "/p"}
	mustUpdate(t, store, "one", func(s *Session) error {
		s.FixRoot("/p")
		s.FixRoot("/other")
		s.Wrote(WrittenFile{Path: "/p/x", Hash: "1"})
		want.Written = s.Written
		return errors.Join(s.Grant(session("npm publish")), s.Grant(session("git branch -D"), session("git branch -d")),
			s.GrantPath(PathGrant{Path: "/x", Action: sentinel.ActionRead}), s.GrantTool("write"))
	})
	got, err := store.Load("one")
	if err != nil || got.Root != "/p" || len(got.Paths) != 1 || len(got.Tools) != 1 || len(got.Written) != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
	if !known(t, store, "one", "npm publish") || !known(t, store, "one", "git branch -D") {
		t.Error("not granted")
	}
	if known(t, store, "two", "npm publish") || known(t, store, "one", "npm pack") || known(t, store, "../sessions/one", "npm publish") {
		t.Error("granted too much")
	}
}

func checkGone(t *testing.T, store Store, c *clock) {
	for _, id := range []string{"cleared", "old"} {
		mustUpdate(t, store, id, func(s *Session) error { return s.Grant(session("k")) })
	}
	if err := store.Clear("cleared"); err != nil {
		t.Fatal(err)
	}
	if known(t, store, "cleared", "k") || !known(t, store, "old", "k") {
		t.Error("cleared the wrong one")
	}
	c.pass(23 * time.Hour)
	if !known(t, store, "old", "k") {
		t.Error("gone too early")
	}
	c.pass(2 * time.Hour)
	if known(t, store, "old", "k") {
		t.Error("still there")
	}
	mustUpdate(t, store, "old", func(s *Session) error { return nil })
	if known(t, store, "old", "k") {
		t.Error("came back")
	}
}

func checkFailedChange(t *testing.T, store Store, _ *clock) {
	no := errors.New("no")
	err := store.Update("one", func(s *Session) error { return errors.Join(s.Grant(session("k")), no) })
	if !errors.Is(err, no) || known(t, store, "one", "k") {
		t.Errorf("got %v", err)
	}
}

func checkNoSession(t *testing.T, store Store, _ *clock) {
	if err := store.Update("", func(*Session) error { return nil }); !errors.Is(err, ErrNoSession) {
		t.Errorf("got %v", err)
	}
	if s, err := store.Load(""); err != nil || s.Known("k", publish) {
		t.Error("calls without a session share one")
	}
	if err := store.NoteYes("p", "", "y"); err != nil {
		t.Error(err)
	}
	if yes, _ := store.SaidYes("p", "y", "one"); yes {
		t.Error("no session counted as one")
	}
}

func checkSaidYes(t *testing.T, store Store, _ *clock) {
	if err := store.NoteYes("p", "one", "y", ""); err != nil {
		t.Fatal(err)
	}
	if err := store.NoteYes("p", "two", "y"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		project, yes, session string
		want                  bool
	}{
		{"p", "y", "two", true}, {"p", "y", "one", false}, {"p", "y", "", false},
		{"q", "y", "two", false}, {"p", "z", "two", false}, {"p", "", "two", false},
	} {
		if got, err := store.SaidYes(test.project, test.yes, test.session); got != test.want || err != nil {
			t.Errorf("%+v: got %v, %v", test, got, err)
		}
	}
}

func checkParallel(t *testing.T, store Store, _ *clock) {
	var wg sync.WaitGroup
	for i := range 30 {
		wg.Go(func() {
			if err := store.Update("one", func(s *Session) error { return s.Grant(session(fmt.Sprint("k", i))) }); err != nil {
				t.Error(err)
			}
			if err := store.NoteYes("p", "one", fmt.Sprint("y", i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s, _ := store.Load("one")
	if len(s.Grants) != 30 {
		t.Errorf("%d of 30 grants", len(s.Grants))
	}
	for i := range 30 {
		if yes, _ := store.SaidYes("p", fmt.Sprint("y", i), "two"); !yes {
			t.Errorf("y%d is lost", i)
		}
	}
}

func TestX16_Processes(t *testing.T) {
	t.Parallel()
	f := newFiles(t, &clock{t: time.Now()})
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if out, err := exec.Command(self, "grant", f.dir, "one", fmt.Sprint("k", i)).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	if s, err := f.Load("one"); err != nil || len(s.Grants) != 20 {
		t.Errorf("%d of 20 grants, %v", len(s.Grants), err)
	}
	if known(t, f, "two", "k1") {
		t.Error("another session has the grants")
	}
}

func TestHostileIDs(t *testing.T) {
	t.Parallel()
	f := newFiles(t, &clock{t: time.Now()})
	for _, id := range []string{"../../x", "a/b", "\x00", strings.Repeat("x", 1<<16), "CON", "."} {
		mustUpdate(t, f, id, func(s *Session) error { return s.Grant(session("k")) })
		if !known(t, f, id, "k") {
			t.Errorf("%.20q: lost", id)
		}
	}
	list, _ := os.ReadDir(f.sessions())
	above, _ := os.ReadDir(filepath.Dir(f.dir))
	if len(list) != 6 || len(above) != 1 {
		t.Errorf("files: %v, %v", list, above)
	}
}

func TestBroken(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"truncated": `{"grants":`, "null": `null x`, "array": `[]`, "wrong type": `{"grants":7}`,
		"unknown effect": `{"grants":{"k":[[{"kind":"x","scope":"none"}]]}}`,
		"twice":          `{"root":"/a","root":"/b"}`, "large": strings.Repeat(" ", maxFile+1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFiles(t, &clock{t: time.Now()})
			mustUpdate(t, f, "one", func(s *Session) error { return s.Grant(session("k")) })
			if err := os.WriteFile(f.sessionFile("one"), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := f.Load("one")
			if !errors.Is(err, ErrBroken) || s.Known("k", publish) {
				t.Errorf("load: %+v, %v", s, err)
			}
			err = f.Update("one", func(s *Session) error { return s.Grant(session("l")) })
			if !errors.Is(err, ErrBroken) {
				t.Errorf("update: %v", err)
			}
			if known(t, f, "one", "k") || !known(t, f, "one", "l") {
				t.Error("did not begin anew")
			}
		})
	}
}

func TestBrokenProject(t *testing.T) {
	t.Parallel()
	f := newFiles(t, &clock{t: time.Now()})
	if err := f.NoteYes("p", "one", "y"); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(f.projectFile("p"), []byte("{"), 0o600)
	if yes, err := f.SaidYes("p", "y", "two"); yes || err == nil {
		t.Errorf("got %v, %v", yes, err)
	}
	if err := f.NoteYes("p", "one", "z"); err == nil {
		t.Error("says nothing")
	}
	if yes, err := f.SaidYes("p", "z", "two"); !yes || err != nil {
		t.Errorf("did not begin anew: %v, %v", yes, err)
	}
}

func TestSweep(t *testing.T) {
	t.Parallel()
	c := &clock{t: time.Now()}
	f := newFiles(t, c)
	for i := range 200 {
		mustUpdate(t, f, fmt.Sprint(i), func(*Session) error { return nil })
	}
	c.pass(48 * time.Hour)
	for i := range 60 {
		c.pass(time.Duration(i*977) * time.Microsecond)
		if err := f.Clear("new"); err != nil {
			t.Fatal(err)
		}
	}
	if list, _ := os.ReadDir(f.sessions()); len(list) != 0 {
		t.Errorf("%d left", len(list))
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	var s Session
	for i := range 3 * maxAsked {
		if !s.AddAsked(AskedCall{CallID: fmt.Sprint(i), Digest: "d"}) {
			t.Fatal("not added")
		}
	}
	if _, ok := s.TakeAsked("0"); ok || len(s.Asked) != maxAsked {
		t.Errorf("%d asked calls", len(s.Asked))
	}
	if _, ok := s.TakeAsked(fmt.Sprint(3*maxAsked - 1)); !ok {
		t.Error("the newest is gone")
	}
	if s.AddAsked(AskedCall{Digest: "d"}) || s.AddAsked(AskedCall{CallID: "c"}) {
		t.Error("added what nobody can tell apart")
	}
	var err error
	for i := 0; err == nil && i <= maxGrants; i++ {
		err = s.Grant(session(fmt.Sprint(i)))
	}
	if !errors.Is(err, ErrFull) || len(s.Grants) != maxGrants || !s.Known("0", publish) {
		t.Errorf("grants: %d, %v", len(s.Grants), err)
	}
	for i := range maxWritten + 5 {
		s.Wrote(WrittenFile{Path: fmt.Sprint("/", i)})
	}
	s.Wrote(WrittenFile{Path: "/7", Hash: "2"})
	if w, ok := s.WrittenAt("/7"); !ok || w.Hash != "2" || len(s.Written) != maxWritten {
		t.Errorf("got %v of %d", w, len(s.Written))
	}
}

func TestLargeSessionDropsAskedFirst(t *testing.T) {
	t.Parallel()
	f := newFiles(t, &clock{t: time.Now()})
	long := []sentinel.Effect{{Kind: sentinel.Fetch, Scope: sentinel.ScopeRemote, Target: strings.Repeat("x", maxFile/8)}}
	mustUpdate(t, f, "one", func(s *Session) error {
		for i := range 10 {
			s.AddAsked(AskedCall{CallID: fmt.Sprint(i), Digest: "d", Parts: []Part{{Effects: long}}})
		}
		return s.Grant(session("k"))
	})
	s, err := f.Load("one")
	if err != nil || !s.Known("k", publish) || len(s.Asked) == 0 || len(s.Asked) == 10 || s.Asked[len(s.Asked)-1].CallID != "9" {
		t.Errorf("%d asked, %v", len(s.Asked), err)
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	f := newFiles(t, &clock{t: time.Now()})
	asked := AskedCall{"one", "c", "d", true, 7, []Part{
		{"npm publish", "npm publish", publish, sentinel.High, sentinel.Yellow, true}, {Risk: sentinel.Critical}}}
	mustUpdate(t, f, "one", func(s *Session) error { s.AddAsked(asked); return nil })
	mustUpdate(t, f, "one", func(s *Session) error {
		got, ok := s.TakeAsked("c")
		if diff := cmp.Diff(asked, got); diff != "" || !ok {
			t.Error(diff)
		}
		return nil
	})
	mustUpdate(t, f, "one", func(s *Session) error {
		if _, again := s.TakeAsked("c"); again {
			t.Error("an answer teaches twice")
		}
		return nil
	})
}

// FuzzSession: no content of the file panics or is written back unreadable.
func FuzzSession(f *testing.F) {
	for _, seed := range []string{`{"root":"/p","grants":{"k":[[{"kind":"publish","scope":"remote"}]]},"asked":[{"call":"c","parts":[{"risk":"HIGH","colour":"yellow"}]}]}`,
		`{`, `null`, `{"grants":{"k":null}}`, `{"asked":[null]}`} {
		f.Add([]byte(seed))
	}
	c := &clock{t: time.UnixMilli(1)}
	files, err := OpenFiles(f.TempDir(), c.now)
	if err != nil {
		f.Fatal(err)
	}
	os.MkdirAll(files.sessions(), 0o700)
	f.Fuzz(func(t *testing.T, data []byte) {
		id := fmt.Sprint(len(data))
		if err := os.WriteFile(files.sessionFile(id), data, 0o600); err != nil {
			t.Skip(err)
		}
		if err := files.Update(id, func(s *Session) error { return s.Grant(session("k")) }); err != nil && !errors.Is(err, ErrBroken) && !errors.Is(err, ErrFull) {
			t.Fatal(err)
		}
		if s, err := files.Load(id); err != nil || !s.Known("k", publish) {
			t.Fatalf("%+v, %v", s, err)
		}
	})
}

func BenchmarkUpdate(b *testing.B) {
	f := newFiles(b, &clock{t: time.Now()})
	for b.Loop() {
		if err := f.Update("one", func(s *Session) error { return s.Grant(session("k")) }); err != nil {
			b.Fatal(err)
		}
	}
}

// TestR336_WrittenBefore: what an agent wrote and what is a reason to ask is kept
// for a day, and dropped when something harmless takes its place.
func TestR336_WrittenBefore(t *testing.T) {
	now := time.Unix(1e9, 0)
	tell := func() time.Time { return now }
	files, err := OpenFiles(t.TempDir(), tell)
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]Store{"files": files, "memory": NewMemory(tell)} {
		now = time.Unix(1e9, 0)
		at := now.UnixMilli()
		for _, list := range [][]WrittenFile{
			{{Path: "/p/a.sh", Bad: true, At: at, Labels: []string{"x"}}, {Path: "/p/b.sh", At: at}},
			{{Path: "/p/c.sh", Bad: true, At: at}}, {{Path: "/p/c.sh", At: at}},
		} {
			if err := s.NoteWritten("p", list); err != nil {
				t.Fatal(err)
			}
		}
		got := s.WrittenBefore("p")
		if len(got) != 1 || got[0].Path != "/p/a.sh" || !got[0].Before || len(s.WrittenBefore("q")) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		if now = now.Add(25 * time.Hour); len(s.WrittenBefore("p")) != 0 {
			t.Errorf("%s: older than a day", name)
		}
	}
}
