package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel"
)

// TestMain lets a test start this program again as another process that
// records: arguments state folder, project, key.
func TestMain(m *testing.M) {
	if len(os.Args) == 5 && os.Args[1] == "record" {
		l, err := Open(Options{Root: os.Args[3], Identity: "id", StateDir: os.Args[2], Now: time.Now})
		if err == nil {
			err = l.Record(os.Args[4], "", publish)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

var publish = []sentinel.Effect{{Kind: sentinel.Publish, Scope: sentinel.ScopeRemote, Target: "registry.npmjs.org"}}

// world is a project, a user and a clock.
type world struct {
	*testing.T
	root, state string
	now         time.Time
}

func newWorld(t *testing.T) *world {
	return &world{t, t.TempDir(), t.TempDir(), time.UnixMilli(1000)}
}

func (w *world) options() Options {
	return Options{Root: w.root, Identity: "id", StateDir: w.state, Now: func() time.Time { return w.now }}
}

func (w *world) open() *Ledger {
	w.Helper()
	return w.openWith(w.options())
}

func (w *world) openWith(o Options) *Ledger {
	w.Helper()
	l, err := Open(o)
	if err != nil {
		w.Fatal(err)
	}
	return l
}

func (w *world) record(keys ...string) {
	w.Helper()
	l := w.open()
	for _, key := range keys {
		if err := l.Record(key, "", publish); err != nil {
			w.Fatal(err)
		}
	}
}

func (w *world) known(key string) bool {
	w.Helper()
	e, ok := w.open().Lookup(key)
	return ok && e.Covers(publish)
}

func (w *world) file() string { return filepath.Join(w.root, ".sentinel", "risk.json") }

func (w *world) read() string {
	w.Helper()
	data, err := os.ReadFile(w.file())
	if err != nil {
		w.Fatal(err)
	}
	return string(data)
}

func (w *world) put(content string) {
	w.Helper()
	if err := os.MkdirAll(filepath.Dir(w.file()), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := os.WriteFile(w.file(), []byte(content), 0o600); err != nil {
		w.Fatal(err)
	}
}

func TestR68_R78_RecordMakesFolderAndFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.record("npm publish")
	if got := w.open().Path(); got != w.file() {
		t.Errorf("path %s", got)
	}
	if !w.known("npm publish") || w.known("npm pack") {
		t.Error("not remembered, or too much")
	}
	if info, err := os.Stat(w.file()); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("file: %v, %v", info, err)
	}
}

func TestR69_R79_Form(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.record("git commit -am <word>")
	text := w.read()
	if lines := strings.Split(text, "\n"); !strings.HasPrefix(lines[1], `  "version": "1"`) {
		t.Errorf("second line %q", lines[1])
	}
	if !strings.Contains(text, `"git commit -am <word>"`) {
		t.Errorf("shape is not readable: %s", text)
	}
	var doc struct {
		Version string
		Shapes  map[string]struct{ At, Count, First int64 }
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	if e := doc.Shapes["git commit -am <word>"]; len(doc.Shapes) != 1 || e.At != 1000 || e.First != 1000 || e.Count != 1 || doc.Version != "1" {
		t.Errorf("got %+v", doc)
	}
}

func TestR70_R83_MissingIsEmptyAndLookingCreatesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if w.known("npm publish") || len(w.open().List()) != 0 || w.open().Problem() != nil {
		t.Error("a missing ledger knows something")
	}
	if n, err := w.open().Forget("npm publish"); n != 0 || err != nil {
		t.Errorf("forget: %d, %v", n, err)
	}
	for _, dir := range []string{w.root, w.state} {
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("created %v", left)
		}
	}
}

func TestBrokenIsEmpty(t *testing.T) {
	t.Parallel()
	valid := newWorld(t)
	valid.record("npm publish")
	entry := strings.TrimSpace(strings.TrimPrefix(valid.read(), "{\n  \"version\": \"1\","))
	tests := map[string]string{
		"R71 R84 truncated":     `{ truncated write`,
		"R72 null":              `null`,
		"R72 array":             `[]`,
		"R72 version only":      `{"version":"1"}`,
		"R72 shapes null":       `{"shapes":null}`,
		"R72 shapes text":       `{"shapes":"x"}`,
		"R72 shapes array":      `{"shapes":[]}`,
		"R74 empty":             "",
		"R74 invalid UTF-8":     "{\"shapes\":{\"\xff\":{}}}",
		"R74 zeros":             strings.Repeat("\x00", 100),
		"R74 deep":              strings.Repeat(`{"shapes":`, 100000),
		"R74 junk behind":       valid.read() + "x",
		"R60 names of others":   `{"shapes":{"constructor":{"at":1},"__proto__":{"at":1}}}`,
		"R74 entry no object":   `{"shapes":{"npm publish":true}}`,
		"R74 entry wrong types": `{"shapes":{"npm publish":{"at":"1","mac":7}}}`,
		"shapes twice":          `{"shapes":{},` + entry,
		"entry without a MAC":   `{"version":"1","shapes":{"npm publish":{"at":1}}}`,
	}
	for name, content := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.state = valid.state
			w.put(content)
			for _, key := range []string{"npm publish", "constructor", "__proto__", ""} {
				if w.known(key) {
					t.Errorf("knows %q", key)
				}
			}
			if !strings.HasPrefix(name, "R60") && !strings.Contains(name, "entry") && w.open().Problem() == nil {
				t.Error("no problem told")
			}
			w.record("npm publish")
			if !w.known("npm publish") {
				t.Error("cannot begin anew")
			}
		})
	}
}

func TestR73_Version(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.record("npm publish")
	good := w.read()
	for version, want := range map[string]bool{`"1"`: true, `1`: true, `""`: true, `null`: true, `"2"`: false, `2`: false, `"x"`: false, `{}`: false} {
		text := strings.Replace(good, `"version": "1"`, `"version": `+version, 1)
		w.put(text)
		if got := w.known("npm publish"); got != want {
			t.Errorf("version %s: known %v", version, got)
		}
		if want {
			continue
		}
		if err := w.open().Record("npm pack", "", publish); !errors.Is(err, ErrVersion) {
			t.Errorf("version %s: record says %v", version, err)
		}
		if _, err := w.open().Forget("npm publish"); !errors.Is(err, ErrVersion) {
			t.Errorf("version %s: forget says %v", version, err)
		}
		if w.read() != text {
			t.Errorf("version %s was overwritten", version)
		}
	}
	w.put(strings.Replace(good, `"version": "1",`, ``, 1))
	if !w.known("npm publish") {
		t.Error("a missing version is the current one")
	}
}

func TestR74_NotAFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := os.MkdirAll(w.file(), 0o755); err != nil {
		t.Fatal(err)
	}
	if w.known("npm publish") || w.open().Problem() == nil {
		t.Error("a folder is no ledger")
	}
	if err := w.open().Record("npm publish", "", publish); err == nil {
		t.Error("wrote over a folder")
	}
	os.Remove(w.file())
	w.record("npm publish")
	if os.Geteuid() > 0 {
		os.Chmod(w.file(), 0)
		if w.known("npm publish") {
			t.Error("knows what it cannot read")
		}
	}
	if err := os.Truncate(w.file(), 100<<20); err != nil {
		t.Skip(err)
	}
	if w.known("npm publish") {
		t.Error("reads any size")
	}
}

func TestR75_R76_NewestTwoHundred(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var grants []Grant
	for i := range 220 {
		grants = append(grants, Grant{fmt.Sprintf("tool%d", i), "", publish})
	}
	for i, g := range grants {
		if i == 20 || i > 20 && i < 219 {
			continue // recorded below in one go, in the middle of time
		}
		w.now = time.UnixMilli(1000 + int64(i))
		w.record(g.Key)
	}
	w.now = time.UnixMilli(1100)
	if err := w.open().RecordAll(grants[20:219]); err != nil {
		t.Fatal(err)
	}
	list := w.open().List()
	if len(list) != MaxShapes {
		t.Errorf("%d remain", len(list))
	}
	if list[0].Key != "tool219" || !w.known("tool219") || w.known("tool0") {
		t.Errorf("first is %s", list[0].Key)
	}
	text := w.read()
	if strings.Index(text, `"tool219"`) > strings.Index(text, `"tool100"`) {
		t.Error("not ordered newest first")
	}
}

func TestR76_StrangersDoNotPushOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.record("npm publish")
	mine := w.read()
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, `"x%d": {"at": %d},`, i, 9000+i)
	}
	w.put(strings.Replace(mine, `"shapes": {`, `"shapes": {`+b.String(), 1))
	w.record("npm pack")
	if !w.known("npm publish") || !w.known("npm pack") || len(w.open().List()) != MaxShapes {
		t.Error("pushed out")
	}
}

func TestR77_AgainRefreshes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 220 {
		w.now = time.UnixMilli(int64(1000 + i))
		w.record("npm publish")
	}
	w.now = time.UnixMilli(5) // set back
	w.record("npm publish")
	list := w.open().List()
	if len(list) != 1 || list[0].Count != 221 || list[0].At != 1219 || list[0].First != 1000 || !list[0].Mine {
		t.Errorf("got %+v", list)
	}
}

func TestR80_EmptyForm(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := json.Compact(&b, encodeDocument(nil)); err != nil || b.String() != `{"version":"1","shapes":{}}` {
		t.Errorf("got %s, %v", b.String(), err)
	}
}

func TestR81_ParallelGoroutines(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	shared := w.open()
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			l := shared
			if i%2 == 0 {
				l, _ = Open(w.options())
			}
			if err := l.Record(fmt.Sprintf("tool%d", i), "", publish); err != nil {
				t.Error(err)
			}
			if problem := l.Problem(); problem != nil {
				t.Error(problem)
			}
		})
	}
	wg.Wait()
	if n := len(shared.List()); n != 50 {
		t.Errorf("%d of 50 present", n)
	}
}

func TestR81_ParallelProcesses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			out, err := exec.Command(self, "record", w.state, w.root, fmt.Sprintf("tool%d", i)).CombinedOutput()
			if err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	for i := range 50 {
		if !w.known(fmt.Sprintf("tool%d", i)) {
			t.Errorf("tool%d is missing", i)
		}
	}
	if left, _ := os.ReadDir(filepath.Dir(w.file())); len(left) != 2 {
		t.Errorf("left behind: %v", left)
	}
}

func TestX9_Files(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.record("npm publish")
	names := []string{}
	list, _ := os.ReadDir(filepath.Dir(w.file()))
	for _, f := range list {
		names = append(names, f.Name())
	}
	if diff := cmp.Diff([]string{".gitignore", "risk.json"}, names); diff != "" {
		t.Error(diff)
	}
	ignore := filepath.Join(filepath.Dir(w.file()), ".gitignore")
	if data, _ := os.ReadFile(ignore); !strings.HasPrefix(string(data), "risk.json\n") || strings.Contains(string(data), "config") {
		t.Errorf("ignores %q", data)
	}
	os.WriteFile(ignore, []byte("own\n"), 0o644)
	w.record("npm pack")
	if data, _ := os.ReadFile(ignore); string(data) != "own\n" {
		t.Errorf("overwrote %q", data)
	}

	user := newWorld(t)
	o := user.options()
	o.UserLocation = true
	if err := user.openWith(o).Record("npm publish", "", publish); err != nil {
		t.Fatal(err)
	}
	if _, ok := user.openWith(o).Lookup("npm publish"); !ok {
		t.Error("not remembered")
	}
	if left, _ := os.ReadDir(user.root); len(left) != 0 {
		t.Errorf("created %v", left)
	}
}

func TestLinksAreRefused(t *testing.T) {
	t.Parallel()
	elsewhere := newWorld(t)
	elsewhere.record("npm publish")
	want := elsewhere.read()
	for _, name := range []string{".sentinel", filepath.Join(".sentinel", "risk.json")} {
		w := newWorld(t)
		w.state = elsewhere.state
		os.MkdirAll(filepath.Dir(filepath.Join(w.root, name)), 0o755)
		if err := os.Symlink(filepath.Join(elsewhere.root, name), filepath.Join(w.root, name)); err != nil {
			t.Skip(err)
		}
		if w.known("npm publish") || w.open().Problem() == nil {
			t.Errorf("%s: read through a link", name)
		}
		if err := w.open().Record("npm pack", "", publish); err == nil {
			t.Errorf("%s: wrote through a link", name)
		}
	}
	if elsewhere.read() != want {
		t.Error("changed another project's ledger")
	}
}

func TestOpenNeedsOptions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, change := range map[string]func(*Options){
		"clock":    func(o *Options) { o.Now = nil },
		"identity": func(o *Options) { o.Identity = "" },
		"root":     func(o *Options) { o.Root = "." },
		"state":    func(o *Options) { o.StateDir = "" },
	} {
		o := w.options()
		change(&o)
		if _, err := Open(o); err == nil {
			t.Errorf("opens without %s", name)
		}
	}
}

// FuzzDocument: nothing in the file is trusted without a key, and what is read
// can be written and read again.
func FuzzDocument(f *testing.F) {
	w := &world{root: f.TempDir(), state: f.TempDir(), now: time.UnixMilli(1000)}
	l, _ := Open(w.options())
	if err := l.Record("npm publish", "", publish); err != nil {
		f.Fatal(err)
	}
	valid, _ := os.ReadFile(w.file())
	for _, seed := range []string{string(valid), `{ truncated write`, `{"shapes":{"a":{"at":1}}}`, `{"version":2}`, `[]`} {
		f.Add([]byte(seed))
	}
	key, _ := l.readKey()
	genuine := parseDocument(valid).all()["npm publish"]
	f.Fuzz(func(t *testing.T, data []byte) {
		doc := parseDocument(data)
		trust := trust{key: key, identity: "id"}
		for _, e := range doc.all() {
			if trust.mine(e) && !cmp.Equal(e, genuine, cmp.AllowUnexported(Entry{})) {
				t.Fatalf("forged %+v", e)
			}
		}
		kept := doc.all().newest(trust.mine)
		again := parseDocument(encodeDocument(kept))
		if again.problem != nil || len(again.all()) != len(kept) {
			t.Fatalf("kept %d, read %d: %v", len(kept), len(again.all()), again.problem)
		}
	})
}
