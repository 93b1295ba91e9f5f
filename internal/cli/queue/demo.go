package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/approve/show"
	"github.com/sentinelgate/sentinel/internal/engine"
)

func demoCommand(env Env) *cobra.Command {
	var fast bool
	c := &cobra.Command{
		Use:   "demo",
		Short: "Show the life of a question: an agent asks, a reviewer answers; nothing runs",
		Long: "A scripted agent asks and a scripted reviewer answers, in a home of their own, which is removed afterwards.\n\n" +
			"It shows stored questions and the commands that answer them. How the gate answers the events of a coding\n" +
			"client, in that client's own prompt, is shown by the other demonstration, which stands in the source tree:\n" +
			"  go run ./internal/tools/demo",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, err := os.MkdirTemp("", "sentinel-demo")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			d := demo{env: env, pause: 700 * time.Millisecond}
			if fast {
				d.pause = 0
			}
			return d.run(c.Context(), dir)
		},
	}
	c.Flags().BoolVar(&fast, "fast", false, "without pauses")
	return c
}

// demo plays both sides on a real store in a home of its own.
type demo struct {
	env   Env
	pause time.Duration
	desk  approve.Desk
}

func (d *demo) run(ctx context.Context, dir string) error {
	home := filepath.Join(dir, "home")
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		return err
	}
	d.env.Home, d.env.Cwd = home, project
	var err error
	if d.desk, err = d.env.used(ctx, approve.Person{User: "reviewer", Terminal: "demo"}, "demo"); err != nil {
		return err
	}
	defer d.desk.Store.Close()
	for _, play := range []func(context.Context) error{d.unasked, d.approved, d.refused, d.edited, d.never} {
		if err := play(ctx); err != nil {
			return err
		}
		time.Sleep(d.pause)
	}
	d.say("Every step is in the chain of the store: sentinel audit, sentinel audit verify.")
	return nil
}

func (d *demo) say(format string, args ...any) {
	d.env.printf("\n# "+format+"\n", args...)
	time.Sleep(d.pause)
}

func (d *demo) call(tool string, arguments map[string]any) sentinel.Call {
	return sentinel.Call{Agent: "worker-3", Session: "demo", Tool: tool, Arguments: arguments, Cwd: d.env.Cwd}
}

// decide is the agent's side: it asks and does not wait.
func (d *demo) decide(ctx context.Context, c sentinel.Call) sentinel.Decision {
	text, ok := c.Arguments["command"].(string)
	if !ok {
		text = fmt.Sprint(c.Arguments)
	}
	d.env.printf("agent>    %s %s\n", c.Tool, show.Safe(text))
	got := approve.Wait(ctx, approve.Caller{Engine: d.options(c), Call: c})
	word := "refused"
	if got.Permitted {
		word = "may run"
	}
	d.env.printf("sentinel> %s, %s: %s\n", word, strings.ToLower(got.Outcome.String()), show.Safe(got.Reason))
	if got.Permitted && got.Arguments != nil && fmt.Sprint(got.Arguments) != fmt.Sprint(c.Arguments) {
		data, err := json.Marshal(got.Arguments)
		if err != nil {
			data = nil
		}
		d.env.printf("          with %s\n", show.Safe(string(data)))
	}
	time.Sleep(d.pause)
	return got
}

func (d *demo) options(c sentinel.Call) engine.Options {
	o := d.env.options()
	o.Session = c.Session
	return o
}

func (d *demo) answer(ctx context.Context, n int64, r sentinel.Review, words string) error {
	q, err := d.desk.Number(ctx, n)
	if err != nil {
		return err
	}
	now, err := d.desk.Store.Now(ctx)
	if err != nil {
		return err
	}
	d.env.printf("%s\n", show.Lines(q, now))
	d.env.printf("reviewer> sentinel %s\n", words)
	after, err := d.desk.Answer(ctx, q, r)
	if err != nil {
		d.env.printf("          not taken: %s\n", show.Safe(approve.Explain(err, n)))
		return nil
	}
	d.env.printf("          #%d %s\n", after.Number, strings.ToLower(after.Outcome.String()))
	time.Sleep(d.pause)
	return nil
}

func (d *demo) unasked(ctx context.Context) error {
	d.say("What only reads is not asked.")
	d.decide(ctx, d.call("bash", map[string]any{"command": "git status"}))
	return nil
}

func (d *demo) approved(ctx context.Context) error {
	d.say("What cannot be taken back waits for a person. It is stored before anybody is told.")
	c := d.call("bash", map[string]any{"command": "npm publish"})
	got := d.decide(ctx, c)
	if err := d.answer(ctx, got.Number, sentinel.Review{Answer: sentinel.Yes}, fmt.Sprintf("approve %d", got.Number)); err != nil {
		return err
	}
	d.say("The same call, again, uses the permit. It is for once: the third time it is a new question.")
	d.decide(ctx, c)
	d.decide(ctx, c)
	return nil
}

func (d *demo) refused(ctx context.Context) error {
	d.say("A no is told to the agent with its reason.")
	c := d.call("bash", map[string]any{"command": "git push --force origin main"})
	got := d.decide(ctx, c)
	if err := d.answer(ctx, got.Number, sentinel.Review{Answer: sentinel.No, Reason: "others work on main"},
		fmt.Sprintf("deny %d --reason 'others work on main'", got.Number)); err != nil {
		return err
	}
	d.decide(ctx, c)
	return nil
}

func (d *demo) edited(ctx context.Context) error {
	d.say("An edit is judged like any call: what is worse than what was asked is not taken.")
	c := d.call("bash", map[string]any{"command": "terraform destroy"})
	got := d.decide(ctx, c)
	if err := d.answer(ctx, got.Number, sentinel.Review{Answer: sentinel.Yes, Reason: "clean up", Arguments: map[string]any{"command": "rm -rf /"}},
		fmt.Sprintf(`approve %d --reason 'clean up' --edit '{"command":"rm -rf /"}'`, got.Number)); err != nil {
		return err
	}
	got = d.decide(ctx, c)
	if err := d.answer(ctx, got.Number, sentinel.Review{Answer: sentinel.Yes, Reason: "look first", Arguments: map[string]any{"command": "terraform plan -destroy"}},
		fmt.Sprintf(`approve %d --reason 'look first' --edit '{"command":"terraform plan -destroy"}'`, got.Number)); err != nil {
		return err
	}
	d.decide(ctx, c)
	return nil
}

func (d *demo) never(ctx context.Context) error {
	d.say("Some things are no question at all.")
	d.decide(ctx, d.call("bash", map[string]any{"command": "rm -rf ~"}))
	return nil
}
