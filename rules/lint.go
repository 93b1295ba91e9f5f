package rules

import (
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel/rules/internal/tools"
)

// maxLintRules bounds the tables in which rules are compared in pairs.
const maxLintRules = 500

// Lint reports rules that are valid but cannot do what their writer expects:
// rules that a later one always overrules, two names for one tool, names that
// look mistyped, exact texts and brackets where a wildcard was probably meant,
// and a wildcard key that replaces the built-in denies. All are warnings. It
// is meant for commands that check a configuration, not for each call.
func (s *Set) Lint() []Problem {
	l := &linter{}
	if s == nil {
		return nil
	}
	for _, list := range append([][]Entry{s.entries}, s.tighten...) {
		l.keys(list)
		for i := range list {
			if !list[i].Default {
				l.entry(&list[i])
			}
		}
	}
	return l.problems
}

type linter struct{ problems []Problem }

func (l *linter) warn(at Origin, tool, pattern, hint, format string, args ...any) {
	l.problems = append(l.problems, Problem{File: at.File, Line: at.Line, Column: at.Column,
		Message: fmt.Sprintf(format, args...), Hint: hint, Tool: tool, Pattern: pattern, Warning: true})
}

// origin is the place of an entry, which is that of its first rule.
func (e *Entry) origin() Origin {
	if len(e.Rules) == 0 {
		return Origin{}
	}
	return e.Rules[0].Origin
}

// keys compares the tool keys of one list.
func (l *linter) keys(list []Entry) {
	first := map[string]*Entry{}
	for i := range list {
		e := &list[i]
		if e.Default {
			continue
		}
		if other := first[e.id]; other != nil && !equalFold(other.Tool, e.Tool) {
			l.warn(e.origin(), e.Tool, "", "", "%q and %q name the same tool, the stricter one counts", other.Tool, e.Tool)
		}
		first[e.id] = e
	}
	for i := range list {
		e := &list[i]
		if !e.Default && e.wild && !e.Tightens && Match(e.id, "read_file") && first["read_file"] == nil {
			l.warn(e.origin(), e.Tool, "", `add a "read" table`, "%q drops the default denies for .env and *.pem", e.Tool)
		}
	}
}

// entry looks at one entry alone.
func (l *linter) entry(e *Entry) {
	if !e.wild && tools.Lookup(e.Tool) == nil {
		if guess := likelyTool(e.Tool); guess != "" {
			l.warn(e.origin(), e.Tool, "", didYouMean(guess), "no tool is known as %q", e.Tool)
		}
	}
	if e.Plain {
		return
	}
	for i := range e.Rules {
		l.pattern(e, &e.Rules[i])
		if i < maxLintRules {
			l.overruled(e, i)
		}
	}
}

// pattern looks at one rule alone.
func (l *linter) pattern(e *Entry, r *Rule) {
	p := r.Pattern
	switch {
	case p == "":
		l.warn(r.Origin, e.Tool, p, `"*" matches everything`, "the empty pattern of %s matches the empty text only", e.Tool)
	case r.Decision == Allow:
	case e.kind == Command && strings.Contains(p, " ") && !strings.ContainsAny(p, "*?"):
		l.warn(r.Origin, e.Tool, p, didYouMean(p+" *"), "%s %q covers this exact command only", e.Tool, p)
	case strings.Contains(p, "{") && strings.Contains(p, ",") && strings.Contains(p, "}"):
		l.warn(r.Origin, e.Tool, p, "write one pattern for each", "braces are literal in %s %q", e.Tool, p)
	}
}

// overruled reports the rule if a later one covers all that it covers.
func (l *linter) overruled(e *Entry, i int) {
	r := &e.Rules[i]
	for j := i + 1; j < min(len(e.Rules), maxLintRules); j++ {
		later := &e.Rules[j]
		if later.Void || !includes(e.kind, later.Pattern, r.Pattern) {
			continue
		}
		l.warn(r.Origin, e.Tool, r.Pattern, "the last matching rule wins: write the general one first",
			"%s %q never applies, %q in line %d comes after it", e.Tool, r.Pattern, later.Pattern, later.Origin.Line)
		return
	}
}

// includes reports whether the wide pattern covers whatever the narrow one
// covers. It tries the narrow one with its stars empty and with a text in
// their place that no pattern names; that is good enough for a warning.
func includes(kind Kind, wide, narrow string) bool {
	if wide == narrow || onlyStars(wide) {
		return true
	}
	filler := strings.Repeat("\uE000", strings.Count(wide, "?")+1)
	for _, text := range [...]string{"", filler} {
		sample := strings.ReplaceAll(strings.ReplaceAll(narrow, "*", text), "?", "\uE001")
		if !kind.covers(wide, sample) {
			return false
		}
	}
	return true
}
