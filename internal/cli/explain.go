package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/kb"
)

func explainCommand(env Env) *cobra.Command {
	var dir string
	var asJSON bool
	c := &cobra.Command{
		Use:     "explain TEXT",
		Short:   "Show what was found in a shell text, stage by stage",
		Example: "  sentinel explain 'cd build && rm -rf *'",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := env.open(dir)
			if err != nil {
				return err
			}
			text := strings.Join(args, " ")
			d, a, err := env.look(e, text)
			if err != nil {
				return usage("sentinel explain 'git push --force'", "%v", err)
			}
			if asJSON {
				return env.json(map[string]any{"version": 1, "text": text, "assessment": a, "outcome": d.Outcome.String(),
					"rule": d.Rule, "reason": d.Reason, "remember": d.Remember, "grade": GradeOf(d, a)})
			}
			env.explainText(text, d, a)
			return nil
		},
	}
	c.Flags().StringVarP(&dir, "dir", "d", "", "judge it in DIR")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) explainText(text string, d sentinel.Decision, a sentinel.Assessment) {
	env.printf("1 text\n  %s\n", strings.ReplaceAll(display.Block(text), "\n", "\n  "))
	env.printf("2 commands and effects\n")
	for _, p := range a.Parts {
		env.printf("  %s  [%s, %s]\n", display.Line(p.Text), p.Colour, p.Risk)
		for _, e := range p.Effects {
			env.printf("    %s\n", display.Line(e.String()))
		}
	}
	env.printf("3 findings\n")
	if len(a.Findings) == 0 {
		env.printf("  none\n")
	}
	for _, f := range a.Findings {
		env.finding(text, f)
	}
	env.printf("4 shape\n  %s\n", display.Line(a.Shape))
	env.printf("5 answer\n  %s", d.Outcome)
	if d.Rule != "" {
		env.printf(" by %s", display.Line(d.Rule))
	}
	env.printf("\n  %s\n", display.Line(d.Reason))
	switch d.Remember {
	case "project":
		env.printf("  a yes is remembered for this repository\n")
	case "session":
		env.printf("  a yes is remembered for the session, after a second session for good\n")
	case "":
		if d.Outcome == sentinel.Asked {
			env.printf("  a yes counts once\n")
		}
	}
}

// finding prints one finding with the part that matters marked.
func (env Env) finding(text string, f sentinel.Finding) {
	env.printf("  %s %s: %s\n", f.Colour, f.Rule, display.Line(f.Say))
	if line, mark := marked(text, f.Span); mark != "" {
		env.printf("    %s\n    %s\n", line, mark)
	} else if f.Part != "" {
		env.printf("    %s\n", display.Line(display.Clip(f.Part, 200, 0, 0)))
	}
	if f.Instead != "" {
		env.printf("    safer: %s\n", display.Line(f.Instead))
	}
}

// marked gives the line that holds the span and a line of ^ below it.
func marked(text string, s sentinel.Span) (line, mark string) {
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
	if len(line) > 160 {
		return "", ""
	}
	return line, strings.Repeat(" ", len([]rune(before))) + strings.Repeat("^", max(1, len([]rune(part))))
}

func knowledgeCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "knowledge [TOOL]",
		Short:   "Show what is known about a program, or list the programs that are known",
		Example: "  sentinel knowledge git",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return env.knowledgeList(asJSON)
			}
			t, err := kb.New().Tool(args[0])
			if errors.Is(err, kb.ErrNoTool) {
				return usage("`sentinel knowledge` lists what is known", "nothing is known about %q: it is asked about by its name", args[0])
			}
			if err != nil {
				return err
			}
			if asJSON {
				return env.json(map[string]any{"version": 1, "tool": t})
			}
			env.knowledgeText(t)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) knowledgeList(asJSON bool) error {
	names := kb.Names()
	if asJSON {
		return env.json(map[string]any{"version": 1, "files": len(kb.List()), "programs": names})
	}
	env.printf("%d programs in %d files\n%s\n", len(names), len(kb.List()), strings.Join(names, " "))
	return nil
}

func (env Env) knowledgeText(t *kb.Tool) {
	env.printf("%s: %s\n", t.Tool, t.About)
	if len(t.Names) > 0 {
		env.printf("also called: %s\n", strings.Join(t.Names, " "))
	}
	env.node("", &t.Node)
	env.printf("examples\n")
	for _, x := range t.Examples {
		env.printf("  %-7s %s\n", x.Grade, display.Line(x.Run))
	}
}

// node prints a node and its verbs.
func (env Env) node(indent string, n *kb.Node) {
	if len(n.Does) > 0 {
		env.printf("%sdoes: %s\n", indent, strings.Join(n.Does, ", "))
	}
	for _, c := range n.When {
		if len(c.Does) == 0 && c.Say == "" {
			continue
		}
		when := strings.TrimSpace(c.Flag + " " + c.Operand + " " + c.Like)
		env.printf("%swith %s: %s", indent, when, strings.Join(c.Does, ", "))
		if c.Say != "" {
			env.printf(" (%s)", c.Say)
		}
		env.printf("\n")
	}
	for _, name := range n.VerbNames() {
		v, err := n.Verb(name)
		if err != nil || v == nil {
			env.printf("%s%s\n", indent, name)
			continue
		}
		env.printf("%s%s\n", indent, name)
		env.node(indent+"  ", v)
	}
}
