package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/secret"
	"github.com/sentinelgate/sentinel/internal/secret/tree"
)

// Exit codes of scan: found, and nothing found but not everything read.
const (
	exitFound  = 1
	exitUnread = 2
)

func scanCommand(env Env) *cobra.Command {
	var asJSON, asSARIF bool
	var name string
	c := &cobra.Command{
		Use:   "scan PATH...",
		Short: "Look for secrets in files and folders",
		Long: "Reads every file below the paths and prints where credentials stand, masked.\n" +
			"Folders named .git are skipped and links are not followed; both are counted and said.\n" +
			"- reads standard input; --name says what kind of file it is.\n\n" +
			"Exits 0 when nothing was found, 1 when something was, 2 when nothing was but not everything could be read,\n" +
			"your configuration with secrets of your own included; 2 is also a mistake in the words of the command.",
		Example: "  sentinel scan .\n  git diff | sentinel scan -",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, paths []string) error {
			if asJSON && asSARIF {
				return console.Misused("choose one form of output", "--json and --sarif exclude each other")
			}
			if slices.Contains(paths, "") {
				return console.Misused("`sentinel scan .` is the working folder", "a path is empty")
			}
			scanner, problems, err := env.scanner()
			if err != nil {
				return err
			}
			s := tree.Run{Scanner: scanner, Cwd: env.Cwd, Stdin: env.Stdin, Name: name,
				Report: tree.Report{Version: 1, Findings: []tree.Finding{}}}
			shown := tree.Progress{Out: env.Stderr, Now: env.Now}
			if env.Terminal {
				s.Each = func(name string) { shown.Show(s.Report, name) }
			}
			for _, p := range paths {
				s.Path(c.Context(), p)
			}
			shown.Clear()
			if asJSON || asSARIF {
				s.Report.Errors = append(s.Report.Errors, problems...)
			}
			for _, p := range problems {
				fmt.Fprintf(env.Stderr, "sentinel: secrets of your own were not looked for: %s\n", display.Line(p.Error))
			}
			switch {
			case asJSON:
				err = console.JSON(env.Stdout, s.Report)
			case asSARIF:
				version, _ := buildVersion()
				err = console.JSON(env.Stdout, s.Report.SARIF(version))
			default:
				s.Report.Text(env.Stdout, env.style())
			}
			return errors.Join(err, scanOutcome(s.Report, len(problems) > 0))
		},
	}
	f := c.Flags()
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.BoolVar(&asSARIF, "sarif", false, "print SARIF 2.1.0")
	f.StringVar(&name, "name", "(stdin)", "take standard input for a file of this `NAME`")
	return c
}

// scanner looks for what the configuration names, too. One that is broken adds
// nothing and takes nothing out, and is told: what it names was not looked for.
func (env Env) scanner() (*secret.Scanner, []tree.Failed, error) {
	if env.Home == "" { // without a home there is no configuration
		s, err := secret.New(secret.Options{})
		return s, nil, err
	}
	e, err := env.open("")
	if err != nil {
		return nil, nil, err
	}
	var problems []tree.Failed
	if e.Config.Broken {
		for _, p := range e.Problems {
			problems = append(problems, tree.Failed{Path: "configuration", Error: p.Error()})
		}
	}
	s, err := secret.New(secret.Options{Rules: e.Config.Secrets.Rules, Allow: e.Config.Secrets.Allow})
	return s, problems, err
}

// scanOutcome is the exit code.
func scanOutcome(r tree.Report, unread bool) error {
	switch {
	case len(r.Findings) > 0:
		return &console.Error{Code: exitFound}
	case unread || len(r.Errors) > 0:
		return &console.Error{Code: exitUnread}
	}
	return nil
}
