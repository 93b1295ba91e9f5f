package config

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/config/trust"
)

// layer is how a section is laid over what stands below it.
type layer struct {
	*section
	tighten  bool // only what is stricter counts
	stranger bool // the file is the repository's
	quiet    bool // what does not count was reported before
}

// apply lays a file over what stands in c. With tighten, only what is stricter
// than before counts; what does not is reported where a person may wonder.
func (c *Config) apply(l layer) {
	if v, ok := l.text("autonomy"); ok { // a word that is not known is taken for the stricter one
		if loosens := v.V == Standard.String(); loosens && l.tighten {
			l.ignore(v.Origin, "autonomy")
		} else {
			c.Autonomy = Value[Autonomy]{Origin: v.Origin}
			if loosens {
				c.Autonomy.V = Standard
			}
		}
	}
	l.bool(&c.Yolo, "yolo")
	c.applySilence(l)
	c.applyApprovals(l)
	if v, ok := l.text("ledger.location"); ok && !l.wrong("ledger.location") && !l.private(v.Origin, "ledger.location") {
		c.Ledger.InHome = Value[bool]{v.V == "user", v.Origin}
	}
	c.applySecrets(l)
	c.applySinks(l)
	c.Permission = l.hand(c.Permission, "permission")
	c.Guards = l.hand(c.Guards, "guards")
	c.Risk = l.hand(c.Risk, "risk")
	if l.tighten && l.source.Scope != User && l.source.Scope != Project {
		l.tellGuards()
	}
	if b, ok := l.blocks["permission"]; ok && l.stranger && l.tighten && allows(b.Data) {
		l.ignore(b.Origin, "what permission allows")
	}
}

// tellGuards reports what a block of guards would let through. Package guard
// leaves it out by itself.
func (l layer) tellGuards() {
	for _, path := range l.order {
		v := l.values[path]
		loosens := false
		switch path {
		case "guards.enabled", "guards.features.outputScanner", "guards.features.executionTracker", "guards.features.permissionGate",
			"guards.features.argumentSecrets", "guards.permissionGate.requireConfirmation":
			loosens = v.v == false
		case "guards.pathAccess.mode":
			loosens = v.v == "allow"
		case "guards.outputScanner.readAllowedPaths", "guards.pathAccess.allowedPaths", "guards.permissionGate.allowedPatterns":
			list, _ := v.v.([]string)
			loosens = len(list) > 0
		}
		if loosens {
			l.ignore(v.origin, path)
		}
	}
}

// applySilence takes a word that is not known for "deny", and a number for 0:
// whoever writes the key wants something else than what holds anyway.
func (c *Config) applySilence(l layer) {
	if v, ok := l.text("silence.medium"); ok {
		b := Value[bool]{v.V == "allow", v.Origin}
		l.lay(&c.Silence.Allow, b, "silence.medium")
	}
	if v, ok := l.number("silence.budget"); ok {
		if l.tighten && v.V > c.Silence.Budget.V {
			l.ignore(v.Origin, "silence.budget")
		} else {
			c.Silence.Budget = v
		}
	}
	a := &c.Approvals
	if v, ok := l.section.bool("silence.strict"); ok {
		v.V = v.V || l.wrong("silence.strict")
		if !v.V && l.tighten {
			l.ignore(v.Origin, "silence.strict")
		} else {
			a.Strict = v
		}
	}
	l.bool(&a.Unattended, "silence.unattended")
	l.window(&a.Windows.Medium, "silence.windows.medium", true)
	l.window(&a.Windows.High, "silence.windows.high", false)
	l.window(&a.Windows.Critical, "silence.windows.critical", false)
}

// applyApprovals reads the rest of the approvals. Which programs run, whom a
// request is shown and where records go is the person's to say alone.
func (c *Config) applyApprovals(l layer) {
	a := &c.Approvals
	if v, ok := l.text("ask"); ok && !l.wrong("ask") && !l.private(v.Origin, "ask") {
		a.Ask = Value[AskBy]{AskClient, v.Origin}
		if v.V == AskQueue.String() {
			a.Ask.V = AskQueue
		}
	}
	if v, ok := l.text("approve_from"); ok {
		risk := riskOf(v.V) // a word that is not known asks for everything
		if l.tighten && risk > a.From.V {
			l.ignore(v.Origin, "approve_from")
		} else {
			a.From = Value[sentinel.Risk]{V: risk, Origin: v.Origin}
		}
	}
	c.applyReviewers(l)
	l.owned(&a.Store.Path, "store.path")
	l.owned(&a.Store.DSN, "store.dsn")
	l.owned(&a.Store.DSNFile, "store.dsn_file")
	if v, ok := l.text("store.kind"); ok && !l.wrong("store.kind") && !l.private(v.Origin, "store.kind") {
		a.Store.Kind = Value[StoreKind]{SQLite, v.Origin}
		if v.V == Postgres.String() {
			a.Store.Kind.V = Postgres
		}
	}
	l.ownedNumber(&a.Audit.RetentionDays, "audit.retention_days")
	l.ownedNumber(&a.Audit.CheckpointEvery, "audit.checkpoint_every")
}

func (l layer) ownedNumber(to *Value[int], path string) {
	if v, ok := l.number(path); ok && !l.wrong(path) && !l.private(v.Origin, path) {
		*to = v
	}
}

func riskOf(word string) sentinel.Risk {
	for _, r := range []sentinel.Risk{sentinel.Low, sentinel.Medium, sentinel.High, sentinel.Critical} {
		if word == riskWord(r) {
			return r
		}
	}
	return sentinel.RiskUnjudged
}

// bool lays over a value whose true loosens. One that is wrong changes nothing.
func (l layer) bool(to *Value[bool], path string) {
	if v, ok := l.section.bool(path); ok && !l.wrong(path) {
		l.lay(to, v, path)
	}
}

func (l layer) lay(to *Value[bool], v Value[bool], path string) {
	if v.V && l.tighten {
		l.ignore(v.Origin, path)
		return
	}
	*to = v
}

// owned lays over a value that only a file of the person's own may give.
func (l layer) owned(to *Value[string], path string) {
	if v, ok := l.text(path); ok && !l.wrong(path) && !l.private(v.Origin, path) {
		*to = v
	}
}

// window lays over a time. The longer a MEDIUM question stays open, the later
// silence permits it.
func (l layer) window(to *Value[time.Duration], path string, longer bool) {
	v, ok := l.duration(path)
	switch {
	case !ok || l.wrong(path) || l.private(v.Origin, path):
	case longer && l.tighten && v.V < to.V:
		l.ignore(v.Origin, path)
	default:
		*to = v
	}
}

// private reports a value of the repository that only the person may set.
func (l layer) private(at Origin, path string) bool {
	if l.stranger && !l.quiet {
		l.section.ignore(at, path, "only your own files can set it", "set it in your own configuration")
	}
	return l.stranger
}

// hand appends a block to those of the scopes below.
func (l layer) hand(blocks []Block, key string) []Block {
	b, ok := l.blocks[key]
	if !ok {
		return blocks
	}
	b.TightenOnly = l.tighten
	return append(slices.Clip(blocks), b)
}

// ignore reports a value that does not count. In a file with mistakes, which
// are reported anyway, that is said once by them.
func (l layer) ignore(at Origin, key string) {
	switch {
	case l.quiet:
	case l.stranger:
		l.section.ignore(at, key, "a file of the repository can only tighten", l.hint())
	case l.source.tighten:
		l.section.ignore(at, key, "a folder that the environment names can only tighten", l.hint())
	default:
		l.section.ignore(at, key, "it counts again when the mistakes are mended", "")
	}
}

func (l layer) hint() string {
	if l.source.guards {
		return "set it in your own configuration"
	}
	if l.source.Trust == trust.Changed {
		return "the file has changed since you trusted it: read it, then run `sentinel trust` again"
	}
	return "set it in your own configuration, or read the file and run `sentinel trust`"
}

func (s *section) ignore(at Origin, key, why, hint string) {
	s.problems = append(s.problems, Problem{Ignored, at, key + " does not count here: " + why, hint})
}

// allows tells whether a permission block says "allow" anywhere as a value. It
// only serves the report; the rules themselves see TightenOnly.
func allows(data []byte) bool {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return false
	}
	var find func(v any) bool
	find = func(v any) bool {
		switch v := v.(type) {
		case string:
			return v == "allow"
		case map[string]any:
			for _, w := range v {
				if find(w) {
					return true
				}
			}
		}
		return false
	}
	return find(v)
}
