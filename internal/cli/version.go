package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
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
				return env.json(map[string]any{"version": 1, "sentinel": v, "commit": commit, "go": runtime.Version(), "platform": runtime.GOOS + "/" + runtime.GOARCH})
			}
			env.printf("sentinel %s %s %s %s/%s\n", v, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
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
