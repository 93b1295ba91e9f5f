package queue

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/approve/show"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
)

// view is a question as --json prints it: without the key that proves the
// requester, and with what is derived.
type view struct {
	Number    int64              `json:"number"`
	ID        string             `json:"id"`
	Agent     string             `json:"agent"`
	Session   string             `json:"session,omitempty"`
	Host      string             `json:"host,omitempty"`
	Tool      string             `json:"tool"`
	Cwd       string             `json:"cwd,omitempty"`
	Arguments map[string]any     `json:"arguments"`
	Edit      map[string]any     `json:"edit,omitempty"`
	Risk      sentinel.Risk      `json:"risk"`
	Reason    string             `json:"reason"`
	Findings  []sentinel.Finding `json:"findings,omitempty"`
	Outcome   sentinel.Outcome   `json:"outcome"`
	Permit    sentinel.Permit    `json:"permit"`
	OnSilence string             `json:"on_silence"`
	Left      int                `json:"seconds_left"`
	Created   time.Time          `json:"created"`
	Deadline  time.Time          `json:"deadline"`
	Decided   *time.Time         `json:"decided,omitempty"`
	By        string             `json:"by,omitempty"`
	Channel   string             `json:"channel,omitempty"`
	Answer    string             `json:"answer_reason,omitempty"`
	Result    string             `json:"result,omitempty"`
	Digest    string             `json:"digest"`
}

func viewOf(q sentinel.Question, now sentinel.Moment) view {
	c := q.Request.Call
	v := view{Number: q.Number, ID: q.ID, Agent: c.Agent, Session: c.Session, Host: q.Host, Tool: c.Tool, Cwd: c.Cwd,
		Arguments: c.Arguments, Edit: q.Edit, Risk: q.Request.Risk, Reason: q.Request.Reason, Findings: q.Request.Assessment.Findings,
		Outcome: q.Outcome, Permit: q.Permit, OnSilence: show.Silence(q), Left: int(q.Remaining(now) / time.Second),
		Created: q.Created, Deadline: q.Deadline, By: q.By, Channel: q.Channel, Answer: q.Reason, Result: q.Result, Digest: q.Shown}
	if !q.Decided.IsZero() {
		v.Decided = &q.Decided
	}
	return v
}

// masked hides secrets in arguments: agents may list what is pending, too.
func masked(arguments map[string]any) map[string]any {
	if arguments == nil {
		return nil
	}
	hidden, _ := maskValue(arguments).(map[string]any)
	return hidden
}

func maskValue(v any) any {
	switch v := v.(type) {
	case string:
		return audit.Mask(v)
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = maskValue(x)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, x := range v {
			out[name] = maskValue(x)
		}
		return out
	}
	return v
}

func pendingCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "pending",
		Short: "List the questions that wait for a person",
		Long:  "Questions whose window is over are ended first, each as its risk demands.",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx := c.Context()
			d, err := env.desk(ctx, approve.Person{}, "")
			if errors.Is(err, errEmpty) {
				env.gone()
				return env.list(nil, sentinel.Moment{}, asJSON)
			}
			if err != nil {
				return err
			}
			defer d.Store.Close()
			open, now, err := d.List(ctx)
			if err != nil {
				return err
			}
			return env.list(open, now, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) list(open []sentinel.Question, now sentinel.Moment, asJSON bool) error {
	if asJSON {
		views := []view{}
		for _, q := range open {
			v := viewOf(q, now)
			v.Arguments, v.Edit = masked(v.Arguments), masked(v.Edit)
			views = append(views, v)
		}
		return console.JSON(env.Stdout, map[string]any{"version": 1, "pending": views})
	}
	if len(open) == 0 {
		env.printf("nothing is waiting\n")
	}
	for _, q := range open {
		env.para(show.Lines(q, now), 6)
		if text := callText(q.Request.Call.Arguments); text != "" {
			env.para("      "+text, 8)
		}
	}
	return nil
}

// shownCall is how many characters of a call stand in the list.
const shownCall = 160

// callText is what a call is in one line, without secrets: the command, or the
// arguments as JSON.
func callText(arguments map[string]any) string {
	text := ""
	for _, name := range []string{"command", "cmd"} {
		if s, ok := arguments[name].(string); ok && text == "" {
			text = s
		}
	}
	if text == "" && len(arguments) > 0 {
		data, err := audit.JSON(arguments)
		if err != nil {
			return ""
		}
		text = strings.TrimSpace(string(data))
	}
	return show.Safe(display.Clip(audit.Mask(text), shownCall))
}

func showCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "show NUMBER",
		Short:   "Show a question whole: the call, what was found, what silence will do",
		Example: "  sentinel show 7",
		Args:    one("the number of a question"),
		RunE: func(c *cobra.Command, args []string) error {
			ctx := c.Context()
			d, q, err := env.find(ctx, approve.Person{}, "", args[0])
			if err != nil {
				return err
			}
			defer d.Store.Close()
			now, err := d.Store.Now(ctx)
			if err != nil {
				return err
			}
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "question": viewOf(q, now)})
			}
			env.rows(show.Rows(q, now))
			return nil
		},
	}
	c.ValidArgsFunction = env.complete
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) rows(rows []show.Row) {
	for _, r := range rows {
		switch r.Kind {
		case show.Code, show.Gone, show.Added: // of the call, and a line of it is a line
		default:
			r.Text = display.Wrap(r.Text, env.Width, 4)
		}
		env.printf("%s\n", show.Paint(r, env.Colour))
	}
}
