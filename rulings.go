package sentinel

import (
	"fmt"

	"github.com/sentinelgate/sentinel/rules"
)

// ruling is what the rules say about one part.
type ruling struct {
	allow  bool // a person's rule allows it
	ask    bool // a person's rule asks
	rule   string
	reason string
}

// rules puts every part's questions to the rules. A deny ends it.
func (g *Gate) rules(parts []Part) ([]ruling, *ruling) {
	out := make([]ruling, len(parts))
	for i, p := range parts {
		for _, q := range p.Asks {
			res := rules.Resolve(g.policy.rules, ruleCall(q))
			switch {
			case res.Decision == rules.Deny:
				return nil, &ruling{rule: res.Rule(), reason: denied(p, res)}
			case res.Decision == rules.Ask && !res.Default:
				out[i].ask, out[i].rule, out[i].reason = true, res.Rule(), res.Reason()
			case res.Decision == rules.Allow && !res.Default && !q.Extra:
				out[i].allow = true
				if out[i].rule == "" {
					out[i].rule = res.Rule()
				}
			}
		}
	}
	return out, nil
}

// denied says which part met which rule.
func denied(p Part, r rules.Result) string {
	return fmt.Sprintf("%s: %s", p.Text, r.Reason())
}

func ruleCall(q RuleAsk) rules.Call {
	c := rules.Call{Tools: q.Tools, Extra: q.Extra}
	for _, s := range q.Subjects {
		c.Subjects = append(c.Subjects, rules.Subject{Kind: rules.ParseKind(s.Kind), Forms: s.Forms, Strict: s.Strict, Tree: s.Tree})
	}
	return c
}

// pending gives the parts that nobody has allowed yet.
func (g *Gate) pending(call Call, a Assessment, rulings []ruling, d *Decision) []Part {
	var out []Part
	known := false
	from := g.policy.ApproveFrom()
	// A configuration that is lost may have denied what is green, too: only
	// what reads goes on.
	lost := g.policy.askAll && a.Intent != "read_only"
	for i, p := range a.Parts {
		r := rulings[i]
		switch {
		case p.Colour == Red:
		case p.Colour == Green && !r.ask && !lost && from > Low, g.abstains(a) && !r.ask && !p.Guard:
			continue
		case p.Risk < from && !r.ask && !p.Guard && !lost:
			continue
		case r.allow && !r.ask && !p.Guard && !g.policy.askAll:
			d.Rule, known = r.rule, true
			continue
		case g.policy.yolo && !g.policy.askAll && !p.Guard:
			d.Rule, known = "yolo", true
			continue
		case g.remembered(call, p, d):
			known = true
			continue
		}
		if lost || r.ask {
			p.Risk = max(p.Risk, High)
		}
		p.Risk = max(p.Risk, Medium) // whatever is asked has a window
		if r.ask {
			d.Rule, d.Reason = r.rule, r.reason
		}
		out = append(out, p)
	}
	if known && len(out) == 0 {
		d.Outcome = Approved
	}
	return out
}

// abstains tells whether the call is left to the permission mode of the client.
// A gate without a client has nobody to leave it to, and one whose
// configuration is lost does not know what it said about the call.
func (g *Gate) abstains(a Assessment) bool { return a.Abstain && g.prompt && !g.policy.askAll }

func (g *Gate) remembered(call Call, p Part, d *Decision) bool {
	if g.memory == nil || p.Key == "" || g.policy.askAll {
		return false
	}
	by, ok := g.memory.Known(call, p)
	if ok {
		d.Rule = by
	}
	return ok
}
