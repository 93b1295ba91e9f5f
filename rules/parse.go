package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds of one permission block. What exceeds one is reported, and the block
// counts as one with mistakes.
const (
	maxBytes    = 1 << 20
	maxRules    = 10_000
	maxPattern  = 1024 // bytes
	maxProblems = 100
)

// Parse reads a permission block: a JSON object from tool to a decision or to
// a table from pattern to decision. A pattern's value may also be an object
// with examples, which are checked:
//
//	{ "bash": { "git push *": { "decision": "ask", "match": ["git push -f"], "noMatch": ["git status"] } } }
//
// The order written is kept. Every valid entry is kept, too, but if there is a
// problem other than a warning, then the entries only tighten what holds
// without them: a mistyped deny beside a valid allow must not widen anything.
//
// The text is plain JSON. Replace comments with as many blanks beforehand, so
// that places stay right.
func Parse(src Source, data []byte) (*Set, []Problem) {
	p := &parser{src: src, data: data, pos: newCursor(src, data), tools: map[string]place{}}
	switch {
	case len(data) > maxBytes:
		p.problem(0, "", "", "", fmt.Sprintf("the permission block is larger than %d bytes", maxBytes))
	case !utf8.Valid(data):
		p.problem(0, "", "", "", "the permission block is not valid UTF-8")
	default:
		p.dec = json.NewDecoder(bytes.NewReader(data))
		p.dec.UseNumber()
		p.block()
	}
	set := &Set{entries: p.entries}
	if p.broken && len(p.entries) > 0 {
		set = &Set{tighten: [][]Entry{void(p.entries)}}
	}
	return set, p.problems
}

// place is where something was seen first.
type place struct {
	text string
	line int
}

type parser struct {
	src      Source
	data     []byte
	pos      cursor
	dec      *json.Decoder
	start    int  // offset of the last token
	stopped  bool // no further token can be had
	broken   bool // a problem that is no warning was found
	rules    int
	entries  []Entry
	tools    map[string]place // folded tool keys
	problems []Problem
}

// problem records a mistake that voids the allows of the block.
func (p *parser) problem(offset int, tool, pattern, hint, message string) {
	p.broken = true
	p.note(Problem{Message: message, Hint: hint, Tool: tool, Pattern: pattern}, offset)
}

func (p *parser) note(problem Problem, offset int) {
	if len(p.problems) > maxProblems {
		return
	}
	if len(p.problems) == maxProblems {
		problem = Problem{Message: "more problems follow"}
	}
	at := p.origin(offset)
	problem.File, problem.Line, problem.Column = at.File, at.Line, at.Column
	p.problems = append(p.problems, problem)
}

// origin returns the place of an offset.
func (p *parser) origin(offset int) Origin {
	c := p.pos
	if offset < c.offset {
		c = newCursor(p.src, p.data)
	}
	c.to(offset)
	if offset >= p.pos.offset {
		p.pos = c
	}
	return Origin{File: p.src.File, Scope: p.src.Scope, Line: c.line, Column: c.column}
}

// next returns the next token and sets p.start, or returns nil and stops.
func (p *parser) next() json.Token {
	if p.stopped {
		return nil
	}
	p.start = int(p.dec.InputOffset())
	for p.start < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[p.start]) >= 0 {
		p.start++
	}
	t, err := p.dec.Token()
	if err == nil {
		return wrapNull(t)
	}
	p.stopped = true
	message := "the permission block is not valid JSON: " + err.Error()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		message = "the permission block ends too early"
	}
	p.problem(p.start, "", "", "", message)
	return nil
}

// null stands for the JSON word, so that a nil token always means the end.
type null struct{}

func wrapNull(t json.Token) json.Token {
	if t == nil {
		return null{}
	}
	return t
}

// more reports whether another member or element follows.
func (p *parser) more() bool { return !p.stopped && p.dec.More() }

// block reads the whole text.
func (p *parser) block() {
	t := p.next()
	if t != json.Delim('{') {
		if t != nil {
			p.problem(p.start, "", "", "", "permission must be an object from tool to rules, not "+describeToken(t))
		}
		return
	}
	for p.more() {
		key, _ := p.next().(string)
		if !p.stopped {
			p.entry(key, p.start)
		}
	}
	p.next()
	if p.stopped {
		return
	}
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		p.problem(int(p.dec.InputOffset()), "", "", "", "text follows the permission block")
	}
}

// entry reads what stands under one tool key.
func (p *parser) entry(key string, offset int) {
	valid := p.checkKey(key, offset)
	origin := p.origin(offset)
	var e Entry
	switch t := p.next().(type) {
	case nil:
		return
	case string:
		d, ok := p.decision(t, key, "")
		if !ok {
			return
		}
		e = newEntry(key, false, []Rule{{Decision: d, Origin: origin}})
		e.Plain = true
	case json.Delim:
		if t != '{' {
			p.wrongType(t, key, "", "a decision or a table of patterns")
			return
		}
		had := len(p.problems)
		e = newEntry(key, false, p.table(key))
		if len(e.Rules) == 0 {
			if len(p.problems) == had {
				p.note(Problem{Message: fmt.Sprintf("%s has an empty table, which is ignored", key), Tool: key, Warning: true}, offset)
			}
			return
		}
	default:
		p.wrongType(t, key, "", "a decision or a table of patterns")
		return
	}
	if e.at = origin; valid {
		p.entries = append(p.entries, e)
	}
}

// checkKey reports a tool key that cannot be meant, or was there before.
func (p *parser) checkKey(key string, offset int) bool {
	if key == "" || len(key) > maxPattern || strings.ContainsRune(key, utf8.RuneError) {
		p.problem(offset, key, "", "", "a tool name is empty, too long or not valid text")
		return false
	}
	if name, rest, ok := strings.Cut(key, "("); ok {
		hint := fmt.Sprintf("write {%q: {%q: ...}}", name, strings.TrimSuffix(rest, ")"))
		p.problem(offset, key, "", hint, fmt.Sprintf("%q is no tool name", key))
		return false
	}
	folded := foldCase(key)
	if first, ok := p.tools[folded]; ok {
		p.problem(offset, key, "", "", fmt.Sprintf("duplicate tool %q, %q stands in line %d already", key, first.text, first.line))
		return true
	}
	p.tools[folded] = place{key, p.origin(offset).Line}
	return true
}

// table reads the patterns of one tool; the opening brace is read already.
func (p *parser) table(tool string) []Rule {
	var list []Rule
	seen := map[string]int{}
	for p.more() {
		pattern, _ := p.next().(string)
		offset := p.start
		if p.stopped {
			break
		}
		origin := p.origin(offset)
		if first, ok := seen[pattern]; ok {
			p.problem(offset, tool, pattern, "", fmt.Sprintf("duplicate pattern %q in %s, it stands in line %d already", pattern, tool, first))
		} else {
			seen[pattern] = origin.Line
		}
		valid := p.checkPattern(tool, pattern, offset)
		d, ok := p.ruleValue(tool, pattern)
		if p.rules++; p.rules > maxRules {
			p.problem(offset, tool, pattern, "", fmt.Sprintf("more than %d rules", maxRules))
			p.stopped = true
		} else if ok && valid {
			list = append(list, Rule{Pattern: pattern, Decision: d, Origin: origin})
		}
	}
	p.next()
	return list
}

func (p *parser) checkPattern(tool, pattern string, offset int) bool {
	switch {
	case len(pattern) > maxPattern:
		p.problem(offset, tool, pattern[:40], "", fmt.Sprintf("a pattern of %s is longer than %d bytes", tool, maxPattern))
	case strings.ContainsRune(pattern, utf8.RuneError):
		p.problem(offset, tool, pattern, "", fmt.Sprintf("a pattern of %s is not valid text", tool))
	default:
		return true
	}
	return false
}

// ruleValue reads what stands under one pattern.
func (p *parser) ruleValue(tool, pattern string) (Decision, bool) {
	switch t := p.next().(type) {
	case nil:
		return None, false
	case string:
		return p.decision(t, tool, pattern)
	case json.Delim:
		if t == '{' {
			return p.examples(tool, pattern)
		}
		p.wrongType(t, tool, pattern, "a decision")
	default:
		p.wrongType(t, tool, pattern, "a decision")
	}
	return None, false
}

// examples reads a decision with examples; the opening brace is read already.
func (p *parser) examples(tool, pattern string) (d Decision, ok bool) {
	start := p.start
	seen := map[string]bool{}
	for p.more() {
		key, _ := p.next().(string)
		if p.stopped {
			return None, false
		}
		if seen[foldCase(key)] {
			p.problem(p.start, tool, pattern, "", fmt.Sprintf("duplicate %q", key))
		}
		seen[foldCase(key)] = true
		switch key {
		case "decision":
			t := p.next()
			if word, isText := t.(string); isText {
				d, ok = p.decision(word, tool, pattern)
			} else if t != nil {
				p.wrongType(t, tool, pattern, "a decision")
			}
		case "match":
			p.exampleList(tool, pattern, true)
		case "noMatch":
			p.exampleList(tool, pattern, false)
		default:
			p.problem(p.start, tool, pattern, "known are decision, match and noMatch", fmt.Sprintf("unknown member %q", key))
			p.skip(p.next())
		}
	}
	p.next()
	if !seen["decision"] {
		p.problem(start, tool, pattern, "", fmt.Sprintf("%s %q has no decision", tool, pattern))
	}
	return d, ok
}

// exampleList reads subjects that a pattern must, or must not, match.
func (p *parser) exampleList(tool, pattern string, want bool) {
	if t := p.next(); t != json.Delim('[') {
		if t != nil {
			p.wrongType(t, tool, pattern, "a list of examples")
		}
		return
	}
	kind := KindOf(tool)
	for p.more() {
		t := p.next()
		text, isText := t.(string)
		switch {
		case p.stopped:
			return
		case !isText:
			p.wrongType(t, tool, pattern, "texts as examples")
		case kind.covers(pattern, text) != want && want:
			p.problem(p.start, tool, pattern, "", fmt.Sprintf("%s %q does not match its example %q", tool, pattern, text))
		case kind.covers(pattern, text) != want:
			p.problem(p.start, tool, pattern, "", fmt.Sprintf("%s %q matches %q, which it must not", tool, pattern, text))
		}
	}
	p.next()
}

// decision reads a word, or reports it with a guess at what was meant.
func (p *parser) decision(word, tool, pattern string) (Decision, bool) {
	d, err := ParseDecision(word)
	if err != nil {
		what := tool
		if pattern != "" {
			what = fmt.Sprintf("%s %q", tool, pattern)
		}
		p.problem(p.start, tool, pattern, didYouMean(meantDecision(word)), fmt.Sprintf("%s has %q, which is no decision", what, word))
	}
	return d, err == nil
}

// wrongType reports a value of the wrong type and skips the rest of it.
func (p *parser) wrongType(t json.Token, tool, pattern, want string) {
	what := tool
	if pattern != "" {
		what = fmt.Sprintf("%s %q", tool, pattern)
	}
	got := ""
	if t != nil {
		got = ", not " + describeToken(t)
	}
	hint := ""
	if b, ok := t.(bool); ok {
		hint = didYouMean(meantDecision(fmt.Sprint(b)))
	}
	p.problem(p.start, tool, pattern, hint, fmt.Sprintf("%s must have %s%s", what, want, got))
	p.skip(t)
}

// skip reads the rest of a value whose first token is t.
func (p *parser) skip(t json.Token) {
	depth := 0
	for {
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth <= 0 || p.stopped {
			return
		}
		t = p.next()
	}
}

func describeToken(t json.Token) string {
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return "a list"
		}
		return "an object"
	case string:
		return "a text"
	case bool:
		return "a truth value"
	case json.Number:
		return "a number"
	}
	return "null"
}
