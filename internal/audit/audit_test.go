package audit

import (
	"bufio"
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
// appends: arguments folder, name.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "append" {
		log := OpenFile(FileOptions{Dir: os.Args[2]})
		for i := range 20 {
			if err := log.Append(Entry{Tool: fmt.Sprint(os.Args[3], "-", i), Text: strings.Repeat("x", 3000)}); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		return
	}
	os.Exit(m.Run())
}

func decision() sentinel.Decision {
	return sentinel.Decision{
		Permitted: true, Outcome: sentinel.Asked, Risk: sentinel.High, Colour: sentinel.Yellow,
		Shape: "npm publish --token <word>", Rule: "npm.publish", Reason: "publishes a package", Remember: "session",
		Findings: []sentinel.Finding{{Rule: "npm.publish"}, {Rule: "argument-secrets"}, {Rule: "npm.publish"}},
		Call: sentinel.Call{Agent: "claude", Session: "s", ID: "c", Tool: "Bash", Action: sentinel.ActionShell, Cwd: "/p",
			Arguments: map[string]any{"command": "npm publish --token abc"}},
	}
}

func TestFromDecision(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 8, 16, 17, 20, 1, 5_400_000, time.FixedZone("x", 7200))
	got := FromDecision(decision(), at)
	want := Entry{
		Time: time.Date(2026, 8, 16, 15, 20, 1, 5_000_000, time.UTC), Agent: "claude", Session: "s", Call: "c",
		Tool: "Bash", Action: sentinel.ActionShell, Outcome: sentinel.Asked, Permitted: true, Risk: sentinel.High,
		Colour: sentinel.Yellow, Rule: "npm.publish", Reason: "publishes a package", Shape: "npm publish --token <word>",
		Findings: []string{"npm.publish", "argument-secrets"}, Text: "npm publish --token [masked 3]", Remember: "session", Cwd: "/p",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestR387_EditIsRecorded(t *testing.T) {
	t.Parallel()
	d := decision()
	d.Arguments = map[string]any{"command": "npm publish --dry-run --token abc"}
	if e := FromDecision(d, time.Now()); e.Edited != "npm publish --dry-run --token [masked 3]" || e.Text == "" {
		t.Errorf("got %+v", e)
	}
	d.Arguments = d.Call.Arguments
	if e := FromDecision(d, time.Now()); e.Edited != "" {
		t.Errorf("got %+v", e)
	}
}

func TestOtherTools(t *testing.T) {
	t.Parallel()
	d := decision()
	d.Call.Arguments = map[string]any{"path": "/x", "password": "abc", "n": json.Number("1")}
	if e := FromDecision(d, time.Now()); e.Text != `{"n":1,"password":"[masked 3]","path":"/x"}` {
		t.Errorf("got %s", e.Text)
	}
}

func TestBoundedLine(t *testing.T) {
	t.Parallel()
	d := decision()
	huge := strings.Repeat("\U000e0041", 1<<20)
	d.Call.Arguments, d.Arguments = map[string]any{"command": huge}, map[string]any{"command": huge + "x"}
	d.Reason, d.Rule, d.Shape, d.Call.Agent, d.Call.Cwd, d.Call.Session = huge, huge, huge, huge, huge, huge
	for range 1000 {
		d.Findings = append(d.Findings, sentinel.Finding{Rule: fmt.Sprint(len(d.Findings), huge[:500])})
	}
	line, err := encodeLine(FromDecision(d, time.Now()))
	if err != nil || len(line) > maxLine || bytes.Count(line, []byte{'\n'}) != 1 {
		t.Fatalf("%d bytes, %v", len(line), err)
	}
	if _, err := encodeLine(Entry{Text: huge}); !errors.Is(err, ErrLong) {
		t.Errorf("got %v", err)
	}
}

func TestNothingHiddenInTheFile(t *testing.T) {
	t.Parallel()
	e := Entry{Tool: "a\u202eb\x1b\x7f\u009b\U000e0041é\n", Text: "<word> & é"}
	line, err := encodeLine(e)
	if err != nil {
		t.Fatal(err)
	}
	if want := `"tool":"a\u202eb\u001b\u007f\u009b\udb40\udc41é\n"`; !bytes.Contains(line, []byte(want)) || !bytes.Contains(line, []byte("<word> & é")) {
		t.Errorf("got %s", line)
	}
	var back Entry
	if err := json.Unmarshal(line, &back); err != nil || back.Tool != e.Tool {
		t.Errorf("reads back as %q, %v", back.Tool, err)
	}
}

func TestAppendAndRead(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "state")
	log := OpenFile(FileOptions{Dir: dir})
	if list, bad, err := Read(dir, 5); len(list) != 0 || bad != 0 || err != nil {
		t.Errorf("empty: %v, %d, %v", list, bad, err)
	}
	for i := range 10 {
		if err := log.Append(Entry{Tool: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if info, _ := os.Stat(filepath.Join(dir, fileName)); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	f, _ := os.OpenFile(filepath.Join(dir, fileName), os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString("{cut\n")
	f.Close()
	list, bad, err := Read(dir, 4)
	if err != nil || bad != 1 || len(list) != 3 || list[0].Tool != "9" || list[2].Tool != "7" {
		t.Errorf("got %v, %d, %v", list, bad, err)
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := OpenFile(FileOptions{Dir: dir, MaxBytes: 2000})
	for i := range 100 {
		if err := log.Append(Entry{Tool: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{fileName, olderName} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() > 2000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	list, bad, err := Read(dir, 1000)
	if err != nil || bad != 0 || len(list) < 10 || list[0].Tool != "99" {
		t.Fatalf("%d entries, %d bad, %v", len(list), bad, err)
	}
	for i, e := range list {
		if e.Tool != fmt.Sprint(99-i) {
			t.Errorf("entry %d is %s", i, e.Tool)
		}
	}
}

func TestParallelProcesses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			if out, err := exec.Command(self, "append", dir, fmt.Sprint("p", i)).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	f, err := os.Open(filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var e Entry
		l, err := decodeLine(lines.Bytes())
		if err == nil {
			err = json.Unmarshal(l.Event.Data, &e)
		}
		if err != nil {
			t.Fatal(err)
		}
		seen[e.Tool] = true
	}
	if len(seen) != 200 {
		t.Errorf("%d of 200 lines", len(seen))
	}
	if r := VerifyFile(dir, ""); r.Lines != 200 || len(r.Problems) > 0 {
		t.Errorf("%d lines in the chain, %q", r.Lines, r.Problems)
	}
}

func TestR374_FailureIsToldAndCounted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, fileName), 0o700); err != nil {
		t.Fatal(err)
	}
	log := OpenFile(FileOptions{Dir: dir})
	if err := log.Append(Entry{}); err == nil {
		t.Error("wrote into a folder")
	}
	log.CountLost()
	log.CountLost()
	if n := OpenFile(FileOptions{Dir: dir}).Lost(); n != 2 {
		t.Errorf("another process sees %d", n)
	}
	os.Mkdir(filepath.Join(dir, "x"), 0o700)
	blocked := filepath.Join(dir, "file")
	os.WriteFile(blocked, nil, 0o600)
	for _, options := range []FileOptions{{Dir: filepath.Join(blocked, "sub")}, {}} {
		log := OpenFile(options)
		if err := log.Append(Entry{}); err == nil {
			t.Errorf("%+v: wrote", options)
		}
		log.CountLost()
		if log.Lost() != 1 {
			t.Errorf("%+v: %d lost", options, log.Lost())
		}
	}
}

func TestLinkIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	os.WriteFile(target, nil, 0o600)
	if err := os.Symlink(target, filepath.Join(dir, fileName)); err != nil {
		t.Skip(err)
	}
	if err := OpenFile(FileOptions{Dir: dir}).Append(Entry{}); err == nil {
		t.Error("wrote through a link")
	}
}

func BenchmarkAppend(b *testing.B) {
	log := OpenFile(FileOptions{Dir: b.TempDir()})
	for b.Loop() {
		if err := log.Append(FromDecision(decision(), time.Now())); err != nil {
			b.Fatal(err)
		}
	}
}
