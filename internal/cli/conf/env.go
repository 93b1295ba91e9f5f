// Package conf holds the subcommands about the configuration: policy, config
// and trust.
//
// They get what they need of the outside world in Env, as package cli does, and
// give their exit codes as console.Error.
package conf

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/program"
)

// Env is the outside world of one run.
type Env struct {
	Stdin    io.Reader
	Stdout   io.Writer
	Stderr   io.Writer
	Getenv   func(string) string
	Now      func() time.Time
	Home     string // "" if it is not known
	HomeFlag string // the home given with --home, "" without
	Cwd      string
	Terminal bool
	Width    int // columns of standard output, 0 where that is no terminal
	TTY      console.TTY
	// Who is the person for the record, at a terminal or, with "", at none.
	Who func(terminal string) approve.Person
	// Open opens the gate as it is at a folder, "" for the working folder. It
	// leaves no trace.
	Open func(dir string) (*engine.Engine, error)
	// ReadFile reads a configuration file, bounded.
	ReadFile func(path string) ([]byte, error)
}

// same makes the command lines in a text about the home that this run is about.
func (env Env) same(text string) string { return program.Same(env.HomeFlag, text) }

// words wants so many operands at most.
func words(most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > most {
			return console.Misused("see `"+c.CommandPath()+" --help`", "%s takes %s", c.CommandPath(), what)
		}
		return nil
	}
}

// para prints a sentence, broken where a terminal ends.
func (env Env) para(text string, indent int) {
	env.printf("%s\n", display.Wrap(text, env.Width, indent))
}

func (env Env) printf(format string, args ...any) { fmt.Fprintf(env.Stdout, format, args...) }

// yes asks a question and reads a line. Whatever is no clear yes is a no.
func yes(in io.Reader, out io.Writer, question string) bool {
	fmt.Fprintf(out, "%s [y/N] ", question)
	line := line(in)
	return line == "y" || line == "yes"
}

// line reads one line byte by byte, since what follows belongs to others.
func line(in io.Reader) string {
	var b []byte
	one := make([]byte, 1)
	for len(b) < 1000 {
		n, err := in.Read(one)
		if n == 1 && one[0] != '\n' {
			b = append(b, one[0])
		}
		if err != nil || n == 1 && one[0] == '\n' {
			break
		}
	}
	return strings.ToLower(strings.TrimSpace(string(b)))
}

// tilde shortens a path below the home.
func (env Env) tilde(path string) string {
	if rest, ok := strings.CutPrefix(path, env.Home+"/"); ok && env.Home != "" {
		return "~/" + rest
	}
	return path
}
