package queue

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/approve/show"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/program"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

func killCommand(env Env) *cobra.Command {
	var reason string
	var asJSON bool
	c := &cobra.Command{
		Use:   "kill",
		Short: "Refuse every call of every agent from now on",
		Long: "Every hook of this user refuses at once, whatever was allowed, until `sentinel unkill`.\nPermits that were not used yet are not honoured either.\n" +
			"Who did it, when and why stands in the log.",
		Example: "  sentinel kill --reason 'something is wrong with the agent'",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			dir, err := env.stateDir()
			if err != nil {
				return err
			}
			if reason = strings.TrimSpace(reason); reason == "" {
				reason = "a person stopped all agents"
			}
			if err := safefile.Folder(dir); err != nil {
				return notStopped(err)
			}
			if err := safefile.Write(filepath.Join(dir, engine.StopFile), []byte(reason+"\n"), safefile.Keep); err != nil {
				return notStopped(err)
			}
			env.noted(env.who("", "").Note(dir, env.Now(), audit.Stopped, "", reason))
			return env.stopped(asJSON, true, "every call of every agent is refused now; `sentinel unkill` ends that")
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "what the agents are told")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// notStopped is said when agents go on.
func notStopped(err error) error {
	return console.Problem("take the registrations out with `sentinel uninstall --all`, or end the agents", "NOT stopped, agents go on: %v", err)
}

// stateDir is known without a gate, which may be what is broken.
func (env Env) stateDir() (string, error) {
	if env.Home == "" {
		return "", console.NoHome()
	}
	return engine.StateDir(env.Home), nil
}

// noted says that a thing which was done stands in no log.
func (env Env) noted(err error) {
	if err != nil {
		fmt.Fprintf(env.Stderr, "sentinel: done, but %s\n", show.Safe(err.Error()))
	}
}

func unkillCommand(env Env) *cobra.Command {
	var reason string
	var asJSON bool
	c := &cobra.Command{
		Use:     "unkill",
		Short:   "End what `kill` began",
		Long:    "Needs a terminal: a program that was stopped must not go on by itself. Who did it stands in the log.",
		Example: "  sentinel unkill --reason 'it was a false alarm'",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			dir, err := env.stateDir()
			if err != nil {
				return err
			}
			file := filepath.Join(dir, engine.StopFile)
			if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
				return env.stopped(asJSON, false, "nothing was stopped")
			}
			who, tty, err := env.person("", "lets agents go on", "")
			if err != nil {
				return err
			}
			defer tty.Close()
			if err := who.Note(dir, env.Now(), audit.Resumed, "", strings.TrimSpace(reason)); err != nil {
				return console.Problem("`sentinel doctor` looks at the log; agents stay stopped", "%v", err)
			}
			if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("agents stay stopped: %w", err)
			}
			return env.stopped(asJSON, false, "calls are judged again")
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) stopped(asJSON, on bool, say string) error {
	say = program.Same(env.HomeFlag, say)
	if asJSON {
		return console.JSON(env.Stdout, map[string]any{"version": 1, "stopped": on, "say": say})
	}
	env.para(say, 2)
	return nil
}

func expireCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "expire",
		Short: "End the questions whose window is over, each as its risk demands",
		Long:  "Every command that shows questions does this first; run it from a timer if none is.",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			n := 0
			d, err := env.desk(c.Context(), approve.Person{}, "")
			if err == nil {
				defer d.Store.Close()
				n, err = d.Expire(c.Context())
			}
			if err != nil && !errors.Is(err, errEmpty) {
				return err
			}
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "expired": n})
			}
			env.printf("%s ended\n", console.Count(n, "question"))
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
