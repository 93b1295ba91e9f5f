// Package hookproc is the process of a hook. It answers one event of a client:
// it reads the event, lets the gate decide and prints what that client obeys.
//
//	code := hookproc.Run(ctx, hookproc.Env{Args: []string{"hook", "claude"}, Stdin: os.Stdin, ...})
//
// It is what people feel on every call, so nothing is linked into it that a
// call does not need: it is a program of its own (cmd/sentinel-hook) as well as
// a command of the big one. What waits for a person is handed to Env.Queue.
package hookproc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/front"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/paths/once"
	"github.com/sentinelgate/sentinel/internal/program"
	"github.com/sentinelgate/sentinel/internal/question"
)

const (
	// hookStack bounds the stack: what lies beyond it kills the process, which
	// the registration turns into a refusal.
	hookStack = 256 << 20
	// stackRoom is what a usual judgement takes of the stack, in bytes.
	stackRoom = 48 << 10
	// hookMemory is the size in bytes from which garbage is collected.
	hookMemory = 64 << 20
)

// Run answers one event of a client. Whatever goes wrong becomes that
// client's refusal: one answer on standard output, the reason on standard
// error, exit code 2.
func Run(ctx context.Context, env Env) (code int) {
	debug.SetMaxStack(hookStack)
	// A hook lives for milliseconds: collecting its garbage costs more than it
	// gives, until there is a lot of it.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(hookMemory)
	flags, err := takeFlags(env.Args)
	args := flags.rest
	env.Args = args
	name := ""
	if len(args) > 1 {
		name = args[1]
	}
	if err != nil {
		return env.print(Refuse(name, err.Error()), flags)
	}
	ctx, cancel := context.WithTimeout(ctx, settings.End(flags.limit))
	defer cancel()
	var w *Waiting
	r := within(ctx, settings.Judging, name, func(ctx context.Context) (r Reply) {
		started := env.Now()
		if r.Out, r.Err, r.Code, w = answerHook(ctx, env, name); w != nil {
			w.Limit = flags.limit - env.Now().Sub(started)
		}
		return r
	})
	if w != nil && r.Code == 0 && r.Out == nil {
		debug.SetGCPercent(100) // this one lives for long
		r = within(ctx, flags.limit, name, func(ctx context.Context) Reply { return env.Queue(ctx, *w) })
	}
	return env.print(r, flags)
}

// flags are the words of a registered command that are for the process itself.
type flags struct {
	rest   []string
	limit  time.Duration // when the client gives up waiting
	answer bool          // "{}" is said where there is nothing to say
}

// takeFlags takes them out of the words: settings.Answer, and --limit=SECONDS
// where the client's limit is not the usual one.
func takeFlags(args []string) (flags, error) {
	f := flags{limit: settings.ClientLimit}
	var err error
	for _, a := range args {
		text, ok := strings.CutPrefix(a, "--limit=")
		switch {
		case a == settings.Answer:
			f.answer = true
		case !ok:
			f.rest = append(f.rest, a)
		default:
			n, bad := strconv.Atoi(text)
			if bad != nil || n < 1 || n > 24*60*60 {
				err = errors.New("sentinel hook: --limit wants seconds, from 1 to a day")
				continue
			}
			f.limit = time.Duration(n) * time.Second
		}
	}
	return f, err
}

// Refuse is the refusal that a client obeys.
func Refuse(name, why string) (r Reply) {
	r.Out, r.Err, r.Code = client.Refuse(name, why)
	return r
}

// within runs a step that must come to an end in time. Nothing but the answer is
// waited for, without a select: between the start of the other goroutine and the
// end of this one's turn a second processor would take it over, with memory caches
// of its own to fill, which a process of milliseconds feels.
func within(ctx context.Context, limit time.Duration, name string, step func(context.Context) Reply) Reply {
	done := make(chan Reply, 2) // whichever comes second is left there
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	late := context.AfterFunc(ctx, func() { done <- Refuse(name, "the gate did not come to an answer in time") })
	defer late()
	go func() {
		ended := false
		var r Reply
		defer func() {
			if p := recover(); p != nil || !ended { // not even runtime.Goexit may end in silence
				r = Refuse(name, fmt.Sprintf("the gate failed while judging this call: %v", p))
			}
			done <- r
		}()
		growStack(false)
		r = step(ctx)
		ended = true
	}()
	return <-done
}

// growStack makes the goroutine's stack large at once: a judgement needs more
// than the size it starts with, and while it is deep each doubling walks and
// copies all of it. The room is never touched, so it costs no memory.
//
//go:noinline
func growStack(touch bool) {
	if touch {
		var room [stackRoom]byte
		fill(room[:])
	}
}

//go:noinline
func fill(room []byte) { clear(room) }

func (env Env) print(r Reply, f flags) int {
	if f.answer && len(r.Out) == 0 {
		r.Out = []byte("{}\n")
	}
	if _, err := env.Stdout.Write(r.Out); err != nil && r.Code == 0 {
		r.Code = 2
	}
	_, _ = env.Stderr.Write(r.Err)
	return r.Code
}

// answerHook reads, decides and encodes. A call that waits for a person comes back
// as such, without an answer.
func answerHook(ctx context.Context, env Env, name string) (out, errOut []byte, code int, w *Waiting) {
	failed := func(why string) ([]byte, []byte, int, *Waiting) {
		out, errOut, code := client.Refuse(name, why)
		return out, errOut, code, nil
	}
	c, err := client.Find(name)
	if err != nil {
		return failed(env.noClient(name))
	}
	data, err := io.ReadAll(io.LimitReader(env.Stdin, hook.MaxEvent+1))
	if err == nil && len(data) > hook.MaxEvent {
		err = errors.New("the event is too large")
	}
	if err != nil {
		return failed("the event could not be read: " + err.Error())
	}
	if by := env.caller(c, data); by.Name() != name {
		if c, name = by, by.Name(); env.askedTwice(c) {
			out, errOut, code := elsewhereAnswer(c, data)
			return out, errOut, code, nil
		}
	}
	event := ""
	if len(env.Args) > 2 {
		event = env.Args[2]
	}
	ev, err := c.Decode(data, hook.Env{Getenv: env.Getenv, Home: env.Home, Now: env.Now(), Event: event, Cwd: env.Cwd, Front: front.Process})
	if err != nil {
		if ev.Kind != hook.PreTool {
			return nil, []byte("sentinel: " + err.Error() + "\n"), 0, nil
		}
		return failed("the event could not be understood: " + err.Error())
	}
	if canary(ev.Call) {
		ev.Call.ID = audit.CanaryCall
	}
	switch ev.Kind {
	case hook.PreTool, hook.Permission:
		return env.preTool(ctx, Waiting{Client: c, Event: ev, Data: data, Args: env.Args[1:]})
	case hook.PostTool, hook.PostToolFailed:
		return nil, env.postTool(ev), 0, nil
	case hook.SessionStart, hook.SessionEnd:
		return nil, env.session(ev), 0, nil
	}
	return nil, nil, 0, nil
}

// canary tells the call by which the doctor tries the gate from those of agents:
// it belongs to no session and has no id, which no agent's call lacks.
func canary(c sentinel.Call) bool {
	if c.Session != "" || c.ID != "" {
		return false
	}
	for _, v := range c.Arguments {
		if text, ok := v.(string); ok && text == settings.CanaryCommand {
			return true
		}
		if list, ok := v.([]any); ok && len(list) == 1 && list[0] == settings.CanaryCommand {
			return true
		}
	}
	return false
}

// noClient says what may stand behind the hook's name.
func (env Env) noClient(name string) string {
	var known []string
	for _, c := range client.All() {
		known = append(known, c.Name())
	}
	what := "no client is called " + strconv.Quote(display.Clip(name, 100))
	if name == "" {
		what = "no client is named"
	}
	return display.Line("sentinel hook: " + what + "; known are " + strings.Join(known, ", ") + "; a person registers one with `" +
		program.Same(env.HomeFlag, "sentinel install CLIENT") + "`")
}

// Options are those of the gate that judges an event.
func (env Env) Options(ev hook.Event) engine.Options {
	return engine.Options{Home: env.Home, Cwd: ev.Call.Cwd, Project: ev.Call.Project, Session: ev.Call.Session,
		Binary: env.Binary, TempDir: TempDir(env.Getenv("TMPDIR")), Now: env.Now, ReadFile: engine.ReadConfig, Prompt: true,
		Client: ev.Call.Agent, ClientDir: env.Getenv("PI_CODING_AGENT_DIR")}
}

// openHook opens the gate over a file system, nil for the machine as it is.
func (env Env) openHook(ev hook.Event, files paths.FS) (*engine.Engine, error) {
	if env.Home == "" {
		return nil, errors.New("the home folder of this user is not known")
	}
	o := env.Options(ev)
	o.FS = files
	if env.Queue != nil {
		o.More = func(e *engine.Engine) []sentinel.Option { return []sentinel.Option{sentinel.WithHandover(handover(e))} }
	}
	return engine.Open(o)
}

// TempDir accepts a folder for temporary files only where systems put them. Whoever
// answers a question has to judge the call with the same one.
func TempDir(dir string) string {
	dir = filepath.Clean(dir) // "/tmp/../home" is none
	if strings.HasPrefix(dir, "/var/folders/") || strings.HasPrefix(dir, "/private/var/folders/") || strings.HasPrefix(dir, "/tmp/") {
		return dir
	}
	return ""
}

// preTool decides a call.
func (env Env) preTool(ctx context.Context, w Waiting) (out, errOut []byte, code int, _ *Waiting) {
	c, ev := w.Client, w.Event
	failed := func(why string) ([]byte, []byte, int, *Waiting) {
		out, errOut, code := client.Refuse(c.Name(), why)
		return out, errOut, code, nil
	}
	e, err := env.openHook(ev, once.New())
	if err != nil {
		return failed("the gate could not be opened: " + err.Error())
	}
	d := e.Gate.Decide(ctx, ev.Call)
	if d.Outcome == sentinel.Pending && d.Request == "" {
		return nil, nil, 0, &w
	}
	text := ""
	if d.Outcome == sentinel.Asked && ev.Kind == hook.PreTool {
		keeps, err := e.Asked(d)
		if err != nil {
			return failed("the question could not be noted: " + err.Error())
		}
		text = question.Ask(d, keeps, e.Problems)
	}
	out, errOut, code = env.Encode(c, ev, d, text)
	return out, errOut, code, nil
}

// Encode is what the client is told of a decision; text is that of a question.
func (env Env) Encode(c client.Client, ev hook.Event, d sentinel.Decision, text string) (out, errOut []byte, code int) {
	if text == "" && !d.Permitted {
		d.Reason = program.SameQuoted(env.HomeFlag, question.Refuse(d))
	}
	return c.Encode(hook.For(ev, d, program.SameQuoted(env.HomeFlag, text)))
}

// handover says which questions are not for the client's own prompt: all of them
// where the queue asks, and else those that nobody sees, but for what silence
// permits at once since nobody is there to be told.
func handover(e *engine.Engine) func(sentinel.Call, sentinel.Risk) bool {
	a := e.Config.Approvals
	return func(c sentinel.Call, r sentinel.Risk) bool {
		switch {
		case a.Ask.V == config.AskQueue:
			return true
		case c.Attended:
			return false
		}
		return len(a.Reviewers) > 0 || !e.Policy.SilencePermits(r)
	}
}

// postTool learns from a call that ran.
func (env Env) postTool(ev hook.Event) []byte {
	e, err := env.openHook(ev, nil)
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
	e, err := env.openHook(ev, nil)
	if err == nil {
		err = e.Clear(ev.Call.Session)
	}
	if err == nil && ev.Kind == hook.SessionStart {
		_, err = env.openHook(ev, nil)
	}
	if err == nil { // what a session did must not be cut off in silence in the next
		err = audit.SignFile(e.StateDir, env.Now())
	}
	if err == nil && ev.Kind == hook.SessionStart {
		err = audit.Retain(e.StateDir, e.Config.Approvals.Audit.RetentionDays.V, env.Now())
	}
	if err != nil {
		return []byte("sentinel: " + err.Error() + "\n")
	}
	return nil
}
