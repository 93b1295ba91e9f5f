// Package clients holds the subcommands about coding clients: install, uninstall,
// status, import, and the doctor's part.
//
// They get what they need of the outside world in Env, as package cli does, and
// give their exit codes as console.Error. What is particular to a client is its
// settings.Registration; nothing here knows a client by its name.
package clients

import (
	"context"
	"fmt"
	"io"

	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/program"
)

// Env is the outside world of one run.
type Env struct {
	Stdout   io.Writer
	Getenv   func(string) string
	Home     string // "" if it is not known
	HomeFlag string // the home given with --home, "" without
	Cwd      string
	Binary   string // path of this program
	Terminal bool
	Width    int  // columns of standard output, 0 where that is no terminal
	Stopped  bool // everything is refused: a canary's refusal would prove nothing
	TTY      console.TTY
	// Note writes down what a person at a terminal did.
	Note func(terminal, kind, what string) error
	// Open opens the gate as it is at a folder, "" for the working folder.
	Open func(dir string) (*engine.Engine, error)
	// ReadFile reads a configuration file, bounded.
	ReadFile func(path string) ([]byte, error)
	// Fail reports an error while others are still to be tried.
	Fail func(error) int
	// Hook answers one event as the hook does, and gives its exit code.
	Hook func(context.Context, HookRun) int
}

// HookRun is one run of the hook.
type HookRun struct {
	Args           []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// Check is one thing the doctor looked at.
type Check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Say  string `json:"say"`
	Hint string `json:"hint,omitempty"`
}

// para prints a sentence, broken where a terminal ends.
func (env Env) para(text string, indent int) {
	env.printf("%s\n", display.Wrap(text, env.Width, indent))
}

func (env Env) printf(format string, args ...any) { fmt.Fprintf(env.Stdout, format, args...) }

// same makes the command lines in a text about the home that this run is about.
func (env Env) same(text string) string { return program.Same(env.HomeFlag, text) }

func (env Env) style() display.Style { return console.Style(env.Terminal, env.Getenv) }

func (env Env) homeKnown() error {
	if env.Home == "" {
		return console.Misused("give it with --home DIR", "your home folder is not known to this system")
	}
	return nil
}
