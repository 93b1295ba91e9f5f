// Package queue has the commands around stored questions: pending, show,
// approve, deny, review, grants, expire, kill, unkill and demo, and what a hook
// does while it waits for an answer.
//
// A command is a function from Env to a cobra command; package cli puts them
// into its tree. They print for people, and with --json for programs.
package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/approve/show"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/hookproc"
	"github.com/sentinelgate/sentinel/internal/program"
)

// Env is the outside world of a command.
type Env struct {
	Stdin    io.Reader
	Stdout   io.Writer
	Stderr   io.Writer
	Getenv   func(string) string
	Now      func() time.Time
	Home     string
	HomeFlag string // the home given with --home, "" without
	Cwd      string
	Binary   string
	User     string // of the system
	Terminal bool   // standard output is a terminal
	Width    int    // columns of standard output, 0 where that is no terminal
	Colour   bool
	TTY      console.TTY
	// Process is the number of this process.
	Process int
}

// Commands are all of them, in the order of a question's life.
func Commands() []func(Env) *cobra.Command {
	return []func(Env) *cobra.Command{pendingCommand, showCommand, approveCommand, denyCommand, reviewCommand, grantsCommand,
		expireCommand, killCommand, unkillCommand, demoCommand}
}

// para prints a sentence, broken where a terminal ends.
func (env Env) para(text string, indent int) {
	env.printf("%s\n", display.Wrap(text, env.Width, indent))
}

func (env Env) printf(format string, args ...any) { fmt.Fprintf(env.Stdout, format, args...) }

func (env Env) options() engine.Options {
	return engine.Options{Home: env.Home, Cwd: env.Cwd, Binary: env.Binary, Now: env.Now, ReadFile: engine.ReadConfig,
		TempDir: hookproc.TempDir(env.Getenv("TMPDIR"))}
}

// look opens the gate of this folder without leaving a trace.
func (env Env) look() (*engine.Engine, error) {
	if env.Home == "" {
		return nil, console.NoHome()
	}
	o := env.options()
	var err error
	if o.Cwd, err = console.Folder(env.Cwd, ""); err != nil {
		return nil, err
	}
	o.Look = true
	return engine.Open(o)
}

// errEmpty says that nothing was ever asked here, so that there is no store.
var errEmpty = errors.New("nothing was ever asked here")

// desk opens the queue. A store that was never used is not made: errEmpty.
func (env Env) desk(ctx context.Context, who approve.Person, channel string) (approve.Desk, error) {
	e, err := env.look()
	if err != nil {
		return approve.Desk{}, err
	}
	if !approve.Exists(e) {
		return approve.Desk{}, errEmpty
	}
	s, err := approve.Store(ctx, e)
	if err != nil {
		return approve.Desk{}, &console.Error{Code: console.Failed, Msg: err.Error(), Hint: "while the queue cannot be read, whatever would be asked is refused; `sentinel doctor` looks at it"}
	}
	return approve.Desk{Store: s, Options: env.options(), Person: who, Channel: channel}, nil
}

// gone tells of a store that is not there although there was one.
func (env Env) gone() {
	if r := audit.VerifyGone(engine.StateDir(env.Home), ""); r.Checkpoints > 0 {
		fmt.Fprintf(env.Stderr, "sentinel: %s; see `sentinel audit verify`\n", show.Safe(r.Problems[0]))
	}
}

// sign signs the chain's head after a decision. That it cannot is told: the
// decision stands, and its evidence is weaker.
func (env Env) sign(ctx context.Context, d approve.Desk) {
	if err := d.Sign(ctx); err != nil {
		fmt.Fprintf(env.Stderr, "sentinel: the chain's head could not be signed: %s\n", show.Safe(err.Error()))
	}
}

// number reads the number of a question, with or without its #.
func number(text string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64)
	if err != nil || n <= 0 {
		return 0, &console.Error{Code: console.Usage, Msg: fmt.Sprintf("%q is no number of a question", text), Hint: "`sentinel pending` shows them: #7 is 7"}
	}
	return n, nil
}

// find opens the queue and gives the question of a number.
func (env Env) find(ctx context.Context, who approve.Person, channel, text string) (approve.Desk, sentinel.Question, error) {
	n, err := number(text)
	if err != nil {
		return approve.Desk{}, sentinel.Question{}, err
	}
	d, err := env.desk(ctx, who, channel)
	if errors.Is(err, errEmpty) {
		err = &console.Error{Code: console.Failed, Msg: errEmpty.Error()}
	}
	if err != nil {
		return d, sentinel.Question{}, err
	}
	q, err := d.Number(ctx, n)
	if err != nil {
		_ = d.Store.Close()
		return d, q, &console.Error{Code: console.Failed, Msg: fmt.Sprintf("#%d: %s", n, approve.Explain(err, n))}
	}
	return d, q, nil
}

// one wants exactly one operand.
func one(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return console.Misused(first(c.Example), "%s needs %s", c.CommandPath(), what)
		case len(args) > 1:
			return console.Misused(c.CommandPath()+" "+program.Word(args[0])+", then "+c.CommandPath()+" "+program.Word(args[1]),
				"%s takes one at a time, and was given %s: each is looked at by itself", c.CommandPath(), console.Count(len(args), "operand"))
		}
		return nil
	}
}

// first is the first line of an example, to be run as it stands.
func first(example string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(example), "\n")
	return line
}

// complete offers the numbers of the open questions.
func (env Env) complete(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	none := cobra.ShellCompDirectiveNoFileComp
	if len(args) > 0 {
		return nil, none
	}
	d, err := env.desk(c.Context(), approve.Person{}, "")
	if err != nil {
		return nil, none
	}
	defer d.Store.Close()
	list, _, err := d.List(c.Context())
	if err != nil {
		return nil, none
	}
	var out []string
	for _, q := range list {
		out = append(out, fmt.Sprintf("%d\t%s %s", q.Number, q.Request.Risk, q.Request.Call.Tool))
	}
	return out, none
}
