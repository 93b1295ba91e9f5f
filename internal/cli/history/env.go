// Package history holds `sentinel audit`: what was decided, whether the log is
// whole, and the log for other programs.
//
// It gets what it needs of the outside world in Env, as package cli does, and gives
// its exit codes as console.Error. What a line looks like is audit.Row's; here it
// is chosen, ordered and fitted to a terminal.
package history

import (
	"fmt"
	"io"
	"time"

	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/program"
)

// Env is the outside world of one run.
type Env struct {
	Stdout   io.Writer
	Now      func() time.Time
	Home     string // "" if it is not known
	HomeFlag string // the home given with --home, "" without
	Terminal bool   // standard output is a terminal
	Width    int    // columns of standard output, 0 where that is no terminal
	// Open opens the gate as it is at a folder, "" for the working folder. It
	// leaves no trace.
	Open func(dir string) (*engine.Engine, error)
	// Complain prints a line on standard error.
	Complain func(text string)
}

func (env Env) printf(format string, args ...any) { fmt.Fprintf(env.Stdout, format, args...) }

// para prints a sentence, broken where a terminal ends.
func (env Env) para(text string, indent int) {
	env.printf("%s\n", display.Wrap(text, env.Width, indent))
}

// same makes the command lines in a text about the home that this run is about.
func (env Env) same(text string) string { return program.Same(env.HomeFlag, text) }

func (env Env) sameQuoted(text string) string { return program.SameQuoted(env.HomeFlag, text) }
