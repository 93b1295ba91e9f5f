package rules

import (
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel/rules/internal/tools"
)

// maxLintRules bounds the tables in which rules are compared in pairs.
const maxLintRules = 500

// Lint reports rules that are valid but cannot do what their writer expects:
// rules that a later one always overrules, tables that the file above replaces,
// two names for one tool, tools that nobody knows, exact texts and brackets
// where a wildcard was probably meant, and tables and keys that take the
// built-in denies away. All are warnings. It is meant for commands that check a
// configuration, not for each call.
func (s *Set) Lint() []Problem {
	l := &linter{}
	if s == nil {
		return nil
	}
	for _, e := range s.replaced {
		l.warn(e.origin(), e.Tool, "", "a tool's table replaces the one of the file below whole: write both into one",
			"what %s says for %q never applies, another file has a table for it", e.origin(), e.Tool)
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
	if !e.wild && tools.Lookup(e.Tool) == nil && !strings.HasPrefix(e.id, tools.MCPPrefix) {
		hint := didYouMean(likelyTool(e.Tool))
		if hint == "" {
			hint = "it counts for a tool of exactly this name"
		}
		l.warn(e.key(), e.Tool, "", hint, "no tool is known as %q", e.Tool)
	}
	if e.id == "read_file" && !e.Tightens {
		l.reads(e)
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

// reads reports a table for reading that takes the built-in denies away.
func (l *linter) reads(e *Entry) {
	for _, file := range [...]string{".env", "server.pem"} {
		call := NewCall(e.Tool, file)
		res := e.resolve(&call)
		if res.Decision != Allow {
			continue
		}
		deny := "*" + file[strings.LastIndex(file, "."):]
		l.warn(res.Origin, e.Tool, res.Pattern, fmt.Sprintf("add %q: \"deny\" behind it", deny),
			"%q allows %s, which is denied without it: such a file is asked about and no longer refused", e.Tool, file)
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
