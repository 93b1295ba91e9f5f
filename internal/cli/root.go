package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/clients"
	"github.com/sentinelgate/sentinel/internal/cli/complete"
	"github.com/sentinelgate/sentinel/internal/cli/conf"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/cli/history"
	"github.com/sentinelgate/sentinel/internal/cli/queue"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/hookproc"
	"github.com/sentinelgate/sentinel/internal/program"
)

// runCommand builds the command tree and runs it.
func runCommand(ctx context.Context, env Env) error {
	root := &cobra.Command{
		Use:   "sentinel",
		Short: "One gate in front of every tool call an AI agent makes",
		Long: "Sentinel answers run it, ask a person or refuse, says why, and remembers what a person\n" +
			"allowed by the shape of a command.\n\n" +
			"Start with `sentinel install claude`, then `sentinel doctor`.\n" +
			"Ask about one command with `sentinel risk 'git push'`.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			c.SuggestionsMinimumDistance = max(1, len(args[0])/3)
			if near := c.SuggestionsFor(args[0]); args[0] != "" && len(near) > 0 {
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
		return console.Misused(quotedHint(c, env.Args), "%s", flagMistake(err.Error()))
	})
	for _, make := range []func(Env) *cobra.Command{
		historyCommand, checkCommand, riskCommand, confCommand(conf.Policy), confCommand(conf.Config), confCommand(conf.Trust), explainCommand, knowledgeCommand,
		scanCommand, testCommand, replayCommand, clientsCommand(clients.Install), clientsCommand(clients.Uninstall), clientsCommand(clients.Status),
		clientsCommand(clients.Import), doctorCommand, versionCommand, emitCommand,
	} {
		root.AddCommand(make(env))
	}
	for _, make := range queue.Commands() {
		root.AddCommand(make(env.queue()))
	}
	mannered(root)
	env.manners(root)
	complete.To(root)
	finish(root)
	return root.ExecuteContext(ctx)
}

// confCommand hands the outside world to a command about the configuration.
func confCommand(make func(conf.Env) *cobra.Command) func(Env) *cobra.Command {
	return func(env Env) *cobra.Command {
		return make(conf.Env{Stdin: env.Stdin, Stdout: env.Stdout, Stderr: env.Stderr, Getenv: env.Getenv, Now: env.Now,
			Home: env.Home, HomeFlag: env.HomeFlag, Cwd: env.Cwd, Terminal: env.Terminal, Width: env.Width, TTY: env.TTY, Who: env.who, Open: env.open, ReadFile: engine.ReadConfig})
	}
}

// historyCommand does so for the log.
func historyCommand(env Env) *cobra.Command {
	return history.Audit(history.Env{Stdout: env.Stdout, Now: env.Now, Home: env.Home, HomeFlag: env.HomeFlag, Terminal: env.Terminal, Width: env.Width,
		Open: env.open, Complain: env.complain})
}

// clientsCommand does so for a command about clients.
func clientsCommand(make func(clients.Env) *cobra.Command) func(Env) *cobra.Command {
	return func(env Env) *cobra.Command { return make(env.clients()) }
}

func (env Env) clients() clients.Env {
	return clients.Env{Stdout: env.Stdout, Getenv: env.Getenv, Home: env.Home, HomeFlag: env.HomeFlag, Cwd: env.Cwd, Binary: env.Binary,
		Terminal: env.Terminal, Width: env.Width, TTY: env.TTY, ReadFile: engine.ReadConfig, Fail: env.fail, Open: env.open, Note: func(terminal, kind, what string) error {
			return env.who(terminal).Note(engine.StateDir(env.Home), env.Now(), kind, what, "")
		}, Hook: func(ctx context.Context, h clients.HookRun) int {
			run := env.hook()
			run.Args, run.Stdin, run.Stdout, run.Stderr = h.Args, h.Stdin, h.Stdout, h.Stderr
			return hookproc.Run(ctx, run)
		}}
}

// quotedHint is what to do about a flag that a command does not know. Where a
// command takes a command, the flag was meant for that one.
func quotedHint(c *cobra.Command, args []string) string {
	at := slices.Index(args, c.Name())
	if !slices.Contains([]string{"risk", "explain", "check"}, c.Name()) || at < 0 || at+2 >= len(args) || strings.HasPrefix(args[at+1], "-") {
		return "see `" + c.CommandPath() + " --help`"
	}
	return c.CommandPath() + " " + program.Word(strings.Join(args[at+1:], " "))
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

// mannered gives every command below one the same words for wrong operands.
func mannered(parent *cobra.Command) {
	for _, c := range parent.Commands() {
		c.Args = asUsage(c.Args)
		mannered(c)
	}
}

// asUsage makes what is wrong with operands a usage error, in words about the
// command and not about a number of arguments.
func asUsage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if check == nil {
			return nil
		}
		err := check(c, args)
		if err == nil || errors.As(err, new(*console.Error)) {
			return err
		}
		hint := "see `" + c.CommandPath() + " --help`"
		_, operands, _ := strings.Cut(c.Use, " ")
		switch {
		case c.HasAvailableSubCommands():
			var names []string
			for _, sub := range c.Commands() {
				names = append(names, sub.Name())
			}
			return console.Misused("known are "+strings.Join(names, ", "), "unknown command %q of %s", args[0], c.CommandPath())
		case len(args) == 0:
			return console.Misused(strings.TrimSpace(c.Example), "%s needs %s", c.CommandPath(), strings.ReplaceAll(operands, "...", ""))
		case operands == "" || strings.HasPrefix(operands, "-"):
			return console.Misused(hint, "%s takes no operands, and was given %q", c.CommandPath(), args[0])
		}
		return console.Misused(hint, "%s takes %s and nothing more", c.CommandPath(), operands)
	}
}
