package reviewer_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/reviewer"
)

func says(a sentinel.Answer, reason string) sentinel.Reviewer {
	return func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		return &sentinel.Review{Answer: a, Reason: reason, By: reason}, nil
	}
}

func fails(err error) sentinel.Reviewer {
	return func(context.Context, sentinel.Request) (*sentinel.Review, error) { return nil, err }
}

func panics(context.Context, sentinel.Request) (*sentinel.Review, error) { panic("reviewer") }

func silent(context.Context, sentinel.Request) (*sentinel.Review, error) { return nil, nil }

func waits(ctx context.Context, _ sentinel.Request) (*sentinel.Review, error) {
	<-ctx.Done()
	return &sentinel.Review{Answer: sentinel.Yes, Reason: "late"}, nil
}

func request(r sentinel.Risk) sentinel.Request {
	return sentinel.Request{Risk: r, Reason: "publishes", ID: "q", Shown: "s", Remember: "session", Number: 7,
		Call: sentinel.Call{Agent: "worker-3", Tool: "deploy", Cwd: "/p", Arguments: map[string]any{"env": "production"}}}
}

func TestR408_First(t *testing.T) {
	nobody := fails(sentinel.ErrNotDelivered)
	for name, c := range map[string]struct {
		risk sentinel.Risk
		list []sentinel.Reviewer
		want sentinel.Answer // Silence for none
		lost bool
	}{
		"the only one":               {sentinel.High, []sentinel.Reviewer{says(sentinel.Yes, "a")}, sentinel.Yes, false},
		"one waits":                  {sentinel.High, []sentinel.Reviewer{waits, says(sentinel.No, "a")}, sentinel.No, false},
		"one fails, one panics":      {sentinel.High, []sentinel.Reviewer{panics, fails(errors.New("x")), says(sentinel.Yes, "a")}, sentinel.Yes, false},
		"silence is no answer":       {sentinel.High, []sentinel.Reviewer{silent, says(sentinel.Silence, ""), says(200, "")}, sentinel.Silence, false},
		"no reason for CRITICAL":     {sentinel.Critical, []sentinel.Reviewer{says(sentinel.Yes, " ")}, sentinel.Silence, false},
		"a reason of another":        {sentinel.Critical, []sentinel.Reviewer{says(sentinel.Yes, " "), says(sentinel.Yes, "checked")}, sentinel.Yes, false},
		"nobody was told":            {sentinel.High, []sentinel.Reviewer{nobody, nobody}, sentinel.Silence, true},
		"one was told":               {sentinel.High, []sentinel.Reviewer{nobody, silent}, sentinel.Silence, false},
		"one was told, though badly": {sentinel.High, []sentinel.Reviewer{nobody, fails(errors.New("x"))}, sentinel.Silence, false},
		"none":                       {sentinel.High, nil, sentinel.Silence, true},
	} {
		t.Run(name, func(t *testing.T) {
			rev, err := reviewer.First(c.list...)(context.Background(), request(c.risk))
			if got := answerOf(rev); got != c.want || errors.Is(err, sentinel.ErrNotDelivered) != c.lost {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
}

func answerOf(rev *sentinel.Review) sentinel.Answer {
	if rev == nil {
		return sentinel.Silence
	}
	return rev.Answer
}

func TestFirstEndsTheOthers(t *testing.T) {
	cause := make(chan error, 1)
	other := func(ctx context.Context, _ sentinel.Request) (*sentinel.Review, error) {
		<-ctx.Done()
		cause <- context.Cause(ctx)
		return nil, nil
	}
	if rev, err := reviewer.First(other, says(sentinel.Yes, "a"))(context.Background(), request(sentinel.High)); err != nil || rev == nil {
		t.Fatal(err)
	}
	if err := <-cause; !errors.Is(err, reviewer.ErrAnswered) {
		t.Error(err)
	}
}

func TestAll(t *testing.T) {
	edit := func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		return &sentinel.Review{Answer: sentinel.Yes, Arguments: map[string]any{}}, nil
	}
	for name, c := range map[string]struct {
		list []sentinel.Reviewer
		want sentinel.Answer
	}{
		"both":             {[]sentinel.Reviewer{says(sentinel.YesSession, "a"), says(sentinel.Yes, "b")}, sentinel.Yes},
		"one no":           {[]sentinel.Reviewer{says(sentinel.Yes, "a"), says(sentinel.No, "b")}, sentinel.No},
		"one silent":       {[]sentinel.Reviewer{says(sentinel.Yes, "a"), silent}, sentinel.Silence},
		"one fails":        {[]sentinel.Reviewer{says(sentinel.Yes, "a"), panics}, sentinel.Silence},
		"an edit":          {[]sentinel.Reviewer{says(sentinel.Yes, "a"), edit}, sentinel.Silence},
		"none at all":      {nil, sentinel.Silence},
		"an answer beyond": {[]sentinel.Reviewer{says(sentinel.Yes, "a"), says(77, "b")}, sentinel.Silence},
	} {
		t.Run(name, func(t *testing.T) {
			rev, _ := reviewer.All(c.list...)(context.Background(), request(sentinel.High))
			if got := answerOf(rev); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestLimitAndNotify(t *testing.T) {
	ctx := context.Background()
	for risk, want := range map[sentinel.Risk]sentinel.Answer{sentinel.Medium: sentinel.Yes, sentinel.High: sentinel.Yes, sentinel.Critical: sentinel.Silence} {
		rev, err := reviewer.Limit(says(sentinel.Yes, "a"), sentinel.High)(ctx, request(risk))
		if got := answerOf(rev); got != want || errors.Is(err, sentinel.ErrNotWanted) != (want == sentinel.Silence) {
			t.Errorf("%s: %v, %v", risk, got, err)
		}
	}
	if rev, _ := reviewer.Limit(says(sentinel.No, ""), sentinel.Medium)(ctx, request(sentinel.Critical)); answerOf(rev) != sentinel.No {
		t.Error("its no does not count")
	}
	if rev, _ := reviewer.Notify(says(sentinel.No, ""))(ctx, request(sentinel.High)); rev != nil {
		t.Error("who is only told decided")
	}
}

// TestR416_NothingIsLeft: reviewers that obey their context leave no goroutine.
func TestR416_NothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 50 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		_, _ = reviewer.First(waits, waits, waits)(ctx, request(sentinel.High))
		cancel()
	}
	for range 200 {
		if runtime.NumGoroutine() <= before+2 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// desk is a terminal: what is typed, and what it shows.
type desk struct {
	in io.Reader
	mu sync.Mutex
	bytes.Buffer
	closed bool
}

func (d *desk) Read(b []byte) (int, error) { return d.in.Read(b) }
func (d *desk) Write(b []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.Buffer.Write(b)
}
func (d *desk) Close() error { d.closed = true; return nil }

func at(typed string) (*desk, sentinel.Reviewer) {
	d := &desk{in: strings.NewReader(typed)}
	return d, reviewer.Terminal(reviewer.TerminalOptions{By: "ops", Open: func() (io.ReadWriteCloser, error) { return d, nil }})
}

func TestTerminal(t *testing.T) {
	for name, c := range map[string]struct {
		risk   sentinel.Risk
		typed  string
		want   sentinel.Answer
		reason string
	}{
		"yes":                            {sentinel.High, "y\n", sentinel.Yes, ""},
		"for the session":                {sentinel.High, "Session\n", sentinel.YesSession, ""},
		"always is not offered":          {sentinel.High, "a\na\na\n", sentinel.Silence, ""},
		"no with a reason":               {sentinel.High, "n\nnot today\n", sentinel.No, "not today"},
		"no and gone":                    {sentinel.High, "n", sentinel.No, ""},
		"misspelled, then yes":           {sentinel.High, "ok\nyes\n", sentinel.Yes, ""},
		"misspelled too often":           {sentinel.High, "ok\nja\nsi\ny\n", sentinel.Silence, ""},
		"an empty line":                  {sentinel.High, "\ny\n", sentinel.Silence, ""},
		"nobody there":                   {sentinel.High, "", sentinel.Silence, ""},
		"a line without end":             {sentinel.High, strings.Repeat("y", 10000), sentinel.Silence, ""},
		"CRITICAL":                       {sentinel.Critical, "y\ndeploy\nchecked with ops\n", sentinel.Yes, "checked with ops"},
		"CRITICAL without the name":      {sentinel.Critical, "y\nyes\nyes\nyes\n", sentinel.Silence, ""},
		"CRITICAL without a reason":      {sentinel.Critical, "y\ndeploy\n  \n", sentinel.Silence, ""},
		"CRITICAL, and then given up":    {sentinel.Critical, "y\n", sentinel.Silence, ""},
		"CRITICAL, name at second sight": {sentinel.Critical, "y\nDeploy\ndeploy\nok, checked\n", sentinel.Yes, "ok, checked"},
	} {
		t.Run(name, func(t *testing.T) {
			d, ask := at(c.typed)
			rev, err := ask(context.Background(), request(c.risk))
			if err != nil || answerOf(rev) != c.want || rev != nil && (rev.Reason != c.reason || rev.By != "ops") || !d.closed {
				t.Errorf("%+v, %v, closed %v\n%s", rev, err, d.closed, d.String())
			}
		})
	}
}

func TestTerminalIsNotThere(t *testing.T) {
	ask := reviewer.Terminal(reviewer.TerminalOptions{Open: func() (io.ReadWriteCloser, error) { return nil, errors.New("none") }})
	if _, err := ask(context.Background(), request(sentinel.High)); !errors.Is(err, sentinel.ErrNotDelivered) {
		t.Error(err)
	}
}

func TestTerminalWindowEnds(t *testing.T) {
	in, end := io.Pipe()
	defer end.Close()
	d := &desk{in: in}
	ask := reviewer.Terminal(reviewer.TerminalOptions{Open: func() (io.ReadWriteCloser, error) { return d, nil }})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if rev, err := ask(ctx, request(sentinel.High)); rev != nil || err != nil {
		t.Errorf("%v, %v", rev, err)
	}
	if !strings.Contains(d.String(), "no answer in time") {
		t.Error(d.String())
	}
}

// TestR415_Text: the whole of it, and nothing that moves the cursor or hides.
func TestR415_Text(t *testing.T) {
	r := request(sentinel.High)
	r.Call.Agent, r.Call.Tool = "agent\x1b[2J", "ba\u202esh"
	r.Reason = "why\rnot"
	r.Call.Arguments = map[string]any{
		"a\nb": "one line \x1b]52;c;aGk=\x07", "script": "echo hi\n" + strings.Repeat("\n", 500) + "rm -rf /\r\n# end\u200b",
		"list": []any{"x\x00y", 1.5}, "long": strings.Repeat("x", 5000) + "END"}
	got := reviewer.Text(r, time.Time{})
	for _, bad := range []string{"\x1b", "\r", "\x07", "\x00", "\u202e", "\u200b", "a\nb"} {
		if strings.Contains(got, bad) {
			t.Errorf("%q is shown as it is", bad)
		}
	}
	for _, want := range []string{"agent", "(HIGH)", "why: why", "rm -rf /", "500 empty lines", "END", "1.5", "in: /p", "#7 "} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n"); n > 20 {
		t.Errorf("%d lines", n)
	}
	want := "#7 worker-3 wants deploy (CRITICAL)\nwhy: publishes\nenv: production\nin: /p\nleft: 60 s\n"
	r = request(sentinel.Critical)
	r.Deadline = time.Unix(160, 0)
	if got := reviewer.Text(r, time.Unix(100, 0)); got != want {
		t.Errorf("got\n%s", got)
	}
}
