package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
)

func knowledgeCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "knowledge [TOOL]",
		Short: "Show what is known about a program, or list the programs that are known",
		Long: "Shows the verbs of a program, what their operands are for (read, write, url, ...), what they do, and\n" +
			"which options change that. docs/knowledge.md explains the words.",
		Example: "  sentinel knowledge git",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return env.knowledgeList(asJSON)
			}
			t, err := kb.New().Tool(args[0])
			if errors.Is(err, kb.ErrNoTool) {
				return console.Misused("`sentinel knowledge` lists what is known", "nothing is known about %q: it is asked about by its name", args[0])
			}
			if err != nil {
				return err
			}
			if whole, err := kb.Open(t.Tool + ".json"); err == nil { // a look-up leaves the examples where they are
				t.Examples = whole.Examples
			}
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "tool": t})
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
		return console.JSON(env.Stdout, map[string]any{"version": 1, "files": len(kb.List()), "programs": names})
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
	if len(t.Examples) > 0 {
		env.printf("examples\n")
	}
	for _, x := range t.Examples {
		env.printf("  %-7s %s\n", x.Grade, display.Line(x.Run))
	}
}

// condition says when a thing follows.
func condition(c schema.Cond) string {
	var out []string
	add := func(before, text, behind string) {
		if text != "" {
			out = append(out, before+text+behind)
		}
	}
	add("with ", c.Flag, "")
	add("without ", c.NoFlag, "")
	add("with the operand ", c.Operand, "")
	switch {
	case strings.HasPrefix(c.Like, "!"):
		add("that is not ", c.Like[1:], "")
	default:
		add("like ", c.Like, "")
	}
	add("unlike ", c.Unlike, "")
	add("with ", c.Operands, " operands")
	add("with standard input from ", c.Stdin, "")
	add("with standard output to ", c.Stdout, "")
	add("with the variable ", c.Env, "")
	add("where there is ", c.Exists, "")
	if len(out) == 0 {
		return "always"
	}
	return strings.Join(out, ", ")
}

// consequence says what follows.
func consequence(c schema.Cond) string {
	does := strings.Join(c.Does, ", ")
	switch {
	case does == "":
		return c.Say
	case c.Say == "":
		return does
	}
	return does + " (" + c.Say + ")"
}

// node prints a node and its verbs.
func (env Env) node(indent string, n *kb.Node) {
	if len(n.Operands) > 0 {
		env.printf("%soperands: %s\n", indent, display.Line(strings.Join(n.Operands, ", ")))
	}
	if len(n.Does) > 0 {
		env.printf("%sdoes: %s\n", indent, strings.Join(n.Does, ", "))
	}
	for _, c := range n.When {
		if len(c.Does) == 0 && c.Say == "" {
			continue
		}
		env.printf("%s%s: %s\n", indent, display.Line(condition(c)), display.Line(consequence(c)))
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
