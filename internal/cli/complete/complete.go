// Package complete tells shells what operands and flags of commands may be, where
// that is a list. Another list is a line in To; whatever is not named there
// completes files, but for the numbers of questions and the names of grants, which
// their commands offer themselves.
package complete

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/clients"
	"github.com/sentinelgate/sentinel/internal/importer"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/reading"
)

// To adds the lists to the tree of commands.
func To(root *cobra.Command) {
	names := func() []string { return strings.Fields(clients.Names()) }
	for path, list := range map[string]func() []string{
		"install": names, "uninstall": names, "status": names, "doctor": names, "knowledge": kb.Names, "import": importer.Clients,
		"config path": func() []string { return []string{"user", "project", "repository"} },
	} {
		if c, _, err := root.Find(strings.Fields(path)); err == nil {
			c.ValidArgsFunction = offer(list)
		}
	}
	for _, f := range []struct {
		path, flag string
		list       func() []string
	}{
		{"audit", "outcome", outcomes}, {"audit export", "outcome", outcomes}, {"audit export", "format", audit.Formats}, {"explain", "dialect", reading.Dialects},
		{"install", "level", levels}, {"uninstall", "level", levels},
	} {
		if c, _, err := root.Find(strings.Fields(f.path)); err == nil {
			_ = c.RegisterFlagCompletionFunc(f.flag, offer(f.list))
		}
	}
}

func levels() []string { return []string{"user", "project", "local", "managed"} }

func outcomes() []string {
	var out []string
	for o := sentinel.Allowed; o <= sentinel.Pending; o++ {
		out = append(out, strings.ToLower(o.String()))
	}
	return out
}

// offer gives the words of a list that begin with what was typed.
func offer(list func() []string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if c.Name() == "import" && len(args) > 0 {
			return nil, cobra.ShellCompDirectiveDefault // a file
		}
		var out []string
		for _, word := range list() {
			if strings.HasPrefix(word, typed) {
				out = append(out, word)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}
