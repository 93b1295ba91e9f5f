package cli

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/console"
)

func versionCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v, commit := buildVersion()
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "sentinel": v, "commit": commit, "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH})
			}
			env.printf("%s\n", strings.Join(strings.Fields(strings.Join([]string{"sentinel", v, commit, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}, " ")), " "))
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// buildVersion reads what the linker wrote down.
func buildVersion() (version, commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown", ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			commit = s.Value[:12]
		}
	}
	return info.Main.Version, commit
}

// finish gives the commands that the library adds by itself the manners of the
// others: what is not known is a mistake with a hint, not a page of help.
func finish(root *cobra.Command) {
	v, commit := buildVersion()
	root.Version = v
	root.SetVersionTemplate(strings.TrimSpace("sentinel "+v+" "+commit) + "\n")
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Run = nil
			c.RunE = func(_ *cobra.Command, args []string) error {
				topic, rest, err := root.Find(args)
				if err != nil || topic == nil || topic == root && len(args) > 0 || len(rest) > 0 && topic.HasSubCommands() {
					return console.Misused("see `sentinel --help`", "there is no help on %q", strings.Join(args, " "))
				}
				return topic.Help()
			}
		case "completion":
			c.Args = func(c *cobra.Command, args []string) error {
				if len(args) > 0 {
					return console.Misused("known are bash, zsh, fish and powershell", "unknown shell %q", args[0])
				}
				return nil
			}
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
			for _, shell := range c.Commands() {
				shell.Args = cobra.NoArgs
			}
			mannered(c)
		}
	}
}
