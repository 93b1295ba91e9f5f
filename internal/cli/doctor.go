package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/clients"
	"github.com/sentinelgate/sentinel/internal/cli/conf"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/cli/health"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
)

func doctorCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor [CLIENT...]",
		Short: "Check that the gate is registered, answers, and can keep its state",
		Long: "Looks at the configuration, the state folder, the log, the approval store, the ledger and the\n" +
			"registrations, and fires a call that must be refused through the hook, in this process and through the\n" +
			"registered command. Exit code 1 if something is wrong, or if `sentinel kill` is on.",
		Args:    clients.Known,
		Example: "  sentinel doctor\n  sentinel doctor claude --json",
		RunE: func(c *cobra.Command, names []string) error {
			checks := env.examine(c.Context(), names)
			notes := env.notes()
			bad := 0
			for i, x := range checks {
				if !x.OK {
					bad++
				}
				checks[i].Hint, checks[i].Say = env.same(x.Hint), env.same(x.Say)
			}
			if asJSON {
				if err := console.JSON(env.Stdout, map[string]any{"version": 1, "checks": checks, "notes": notes}); err != nil {
					return err
				}
			} else {
				env.checksText(checks)
				for _, n := range notes {
					text := display.Wrap("note "+display.Line(env.same(n)), env.Width, 5)
					env.printf("%s\n", env.style().Yellow("note")+strings.TrimPrefix(text, "note"))
				}
			}
			if bad > 0 {
				return &console.Error{Code: console.Failed}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// healthCheck is one thing the doctor looked at.
type healthCheck = clients.Check

func (env Env) checksText(list []healthCheck) {
	s := env.style()
	for i, x := range list {
		mark, paint := "ok  ", s.Green
		if !x.OK {
			mark, paint = "FAIL", s.Red
		}
		text := display.Wrap(mark+" "+x.Name+": "+display.Line(x.Say), env.Width, 5)
		env.printf("%s\n", paint(mark)+strings.TrimPrefix(text, mark))
		// What is to be done about several mistakes stands once, behind the last.
		again := func(y healthCheck) bool { return y.Hint == x.Hint && y.Name == x.Name }
		if x.Hint == "" || slices.ContainsFunc(list[i+1:], again) {
			continue
		}
		if hint := display.Line(x.Hint); strings.HasPrefix(hint, "sentinel ") || strings.HasPrefix(hint, clients.ByHand) {
			env.printf("     %s\n", hint) // in one piece, to be copied
		} else {
			env.para("     "+hint, 5)
		}
	}
}

// examine makes all checks. Without names it looks at every client that is there.
func (env Env) examine(ctx context.Context, names []string) []healthCheck {
	var out []healthCheck
	add := func(name string, err error, say, hint string) {
		if err != nil {
			out = append(out, healthCheck{Name: name, Say: err.Error(), Hint: hint})
			return
		}
		out = append(out, healthCheck{Name: name, OK: true, Say: say})
	}
	if env.Home == "" {
		add("home", fmt.Errorf("this user's home folder is not known to the system"), "", "the hook refuses every call until it is")
		return out
	}
	if _, err := console.Folder(env.Cwd, ""); err != nil {
		add("working folder", err, "", "go to a folder that is there, such as: cd ~")
		return out
	}
	e, err := env.open("")
	if err != nil {
		add("configuration", err, "", "until it can be read the hook refuses every call here")
		return append(out, env.clients().Examine(ctx, names)...)
	}
	for _, p := range e.Problems {
		add("configuration", p, "", untilMended(e))
	}
	if len(e.Problems) == 0 {
		add("configuration", nil, readFiles(e), "")
	}
	for _, x := range health.State(ctx, e, env.book(e)) {
		add(x.Name, x.Err, x.Say, x.Hint)
	}
	c := env.clients()
	c.Stopped = health.Stopped(e.StateDir) != ""
	return append(out, c.Examine(ctx, names)...)
}

// untilMended says what holds while the configuration has a mistake.
func untilMended(e *engine.Engine) string {
	if e.Config.Broken {
		return "fix the file; until then everything that does more than read is asked"
	}
	return "fix the file; until then what it denies and asks for holds, what it allows does not"
}

// readFiles names the configuration files that are there.
func readFiles(e *engine.Engine) string {
	var found []string
	for _, f := range e.Config.Files {
		if f.Found {
			found = append(found, f.Path)
		}
	}
	if len(found) == 0 {
		return "none written: the built-in defaults hold"
	}
	return "readable: " + strings.Join(found, ", ")
}

// book is the ledger to look at; a nil one must not become an interface that is
// none.
func (env Env) book(e *engine.Engine) health.Ledger {
	if e.Ledger == nil {
		return nil
	}
	return e.Ledger
}

// notes is what is right and yet worth a look.
func (env Env) notes() []string {
	out := []string{}
	e, err := env.open("")
	if err != nil {
		return out
	}
	for _, w := range conf.Warnings(e) {
		out = append(out, "configuration: "+w.Error())
	}
	return append(out, health.Notes(e.StateDir)...)
}
