package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

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

func doctorCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check that the gate is registered, answers, and can keep its state",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			checks := env.examine()
			bad := 0
			for _, x := range checks {
				if !x.OK {
					bad++
				}
			}
			if asJSON {
				if err := env.json(map[string]any{"version": 1, "checks": checks}); err != nil {
					return err
				}
			} else {
				env.checksText(checks)
			}
			if bad > 0 {
				return &exitError{code: exitFailed}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// finding of the doctor.
type healthCheck struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Say  string `json:"say"`
	Hint string `json:"hint,omitempty"`
}

func (env Env) checksText(list []healthCheck) {
	s := env.style()
	for _, x := range list {
		mark := s.Green("ok  ")
		if !x.OK {
			mark = s.Red("FAIL")
		}
		env.printf("%s %s: %s\n", mark, x.Name, display.Line(x.Say))
		if x.Hint != "" {
			env.printf("     %s\n", display.Line(x.Hint))
		}
	}
}

// examine makes all checks.
func (env Env) examine() []healthCheck {
	var out []healthCheck
	add := func(name string, err error, say, hint string) {
		if err != nil {
			out = append(out, healthCheck{name, false, err.Error(), hint})
			return
		}
		out = append(out, healthCheck{name, true, say, ""})
	}
	if env.Home == "" {
		add("home", fmt.Errorf("this user's home folder is not known to the system"), "", "the hook refuses every call until it is")
		return out
	}
	e, err := env.open("")
	add("configuration", err, "readable", "sentinel policy shows it")
	if err == nil {
		for _, p := range e.Problems {
			add("configuration", p, "", "fix the file; until then everything that is not harmless is asked")
		}
		add("state folder", writable(e.StateDir), e.StateDir, "the hook refuses what it cannot record")
	}
	for _, c := range client.All() {
		out = append(out, env.examineClient(c)...)
	}
	return out
}

// writable tries to make and remove a file.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "doctor-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

func (env Env) examineClient(c client.Client) []healthCheck {
	var out []healthCheck
	registered := 0
	for _, l := range []settings.Level{settings.User, settings.Project, settings.Local, settings.Managed} {
		for _, f := range c.Files(env.Home, env.Cwd, l) {
			data, err := settings.ReadFile(f)
			if err != nil || data == nil {
				continue
			}
			st, err := c.Status(f, data, env.clientOptions())
			if err != nil {
				out = append(out, healthCheck{c.Title(), false, f.Path + ": " + err.Error(), "the client may ignore the whole file"})
				continue
			}
			if !st.Registered {
				continue
			}
			registered++
			out = append(out, statusChecks(c, f, st)...)
			out = append(out, env.canary(c, st))
		}
	}
	if registered == 0 {
		out = append(out, healthCheck{c.Title(), false, "not registered", "sentinel install " + c.Name()})
	}
	return append(out, healthCheck{c.Title() + " without an answer", true, c.CrashNote(), ""})
}

func statusChecks(c client.Client, f settings.File, st settings.Status) []healthCheck {
	out := []healthCheck{{c.Title(), true, "registered in " + f.Path, ""}}
	for _, p := range st.Notes {
		out = append(out, healthCheck{c.Title(), false, f.Path + ": " + p, "sentinel install " + c.Name()})
	}
	return out
}

// canaryLimit is how long the registered command may take.
const canaryLimit = 15 * time.Second

// canary fires an event through the registered command line, as the client
// would, and expects it to be refused.
func (env Env) canary(c client.Client, st settings.Status) healthCheck {
	name := c.Title() + " canary"
	event, err := json.Marshal(map[string]any{
		"session_id": "doctor", "cwd": env.Cwd, "hook_event_name": "PreToolUse", "tool_name": "Bash",
		"tool_input": map[string]any{"command": "rm -rf /"}, "tool_use_id": "doctor", "permission_mode": "default", "transcript_path": "",
	})
	command, cmdErr := settings.Command(settings.Options{Binary: st.Binary, Flags: env.clientOptions().Flags}, c.Name(), true)
	if err = errors.Join(err, cmdErr); err != nil {
		return healthCheck{name, false, "could not be made: " + err.Error(), ""}
	}
	ctx, cancel := context.WithTimeout(context.Background(), canaryLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.WaitDelay = time.Second
	cmd.Stdin = bytes.NewReader(event)
	cmd.Dir = env.Cwd
	out, runErr := cmd.Output()
	if runErr != nil && cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 2 && bytes.Contains(out, []byte("deny")) {
		return healthCheck{name, true, "a call that is never a question was refused through the registered command", ""}
	}
	return healthCheck{name, false, "the registered command did not refuse a call that is never a question",
		"run it by hand: echo '{}' | " + command}
}
