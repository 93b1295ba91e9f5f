package sentinel

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/sentinelgate/sentinel/rules"
)

// Policy is what people decided beforehand. It is frozen: the With methods
// return a changed copy. The zero value is no policy, and a gate without one
// refuses every call; begin with DefaultPolicy.
type Policy struct {
	rules   *rules.Set
	yolo    bool
	askAll  bool
	why     string
	windows map[Risk]time.Duration
	silence map[Risk]bool
	budget  int
	from    Risk // what is asked at all; 0 stands for MEDIUM
	tools   map[string]Risk
	own     []Rule
	alone   bool
}

// DefaultPolicy has the built-in rules, the windows of 120 s, 600 s and 1800 s
// for MEDIUM, HIGH and CRITICAL, and lets silence permit MEDIUM calls, at most
// 60 an hour.
func DefaultPolicy() Policy {
	return Policy{
		rules:   rules.Defaults(nil),
		windows: map[Risk]time.Duration{Medium: 120 * time.Second, High: 600 * time.Second, Critical: 1800 * time.Second},
		silence: map[Risk]bool{Medium: true},
		budget:  60,
	}
}

// WithRules replaces the permission rules; nil means no rules at all.
func (p Policy) WithRules(set *rules.Set) Policy {
	if set == nil {
		set = &rules.Set{}
	}
	p.rules = set
	return p
}

// WithYolo folds every yellow into allow. Red still asks, deny still denies,
// and what is never a question stays blocked.
func (p Policy) WithYolo(on bool) Policy { p.yolo = on; return p }

// WithAskAll asks for everything that does more than read, whatever rules and
// memory say. It is the answer to a configuration that cannot be read; why is shown
// with each question.
func (p Policy) WithAskAll(why string) Policy { p.askAll, p.why = true, why; return p }

// WithSilence says whether silence permits MEDIUM calls, and how many in an
// hour. HIGH and CRITICAL are never permitted by silence.
func (p Policy) WithSilence(allow bool, anHour int) Policy {
	p.silence = map[Risk]bool{Medium: allow}
	p.budget = anHour
	return p
}

// WithWindow sets how long a question of a risk stays open.
func (p Policy) WithWindow(r Risk, d time.Duration) Policy {
	w := map[Risk]time.Duration{}
	for k, v := range p.windows {
		w[k] = v
	}
	w[r] = d
	p.windows = w
	return p
}

// WithApproveFrom sets the risk from which calls are asked. HIGH lets ordinary
// MEDIUM calls run unasked, LOW asks for everything. It moves nothing else: what
// is red, what a rule or a guard asks about and what is never a question stay.
func (p Policy) WithApproveFrom(r Risk) Policy { p.from = r; return p }

// WithTool gives a tool its risk, whatever its arguments are; they can only raise
// it. A tool that is known anyway cannot be lowered by it.
func (p Policy) WithTool(name string, r Risk) Policy {
	tools := maps.Clone(p.tools)
	if tools == nil {
		tools = map[string]Risk{}
	}
	tools[name] = r
	p.tools = tools
	return p
}

// WithRule adds rules of one's own, which raise the risk of calls.
func (p Policy) WithRule(rules ...Rule) Policy {
	p.own = append(slices.Clip(p.own), rules...)
	return p
}

// WithUnattended says that silence counts even where nobody could be told of a
// question. Without it a gate that has somebody to tell lets silence permit
// nothing until they were told.
func (p Policy) WithUnattended(ok bool) Policy { p.alone = ok; return p }

// ApproveFrom is the risk from which calls are asked.
func (p Policy) ApproveFrom() Risk {
	if p.from == RiskUnjudged || p.from > Critical {
		return Medium
	}
	return p.from
}

// Digest identifies the policy: two that decide differently differ in it, but
// for what checks in a program's own code do.
func (p Policy) Digest() string {
	names := make([]string, len(p.own))
	for i, r := range p.own {
		names[i] = r.Name + " " + r.Risk.String()
	}
	b, err := json.Marshal([]any{p.rules.Entries(), p.yolo, p.askAll, p.windows, p.silence, p.budget, p.ApproveFrom(), p.tools, names, p.alone})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Rules gives the permission rules, for display.
func (p Policy) Rules() *rules.Set { return p.rules }

// Yolo tells whether yellow is folded into allow.
func (p Policy) Yolo() bool { return p.yolo }

// Window is how long a question of this risk stays open; 0 when it has no
// window, which counts as closed at once.
func (p Policy) Window(r Risk) time.Duration { return p.windows[r] }

// Budget is how many calls silence permits in an hour.
func (p Policy) Budget() int { return p.budget }

// SilencePermits tells whether nobody's answer permits a call of this risk.
// Only MEDIUM can be set so; a risk without an entry is refused.
func (p Policy) SilencePermits(r Risk) bool { return r == Medium && p.silence[r] && p.windows[r] > 0 }
