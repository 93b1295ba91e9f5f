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
	"path/filepath"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel/internal/cli/conf"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
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
}

// Exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
	exitAsk    = 3
	exitBlock  = 4
)

// exitError is an error that knows its exit code. An empty message prints
// nothing.
type exitError struct {
	code int
	msg  string
	hint string
}

func (e *exitError) Error() string { return e.msg }

func usage(hint, format string, args ...any) error {
	return &exitError{exitUsage, fmt.Sprintf(format, args...), hint}
}

// Run runs the program and gives its exit code.
func Run(ctx context.Context, env Env) int {
	args, home, err := globalHome(env.Args)
	if err != nil {
		return env.fail(err)
	}
	if home != "" {
		env.Home, env.HomeFlag = home, home
	}
	env.Args = args
	if len(args) > 0 && args[0] == "hook" {
		if len(args) == 1 || args[1] == "--help" || args[1] == "-h" || args[1] == "help" {
			return env.fail(hookHelp()) // which refuses, should a client have asked
		}
		return runHook(ctx, env)
	}
	if info, err := os.Stat(home); home != "" && (err != nil || !info.IsDir()) {
		return env.fail(usage("make the folder first, or look for a typing mistake", "--home %s: there is no such folder", home))
	}
	return env.fail(runCommand(ctx, env))
}

// globalHome takes --home DIR out of the words, wherever it stands: a command
// that was told of another home must never act on the real one. Behind -- all
// words are operands.
func globalHome(args []string) (rest []string, home string, err error) {
	for i := 0; i < len(args); i++ {
		value, ok := strings.CutPrefix(args[i], "--home=")
		switch {
		case args[i] == "--":
			return append(rest, args[i:]...), home, nil
		case ok:
		case args[i] == "--home" && i+1 < len(args):
			i++
			value = args[i]
		case args[i] == "--home":
			value = ""
		default:
			rest = append(rest, args[i])
			continue
		}
		if value == "" {
			return nil, "", usage("sentinel --home DIR COMMAND", "--home needs a folder")
		}
		if home, err = filepath.Abs(value); err != nil {
			return nil, "", usage("", "--home: %v", err)
		}
	}
	return rest, home, nil
}

// fail reports an error and gives its exit code.
func (env Env) fail(err error) int {
	if err == nil {
		return 0
	}
	var e *exitError
	if x := (*conf.Exit)(nil); errors.As(err, &x) {
		e = &exitError{x.Code, x.Msg, x.Hint}
	} else if !errors.As(err, &e) {
		fmt.Fprintf(env.Stderr, "sentinel: %s\n", display.Line(err.Error()))
		return exitFailed
	}
	if e.msg != "" {
		fmt.Fprintf(env.Stderr, "sentinel: %s\n", display.Line(err.Error()))
	}
	if e.hint != "" {
		fmt.Fprintf(env.Stderr, "hint: %s\n", strings.TrimSpace(e.hint))
	}
	return e.code
}

// open opens the gate for commands that people run: it leaves no trace.
func (env Env) open(dir string) (*engine.Engine, error) {
	if env.Home == "" {
		return nil, errors.New("your home folder is not known to this system")
	}
	if dir == "" {
		dir = env.Cwd
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return engine.Open(engine.Options{Home: env.Home, Cwd: dir, Binary: env.Binary, Now: env.Now,
		ReadFile: readConfig, Look: true})
}

// style colours only for a terminal, and not when NO_COLOR is set.
func (env Env) style() display.Style {
	return display.Style{Colour: env.Terminal && env.Getenv("NO_COLOR") == ""}
}

func (env Env) printf(format string, args ...any) { fmt.Fprintf(env.Stdout, format, args...) }
