package history

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
)

// auditOptions are the flags that choose rows.
type auditOptions struct {
	since, outcome, agent string
	limit                 int
	canaries              bool
}

func (o *auditOptions) flags(c *cobra.Command, limit int) {
	f := c.Flags()
	f.StringVar(&o.since, "since", "", "only from TIME on: 2026-08-16, 2026-08-16T17:20:01Z, or a time back from now: 2h, 7d")
	f.StringVar(&o.outcome, "outcome", "", "only of this outcome: allowed, approved, denied, timed_out, blocked, ...")
	f.StringVar(&o.agent, "agent", "", "only of this agent")
	f.BoolVar(&o.canaries, "canaries", false, "also the calls that sentinel doctor made to try the gate")
	if limit >= 0 {
		f.IntVarP(&o.limit, "limit", "n", limit, "at most so many, the newest; 0 for all")
	}
}

func (o auditOptions) filter(now time.Time) (audit.Filter, error) {
	f := audit.Filter{Outcome: o.outcome, Agent: o.agent, Limit: o.limit, Canaries: o.canaries}
	if o.limit < 0 {
		return f, console.Misused("--limit 0 shows all", "--limit takes a number of lines, not %d", o.limit)
	}
	if o.outcome != "" {
		var known sentinel.Outcome
		if err := known.UnmarshalText([]byte(strings.ToUpper(o.outcome))); err != nil {
			return f, console.Misused("for example --outcome denied", "%v", err)
		}
	}
	if o.since != "" {
		t, err := timeOf(o.since, now)
		if err != nil {
			return f, console.Misused("for example --since 2h or --since 2026-08-16", "--since: %v", err)
		}
		f.Since = t
	}
	return f, nil
}

// timeOf reads a date, a time, or how long ago.
func timeOf(text string, now time.Time) (time.Time, error) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.DateOnly} {
		if t, err := time.Parse(form, text); err == nil {
			return t, nil
		}
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 100_000 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return time.Time{}, fmt.Errorf("%q is no time", text)
	}
	return now.Add(-d), nil
}

// Audit is `sentinel audit` with its subcommands.
func Audit(env Env) *cobra.Command {
	var o auditOptions
	var asJSON, follow bool
	c := &cobra.Command{
		Use:   "audit",
		Short: "Show what was decided, the newest first",
		Long: "One line per decision: ✓ or ✗ for permitted or not, the time, the outcome, the risk, the tool, the rule\n" +
			"and the call, with secrets masked; • is what a person did to the gate itself. What outlived its window is\n" +
			"ended first, and what still waits is counted.\n" +
			"Calls that `sentinel doctor` made to try the gate are left out unless --canaries is given.",
		Example: "  sentinel audit\n  sentinel audit --outcome denied --since 7d\n  sentinel audit --follow\n  sentinel audit verify",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			f, err := o.filter(env.Now())
			if err != nil {
				return err
			}
			return env.withAudit(c.Context(), func(s audit.Sources) error { return env.auditRows(c.Context(), s, f, asJSON, follow) })
		},
	}
	o.flags(c, 50)
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object a line, the oldest first")
	c.Flags().BoolVarP(&follow, "follow", "f", false, "go on with what comes, the oldest first")
	for _, sub := range []*cobra.Command{auditVerify(env), auditExport(env), auditPrune(env), auditKey(env)} {
		c.AddCommand(sub)
	}
	return c
}

// withAudit opens both chains and ends what outlived its window.
func (env Env) withAudit(ctx context.Context, do func(audit.Sources) error) error {
	return env.chains(ctx, func(s audit.Sources, e *engine.Engine) error {
		if s.Store != nil {
			if err := expire(ctx, e, s.Store); err != nil {
				return err
			}
		}
		return do(s)
	})
}

// chains opens both chains as they are. A store that was never used is not made.
func (env Env) chains(ctx context.Context, do func(audit.Sources, *engine.Engine) error) error {
	e, err := env.Open("")
	if err != nil {
		return err
	}
	s := audit.Sources{Dir: e.StateDir}
	if approve.Exists(e) {
		store, err := approve.Store(ctx, e)
		if err != nil {
			return console.Problem("`sentinel doctor` looks at it; the decisions of hooks alone stand in "+filepath.Join(e.StateDir, "audit.jsonl"), "%v", err)
		}
		defer store.Close()
		s.Store = store
	}
	return do(s, e)
}

// expire ends what outlived its window, so that nothing is shown as open that is
// not.
func expire(ctx context.Context, e *engine.Engine, s sentinel.Store) error {
	g := sentinel.New(sentinel.WithStore(s), sentinel.WithPolicy(e.Policy), sentinel.WithMask(audit.Mask), sentinel.WithHost(approve.Host()))
	_, err := g.Expire(ctx)
	return err
}

// auditRows prints what was decided.
func (env Env) auditRows(ctx context.Context, s audit.Sources, f audit.Filter, asJSON, follow bool) error {
	after := map[string]int64{}
	rows, bad, err := s.Rows(ctx, f, after)
	if err != nil {
		return err
	}
	if !asJSON && !follow {
		slices.Reverse(rows)
	}
	if len(rows) == 0 && !follow && !asJSON {
		say := "Nothing was recorded yet."
		if f.Agent != "" || f.Outcome != "" || !f.Since.IsZero() {
			say = "Nothing was recorded that fits."
		}
		if !f.Canaries && s.HasCanaries(ctx) {
			say += " " + env.same("What `sentinel doctor` tried is left out: sentinel audit --canaries")
		}
		env.para(say, 0)
	}
	if err := env.printRows(rows, asJSON); err != nil {
		return err
	}
	if bad > 0 {
		env.Complain(fmt.Sprintf("sentinel: %s of the log cannot be read; %s", console.Count(bad, "line"), env.same("see `sentinel audit verify`")))
	}
	if err := env.waiting(ctx, s, asJSON || follow); err != nil {
		return err
	}
	if follow && env.Terminal && !asJSON {
		env.Complain("sentinel: waiting for what comes; Ctrl-C ends it")
	}
	for follow {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		if rows, _, err = s.Rows(ctx, f, after); err != nil {
			return err
		}
		if err := env.printRows(rows, asJSON); err != nil {
			return err
		}
	}
	return nil
}

// waiting says that there is what was not decided yet.
func (env Env) waiting(ctx context.Context, s audit.Sources, quiet bool) error {
	if s.Store == nil || quiet {
		return nil
	}
	open, err := s.Store.List(ctx, sentinel.Filter{Open: true})
	if err != nil {
		return fmt.Errorf("list questions: %w", err)
	}
	n := 0
	for _, q := range open {
		if q.Outcome == sentinel.Pending {
			n++
		}
	}
	if n > 0 {
		env.printf("%d %s: %s\n", n, map[bool]string{true: "question waits for a person", false: "questions wait for a person"}[n == 1], env.same("sentinel pending"))
	}
	return nil
}

func (env Env) printRows(rows []audit.Row, asJSON bool) error {
	for _, r := range rows {
		if !asJSON {
			env.row(r)
			continue
		}
		line, err := audit.JSON(struct {
			Version int `json:"version"`
			audit.Row
		}{1, r})
		if err == nil {
			_, err = env.Stdout.Write(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// row prints a line for a program, and for a person at a terminal what does not
// fit into it below.
func (env Env) row(r audit.Row) {
	line, what := r.Line(), env.sameQuoted(r.What())
	switch {
	case what == "":
		env.para(line, 4)
	case env.Width > 0 && max(utf8.RuneCountInString(line), 83)+1+utf8.RuneCountInString(what) > env.Width:
		env.para(line, 4)
		env.para("    "+what, 4)
	default:
		env.printf("%-83s %s\n", line, what)
	}
}

func auditVerify(env Env) *cobra.Command {
	var key string
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "Look whether the log was changed, cut or written anew",
		Long: "Every line must follow from the one before, every checkpoint must be signed and agree, and what the log\n" +
			"tells of the questions must be what the store holds. Exit code 1 if anything is wrong.\n\n" +
			"The key beside the log proves nothing against somebody who can write there: keep the output of\n" +
			"`sentinel audit key` and the file audit.checkpoints elsewhere, and name the key with --key.",
		Example: "  sentinel audit verify\n  sentinel audit verify --key sentinel+01234567+AbC...",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := audit.CheckVerifier(key); key != "" && err != nil {
				return console.Misused("give what `sentinel audit key` printed, whole", "--key: %v", err)
			}
			return env.chains(c.Context(), func(s audit.Sources, _ *engine.Engine) error { return env.auditVerified(c.Context(), s, key, asJSON) })
		},
	}
	c.Flags().StringVar(&key, "key", "", "the log's public key, as `sentinel audit key` printed it")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) auditVerified(ctx context.Context, s audit.Sources, key string, asJSON bool) error {
	reports := []audit.Report{audit.VerifyFile(s.Dir, key)}
	if s.Store != nil {
		reports = append(reports, audit.VerifyStore(ctx, s.Store, s.Dir, key))
		audit.Twice(ctx, s, &reports[1])
	} else if r := audit.VerifyGone(s.Dir, key); r.Checkpoints > 0 {
		reports = append(reports, r)
	}
	bad := false
	for _, r := range reports {
		bad = bad || len(r.Problems) > 0
		if asJSON {
			continue
		}
		word := "sound"
		if len(r.Problems) > 0 {
			word = "NOT SOUND"
		}
		env.printf("%s: %s (%d to %d), %s: %s\n", r.Origin, console.Count(r.Lines, "line"), r.First, r.Last, console.Count(r.Checkpoints, "checkpoint"), word)
		if r.Unsigned > 0 {
			env.printf("  %d %s behind the last signature: were they cut off, nobody could tell\n", r.Unsigned, map[bool]string{true: "line stands", false: "lines stand"}[r.Unsigned == 1])
		}
		for _, p := range r.Problems {
			env.printf("  %s\n", display.Line(p))
		}
	}
	if asJSON {
		if err := console.JSON(env.Stdout, map[string]any{"version": 1, "sound": !bad, "chains": reports}); err != nil {
			return err
		}
	}
	if bad {
		return &console.Error{Code: console.Failed}
	}
	return nil
}

func auditExport(env Env) *cobra.Command {
	var o auditOptions
	var format string
	c := &cobra.Command{
		Use:   "export",
		Short: "Write the log for other programs",
		Long: "jsonl has every line of both chains as it is, so that they can be verified elsewhere; csv and ocsf (API\n" +
			"Activity, 6003) have what was decided.",
		Example: "  sentinel audit export --format ocsf --since 7d > events.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			f, err := o.filter(env.Now())
			if err != nil {
				return err
			}
			if !slices.Contains(audit.Formats(), format) {
				return console.Misused("for example --format csv", "--format is one of %s", strings.Join(audit.Formats(), ", "))
			}
			return env.withAudit(c.Context(), func(s audit.Sources) error { return audit.Export(c.Context(), env.Stdout, s, f, format) })
		},
	}
	o.flags(c, -1)
	c.Flags().StringVar(&format, "format", "jsonl", strings.Join(audit.Formats(), ", "))
	return c
}

func auditPrune(env Env) *cobra.Command {
	var before string
	c := &cobra.Command{
		Use:   "prune --before TIME",
		Short: "Take old lines out of the log, and leave a signed mark for them",
		Long: "The end of what goes is signed and told by a line of its own, so that verify can tell it from a cut. A log\n" +
			"that is not sound is left as it is.",
		Example: "  sentinel audit prune --before 90d",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if before == "" {
				return console.Misused(c.Example, "--before is needed")
			}
			t, err := timeOf(before, env.Now())
			if err != nil {
				return console.Misused(c.Example, "--before: %v", err)
			}
			return env.withAudit(c.Context(), func(s audit.Sources) error { return env.auditPruned(c.Context(), s, t) })
		},
	}
	c.Flags().StringVar(&before, "before", "", "take out what is older than TIME: 90d, 2026-01-01")
	return c
}

func (env Env) auditPruned(ctx context.Context, s audit.Sources, before time.Time) error {
	say := func(origin string, p audit.Pruned) {
		if p.To == 0 {
			env.printf("%s: nothing is older\n", origin)
			return
		}
		env.printf("%s: lines %d to %d taken out\n", origin, p.From, p.To)
	}
	p, err := audit.PruneFile(s.Dir, before, env.Now(), "command")
	if err != nil {
		return err
	}
	say(audit.FileOrigin, p)
	if s.Store == nil {
		return nil
	}
	if p, err = audit.PruneStore(ctx, s.Store, s.Dir, before, "command"); err != nil {
		return err
	}
	say(audit.StoreOrigin, p)
	return nil
}

func auditKey(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "key",
		Short: "Print the public key that the log's checkpoints are signed with",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if env.Home == "" {
				return console.NoHome()
			}
			key, err := audit.OpenKey(engine.StateDir(env.Home))
			if err != nil {
				return err
			}
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "key": key.Verifier()})
			}
			env.printf("%s\n", key.Verifier())
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}
