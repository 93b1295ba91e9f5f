package conf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/config/trust"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/risk"
	"github.com/sentinelgate/sentinel/rules"
)

// Policy is `sentinel policy`.
func Policy(env Env) *cobra.Command {
	var dir string
	var asJSON, table bool
	c := &cobra.Command{
		Use:     "policy",
		Short:   "Show the policy that holds here, each value with the file it comes from",
		Long:    "Exit code 1 if a file has mistakes.",
		Example: "  sentinel policy\n  sentinel policy --table",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e, err := env.Open(dir)
			if err != nil {
				return err
			}
			p := policyOf(e)
			if asJSON {
				if err := console.JSON(env.Stdout, p); err != nil {
					return err
				}
			} else {
				env.policyText(p, table)
			}
			if len(p.Problems) > 0 {
				return &console.Error{Code: console.Failed}
			}
			return nil
		},
	}
	c.Flags().StringVarP(&dir, "dir", "d", "", "look from DIR")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&table, "table", false, "print the risk table, too")
	return c
}

// policyView is what `sentinel policy --json` prints.
type policyView struct {
	Version  int           `json:"version"`
	Root     string        `json:"root"`
	Settings []settingView `json:"settings"`
	Windows  []windowView  `json:"windows"`
	Rules    []ruleView    `json:"rules"`
	Free     []string      `json:"free"`
	Table    []tableRow    `json:"risk_table"`
	Problems []string      `json:"problems"`
	Warnings []string      `json:"warnings"`
	Files    []fileView    `json:"files"`
}

// fileView is a file that was looked for.
type fileView struct {
	Scope   string `json:"scope"`
	Path    string `json:"path"`
	Found   bool   `json:"found"`
	Trusted bool   `json:"trusted"` // a repository's, as it is
}

func fileViews(e *engine.Engine) []fileView {
	out := []fileView{}
	for _, f := range e.Config.Files {
		out = append(out, fileView{f.Scope.String(), f.Path, f.Found, f.Trust == trust.Trusted})
	}
	return out
}

type settingView struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
	Note   string `json:"note,omitempty"` // what keeps it from counting as it stands
}

// windowView says how long a question of a risk stays open, in seconds, and
// what silence means then.
type windowView struct {
	Risk    string `json:"risk"`
	Seconds int    `json:"seconds"`
	Silence string `json:"silence"`
}

type ruleView struct {
	Tool     string `json:"tool"`
	Pattern  string `json:"pattern"`
	Decision string `json:"decision"`
	Origin   string `json:"origin"`
	Default  bool   `json:"default"` // built in, not of a file
}

type tableRow struct {
	Effect string               `json:"effect"`
	Cells  map[string]risk.Cell `json:"cells"`
}

func policyOf(e *engine.Engine) policyView {
	p := policyView{Version: 1, Root: e.Root, Free: rules.Free(), Files: fileViews(e), Problems: []string{}, Warnings: []string{}}
	p.Settings = settings(e)
	for _, r := range []sentinel.Risk{sentinel.Medium, sentinel.High, sentinel.Critical} {
		w := windowView{r.String(), int(e.Policy.Window(r).Seconds()), "deny"}
		if e.Policy.SilencePermits(r) {
			w.Silence = "allow"
		}
		p.Windows = append(p.Windows, w)
	}
	p.Rules = ruleViews(e)
	for _, problem := range e.Problems {
		p.Problems = append(p.Problems, problem.Error())
	}
	for _, w := range Warnings(e) {
		p.Warnings = append(p.Warnings, w.Error())
	}
	p.Table = riskTable(e.World.Strict)
	return p
}

// ruleViews lists the rules that hold.
func ruleViews(e *engine.Engine) []ruleView {
	out := []ruleView{}
	for _, entry := range e.Rules.Entries() {
		for _, r := range entry.Rules {
			out = append(out, ruleView{entry.Tool, r.Pattern, r.Decision.String(), r.Origin.String(), entry.Default})
		}
	}
	return out
}

// rulesText prints rules, one a line.
func (env Env) rulesText(list []ruleView) {
	for _, r := range list {
		pattern := r.Pattern
		if pattern == "" {
			pattern = "(all calls)"
		}
		env.para(fmt.Sprintf("  %-20s %-24s %-6s %s", display.Line(r.Tool), display.Line(pattern), r.Decision, display.Line(env.tilde(r.Origin))), 23)
	}
}

// riskTable gives the table, a row an effect.
func riskTable(strict bool) []tableRow {
	var out []tableRow
	for _, k := range sentinel.EffectKinds() {
		row := tableRow{Effect: k.String(), Cells: map[string]risk.Cell{}}
		for _, s := range sentinel.Scopes() {
			row.Cells[s.String()] = risk.Of(k, s, strict)
		}
		out = append(out, row)
	}
	return out
}

func (env Env) policyText(p policyView, table bool) {
	root := p.Root
	if root == "" {
		root = "none"
	}
	env.printf("project: %s\n\nsettings\n", display.Line(root))
	env.settingsText(p.Settings)
	env.printf("\nquestions\n")
	for _, w := range p.Windows {
		env.para(fmt.Sprintf("  %-18s open %d s, then %s", w.Risk, w.Seconds, w.Silence), 21)
	}
	env.printf("\n")
	env.para("rules (within a tool the last match wins)", 2)
	env.rulesText(p.Rules)
	env.printf("\n")
	env.para("free tools: "+strings.Join(p.Free, " "), 2)
	for _, w := range p.Problems {
		env.para("mistake: "+display.Line(env.same(w)), 2)
	}
	for _, w := range p.Warnings {
		env.para("warning: "+display.Line(env.same(w)), 2)
	}
	if table {
		env.printf("\nrisk table\n")
		for line := range strings.Lines(tableText(p.Table)) {
			env.para(strings.TrimRight(line, " \n"), 37)
		}
	} else {
		env.printf("\n%s\n", env.same("The risk table: sentinel policy --table"))
	}
}

// tableText prints each effect with its most common cell and the exceptions.
func tableText(rows []tableRow) string {
	var b strings.Builder
	for _, r := range rows {
		groups := map[string][]string{}
		for _, s := range sentinel.Scopes() {
			t := cellText(r.Cells[s.String()])
			groups[t] = append(groups[t], s.String())
		}
		common := ""
		for t, scopes := range groups {
			if common == "" || len(scopes) > len(groups[common]) || len(scopes) == len(groups[common]) && t < common {
				common = t
			}
		}
		fmt.Fprintf(&b, "  %-18s %-16s", r.Effect, common)
		var rest []string
		for t, scopes := range groups {
			if t != common {
				rest = append(rest, t+": "+strings.Join(scopes, " "))
			}
		}
		slices.Sort(rest)
		b.WriteString(strings.Join(rest, "; "))
		b.WriteByte('\n')
	}
	return b.String()
}

func cellText(c risk.Cell) string {
	if c.Block {
		return "BLOCKED"
	}
	return c.Risk.String() + " " + c.Colour.String()
}
