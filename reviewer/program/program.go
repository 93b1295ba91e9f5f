// Package program asks by means of a program of one's own: a desktop notice, a
// chat, whatever can be scripted.
//
//	ask, err := program.New(program.Options{Args: []string{"/usr/local/bin/ask-me"}})
//
// The program is started once per question, without a shell. It gets one line of
// JSON on standard input, {"version":1,"request":{...}}, and may print one line:
//
//	{"version":1,"id":ID,"shown":SHOWN,"answer":"yes","reason":"...","by":"..."}
//
// with the id and the digest "shown" of the request, and yes, session, always or
// no for an answer. "arguments" replace those of the call and are judged again. A
// program that prints nothing and ends with 0 has told somebody; any other end
// counts as nobody told. It is killed when the window is over.
package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/reviewer/internal/wire"
)

// Options say which program is asked, and how.
type Options struct {
	Args []string // the program's absolute path, and its arguments
	Env  []string // the whole of its environment, as NAME=value
	Dir  string   // where it runs; "" is where this process runs
	Most sentinel.Risk
	// Mask, if not nil, hides secrets in what the program gets to see.
	Mask func(string) string
	// Limit is how long the program may run; 0 is as long as the question is open.
	Limit time.Duration
}

// New makes a reviewer. Most is the highest risk the program may say yes to and
// must be set; its no always counts.
func New(o Options) (sentinel.Reviewer, error) {
	if len(o.Args) == 0 || !filepath.IsAbs(o.Args[0]) {
		return nil, errors.New("make reviewer: the program's absolute path is needed")
	}
	if o.Most == sentinel.RiskUnjudged || o.Most > sentinel.Critical {
		return nil, errors.New("make reviewer: the highest risk that the program may approve is needed")
	}
	return o.ask, nil
}

// late is how long a killed program's output is waited for.
const late = time.Second

func (o Options) ask(ctx context.Context, r sentinel.Request) (*sentinel.Review, error) {
	line, err := wire.Encode(r, o.Mask)
	if err != nil {
		return nil, err
	}
	if o.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Limit)
		defer cancel()
	}
	c := exec.CommandContext(ctx, o.Args[0], o.Args[1:]...)
	c.Stdin, c.Env, c.Dir, c.WaitDelay = bytes.NewReader(append(line, '\n')), o.Env, o.Dir, late
	if c.Env == nil {
		c.Env = []string{} // never this process's own
	}
	alone(c)
	out := &bounded{most: wire.MaxAnswer}
	c.Stdout = out
	err = c.Run()
	switch {
	case ctx.Err() != nil: // it ran until the window was over
		return nil, ctx.Err()
	case out.full:
		return nil, errors.New("the program's answer is too large")
	case err != nil && !errors.Is(err, exec.ErrWaitDelay): // what it left running may hold its output
		return nil, fmt.Errorf("the program failed: %w: %w", err, sentinel.ErrNotDelivered)
	}
	return o.read(out.Bytes(), r)
}

// read takes the one answer, if there is one.
func (o Options) read(out []byte, r sentinel.Request) (*sentinel.Review, error) {
	out = bytes.TrimSpace(out)
	if len(out) == 0 {
		return nil, nil
	}
	if bytes.ContainsAny(out, "\n\r") {
		return nil, errors.New("the program printed more than one line")
	}
	a, err := wire.Decode(out)
	if err == nil {
		err = a.For(r)
	}
	if err != nil {
		return nil, err
	}
	rev := a.Review()
	if rev.Answer != sentinel.No && r.Risk > o.Most {
		return nil, fmt.Errorf("answer question: %w", sentinel.ErrNotWanted)
	}
	return &rev, nil
}

// bounded keeps the first bytes of an output and drops the rest.
type bounded struct {
	bytes.Buffer
	most int
	full bool
}

// Write implements io.Writer. It fails when there is too much, which ends the
// program at its next write.
func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		b.full = true
		return 0, errors.New("the answer is too large")
	}
	return b.Buffer.Write(p)
}
