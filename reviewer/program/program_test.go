package program_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/reviewer/program"
)

func request(r sentinel.Risk) sentinel.Request {
	return sentinel.Request{Risk: r, ID: "q", Shown: "s", Call: sentinel.Call{Tool: "t", Arguments: map[string]any{"x": "hunter2"}}}
}

// ask runs a script as the program.
func ask(t *testing.T, script string, most, risk sentinel.Risk) (*sentinel.Review, error) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a script for sh")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return asker(t, script, most)(ctx, request(risk))
}

func asker(t *testing.T, script string, most sentinel.Risk) sentinel.Reviewer {
	t.Helper()
	r, err := program.New(program.Options{Args: []string{"/bin/sh", "-c", script}, Env: []string{"PATH=/usr/bin:/bin"}, Most: most,
		Mask: func(s string) string { return strings.ReplaceAll(s, "hunter2", "[masked]") }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const good = `{"version":1,"id":"q","shown":"s","answer":"yes","reason":"r","by":"ops"}`

func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   sentinel.Answer
		err    error // nil for none, any for some
	}{
		"yes":                     {"echo '" + good + "'", sentinel.Yes, nil},
		"no":                      {`echo '{"version":1,"id":"q","shown":"s","answer":"no"}'`, sentinel.No, nil},
		"nothing":                 {"true", 0, nil},
		"silence":                 {`echo '{"version":1,"id":"q","shown":"s","answer":"silence"}'`, 0, nil},
		"fails":                   {"exit 3", 0, sentinel.ErrNotDelivered},
		"fails after its answer":  {"echo '" + good + "'; exit 1", 0, sentinel.ErrNotDelivered},
		"is killed":               {"kill -9 $$", 0, sentinel.ErrNotDelivered},
		"another id":              {`echo '{"version":1,"id":"other","shown":"s","answer":"yes"}'`, 0, sentinel.ErrStale},
		"another digest":          {`echo '{"version":1,"id":"q","shown":"x","answer":"yes"}'`, 0, sentinel.ErrStale},
		"no digest":               {`echo '{"version":1,"id":"q","answer":"yes"}'`, 0, sentinel.ErrStale},
		"another version":         {`echo '{"version":2,"id":"q","shown":"s","answer":"yes"}'`, 0, errAny},
		"no version":              {`echo '{"id":"q","shown":"s","answer":"yes"}'`, 0, errAny},
		"a version in words":      {`echo '{"version":"1","id":"q","shown":"s","answer":"yes"}'`, 0, errAny},
		"an answer twice":         {`echo '{"version":1,"id":"q","shown":"s","answer":"no","answer":"yes"}'`, 0, errAny},
		"an answer in two cases":  {`echo '{"version":1,"id":"q","shown":"s","answer":"no","Answer":"yes"}'`, 0, errAny},
		"a number for an answer":  {`echo '{"version":1,"id":"q","shown":"s","answer":1}'`, 0, errAny},
		"approved":                {`echo '{"version":1,"id":"q","shown":"s","approved":true}'`, 0, errAny},
		"an unknown member":       {`echo '{"version":1,"id":"q","shown":"s","answer":"yes","x":1}'`, 0, errAny},
		"two lines":               {"echo '" + good + "'; echo '" + good + "'", 0, errAny},
		"junk behind":             {"echo '" + good + " x'", 0, errAny},
		"words":                   {"echo yes", 0, errAny},
		"too much":                {"yes | head -c 3000000", 0, errAny},
		"arguments are no object": {`echo '{"version":1,"id":"q","shown":"s","answer":"yes","arguments":[]}'`, 0, errAny},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rev, err := ask(t, c.script, sentinel.High, sentinel.High)
			got := sentinel.Silence
			if rev != nil {
				got = rev.Answer
			}
			if got != c.want || c.err == nil && err != nil || c.err == errAny && err == nil || c.err != nil && c.err != errAny && !errors.Is(err, c.err) {
				t.Errorf("%v, %v", got, err)
			}
			if c.err == errAny && errors.Is(err, sentinel.ErrNotDelivered) {
				t.Errorf("it answered badly, but it was told: %v", err)
			}
		})
	}
}

var errAny = errors.New("any")

func TestWhatItGets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "got")
	if _, err := ask(t, fmt.Sprintf("cat > %s; env >> %s", file, file), sentinel.High, sentinel.High); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(got), `{"version":1,"request":{`) || strings.Contains(string(got), "hunter2") ||
		!strings.Contains(string(got), `"id":"q"`) || strings.Contains(string(got), "HOME=") {
		t.Errorf("%s, %v", got, err)
	}
	if strings.Count(strings.SplitN(string(got), "PATH=", 2)[0], "\n") > 2 {
		t.Errorf("more than one line: %s", got)
	}
}

func TestMost(t *testing.T) {
	if _, err := ask(t, "echo '"+good+"'", sentinel.Medium, sentinel.High); !errors.Is(err, sentinel.ErrNotWanted) {
		t.Error(err)
	}
	for _, o := range []program.Options{{}, {Args: []string{"sh"}, Most: sentinel.High}, {Args: []string{"/bin/sh"}}, {Args: []string{"/bin/sh"}, Most: 9}} {
		if _, err := program.New(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
	r, _ := program.New(program.Options{Args: []string{"/nonexistent/x"}, Most: sentinel.High})
	if _, err := r(context.Background(), request(sentinel.High)); !errors.Is(err, sentinel.ErrNotDelivered) {
		t.Error(err)
	}
}

// TestR416_Hangs: what hangs is killed with all it started.
func TestR416_Hangs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a script for sh")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	rev, err := asker(t, "sleep 60 & sleep 60; echo '"+good+"'", sentinel.High)(ctx, request(sentinel.High))
	if rev != nil || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sentinel.ErrNotDelivered) {
		t.Errorf("%v, %v", rev, err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
}
