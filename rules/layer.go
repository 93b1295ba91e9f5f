package rules

import (
	"slices"
)

// Grant is a pattern that a person allowed for the rest of a session. It lives
// in the session only and is never written to a file of rules.
type Grant struct {
	Tool    string // any name of the tool
	Pattern string // as in a rule; "*" covers every call of the tool
}

// Options is everything that decides a call in the rule layer. The zero value
// stands for the built-in rules alone.
type Options struct {
	Rules       *Set     // nil stands for Defaults(nil)
	Yolo        bool     // asks become allows
	AutoApprove []string // tools whose asks become allows
	Grants      []Grant  // what was allowed in this session
}

// By says what gave an answer. The zero value is the rules.
type By uint8

// What can give an answer.
const (
	ByRule        By = iota // a rule, or the lack of one
	ByAutoApprove           // Options.AutoApprove
	ByGrant                 // Options.Grants
	ByYolo                  // Options.Yolo
)

// String returns "rule", "autoApprove", "grant" or "yolo".
func (b By) String() string {
	switch b {
	case ByAutoApprove:
		return "autoApprove"
	case ByGrant:
		return "grant"
	case ByYolo:
		return "yolo"
	case ByRule:
	}
	return "rule"
}

// Answer is the decision of the rule layer. The zero value permits nothing.
type Answer struct {
	Result
	By By
}

// Decide answers a call. A deny by rule is final, and only an ask can be
// lifted: by autoApprove, then by a grant, then by yolo.
//
// What it allows is allowed by this layer. It says nothing about guards and
// about calls that nobody may allow.
func (o Options) Decide(call Call) Answer {
	set := o.Rules
	if set == nil {
		set = Defaults(nil)
	}
	res := Resolve(set, call)
	if res.Decision != Ask {
		return Answer{Result: res}
	}
	n := namesOf(call.Tools)
	if slices.ContainsFunc(o.AutoApprove, func(name string) bool { return slices.Contains(n.exact, toolID(name)) }) {
		res.Decision, res.Pattern, res.Origin = Allow, "", Origin{}
		return Answer{Result: res, By: ByAutoApprove}
	}
	if pattern, ok := covered(o.Grants, &call, &n); ok {
		res.Decision, res.Pattern, res.Origin = Allow, pattern, Origin{}
		return Answer{Result: res, By: ByGrant}
	}
	if o.Yolo {
		res.Decision = Allow
		return Answer{Result: res, By: ByYolo}
	}
	return Answer{Result: res}
}

// Covered reports whether grants cover a call, every subject of it, and by
// which pattern its first subject. A call without subjects is covered by the
// pattern "*" only.
func Covered(grants []Grant, call Call) (pattern string, ok bool) {
	n := namesOf(call.Tools)
	return covered(grants, &call, &n)
}

func covered(grants []Grant, call *Call, n *names) (pattern string, ok bool) {
	if len(grants) == 0 {
		return "", false
	}
	subjects := call.Subjects
	if len(subjects) == 0 {
		subjects = []Subject{{}} // without a form, so that "*" alone covers it
	}
	for i := range subjects {
		g := slices.IndexFunc(grants, func(g Grant) bool {
			r := Rule{Pattern: g.Pattern, Decision: Allow}
			return slices.Contains(n.exact, toolID(g.Tool)) && r.coversForms(&subjects[i], false)
		})
		if g < 0 {
			return "", false
		}
		if i == 0 {
			pattern = grants[g].Pattern
		}
	}
	return pattern, true
}
