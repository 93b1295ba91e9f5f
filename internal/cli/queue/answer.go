package queue

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/approve/show"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// person finds who answers. Without a terminal nobody does: an agent's child has
// none, and a program that may answer is a reviewer of the configuration.
func (env Env) person(name, what, instead string) (approve.Person, io.ReadWriteCloser, error) {
	tty, terminal, err := console.Person(env.TTY, what, instead)
	return env.who(name, terminal), tty, err
}

// who is whoever runs this command, for the record.
func (env Env) who(name, terminal string) approve.Person {
	return approve.Person{User: env.User, Terminal: terminal, Process: env.Process, Name: name}
}

// What person says of answers.
const (
	answers  = "answers questions"
	reviewer = "a program that is to answer is a reviewer: see `reviewers` in the configuration"
)

func approveCommand(env Env) *cobra.Command {
	var reason, edit, remember, name string
	var asJSON, yes bool
	c := &cobra.Command{
		Use:   "approve NUMBER",
		Short: "Let a call run that waits for a person",
		Long: "Shows the whole call first and asks once more, unless --yes is given. The call runs once,\n" +
			"as it was shown: if it, its scripts or the policy changed meanwhile, it is asked again.",
		Example: "  sentinel approve 7\n  sentinel approve 7 --reason 'release of today' --remember session",
		Args:    one("the number of a question"),
		RunE: func(c *cobra.Command, args []string) error {
			r, err := review(reason, edit, remember)
			if err != nil {
				return err
			}
			return env.answer(c, args[0], name, r, asJSON, yes)
		},
	}
	f := c.Flags()
	f.StringVar(&reason, "reason", "", "why; needed for a critical call")
	f.StringVar(&edit, "edit", "", "run the call with these arguments (a JSON object) instead; they are judged again")
	f.StringVar(&remember, "remember", "once", "how long the yes counts: once, session or always")
	f.StringVar(&name, "name", "", "your name, for the record")
	f.BoolVar(&yes, "yes", false, "do not ask once more")
	f.BoolVar(&asJSON, "json", false, "print JSON; implies --yes")
	c.ValidArgsFunction = env.complete
	_ = c.RegisterFlagCompletionFunc("remember", cobra.FixedCompletions([]string{"once", "session", "always"}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func review(reason, edit, remember string) (sentinel.Review, error) {
	r := sentinel.Review{Answer: sentinel.Yes, Reason: reason}
	switch remember {
	case "once", "":
	case "session":
		r.Answer = sentinel.YesSession
	case "always":
		r.Answer = sentinel.YesAlways
	default:
		return r, &console.Error{Code: console.Usage, Msg: fmt.Sprintf("--remember takes once, session or always, and was given %q", remember), Hint: "sentinel approve 7 --remember session"}
	}
	if edit == "" {
		return r, nil
	}
	arguments, err := strictjson.Object([]byte(edit))
	if err != nil {
		return r, console.Misused("give the call's arguments as one JSON object, such as {\"command\":\"git status\"}; `sentinel show NUMBER --json` prints those that were asked about",
			"the text behind --edit %s", console.Refused(edit, err))
	}
	r.Arguments = arguments
	return r, nil
}

func denyCommand(env Env) *cobra.Command {
	var reason, name string
	var asJSON bool
	c := &cobra.Command{
		Use:     "deny NUMBER",
		Short:   "Refuse a call that waits for a person; the agent is told the reason",
		Example: "  sentinel deny 7 --reason 'use the staging database'",
		Args:    one("the number of a question"),
		RunE: func(c *cobra.Command, args []string) error {
			return env.answer(c, args[0], name, sentinel.Review{Answer: sentinel.No, Reason: reason}, asJSON, true)
		},
	}
	f := c.Flags()
	f.StringVar(&reason, "reason", "", "what the agent is told")
	f.StringVar(&name, "name", "", "your name, for the record")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	c.ValidArgsFunction = env.complete
	return c
}

// answer shows the question, makes sure, and hands in the answer.
func (env Env) answer(c *cobra.Command, text, name string, r sentinel.Review, asJSON, yes bool) error {
	ctx := c.Context()
	if _, err := number(text); err != nil {
		return err
	}
	who, tty, err := env.person(name, answers, reviewer)
	if err != nil {
		return err
	}
	defer tty.Close()
	d, q, err := env.find(ctx, who, "command", text)
	if err != nil {
		return err
	}
	defer d.Store.Close()
	if r.Answer != sentinel.Yes && r.Answer != sentinel.No && len(d.Keeps(q, r.Answer)) == 0 {
		return &console.Error{Code: console.Usage, Msg: fmt.Sprintf("#%d cannot be remembered for so long", q.Number), Hint: "leave out --remember: the yes then counts once"}
	}
	if r.Answer != sentinel.No && q.Request.Risk >= sentinel.Critical && strings.TrimSpace(r.Reason) == "" {
		return &console.Error{Code: console.Usage, Msg: fmt.Sprintf("#%d: %s", q.Number, approve.Explain(sentinel.ErrNoReason, q.Number))}
	}
	if !yes && !asJSON && q.Outcome == sentinel.Pending {
		now, err := d.Store.Now(ctx)
		if err != nil {
			return err
		}
		shown := q
		shown.Edit = r.Arguments
		env.rows(show.Rows(shown, now))
		for _, line := range d.Keeps(q, r.Answer) {
			env.printf("remembers: %s\n", line)
		}
		if !confirmed(tty, q.Number) {
			return &console.Error{Code: console.Failed, Msg: "nothing was answered"}
		}
	}
	after, err := d.Answer(ctx, q, r)
	if err != nil {
		return &console.Error{Code: console.Failed, Msg: fmt.Sprintf("#%d: %s", q.Number, approve.Explain(err, q.Number)), Hint: standing(after)}
	}
	env.sign(ctx, d)
	return env.answered(after, asJSON)
}

func confirmed(tty io.ReadWriter, number int64) bool {
	fmt.Fprintf(tty, "approve #%d? type yes: ", number)
	line, _ := bufio.NewReader(io.LimitReader(tty, 100)).ReadString('\n')
	line = strings.TrimSpace(line)
	return line == "yes" || line == "y"
}

// standing says how a question stands that could not be answered.
func standing(q sentinel.Question) string {
	if q.ID == "" || q.Outcome == sentinel.Pending {
		return ""
	}
	return fmt.Sprintf("it stands as %s, by %s", strings.ToLower(q.Outcome.String()), show.Safe(q.By))
}

// answered prints what came of an answer. A yes that came to a refusal, since an
// edit was worse or the world changed, is a failure.
func (env Env) answered(q sentinel.Question, asJSON bool) error {
	if asJSON {
		if err := console.JSON(env.Stdout, map[string]any{"version": 1, "number": q.Number, "outcome": q.Outcome, "permit": q.Permit, "reason": q.Reason}); err != nil {
			return err
		}
	} else {
		env.printf("#%d %s", q.Number, strings.ToLower(q.Outcome.String()))
		if q.Reason != "" {
			env.printf(": %s", show.Safe(q.Reason))
		}
		env.printf("\n")
		if q.Outcome == sentinel.Approved && q.Permit == sentinel.PermitArmed {
			env.para("The call runs once: at once where the agent still waits, else when it makes the very same call again in time.", 2)
		}
	}
	if q.Outcome == sentinel.Blocked || q.Outcome == sentinel.Denied && q.Channel == "edit" {
		return &console.Error{Code: console.Failed}
	}
	return nil
}
