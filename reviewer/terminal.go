package reviewer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
)

// TerminalOptions say where a terminal is and who sits there.
type TerminalOptions struct {
	// Open gives the terminal; nil opens the controlling terminal of the process,
	// which is there even if standard input and output are not.
	Open func() (io.ReadWriteCloser, error)
	By   string           // who answers, for the record
	Now  func() time.Time // for the seconds that are left; nil shows none
}

// Terminal asks at a terminal. A call that is CRITICAL is confirmed by typing its
// tool's name, and with a reason. Whatever is not understood is asked again; an
// empty line is no answer.
func Terminal(o TerminalOptions) sentinel.Reviewer {
	if o.Open == nil {
		o.Open = OpenTerminal
	}
	return func(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
		tty, err := o.Open()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", sentinel.ErrNotDelivered, err)
		}
		defer tty.Close()
		d := dialogue{tty: tty, lines: make(chan string), by: o.By}
		if o.Now != nil {
			d.now = o.Now()
		}
		done := make(chan struct{})
		defer close(done)
		go d.read(done)
		return d.ask(ctx, r)
	}
}

const (
	maxTyped = 4096 // bytes of one line
	maxTries = 3    // how often an answer may be misspelled
)

// dialogue is one question at a terminal. Lines come from a goroutine of their
// own, since a read cannot be given up; it ends when the terminal is closed.
type dialogue struct {
	tty   io.ReadWriter
	lines chan string
	by    string
	now   time.Time
}

func (d *dialogue) read(done <-chan struct{}) {
	defer close(d.lines)
	in := bufio.NewReaderSize(d.tty, maxTyped)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) || len(line) == 0 {
			return
		}
		select {
		case d.lines <- strings.TrimSpace(string(line)):
		case <-done:
			return
		}
		if err != nil {
			return
		}
	}
}

// line shows a prompt and waits for one line; ok is false if none comes.
func (d *dialogue) line(ctx context.Context, prompt string) (text string, ok bool) {
	if _, err := io.WriteString(d.tty, prompt); err != nil {
		return "", false
	}
	select {
	case text, ok = <-d.lines:
		return text, ok
	case <-ctx.Done():
		why := "no answer in time"
		if errors.Is(context.Cause(ctx), ErrAnswered) {
			why = ErrAnswered.Error()
		}
		_, _ = io.WriteString(d.tty, "\n("+why+")\n")
		return "", false
	}
}

func (d *dialogue) ask(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
	if _, err := io.WriteString(d.tty, "\n"+Text(r, d.now)); err != nil {
		return nil, fmt.Errorf("%w: %w", sentinel.ErrNotDelivered, err)
	}
	for range maxTries {
		word, ok := d.line(ctx, d.choices(r))
		if !ok || word == "" {
			return nil, nil
		}
		rev := sentinel.Review{By: d.by}
		switch strings.ToLower(word) {
		case "n", "no":
			rev.Answer = sentinel.No
			rev.Reason, _ = d.line(ctx, "why not (for the agent, may be empty): ")
			return &rev, nil
		case "y", "yes":
			rev.Answer = sentinel.Yes
		case "s", "session":
			rev.Answer = sentinel.YesSession
		case "a", "always":
			rev.Answer = sentinel.YesAlways
		default:
			continue
		}
		if rev.Answer == sentinel.YesSession && r.Remember == "" || rev.Answer == sentinel.YesAlways && r.Remember != "project" {
			continue
		}
		if r.Risk < sentinel.Critical {
			return &rev, nil
		}
		return d.confirm(ctx, r, rev)
	}
	return nil, nil
}

// choices are the answers that the request takes.
func (d *dialogue) choices(r sentinel.Request) string {
	more := ""
	if r.Remember != "" {
		more = "/s(ession)"
	}
	if r.Remember == "project" {
		more += "/a(lways)"
	}
	return "run it? y(es)" + more + "/n(o), nothing to leave it open: "
}

// confirm wants the tool's name and a reason.
func (d *dialogue) confirm(ctx context.Context, r sentinel.Request, rev sentinel.Review) (*sentinel.Review, error) {
	name := display.Line(r.Call.Tool)
	for range maxTries {
		typed, ok := d.line(ctx, "this is CRITICAL; type "+name+" to go on: ")
		if !ok || typed == "" {
			return nil, nil
		}
		if typed != name {
			continue
		}
		if rev.Reason, ok = d.line(ctx, "reason (needed): "); !ok || rev.Reason == "" {
			return nil, nil
		}
		return &rev, nil
	}
	return nil, nil
}

// console joins a terminal's input and output where they are two files.
type console struct{ in, out *os.File }

func (c console) Read(b []byte) (int, error)  { return c.in.Read(b) }
func (c console) Write(b []byte) (int, error) { return c.out.Write(b) }
func (c console) Close() error                { return errors.Join(c.in.Close(), c.out.Close()) }
