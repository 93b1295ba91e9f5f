package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cases"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/question"
)

func replayCommand(env Env) *cobra.Command {
	var asJSON, real, together, each bool
	c := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Show what the gate would have asked in a recorded session",
		Long: "Reads calls in order, a JSON object a line: tool, input and cwd; or a transcript of Claude Code.\n" +
			"Answers each question with yes, remember; and prints what was asked, how often, and the first\n" +
			"call of each kind. Each file is a session that begins with nothing remembered. Nothing is kept.",
		Example: "  sentinel replay session.jsonl\n  sentinel replay --real --together ~/.claude/projects/NAME/*.jsonl",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			player := cases.Player{Now: env.Now, Together: together, Each: each}
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
				return console.JSON(env.Stdout, all)
			}
			env.replayText(all)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&together, "together", false, "one person's sessions in one project, in order: what was remembered in one holds in the next")
	c.Flags().BoolVar(&each, "each", false, "print each question and refusal, with its line")
	c.Flags().BoolVar(&real, "real", false, "judge on this machine, by your own policy")
	return c
}

func replayFile(p *cases.Player, file string) (cases.Replay, error) {
	const hint = "give the path of a recorded session, a JSON object a line: {\"tool\":\"bash\",\"input\":{\"command\":\"git push\"},\"cwd\":\"/path\"}"
	in, err := os.Open(file)
	if err != nil {
		return cases.Replay{}, console.Misused(hint, "%v", err)
	}
	defer in.Close()
	r, err := p.Play(file, in)
	if err != nil {
		return r, console.Misused(hint, "%v", err)
	}
	return r, nil
}

func (env Env) replayText(r cases.Replay) {
	for _, x := range r.Asked {
		env.para(fmt.Sprintf("%s:%d: %s: %s\n    %s", x.File, x.Line, x.Verdict, display.Line(x.Reason), question.Part(x.Call)), 4)
	}
	for _, k := range r.Kinds {
		env.para(fmt.Sprintf("%5d  %-32s %s", k.Count, display.Line(k.Kind), question.Part(k.First)), 9)
	}
	env.printf("%s, %d of them shell; %s, %s\n", console.Count(r.Calls, "call"), r.Shell, console.Count(r.Questions, "question"), console.Count(r.Blocked, "refusal"))
	env.printf("%.2f questions per 100 calls, %.2f per 100 shell calls\n", r.Rate(), r.ShellRate())
}
