package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/display"
)

func installCommand(env Env) *cobra.Command {
	return registerCommand(env, true, "install CLIENT", "Register the gate with a client", "  sentinel install claude --dry-run",
		func(c client.Client, f settings.File, old []byte, o settings.Options) ([]byte, error) {
			return c.Install(f, old, o)
		})
}

func uninstallCommand(env Env) *cobra.Command {
	return registerCommand(env, false, "uninstall CLIENT", "Take the gate's registration out of a client's settings", "  sentinel uninstall claude",
		func(c client.Client, f settings.File, old []byte, o settings.Options) ([]byte, error) {
			return c.Uninstall(f, old, o)
		})
}

type change func(client.Client, settings.File, []byte, settings.Options) ([]byte, error)

func registerCommand(env Env, installs bool, use, short, example string, do change) *cobra.Command {
	var level string
	var dry bool
	c := &cobra.Command{
		Use: use, Short: short, Example: example, Args: exact(1, "the client's name, for example claude"),
		RunE: func(_ *cobra.Command, args []string) error {
			cl, err := client.Find(args[0])
			if err != nil {
				return usage("known clients: "+clientNames(), "%v", err)
			}
			l, err := settings.ParseLevel(level)
			if err != nil {
				return usage("--level user, project, local or managed", "%v", err)
			}
			if err := env.register(cl, l, dry, do); err != nil || dry || !installs {
				return err
			}
			env.printf("%s\nCheck it with `sentinel doctor`.\n", cl.CrashNote())
			return nil
		},
	}
	c.Flags().StringVar(&level, "level", "user", "whose settings: user, project, local or managed")
	c.Flags().BoolVar(&dry, "dry-run", false, "show the change, make none")
	return c
}

func clientNames() string {
	var out []string
	for _, c := range client.All() {
		out = append(out, c.Name())
	}
	return strings.Join(out, " ")
}

// register changes the settings files of one level.
func (env Env) register(c client.Client, l settings.Level, dry bool, do change) error {
	if env.Home == "" {
		return usage("give it with --home DIR", "your home folder is not known to this system")
	}
	for _, f := range c.Files(env.Home, env.Cwd, l) {
		old, err := settings.ReadFile(f)
		if err != nil {
			return err
		}
		content, err := do(c, f, old, env.clientOptions())
		if err != nil {
			return &exitError{exitFailed, fmt.Sprintf("%s: %v", f.Path, err), "the file was left as it is"}
		}
		switch {
		case bytes.Equal(old, content):
			env.printf("%s: nothing to change\n", f.Path)
		case dry:
			env.printf("%s", display.Block(settings.Diff(f.Path, old, content)))
		default:
			if err := settings.Replace(f, old, content); err != nil {
				return err
			}
			env.printf("%s: changed\n", f.Path)
		}
	}
	return nil
}

func (env Env) clientOptions() settings.Options {
	o := settings.Options{Binary: env.Binary, Exists: exists}
	if env.HomeFlag != "" {
		o.Flags = []string{"--home", env.HomeFlag}
	}
	return o
}

func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
