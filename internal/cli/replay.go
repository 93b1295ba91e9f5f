package cli

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cases"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/question"
)

func replayCommand(env Env) *cobra.Command {
	var asJSON, real bool
	c := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Show what the gate would have asked in a recorded session",
		Long: "Reads calls, a JSON object a line with tool, input and cwd, in order; answers each question\n" +
			"with yes, remember; and prints what was asked, how often, and the first call of each kind.\n" +
			"Each file is a session that begins with nothing remembered. Nothing is kept.",
		Example: "  sentinel replay session.jsonl\n  sentinel replay --real --json session.jsonl",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			player := cases.Player{Now: env.Now}
			if real {
				e, err := env.open("")
				if err != nil {
					return err
				}
				player.Assessor, player.Policy = e.Guard, e.Policy
			}
			all := cases.Replay{Version: 1, Kinds: []cases.Kind{}}
			for _, f := range files {
				r, err := replayFile(&player, f)
				if err != nil {
					return err
				}
				all.Add(r)
			}
			if asJSON {
				return env.json(all)
			}
			env.replayText(all)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&real, "real", false, "judge on this machine, by your own policy")
	return c
}

func replayFile(p *cases.Player, file string) (cases.Replay, error) {
	const hint = "give the path of a recorded session, a JSON object a line with tool, input and cwd"
	in, err := os.Open(file)
	if err != nil {
		return cases.Replay{}, usage(hint, "%v", err)
	}
	defer in.Close()
	r, err := p.Play(file, in)
	if err != nil {
		return r, usage(hint, "%v", err)
	}
	return r, nil
}

func (env Env) replayText(r cases.Replay) {
	for _, k := range r.Kinds {
		env.printf("%5d  %-32s %s\n", k.Count, display.Line(k.Kind), question.Part(k.First))
	}
	env.printf("%d calls, %d of them shell; %d questions, %d refusals\n", r.Calls, r.Shell, r.Questions, r.Blocked)
	env.printf("%.2f questions per 100 calls, %.2f per 100 shell calls\n", r.Rate(), r.ShellRate())
}
