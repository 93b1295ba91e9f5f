package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/grade"
	"github.com/sentinelgate/sentinel/internal/question"
	"github.com/sentinelgate/sentinel/internal/reading"
)

func explainCommand(env Env) *cobra.Command {
	var dir, dialect string
	var asJSON bool
	c := &cobra.Command{
		Use:   "explain TEXT",
		Short: "Show what was found in a shell text, stage by stage",
		Long: "Shows each command that the text could run with where and how it runs, what it does, what was\n" +
			"found and in which part, the shape a yes would be filed under, and the answer.",
		Example: "  sentinel explain 'cd build && rm -rf *'\n  sentinel explain --dialect zsh 'print =ls'",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			const example = "sentinel explain 'git push --force'"
			if dialect != "" && !slices.Contains(reading.Dialects(), dialect) {
				return console.Misused("--dialect "+strings.Join(reading.Dialects(), ", "), "unknown dialect %q", dialect)
			}
			text := strings.Join(args, " ")
			if strings.TrimSpace(text) == "" {
				return console.Misused(example, "there is no text to explain")
			}
			e, err := env.open(dir)
			if err != nil {
				return err
			}
			env.problems(e)
			d, a, err := env.lookIn(e, text, dialect)
			if err != nil {
				return console.Misused(example, "%v", err)
			}
			commands := reading.Commands(e.World, e.Cwd(), text, dialect)
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "text": text, "commands": commands, "assessment": a,
					"outcome": d.Outcome.String(), "rule": d.Rule, "reason": d.Reason, "remember": d.Remember, "grade": grade.Of(d, a)})
			}
			env.explainText(text, commands, d, a)
			return nil
		},
	}
	c.Flags().StringVarP(&dir, "dir", "d", "", "judge it in DIR")
	c.Flags().StringVar(&dialect, "dialect", "", "read it as this shell does: "+strings.Join(reading.Dialects(), ", "))
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) explainText(text string, commands []reading.Command, d sentinel.Decision, a sentinel.Assessment) {
	env.printf("1 text\n  %s\n", strings.ReplaceAll(display.Block(text), "\n", "\n  "))
	env.printf("2 commands and effects\n")
	// Parts that could not be read stand in front of those of the commands.
	before := len(a.Parts) - len(commands)
	for i, p := range a.Parts {
		env.para(fmt.Sprintf("  %s  [%s, %s]", display.Line(p.Text), p.Colour, p.Risk), 4)
		if i >= before && before >= 0 {
			env.commandText(commands[i-before], p.Text)
		}
		for _, e := range p.Effects {
			env.para("    does     "+display.Line(e.String()), 13)
		}
	}
	env.printf("3 findings\n")
	if len(a.Findings) == 0 {
		env.printf("  none\n")
	}
	for _, f := range a.Findings {
		env.findingText(text, f)
	}
	env.printf("4 shape\n  %s\n", display.Line(a.Shape))
	env.printf("5 answer\n  %s", d.Outcome)
	if d.Rule != "" {
		env.printf(" by %s", display.Line(d.Rule))
	}
	env.printf("\n")
	env.para("  "+display.Line(d.Reason), 2)
	if note := grade.BoundNote(grade.BoundBy(d)); note != "" && d.Remember != "" {
		env.printf("  %s\n", display.Line(note))
	}
	switch {
	case d.Outcome != sentinel.Asked:
	case d.Remember == "project":
		env.para("  a yes is remembered for this repository", 2)
	case d.Remember == "session":
		env.para("  a yes is remembered for the session, after a second session for good", 2)
	default:
		env.printf("  a yes counts once\n")
	}
}

// commandText prints what is known about a command besides its text.
func (env Env) commandText(v reading.Command, text string) {
	line := func(name string, values ...string) {
		for _, x := range values {
			if x != "" {
				env.para(fmt.Sprintf("    %-8s %s", name, question.Part(x)), 13)
			}
		}
	}
	if words := strings.Join(v.Words, " "); words != text {
		line("runs as", words)
	}
	line("where", v.Place)
	line("folder", v.Dirs...)
	line("env", v.Env...)
	line("stdin", v.Stdin)
	line("opens", v.Redirects...)
	line("pipe to", v.PipeTo)
	line("script", v.Runs...)
	line("unread", v.Unread...)
}

// findingText prints one finding with the part that matters marked.
func (env Env) findingText(text string, f sentinel.Finding) {
	env.para(fmt.Sprintf("  %s %s: %s", f.Colour, f.Rule, display.Line(f.Say)), 4)
	widest := 160 // a line that a terminal breaks has its mark in the wrong place
	if env.Width > 0 {
		widest = env.Width - 4
	}
	if line, mark := marked(text, f.Span, widest); mark != "" {
		env.printf("    %s\n    %s\n", line, mark)
	} else if f.Part != "" {
		env.para("    "+question.Part(f.Part), 6)
	}
	if f.Instead != "" {
		env.para("    safer: "+display.Line(f.Instead), 6)
	}
}

// marked gives the line that holds the span and a line of ^ below it.
func marked(text string, s sentinel.Span, widest int) (line, mark string) {
	if s.End <= s.Start || s.End > len(text) {
		return "", ""
	}
	start := strings.LastIndexByte(text[:s.Start], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[s.Start:], '\n'); i >= 0 {
		end = s.Start + i
	}
	before, part := display.Line(text[start:s.Start]), display.Line(text[s.Start:min(s.End, end)])
	line = display.Line(text[start:end])
	if len(line) > widest {
		return "", ""
	}
	return line, strings.Repeat(" ", len([]rune(before))) + strings.Repeat("^", max(1, len([]rune(part))))
}
