package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Setting is one value for display.
type Setting struct {
	Key    string
	Value  string // as it would be written in a file, "" for a block
	Origin Origin
}

// Settings lists every value with its origin, blocks with one line each.
func (c Config) Settings() []Setting {
	a := c.Approvals
	list := []Setting{
		{"autonomy", quoted(c.Autonomy.V), c.Autonomy.Origin},
		{"yolo", fmt.Sprint(c.Yolo.V), c.Yolo.Origin},
		{"silence.medium", pick(c.Silence.Allow.V, "allow", "deny"), c.Silence.Allow.Origin},
		{"silence.strict", fmt.Sprint(a.Strict.V), a.Strict.Origin},
		{"silence.unattended", fmt.Sprint(a.Unattended.V), a.Unattended.Origin},
		{"silence.windows.medium", seconds(a.Windows.Medium.V), a.Windows.Medium.Origin},
		{"silence.windows.high", seconds(a.Windows.High.V), a.Windows.High.Origin},
		{"silence.windows.critical", seconds(a.Windows.Critical.V), a.Windows.Critical.Origin},
		{"silence.budget", fmt.Sprint(c.Silence.Budget.V), c.Silence.Budget.Origin},
		{"ask", quoted(a.Ask.V), a.Ask.Origin},
		{"approve_from", fmt.Sprintf("%q", riskWord(a.From.V)), a.From.Origin},
		{"store.kind", quoted(a.Store.Kind.V), a.Store.Kind.Origin},
		{"audit.retention_days", fmt.Sprint(a.Audit.RetentionDays.V), a.Audit.RetentionDays.Origin},
		{"audit.checkpoint_every", fmt.Sprint(a.Audit.CheckpointEvery.V), a.Audit.CheckpointEvery.Origin},
		{"ledger.location", pick(c.Ledger.InHome.V, "user", "project"), c.Ledger.InHome.Origin},
	}
	for _, r := range a.Reviewers {
		list = append(list, Setting{"reviewers", fmt.Sprintf("%q, a %s, up to %s", r.Name, r.Kind, riskWord(r.MaxRisk)), r.Origin})
	}
	for _, b := range []struct {
		key    string
		blocks []Block
	}{{"permission", c.Permission}, {"guards", c.Guards}, {"risk", c.Risk}} {
		for _, block := range b.blocks {
			list = append(list, Setting{Key: b.key, Origin: block.Origin})
		}
	}
	return slices.Clip(list)
}

func quoted(v fmt.Stringer) string { return fmt.Sprintf("%q", v.String()) }

func pick(yes bool, a, b string) string {
	if yes {
		return fmt.Sprintf("%q", a)
	}
	return fmt.Sprintf("%q", b)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%q", fmt.Sprintf("%ds", int(d.Seconds()))) }

// riskWord is a risk as it stands in files.
func riskWord(r sentinel.Risk) string {
	if r == sentinel.RiskUnjudged {
		return "none"
	}
	return strings.ToLower(r.String())
}
