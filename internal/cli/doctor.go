package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/display"
)

func doctorCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor [CLIENT...]",
		Short: "Check that the gate is registered, answers, and can keep its state",
		Long: "Looks at the configuration, the state folder and the registrations, and fires a call that must be\n" +
			"refused through the hook, in this process and through the registered command. Exit code 1 if\nsomething is wrong.",
		Args:    clientArgs,
		Example: "  sentinel doctor\n  sentinel doctor claude --json",
		RunE: func(c *cobra.Command, names []string) error {
			checks := env.examine(c.Context(), names)
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

// healthCheck is one thing the doctor looked at.
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

// examine makes all checks. Without names it looks at every client that is there.
func (env Env) examine(ctx context.Context, names []string) []healthCheck {
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
			add("configuration", p, "", "fix the file; until then everything that does more than read is asked")
		}
		add("state folder", writable(e.StateDir), e.StateDir, "the hook refuses what it cannot record")
	}
	return append(out, env.examineClients(ctx, names)...)
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
