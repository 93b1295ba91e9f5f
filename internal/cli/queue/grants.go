package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/approve/show"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/grade"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/program"
	"github.com/sentinelgate/sentinel/internal/state"
	"github.com/sentinelgate/sentinel/shape"
)

// grant is one thing that a person allowed beyond one call, or that may still
// run once.
type grant struct {
	ID    string `json:"id"`    // what `grants revoke` takes
	Kind  string `json:"kind"`  // project, session, path, tool or permit
	What  string `json:"what"`  // for a person
	Since string `json:"since"` // RFC 3339
}

func grantsCommand(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:     "grants",
		Short:   "Show and take back what was allowed beyond one call",
		Args:    cobra.NoArgs,
		Example: "  sentinel grants list\n  sentinel grants revoke 'npm publish'\n  sentinel grants revoke '#7'",
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(grantsList(env), grantsRevoke(env))
	return c
}

func grantsList(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List shapes of this project, what sessions may do, and permits that were not used yet",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			list, err := env.grants(c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "grants": list})
			}
			if len(list) == 0 {
				env.printf("nothing is allowed beyond one call\n")
			}
			for _, g := range list {
				env.para(fmt.Sprintf("%-8s %-34s %s  since %s", g.Kind, show.Safe(g.ID), show.Safe(g.What), g.Since), 9)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) grants(ctx context.Context) ([]grant, error) {
	out := []grant{}
	e, err := env.look()
	if err != nil {
		return nil, err
	}
	if e.Ledger != nil {
		for _, entry := range e.Ledger.List() {
			if entry.Mine {
				out = append(out, grant{entry.Shape, "project", approvals(entry), stamp(entry.First)})
			}
		}
	}
	sessions, err := env.sessions(e)
	if err != nil {
		return nil, err
	}
	for _, k := range sessions {
		out = append(out, grantsOf(k)...)
	}
	permits, err := env.permits(ctx)
	return append(out, permits...), err
}

func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

func (env Env) sessions(e *engine.Engine) ([]state.Kept, error) {
	files, err := state.OpenFiles(e.StateDir, env.Now)
	if err != nil {
		return nil, err
	}
	return files.Kept()
}

// grantsOf lists what one session may do; all of it is taken back together.
func grantsOf(k state.Kept) []grant {
	var out []grant
	id, since := "session:"+k.Name[:min(len(k.Name), 12)], stamp(k.Session.Started)
	for key, sets := range k.Session.Grants {
		var does []string
		for _, set := range sets {
			for _, e := range set {
				if !slices.Contains(does, e.String()) {
					does = append(does, e.String())
				}
			}
		}
		out = append(out, grant{id, "session", key + ": " + strings.Join(does, "; "), since})
	}
	for _, p := range k.Session.Paths {
		out = append(out, grant{id, "path", p.Action.String() + " " + p.Path, since})
	}
	for _, t := range k.Session.Tools {
		out = append(out, grant{id, "tool", t, since})
	}
	slices.SortFunc(out, func(a, b grant) int { return strings.Compare(a.Kind+a.What, b.Kind+b.What) })
	return out
}

// permits are the yeses that no call has used yet.
func (env Env) permits(ctx context.Context) ([]grant, error) {
	d, err := env.desk(ctx, approve.Person{}, "")
	if errors.Is(err, errEmpty) {
		env.gone()
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer d.Store.Close()
	if _, err := d.Expire(ctx); err != nil {
		return nil, err
	}
	list, err := d.Store.List(ctx, sentinel.Filter{Open: true})
	var out []grant
	for _, q := range list {
		if q.Permit == sentinel.PermitArmed {
			out = append(out, grant{fmt.Sprintf("#%d", q.Number), "permit", q.Request.Call.Tool + ", once, by " + q.By, q.Decided.UTC().Format(time.RFC3339)})
		}
	}
	return out, err
}

func grantsRevoke(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "revoke ID",
		Short: "Take back a shape of this project, all that a session may do, or a permit",
		Long: "Takes back a shape of this project, all that a session may do, or a permit.\n\n" +
			"Exit code 0 also where nothing of that name was allowed, and says so; 1 if a permit cannot be taken back,\n" +
			"since the call has run or was never permitted.",
		Example: "  sentinel grants revoke 'npm publish'\n  sentinel grants revoke session:0123456789ab\n  sentinel grants revoke '#7'",
		Args:    one("what `sentinel grants list` shows in its second column"),
		RunE: func(c *cobra.Command, args []string) error {
			n, err := env.revoke(c.Context(), args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "revoked": n})
			}
			if n == 0 {
				env.para(fmt.Sprintf("nothing was taken back: %s is not allowed here; %s", show.Safe(console.Quote(args[0])),
					program.Same(env.HomeFlag, "`sentinel grants list` shows what is")), 2)
				return nil
			}
			env.printf("%d taken back\n", n)
			return nil
		},
	}
	c.ValidArgsFunction = func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		list, err := env.grants(c.Context())
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var out []string
		for _, g := range list {
			if !slices.Contains(out, g.ID) {
				out = append(out, g.ID)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) revoke(ctx context.Context, id string) (int, error) {
	if strings.HasPrefix(id, "#") {
		return env.revokePermit(ctx, id)
	}
	e, err := env.look()
	if err != nil {
		return 0, err
	}
	prefix, isSession := strings.CutPrefix(id, "session:")
	if !isSession {
		if e.Ledger == nil {
			return 0, nil
		}
		n, err := e.Ledger.Forget(id, shape.Of(id))
		if n > 0 {
			env.noted(env.who("", "").Note(e.StateDir, env.Now(), audit.Forgotten, id, ""))
		}
		return n, err
	}
	files, err := state.OpenFiles(e.StateDir, env.Now)
	if err != nil {
		return 0, err
	}
	kept, err := files.Kept()
	n := 0
	for _, k := range kept {
		if len(prefix) < 8 || !strings.HasPrefix(k.Name, prefix) {
			continue
		}
		done, err := files.Revoke(k.Name)
		if err != nil {
			return n, err
		}
		if done {
			n++
			env.noted(env.who("", "").Note(e.StateDir, env.Now(), audit.Revoked, "session:"+k.Name[:min(len(k.Name), 12)], ""))
		}
	}
	return n, err
}

// approvals is how often a shape was approved, and which of its values are bound.
func approvals(x ledger.Entry) string {
	note := console.Count(x.Count, "approval")
	if to := grade.BoundNote(grade.BoundTo(x.Shape, x.Key)); to != "" {
		note += ", " + to
	}
	return note
}

// noPermit says why there is no permit to take back.
func noPermit(q sentinel.Question, err error) string {
	switch {
	case q.Outcome == sentinel.Pending:
		return fmt.Sprintf("it waits for an answer and there is no permit yet; refuse it with `sentinel deny %d`", q.Number)
	case q.Permit == sentinel.PermitArmed:
		return approve.Explain(err, q.Number)
	case q.Permit == sentinel.PermitNone:
		return "it was never permitted (" + strings.ToLower(q.Outcome.String()) + "), so there is nothing to take back"
	}
	return map[sentinel.Permit]string{sentinel.PermitClaimed: "its permit was used: the call has run", sentinel.PermitLapsed: "its permit was not used in time and is over",
		sentinel.PermitRevoked: "its permit was taken back already"}[q.Permit]
}

func (env Env) revokePermit(ctx context.Context, id string) (int, error) {
	d, q, err := env.find(ctx, approve.Person{User: env.User, Process: env.Process}, "command", id)
	if err != nil {
		return 0, err
	}
	defer d.Store.Close()
	if _, err := d.Revoke(ctx, q, "taken back by a person"); err != nil {
		return 0, &console.Error{Code: console.Failed, Msg: fmt.Sprintf("#%d: %s", q.Number, noPermit(q, err)), Hint: "`sentinel grants list` shows the permits that can still be taken back"}
	}
	env.sign(ctx, d)
	return 1, nil
}
