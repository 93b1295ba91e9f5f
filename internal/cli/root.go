package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/clients"
	"github.com/sentinelgate/sentinel/internal/cli/conf"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/cli/queue"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/hookproc"
)

// runCommand builds the command tree and runs it.
func runCommand(ctx context.Context, env Env) error {
	root := &cobra.Command{
		Use:   "sentinel",
		Short: "One gate in front of every tool call an AI agent makes",
		Long: "Sentinel answers run it, ask a person or refuse, says why, and remembers what a person\n" +
			"allowed by the shape of a command.\n\nStart with `sentinel install claude`, then `sentinel doctor`.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			c.SuggestionsMinimumDistance = max(1, len(args[0])/3)
			if near := c.SuggestionsFor(args[0]); len(near) > 0 {
				return console.Misused("did you mean `sentinel "+near[0]+"`?", "unknown command %q", args[0])
			}
			return console.Misused("see `sentinel --help`; to ask about a command: `sentinel risk COMMAND` or `sentinel check TOOL -a JSON`",
				"unknown command %q", args[0])
		},
	}
	root.PersistentFlags().String("home", "", "use DIR as the home folder: configuration, state and ~")
	root.SetArgs(env.Args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if word := unknownCommand(c, env.Args); word != "" {
			return c.RunE(c, []string{word})
		}
		return console.Misused("see `"+c.CommandPath()+" --help`", "%s", flagMistake(err.Error()))
	})
	for _, make := range []func(Env) *cobra.Command{
		auditCommand, checkCommand, riskCommand, confCommand(conf.Policy), confCommand(conf.Config), confCommand(conf.Trust), explainCommand, knowledgeCommand,
		scanCommand, testCommand, replayCommand, clientsCommand(clients.Install), clientsCommand(clients.Uninstall), clientsCommand(clients.Status),
		clientsCommand(clients.Import), doctorCommand, versionCommand, emitCommand,
	} {
		root.AddCommand(make(env))
	}
	for _, make := range queue.Commands() {
		root.AddCommand(make(env.queue()))
	}
	for _, c := range root.Commands() {
		c.Args = asUsage(c.Args)
	}
	finish(root)
	return root.ExecuteContext(ctx)
}

// confCommand hands the outside world to a command about the configuration.
func confCommand(make func(conf.Env) *cobra.Command) func(Env) *cobra.Command {
	return func(env Env) *cobra.Command {
		return make(conf.Env{Stdin: env.Stdin, Stdout: env.Stdout, Stderr: env.Stderr, Getenv: env.Getenv, Now: env.Now,
			Home: env.Home, HomeFlag: env.HomeFlag, Cwd: env.Cwd, Terminal: env.Terminal, TTY: env.TTY, Who: env.who, Open: env.open, ReadFile: engine.ReadConfig})
	}
}

// clientsCommand does so for a command about clients.
func clientsCommand(make func(clients.Env) *cobra.Command) func(Env) *cobra.Command {
	return func(env Env) *cobra.Command { return make(env.clients()) }
}

func (env Env) clients() clients.Env {
	return clients.Env{Stdout: env.Stdout, Getenv: env.Getenv, Home: env.Home, HomeFlag: env.HomeFlag, Cwd: env.Cwd, Binary: env.Binary,
		Terminal: env.Terminal, TTY: env.TTY, ReadFile: engine.ReadConfig, Fail: env.fail, Open: env.open, Hook: func(ctx context.Context, h clients.HookRun) int {
			run := env.hook()
			run.Args, run.Stdin, run.Stdout, run.Stderr = h.Args, h.Stdin, h.Stdout, h.Stderr
			return hookproc.Run(ctx, run)
		}}
}

// flagMistake is what the library says of a flag, without the words of the
// standard library behind it.
func flagMistake(text string) string {
	before, behind, ok := strings.Cut(text, " flag: strconv.")
	switch {
	case !ok:
		return text
	case strings.HasPrefix(behind, "ParseBool"):
		return before + ": it takes true or false"
	}
	return before + ": it takes a whole number"
}

// unknownCommand is the word that was meant as a command when the root itself
// meets flags it does not know, as in `sentinel ask -b x`.
func unknownCommand(c *cobra.Command, args []string) string {
	if c.HasParent() || len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return ""
	}
	return args[0]
}

// asUsage makes what is wrong with operands a usage error.
func asUsage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		err := check(c, args)
		if err == nil || errors.As(err, new(*console.Error)) {
			return err
		}
		return console.Misused("see `"+c.CommandPath()+" --help`", "%v", err)
	}
}

// exact wants so many operands and says what is missing.
func exact(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return console.Misused(c.Example, "%s needs %s", c.CommandPath(), what)
		}
		return nil
	}
}
