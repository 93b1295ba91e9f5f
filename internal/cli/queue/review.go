package queue

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/approve/screen"
	"github.com/sentinelgate/sentinel/internal/cli/console"
)

func reviewCommand(env Env) *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "review",
		Short: "Answer questions on a full screen",
		Long: "The queue by risk and time left, the whole of each call, what silence will do; approve, deny with a\n" +
			"reason, edit with the judgement beside it. Several people may review at once: the first answer counts.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx := c.Context()
			who, tty, err := env.person(name, answers, reviewer)
			if err != nil {
				return err
			}
			defer tty.Close()
			d, err := env.used(ctx, who, "screen")
			if err != nil {
				return err
			}
			defer d.Store.Close()
			o := screen.Options{In: tty, Out: tty, Colour: console.Style(true, env.Getenv).Colour}
			if _, file := tty.(*os.File); !file { // a console of Windows is reached by standard input and output
				o.In, o.Out = env.Stdin, env.Stdout
			}
			defer env.sign(ctx, d)
			return screen.Run(ctx, d, o)
		},
	}
	c.Flags().StringVar(&name, "name", "", "your name, for the record")
	return c
}

// used is desk, but makes a store that was never used: whoever opens the screen
// waits for the first question.
func (env Env) used(ctx context.Context, who approve.Person, channel string) (approve.Desk, error) {
	d, err := env.desk(ctx, who, channel)
	if !errors.Is(err, errEmpty) {
		return d, err
	}
	e, err := env.look()
	if err != nil {
		return d, err
	}
	s, err := approve.Store(ctx, e)
	return approve.Desk{Store: s, Options: env.options(), Person: who, Channel: channel}, err
}
