package queue

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

func killCommand(env Env) *cobra.Command {
	var reason string
	var asJSON bool
	c := &cobra.Command{
		Use:     "kill",
		Short:   "Refuse every call of every agent from now on",
		Long:    "Every hook of this user refuses at once, whatever was allowed, until `sentinel unkill`.\nPermits that were not used yet are not honoured either.",
		Example: "  sentinel kill --reason 'something is wrong with the agent'",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e, err := env.look()
			if err != nil {
				return err
			}
			if reason = strings.TrimSpace(reason); reason == "" {
				reason = "a person stopped all agents"
			}
			if err := safefile.Folder(e.StateDir); err != nil {
				return err
			}
			file := filepath.Join(e.StateDir, engine.StopFile)
			if err := safefile.Write(file, []byte(reason+"\n"), safefile.Keep); err != nil {
				return err
			}
			return env.stopped(asJSON, true, "every call of every agent is refused now; `sentinel unkill` ends that")
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "what the agents are told")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func unkillCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "unkill",
		Short: "End what `kill` began",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e, err := env.look()
			if err != nil {
				return err
			}
			_, tty, err := env.person("") // a program that stopped itself must not go on by itself
			if err != nil {
				return err
			}
			defer tty.Close()
			err = os.Remove(filepath.Join(e.StateDir, engine.StopFile))
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return env.stopped(asJSON, false, "nothing was stopped")
			case err != nil:
				return err
			}
			return env.stopped(asJSON, false, "calls are judged again")
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) stopped(asJSON, on bool, say string) error {
	if asJSON {
		return console.JSON(env.Stdout, map[string]any{"version": 1, "stopped": on, "say": say})
	}
	env.printf("%s\n", say)
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
			env.printf("%d ended\n", n)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
