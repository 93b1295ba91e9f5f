package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sentinelgate/sentinel/internal/display"
)

// helpWidth is how wide help is where nobody knows how wide the reader's window
// is: sentences are for people, also in a pipe.
const helpWidth = 80

// manners gives the tree the words and widths of this program in help.
func (env Env) manners(root *cobra.Command) {
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { env.help(c) })
	root.SetUsageFunc(func(c *cobra.Command) error { return nil })
}

// help prints what a command is for and what it takes. On a terminal all of it
// fits; in a pipe the lists stay a line an entry, which scripts read.
func (env Env) help(c *cobra.Command) {
	c.InitDefaultHelpFlag()
	width := helpWidth
	if env.Width > 0 {
		width = env.Width
	}
	w, path := env.Stdout, c.CommandPath()
	about := strings.TrimSpace(c.Long)
	if about == "" {
		about = c.Short
	}
	fmt.Fprintf(w, "%s\n\nUsage:\n", display.Wrap(env.sameQuoted(paragraphs(about)), width, 0))
	if c.Runnable() && c.HasParent() && (!c.HasAvailableSubCommands() || hasFlags(c)) {
		fmt.Fprintf(w, "  %s\n", display.Wrap(env.same(c.UseLine()), env.Width, 4))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "  %s\n", env.same(path+" COMMAND"))
	}
	if c.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", env.same(c.Example))
	}
	if c.HasAvailableSubCommands() {
		env.helpCommands(w, c)
	}
	if c.HasAvailableLocalFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s\n", strings.TrimRight(c.LocalFlags().FlagUsagesWrapped(width), "\n "))
	}
	if c.HasAvailableInheritedFlags() {
		fmt.Fprintf(w, "\nGlobal Flags:\n%s\n", strings.TrimRight(c.InheritedFlags().FlagUsagesWrapped(width), "\n "))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n%s\n", display.Wrap(env.sameQuoted("What a command takes: `"+path+" COMMAND --help`"), width, 0))
	}
}

// hasFlags tells a command that does something by itself from one that only has
// others below it.
func hasFlags(c *cobra.Command) bool {
	found := false
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { found = found || f.Name != "help" })
	return found
}

func (env Env) helpCommands(w io.Writer, c *cobra.Command) {
	fmt.Fprintf(w, "\nAvailable Commands:\n")
	wide := 0
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			wide = max(wide, len(sub.Name()))
		}
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			fmt.Fprintf(w, "%s\n", display.Wrap(fmt.Sprintf("  %-*s %s", wide, sub.Name(), sub.Short), env.Width, wide+3))
		}
	}
}

// paragraphs joins the lines that belong together, so that they can be broken
// where the window ends. A line begins anew behind an empty one or a full stop,
// and where it is indented or about a flag.
func paragraphs(text string) string {
	var out strings.Builder
	before := ""
	for i, line := range strings.Split(text, "\n") {
		switch {
		case i == 0:
		case line == "" || before == "" || strings.HasSuffix(before, ".") || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "-"):
			out.WriteByte('\n')
		default:
			out.WriteByte(' ')
		}
		out.WriteString(line)
		before = line
	}
	return out.String()
}
