package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/front"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/question"
)

const (
	// hookDeadline is far below the smallest limit of any client (30 s).
	hookDeadline = 20 * time.Second
	// hookStack bounds the stack: what lies beyond it kills the process, which
	// the registration turns into a refusal.
	hookStack = 256 << 20
	// hookMemory is the size in bytes from which garbage is collected.
	hookMemory = 64 << 20
)

// runHook answers one event of a client. Whatever goes wrong becomes that
// client's refusal: one answer on standard output, the reason on standard
// error, exit code 2.
func runHook(ctx context.Context, env Env) (code int) {
	debug.SetMaxStack(hookStack)
	// A hook lives for milliseconds: collecting its garbage costs more than it
	// gives, until there is a lot of it.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(hookMemory)
	name := ""
	if len(env.Args) > 1 {
		name = env.Args[1]
	}
	type reply struct {
		out, err []byte
		code     int
	}
	done := make(chan reply, 1)
	ctx, cancel := context.WithTimeout(ctx, hookDeadline)
	defer cancel()
	go func() {
		ended := false
		var r reply
		defer func() {
			if p := recover(); p != nil || !ended { // not even runtime.Goexit may end in silence
				r.out, r.err, r.code = client.Refuse(name, fmt.Sprintf("the gate failed while judging this call: %v", p))
			}
			done <- r
		}()
		r.out, r.err, r.code = answerHook(ctx, env, name)
		ended = true
	}()
	var r reply
	select {
	case r = <-done:
	case <-ctx.Done():
		r.out, r.err, r.code = client.Refuse(name, "the gate did not come to an answer in time")
	}
	if _, err := env.Stdout.Write(r.out); err != nil && r.code == 0 {
		r.code = 2
	}
	_, _ = env.Stderr.Write(r.err)
	return r.code
}

// answerHook reads, decides and encodes.
func answerHook(ctx context.Context, env Env, name string) (out, errOut []byte, code int) {
	c, err := client.Find(name)
	if err != nil {
		return client.Refuse(name, "sentinel hook: "+err.Error())
	}
	data, err := io.ReadAll(io.LimitReader(env.Stdin, hook.MaxEvent+1))
	if err == nil && len(data) > hook.MaxEvent {
		err = errors.New("the event is too large")
	}
	if err != nil {
		return client.Refuse(name, "the event could not be read: "+err.Error())
	}
	if by := env.caller(c, data); by.Name() != name {
		if c = by; env.clients().AsksItself(c) {
			return elsewhereAnswer(c, data)
		}
	}
	event := ""
	if len(env.Args) > 2 {
		event = env.Args[2]
	}
	ev, err := c.Decode(data, hook.Env{Getenv: env.Getenv, Home: env.Home, Now: env.Now(), Event: event, Cwd: env.Cwd, Front: front.Process})
	if err != nil {
		if ev.Kind != hook.PreTool {
			return nil, []byte("sentinel: " + err.Error() + "\n"), 0
		}
		return client.Refuse(c.Name(), "the event could not be understood: "+err.Error())
	}
	switch ev.Kind {
	case hook.PreTool, hook.Permission:
		return env.preTool(ctx, c, ev)
	case hook.PostTool, hook.PostToolFailed:
		return nil, env.postTool(ev), 0
	case hook.SessionStart, hook.SessionEnd:
		return nil, env.session(ev), 0
	}
	return nil, nil, 0
}

func (env Env) openHook(ev hook.Event) (*engine.Engine, error) {
	if env.Home == "" {
		return nil, errors.New("the home folder of this user is not known")
	}
	return engine.Open(engine.Options{Home: env.Home, Cwd: ev.Call.Cwd, Project: ev.Call.Project, Session: ev.Call.Session,
		Binary: env.Binary, TempDir: tempDir(env.Getenv("TMPDIR")), Now: env.Now, ReadFile: readConfig, Prompt: true,
		Client: ev.Call.Agent, ClientDir: env.Getenv("PI_CODING_AGENT_DIR")})
}

// tempDir accepts a folder for temporary files only where systems put them.
func tempDir(dir string) string {
	dir = filepath.Clean(dir) // "/tmp/../home" is none
	if strings.HasPrefix(dir, "/var/folders/") || strings.HasPrefix(dir, "/private/var/folders/") || strings.HasPrefix(dir, "/tmp/") {
		return dir
	}
	return ""
}

// preTool decides a call.
func (env Env) preTool(ctx context.Context, c client.Client, ev hook.Event) (out, errOut []byte, code int) {
	e, err := env.openHook(ev)
	if err != nil {
		return client.Refuse(c.Name(), "the gate could not be opened: "+err.Error())
	}
	d := e.Gate.Decide(ctx, ev.Call)
	text := ""
	if d.Outcome == sentinel.Asked && ev.Kind == hook.PreTool {
		keeps, err := e.Asked(d)
		if err != nil {
			return client.Refuse(c.Name(), "the question could not be noted: "+err.Error())
		}
		text = question.Ask(d, keeps, e.Problems)
	} else if !d.Permitted {
		d.Reason = question.Refuse(d)
	}
	a := hook.For(ev, d, text)
	a.Pending = pendingID(d)
	return c.Encode(a)
}

// pendingID is the id of the request that waits for a person's decision, "" if
// none does.
func pendingID(sentinel.Decision) string { return "" }

// postTool learns from a call that ran.
func (env Env) postTool(ev hook.Event) []byte {
	e, err := env.openHook(ev)
	if err == nil {
		err = e.Learn(ev.Call)
	}
	if err != nil {
		return []byte("sentinel: " + err.Error() + "\n")
	}
	return nil
}

// session clears the state of a session that begins or ends. One that is
// resumed keeps what was allowed in it. One that begins is opened once more,
// which fixes the project's folder for the whole of it.
func (env Env) session(ev hook.Event) []byte {
	if ev.Kind == hook.SessionStart && (ev.Source == "resume" || ev.Source == "compact") {
		return nil
	}
	e, err := env.openHook(ev)
	if err == nil {
		err = e.Clear(ev.Call.Session)
	}
	if err == nil && ev.Kind == hook.SessionStart {
		_, err = env.openHook(ev)
	}
	if err != nil {
		return []byte("sentinel: " + err.Error() + "\n")
	}
	return nil
}
