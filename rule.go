package sentinel

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/values"
)

// Rule raises the risk of the calls it matches, by whatever it looks at. It can
// only raise: whatever its risk is, a call never gets milder by it. What a rule
// raised is asked each time, since an earlier yes was given to something else.
type Rule struct {
	Name string // stable, for reports: "customer-data"
	Risk Risk   // what a match is raised to at least
	// Match tells whether the rule holds and says why in one sentence. An error
	// or a panic refuses the call.
	Match func(Call) (say string, ok bool, err error)
}

// PatternRule matches when one of the patterns (RE2 syntax) is found in a key or
// a single value of the arguments, at any depth.
func PatternRule(name string, escalate Risk, patterns ...string) (Rule, error) {
	return patternRule(name, escalate, patterns, func(c Call, found func(string) bool) error {
		return values.Each(c.Arguments, func(text string) bool { return !found(text) })
	})
}

// CommandRule matches when one of the patterns is found in a command as a whole:
// the text of a shell call, or a list of words joined by blanks.
func CommandRule(name string, escalate Risk, patterns ...string) (Rule, error) {
	return patternRule(name, escalate, patterns, func(c Call, found func(string) bool) error {
		for _, text := range commands(c.Arguments) {
			if found(text) {
				return nil
			}
		}
		return nil
	})
}

func patternRule(name string, escalate Risk, patterns []string, look func(Call, func(string) bool) error) (Rule, error) {
	if name == "" || len(patterns) == 0 || escalate == RiskUnjudged || escalate > Critical {
		return Rule{}, fmt.Errorf("rule %q: a name, a risk and a pattern are needed", name)
	}
	compiled := make([]*regexp.Regexp, len(patterns))
	for i, p := range patterns {
		re, err := regexp.Compile(p)
		if err != nil {
			return Rule{}, fmt.Errorf("rule %q: %w", name, err)
		}
		compiled[i] = re
	}
	return Rule{Name: name, Risk: escalate, Match: func(c Call) (string, bool, error) {
		matched := false
		err := look(c, func(text string) bool {
			for _, re := range compiled {
				matched = matched || re.MatchString(text)
			}
			return matched
		})
		return "matches the rule " + name, matched, err
	}}, nil
}

// commands are the texts in the arguments that are commands as a whole.
func commands(arguments map[string]any) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		switch x := arguments[name].(type) {
		case string:
			out = append(out, x)
		case []string:
			out = append(out, strings.Join(x, " "))
		case []any:
			words := make([]string, 0, len(x))
			for _, e := range x {
				if s, ok := e.(string); ok {
					words = append(words, s)
				}
			}
			out = append(out, strings.Join(words, " "))
		}
	}
	return out
}

// raise applies the tools' risks and the rules of the policy to an assessment.
func (p Policy) raise(call Call, a Assessment) (Assessment, error) {
	if len(p.tools) == 0 && len(p.own) == 0 {
		return a, nil
	}
	if r, ok := p.tools[call.Tool]; ok {
		a = based(a, call.Tool, r)
	}
	for _, rule := range p.own {
		if rule.Match == nil || rule.Name == "" {
			return a, errors.New("the policy has a rule without a name or without a check")
		}
		say, ok, err := rule.Match(call)
		switch {
		case errors.Is(err, values.ErrComplex):
			a = raised(a, Finding{Rule: rule.Name, Risk: max(High, rule.Risk), Say: err.Error()})
		case err != nil:
			return a, fmt.Errorf("the rule %s failed: %w", rule.Name, err)
		case ok:
			a = raised(a, Finding{Rule: rule.Name, Risk: rule.Risk, Say: say})
		}
	}
	return a, nil
}

// unknownTool is the finding of the built-in assessor about a tool it does not
// know; a risk that the policy gives the tool takes its place.
const unknownTool = "tool.unknown"

// based gives a call its tool's own risk: that of a tool nobody knows is
// replaced, any other is only raised.
func based(a Assessment, tool string, r Risk) Assessment {
	rest := make([]Finding, 0, len(a.Findings))
	for _, f := range a.Findings {
		if f.Rule != unknownTool {
			rest = append(rest, f)
		}
	}
	if len(rest) < len(a.Findings) && len(a.Parts) == 1 {
		a.Findings, a.Risk, a.Colour = rest, Low, Green
		for _, f := range rest {
			a.Risk, a.Colour = max(a.Risk, f.Risk), Worst(a.Colour, f.Colour)
		}
		part := a.Parts[0]
		part.Risk, part.Colour = a.Risk, a.Colour
		a.Parts = []Part{part}
	}
	if r <= a.Risk {
		return a
	}
	colour := Yellow
	if r >= Critical {
		colour = Red
	}
	parts := make([]Part, len(a.Parts))
	for i, p := range a.Parts {
		p.Risk, p.Colour = max(p.Risk, r), Worst(p.Colour, colour)
		parts[i] = p
	}
	a.Parts, a.Risk, a.Colour, a.Abstain = parts, r, Worst(a.Colour, colour), false
	a.Findings = append(a.Findings[:len(a.Findings):len(a.Findings)],
		Finding{Rule: "policy.tool", Risk: r, Colour: colour, Say: "calls " + tool})
	return a
}

// raised adds a finding of a person's own rule. Every part carries it, and
// neither rules nor memory answer for it.
func raised(a Assessment, f Finding) Assessment {
	if f.Risk <= Low || f.Risk > Critical {
		return a
	}
	f.Colour = Yellow
	if f.Risk >= High {
		f.Colour = Red
	}
	f.Guard = true
	parts := make([]Part, len(a.Parts))
	for i, p := range a.Parts {
		p.Risk, p.Colour = max(p.Risk, f.Risk), Worst(p.Colour, f.Colour)
		p.Guard, p.Key = true, ""
		parts[i] = p
	}
	a.Parts, a.Risk, a.Colour, a.Abstain = parts, max(a.Risk, f.Risk), Worst(a.Colour, f.Colour), false
	a.Findings = append(a.Findings[:len(a.Findings):len(a.Findings)], f)
	return a
}
