package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/store/memory"
)

// filled is a log of n lines with a checkpoint at its end.
func filled(t *testing.T, n int) (dir, verifier string) {
	t.Helper()
	dir = t.TempDir()
	log := OpenFile(FileOptions{Dir: dir, SignEvery: 256})
	for i := range n {
		if err := log.Append(Entry{Tool: fmt.Sprint("t", i), Time: time.Unix(int64(1000+i), 0)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := SignFile(dir, time.Unix(5000, 0)); err != nil {
		t.Fatal(err)
	}
	key, err := OpenKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir, key.Verifier()
}

func TestVerifyIsSound(t *testing.T) {
	dir, verifier := filled(t, 600)
	for _, v := range []string{"", verifier} {
		r := VerifyFile(dir, v)
		if r.Lines != 600 || r.First != 1 || r.Last != 600 || r.Checkpoints != 3 || len(r.Problems) > 0 {
			t.Errorf("%+v", r)
		}
	}
	if r := VerifyFile(t.TempDir(), ""); r.Lines != 0 || len(r.Problems) > 0 {
		t.Errorf("an empty log: %+v", r)
	}
}

// TestVerifyFinds: each way to change a log, and what is said about it.
func TestVerifyFinds(t *testing.T) {
	lines := func(f func([]string) []string) func(string) error {
		return func(dir string) error {
			path := filepath.Join(dir, fileName)
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			all := strings.SplitAfter(string(data), "\n")
			list := f(all[:len(all)-1])
			return os.WriteFile(path, []byte(strings.Join(list, "")), 0o600)
		}
	}
	form := "its text is not as this program writes it"
	rechained := func(list []string, from int) []string {
		prev := sentinel.Line{}
		if from > 0 {
			_ = json.Unmarshal([]byte(list[from-1]), &prev)
		}
		for i := from; i < len(list); i++ {
			var l sentinel.Line
			_ = json.Unmarshal([]byte(list[i]), &l)
			l = prev.Follow(l.Event, l.Time)
			b, _ := json.Marshal(l)
			list[i], prev = string(b)+"\n", l
		}
		return list
	}
	for name, c := range map[string]struct {
		do   func(dir string) error
		want string
	}{
		"a text changed":   {lines(func(l []string) []string { l[3] = strings.Replace(l[3], "t3", "t9", 1); return l }), "line 4 was changed"},
		"a line taken out": {lines(func(l []string) []string { return append(l[:3:3], l[4:]...) }), "line 5 does not follow line 3"},
		"a line twice":     {lines(func(l []string) []string { return append(l[:4:4], l[3:]...) }), "line 4 does not follow line 4"},
		"two exchanged":    {lines(func(l []string) []string { l[3], l[4] = l[4], l[3]; return l }), "line 5 does not follow line 3"},
		"the end cut off":  {lines(func(l []string) []string { return l[:5] }), "the log was cut or put back to an earlier state: line 9 was signed on"},
		"all of it cut":    {lines(func(l []string) []string { return nil }), "the log was cut"},
		"the file gone":    {func(dir string) error { return os.Remove(filepath.Join(dir, fileName)) }, "the log was cut"},
		"the beginning":    {lines(func(l []string) []string { return l[3:] }), "no checkpoint says that what stood before was taken away"},
		"written anew": {lines(func(l []string) []string {
			l[3] = strings.Replace(l[3], "t3", "t9", 1)
			return rechained(l, 3)
		}), "line 9 is not the one that was signed"},
		"begun anew":        {lines(func(l []string) []string { return rechained(l[2:], 0) }), "the log was cut"},
		"a further member":  {lines(func(l []string) []string { l[3] = strings.Replace(l[3], `{"seq":4,`, `{"seq":4,"x":1,`, 1); return l }), form},
		"a doubled member":  {lines(func(l []string) []string { l[3] = strings.Replace(l[3], `"kind":`, `"kind":"x","kind":`, 1); return l }), form},
		"one in other case": {lines(func(l []string) []string { l[3] = strings.Replace(l[3], `"kind":`, `"Kind":`, 1); return l }), form},
		"a member inside":   {lines(func(l []string) []string { l[3] = strings.Replace(l[3], `"event":{`, `"event":{"y":"z",`, 1); return l }), form},
		"another order": {lines(func(l []string) []string {
			l[3] = `{"hash"` + strings.TrimSuffix(l[3][strings.LastIndex(l[3], `:"`):], "}\n") + "," + l[3][1:strings.LastIndex(l[3], `,"hash`)] + "}\n"
			return l
		}), form},
		"a space":            {lines(func(l []string) []string { l[3] = strings.Replace(l[3], `,"prev"`, `, "prev"`, 1); return l }), form},
		"a space behind":     {lines(func(l []string) []string { l[3] = strings.TrimSuffix(l[3], "\n") + " \n"; return l }), form},
		"a carriage return":  {lines(func(l []string) []string { l[3] = strings.TrimSuffix(l[3], "\n") + "\r\n"; return l }), form},
		"other escapes":      {lines(func(l []string) []string { l[3] = strings.Replace(l[3], `"decision"`, `"decisio\u006e"`, 1); return l }), form},
		"another zone":       {lines(func(l []string) []string { l[3] = strings.Replace(l[3], `Z","event"`, `+00:00","event"`, 1); return l }), form},
		"a finer time":       {lines(func(l []string) []string { l[3] = strings.Replace(l[3], `Z","event"`, `.0001Z","event"`, 1); return l }), form},
		"no end of the line": {lines(func(l []string) []string { l[8] = strings.TrimSuffix(l[8], "\n"); return l }), form},
		"text behind a line": {lines(func(l []string) []string { l[3] = strings.TrimSuffix(l[3], "\n") + "{}\n"; return l }), "line 4: not a line"},
		"an empty line":      {lines(func(l []string) []string { return append(l, "\n") }), "line 10: not a line"},
		"a line of another":  {lines(func(l []string) []string { return append(l, "{}\n") }), "not a line of the log"},
		"a very long line":   {lines(func(l []string) []string { return append(l, strings.Repeat("x", 1<<20)+"\n") }), "not a line of the log"},
		"a forged checkpoint": {func(dir string) error {
			f, err := os.OpenFile(filepath.Join(dir, checkpointName), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = f.WriteString("sentinel/log\n3\nAAAA\ntime 2026-01-01T00:00:00Z\n\n— sentinel AAAA\n\n")
			return err
		}, "is not signed by this log's key"},
		"a changed checkpoint": {func(dir string) error {
			path := filepath.Join(dir, checkpointName)
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(path, bytes.Replace(data, []byte("\n9\n"), []byte("\n8\n"), 1), 0o600)
		}, "is not signed by this log's key"},
		"rubbish for checkpoints": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, checkpointName), []byte("x\n\n\n"), 0o600)
		}, "checkpoint 1 cannot be read"},
		"the key gone": {func(dir string) error { return os.Remove(filepath.Join(dir, keyFile)) }, "signed with, audit.key, is gone"},
		"a link": {func(dir string) error {
			path := filepath.Join(dir, fileName)
			if err := os.Rename(path, path+".x"); err != nil {
				return err
			}
			return os.Symlink(path+".x", path)
		}, "not a regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, verifier := filled(t, 9)
			if err := c.do(dir); err != nil {
				t.Fatal(err)
			}
			if name == "the key gone" {
				verifier = ""
			}
			r := VerifyFile(dir, verifier)
			if got := strings.Join(r.Problems, "\n"); !strings.Contains(got, c.want) {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestVerifyAnotherKey: who makes a key of their own is found by the one kept
// elsewhere.
func TestVerifyAnotherKey(t *testing.T) {
	dir, verifier := filled(t, 9)
	for _, name := range []string{keyFile, checkpointName, fileName} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	log := OpenFile(FileOptions{Dir: dir})
	for range 9 {
		if err := log.Append(Entry{Tool: "t"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := SignFile(dir, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if r := VerifyFile(dir, ""); len(r.Problems) > 0 {
		t.Errorf("by itself it is sound: %q", r.Problems)
	}
	if r := VerifyFile(dir, verifier); len(r.Problems) == 0 {
		t.Error("the exchanged key was not found")
	}
	if r := VerifyFile(dir, "sentinel+0+x"); len(r.Problems) == 0 {
		t.Error("a key that is none was taken")
	}
}

// TestCrashInMidLine: what was cut stays visible, and what follows is sound.
func TestCrashInMidLine(t *testing.T) {
	dir, _ := filled(t, 3)
	path := filepath.Join(dir, fileName)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"seq":4,"ti`)
	f.Close()
	if err := OpenFile(FileOptions{Dir: dir}).Append(Entry{Tool: "after"}); err != nil {
		t.Fatal(err)
	}
	r := VerifyFile(dir, "")
	if r.Lines != 4 || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "line 4: not a line") {
		t.Errorf("%+v", r)
	}
	list, bad, err := Read(dir, 10)
	if err != nil || bad != 1 || len(list) != 4 || list[0].Tool != "after" {
		t.Errorf("%v, %d, %v", list, bad, err)
	}
}

// TestRotationStaysSound: the oldest file goes, and its end was signed.
func TestRotationStaysSound(t *testing.T) {
	dir := t.TempDir()
	log := OpenFile(FileOptions{Dir: dir, MaxBytes: 4000})
	for i := range 100 {
		if err := log.Append(Entry{Tool: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	r := VerifyFile(dir, "")
	if r.First == 1 || r.Last != 100 || len(r.Problems) > 0 || r.Checkpoints == 0 {
		t.Errorf("%+v", r)
	}
	if err := os.Remove(filepath.Join(dir, olderName)); err != nil {
		t.Fatal(err)
	}
	// Its end was signed, but rotation puts another one in its place.
	if r := VerifyFile(dir, ""); len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "the older part of the log, audit.1.jsonl, is gone") {
		t.Errorf("%q", r.Problems)
	}
}

// TestR349_StateAgrees: what the store holds is what its chain tells.
func TestStoreAgrees(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := memory.New(nil)
	defer s.Close()
	event := func(kind string, q sentinel.Question) sentinel.Event {
		b, _ := json.Marshal(sentinel.Entry{Outcome: q.Outcome, Permit: q.Permit, Shown: q.Shown, Allowed: q.Allowed})
		return sentinel.Event{Kind: kind, Data: b}
	}
	ask := func(key string) sentinel.Question {
		q, _, err := s.Create(ctx, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
			q := sentinel.Question{ID: key, Key: key, Shown: "s", Outcome: sentinel.Pending, Request: sentinel.Request{Risk: sentinel.High}, Deadline: m.Time.Add(time.Hour)}
			return q, event("asked", q)
		})
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	ask("a")
	if err := SignStore(ctx, s, dir); err != nil {
		t.Fatal(err)
	}
	if r := VerifyStore(ctx, s, dir, ""); len(r.Problems) > 0 || r.Lines != 1 || r.Checkpoints != 1 {
		t.Errorf("%+v", r)
	}
	ask("b")
	decide := func(id string, tell bool) {
		_, err := s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
			if err := q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.Yes}}, m); err != nil || !tell {
				return nil, err
			}
			return []sentinel.Event{event("approved", *q)}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	decide("a", true)
	if r := VerifyStore(ctx, s, dir, ""); len(r.Problems) > 0 {
		t.Errorf("%q", r.Problems)
	}
	decide("b", false)
	if r := VerifyStore(ctx, s, dir, ""); len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "question 2 is APPROVED with permit armed in the store, and PENDING") {
		t.Errorf("%q", r.Problems)
	}
	// A store that was put back to an older state is shorter than its checkpoint.
	if err := SignStore(ctx, s, dir); err != nil {
		t.Fatal(err)
	}
	older := memory.New(nil)
	defer older.Close()
	if r := VerifyStore(ctx, older, dir, ""); len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "the log was cut") {
		t.Errorf("%q", r.Problems)
	}
}
