// Package cli is the command line: one file per sub-command, and the hook.
//
// Run is the entry. Everything it needs of the outside world comes in Env, so
// that tests run commands in process. Exit codes ride on errors (see exitError):
// 0 fine, 1 internal error or something wrong found, 2 usage, 3 would be asked,
// 4 blocked or red.
//
// The hook is dispatched before the command tree is built, since people feel
// its time on every call.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/cli/clients"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/cli/queue"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/hookproc"
	"github.com/sentinelgate/sentinel/internal/program"
)

// Env is the outside world of one run of the program.
type Env struct {
	Args     []string // without the program's name
	Stdin    io.Reader
	Stdout   io.Writer
	Stderr   io.Writer
	Getenv   func(string) string
	Now      func() time.Time
	HomeFlag string // the home given with --home, "" without
	Home     string // as the system's user database gives it, "" if it does not
	Cwd      string
	Binary   string // path of this program
	Terminal bool   // standard output is a terminal
	Width    int    // columns of standard output, 0 where that is no terminal
	ErrWidth int    // columns of standard error, likewise
	User     string // of the system, for the record of who answered
	Process  int    // the number of this process
	TTY      console.TTY
}

// Run runs the program and gives its exit code.
func Run(ctx context.Context, env Env) int {
	args, home, err := hookproc.GlobalHome(env.Args)
	if err != nil {
		return env.fail(console.Misused("sentinel --home DIR COMMAND", "%v", err))
	}
	if home != "" {
		env.Home, env.HomeFlag = home, home
	}
	env.Args = args
	if len(args) > 0 && args[0] == "hook" {
		switch {
		case len(args) == 1:
			return env.fail(hookUsage()) // which refuses, should a client have asked
		case args[1] == "--help" || args[1] == "-h" || args[1] == "help":
			env.hookHelp()
			return 0
		}
		return hookproc.Run(ctx, env.hook())
	}
	if info, err := os.Stat(home); home != "" && (err != nil || !info.IsDir()) {
		return env.fail(console.Misused("make the folder first, or look for a typing mistake", "--home %s: there is no such folder", home))
	}
	return env.fail(runCommand(ctx, env))
}

// hook is what the hook needs of the outside world.
func (env Env) hook() hookproc.Env {
	return hookproc.Env{Args: env.Args, Stdin: env.Stdin, Stdout: env.Stdout, Stderr: env.Stderr, Getenv: env.Getenv, Now: env.Now, Home: env.Home, HomeFlag: env.HomeFlag, Cwd: env.Cwd, Binary: env.Binary,
		Queue: env.queue().Hook}
}

// queue is what the commands of the queue need of the outside world.
func (env Env) queue() queue.Env {
	return queue.Env{Stdin: env.Stdin, Stdout: env.Stdout, Stderr: env.Stderr, Getenv: env.Getenv, Now: env.Now, Home: env.Home, HomeFlag: env.HomeFlag, Cwd: env.Cwd,
		Binary: env.Binary, User: env.User, Terminal: env.Terminal, Width: env.Width, Colour: env.style().Colour, TTY: env.TTY, Process: env.Process}
}

// who is whoever runs this command, for the record; terminal is "" for none.
func (env Env) who(terminal string) approve.Person {
	return approve.Person{User: env.User, Terminal: terminal, Process: env.Process}
}

// noted says that a thing which was done stands in no log.
func (env Env) noted(err error) {
	if err != nil {
		env.complain("sentinel: done, but " + display.Line(err.Error()))
	}
}

// fail reports an error and gives its exit code.
func (env Env) fail(err error) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, syscall.EPIPE) {
		return console.Failed // nobody reads any more, and nobody reads why
	}
	var e *console.Error
	if !errors.As(err, &e) {
		env.complain("sentinel: " + env.sentence(err))
		return console.Failed
	}
	if e.Msg != "" {
		env.complain("sentinel: " + env.sentence(err))
	}
	if e.Hint != "" {
		env.hint(e.Hint)
	}
	return e.Code
}

// complain prints a line on standard error.
func (env Env) complain(text string) {
	fmt.Fprintf(env.Stderr, "%s\n", display.Wrap(text, env.ErrWidth, 2))
}

// hint prints what to do. A command line stays in one piece, to be copied.
func (env Env) hint(text string) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		before := "hint: "
		if i > 0 {
			before = "      "
		}
		line = env.same(strings.TrimSpace(line))
		if strings.HasPrefix(line, "sentinel ") || strings.HasPrefix(line, "/") {
			fmt.Fprintf(env.Stderr, "%s%s\n", before, line)
			continue
		}
		env.complain(before + line)
	}
}

// open opens the gate for commands that people run: it leaves no trace.
func (env Env) open(dir string) (*engine.Engine, error) {
	if env.Home == "" {
		return nil, console.NoHome()
	}
	dir, err := console.Folder(env.Cwd, dir)
	if err != nil {
		return nil, err
	}
	return engine.Open(engine.Options{Home: env.Home, Cwd: dir, Binary: env.Binary, Now: env.Now,
		ReadFile: engine.ReadConfig, Look: true})
}

func (env Env) style() display.Style { return console.Style(env.Terminal, env.Getenv) }

// same makes the command lines in a text about the home that this run is about.
func (env Env) same(text string) string { return program.Same(env.HomeFlag, text) }

// longest is how much of a sentence about a mistake is shown: it may repeat an
// argument of any length.
const longest = 1000

func (env Env) sentence(err error) string {
	return display.Line(display.Clip(env.sameQuoted(err.Error()), longest))
}

// sameQuoted does so in a sentence, where a command line stands in quotes.
func (env Env) sameQuoted(text string) string {
	return program.SameQuoted(env.HomeFlag, text)
}

// problems says that a verdict was found under a configuration with mistakes. The
// hook judges in the same way, so the verdict stands.
func (env Env) problems(e *engine.Engine) {
	if n := len(e.Problems); n > 0 {
		env.complain(fmt.Sprintf("sentinel: this is judged as the hook would now, while the configuration has %s: %s",
			console.Count(n, "mistake"), display.Line(env.sameQuoted(e.Problems[0].Error()))))
		env.hint("sentinel config check")
	}
}

// para prints a sentence, broken where a terminal ends.
func (env Env) para(text string, indent int) {
	env.printf("%s\n", display.Wrap(text, env.Width, indent))
}

func (env Env) printf(format string, args ...any) { fmt.Fprintf(env.Stdout, format, args...) }

// hookIs says what the hook is, to a person who runs it by hand.
const hookIs = "`sentinel hook CLIENT [EVENT]` is run by a client for each tool call: it reads the event from standard input and answers in that client's form"

func hookUsage() error {
	return console.Misused("register it: sentinel install CLIENT\nclients: "+clients.Names(), "%s", hookIs)
}

func (env Env) hookHelp() {
	width := helpWidth
	if env.Width > 0 {
		width = env.Width
	}
	for _, line := range []string{hookIs + ".", "", "It ends as the client demands: exit code 2 is a refusal, and so is whatever is wrong with how it was called.", "",
		"Register it: `sentinel install CLIENT`", "Clients: " + clients.Names(),
		"Try what it would answer: `sentinel check TOOL -a JSON`, and whether it answers: `sentinel doctor`"} {
		env.printf("%s\n", display.Wrap(env.sameQuoted(line), width, 0))
	}
}
