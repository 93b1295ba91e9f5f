package cli

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
	"github.com/sentinelgate/sentinel/internal/program"
)

func knowledgeCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "knowledge [PROGRAM | PATTERN]",
		Short: "Show what is known about a program, or list the programs that are known",
		Long: "Shows the verbs of a program, what their operands are for (read, write, url, ...), what they do, and\n" +
			"which options change that. docs/knowledge.md explains the words.\n" +
			"Without a program, or with a pattern of * and ?, it lists the names that are known.",
		Example: "  sentinel knowledge git\n  sentinel knowledge 'kube*'\n  sentinel knowledge 'kube*' --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return env.knowledgeList("", asJSON)
			}
			if strings.ContainsAny(args[0], "*?") {
				return env.knowledgeList(args[0], asJSON)
			}
			t, err := kb.New().Tool(args[0])
			if errors.Is(err, kb.ErrNoTool) {
				return nothingKnown(args[0])
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

// nothingKnown names programs whose name holds the word that was given.
func nothingKnown(name string) error {
	const most = 8
	var near []string
	for _, known := range kb.Names() {
		if len(name) > 1 && strings.Contains(known, strings.ToLower(name)) {
			near = append(near, known)
		}
	}
	hint := "`sentinel knowledge` lists what is known"
	if len(near) > 0 {
		hint = "known are " + strings.Join(near[:min(len(near), most)], ", ")
		if len(near) > most {
			hint += fmt.Sprintf(" and %d more: sentinel knowledge %s", len(near)-most, program.Word("*"+strings.ToLower(name)+"*"))
		}
	}
	return console.Misused(hint, "nothing is known about %s: it is asked about by its name", console.Quote(name))
}

// knowledgeList lists the names that are known, all or those of a pattern: in
// columns for a person, a line each for a program.
func (env Env) knowledgeList(pattern string, asJSON bool) error {
	names := kb.Names()
	all := len(names)
	if pattern != "" {
		if _, err := path.Match(pattern, ""); err != nil {
			return console.Misused("sentinel knowledge 'kube*'", "%s is no pattern: besides names it takes * and ?", console.Quote(pattern))
		}
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { ok, _ := path.Match(pattern, name); return !ok })
	}
	if asJSON {
		return console.JSON(env.Stdout, map[string]any{"version": 1, "files": len(kb.List()), "programs": append([]string{}, names...)})
	}
	if pattern != "" {
		env.printf("%d of %d programs\n", len(names), all)
	} else {
		env.printf("%d programs in %d files\n", all, len(kb.List()))
	}
	env.printf("%s", display.Columns(names, env.Width))
	if pattern == "" && env.Width > 0 {
		env.printf("%s\n", env.same("Some of them: sentinel knowledge 'kube*'"))
	}
	return nil
}

func (env Env) knowledgeText(t *kb.Tool) {
	env.para(t.Tool+": "+t.About, 2)
	if len(t.Names) > 0 {
		env.para("also called: "+strings.Join(t.Names, " "), 2)
	}
	env.node("", &t.Node)
	if len(t.Examples) > 0 {
		env.printf("examples\n")
	}
	for _, x := range t.Examples {
		env.para(fmt.Sprintf("  %-7s %s", x.Grade, display.Line(x.Run)), 10)
	}
}

// condition says when a thing follows.
func condition(c schema.Cond) string {
	var out []string
	add := func(before, text, behind string) {
		if text != "" {
			out = append(out, before+oneOfMany(text)+behind)
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

// oneOfMany shortens a list of patterns, which --json has whole.
func oneOfMany(text string) string {
	const most = 8
	list := strings.Split(text, "|")
	if len(list) <= most {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most-1], ", "), len(list)-most+1)
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
		env.para(indent+"operands: "+display.Line(strings.Join(n.Operands, ", ")), len(indent)+4)
	}
	if len(n.Does) > 0 {
		env.para(indent+"does: "+strings.Join(n.Does, ", "), len(indent)+4)
	}
	for _, c := range n.When {
		if len(c.Does) == 0 && c.Say == "" {
			continue
		}
		env.para(indent+display.Line(condition(c))+": "+display.Line(consequence(c)), len(indent)+4)
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
