package cli

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cases"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
)

func testCommand(env Env) *cobra.Command {
	var asJSON, failures, real bool
	c := &cobra.Command{
		Use:     "test FILE...",
		Short:   "Score labelled cases, on an imaginary machine",
		Example: "  sentinel test testdata/cases/danger.jsonl --failures",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			runner := &cases.Runner{}
			if real {
				e, err := env.open("")
				if err != nil {
					return err
				}
				runner.Real = e.Ask
			}
			total := cases.Score{Version: 1, Failures: []cases.Failure{}}
			for _, f := range files {
				s, err := scoreFile(runner, f)
				if err != nil {
					return err
				}
				total.Add(s)
			}
			return env.scored(total, asJSON, failures)
		},
	}
	f := c.Flags()
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.BoolVar(&failures, "failures", false, "list the cases that are not right")
	f.BoolVar(&real, "real", false, "judge on this machine, by your own policy")
	return c
}

func scoreFile(r *cases.Runner, file string) (cases.Score, error) {
	in, err := os.Open(file)
	if err != nil {
		return cases.Score{}, console.Misused("give the path of a file of cases, a JSON object a line", "%v", err)
	}
	defer in.Close()
	list, err := cases.Read(file, in)
	if err != nil {
		return cases.Score{}, console.Misused("a case is {\"id\",\"tool\",\"input\",\"cwd\",\"expect\"}", "%v", err)
	}
	return r.Run(list), nil
}

func (env Env) scored(s cases.Score, asJSON, failures bool) error {
	if asJSON {
		if err := console.JSON(env.Stdout, s); err != nil {
			return err
		}
	} else {
		if failures {
			for _, f := range s.Failures {
				env.printf("%s [%s] expected %s, got %s: %s\n    %s\n", display.Line(f.ID), display.Line(f.Class), display.Line(f.Expect), f.Got, display.Line(f.Call), display.Line(f.Why))
			}
		}
		if s.Skipped > 0 {
			env.printf("%s not scored: hand-written tests check what they say\n", console.Count(s.Skipped, "case"))
		}
		env.printf("%s\n", s.Summary())
	}
	if s.Wrong > 0 {
		return &console.Error{Code: console.Failed}
	}
	return nil
}
