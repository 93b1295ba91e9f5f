package cli

import (
	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/events"
	"github.com/sentinelgate/sentinel/internal/events/deliver"
)

// emitCommand brings events to where the configuration says. The gate starts
// it; people have no use for it.
func emitCommand(env Env) *cobra.Command {
	return &cobra.Command{
		Use: events.Command, Short: "Bring events to their sinks", Hidden: true, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := deliver.Read(env.Stdin)
			if err == nil {
				settings, _ := config.Load(config.Options{Home: env.Home, Root: p.Root, ReadFile: readConfig})
				err = deliver.All(c.Context(), settings.Events, p.Events)
			}
			if err != nil {
				events.Trouble(engine.StateDir(env.Home), env.Now(), err)
			}
			return err
		},
	}
}
