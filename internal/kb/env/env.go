// Package env knows what variables change what programs do, and reads their
// values: what is on or off, what lies where a stranger's file may lie, which
// words a tool takes from a variable, whether a search path is an ordinary
// one. Package kb makes effects and inner commands of its answers.
package env

import (
	"encoding/json"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
)

// Rule is what a variable means.
type Rule struct {
	// Role of the value: code:sh (a command that programs will run), load (a
	// file whose code is loaded, wherever it lies), config (the same, ordinary
	// in the project, the home and the system's folders), args:TOOL and
	// flags:TOOL (words added to that tool's own; flags may lack their dash),
	// write (a file that is written), url (a host that gets what is sent),
	// path (a search path), or "".
	Role string `json:"role,omitempty"`
	// For limits the rule to programs with one of these names.
	For  string   `json:"for,omitempty"`
	Like string   `json:"like,omitempty"`
	Does []string `json:"does,omitempty"`
	Say  string   `json:"say,omitempty"`
}

// Table is env.json: rules by the names of variables. Names may hold *; case
// does not count in such patterns.
//
// Hundreds of rules are known and a command sets a variable or two, so only the
// rule that is asked for is decoded. The file holds one rule a line (a test
// sees to it), which makes finding one a look at the beginnings of lines.
type Table struct {
	lines  []string // NAME": {...}
	broken bool
	asked  map[string]answer // what was asked for before: an exported name comes with every later command
}

type answer struct {
	rule Rule
	ok   bool
}

// maxAsked bounds how many answers are kept.
const maxAsked = 4096

// The lines of env.json: a head, rules (indent, quoted name, colon, rule).
const (
	head   = "{\n  \"variables\": {\n"
	indent = "    \""
	colon  = "\": "
)

// Read cuts a table into its rules and decodes nothing yet. Of a text that does
// not look like one every variable is taken for one that loads code.
func Read(text string) *Table {
	rules, ok := strings.CutPrefix(text, head)
	t := &Table{lines: make([]string, 0, len(text)/64), broken: !ok}
	for line := range strings.Lines(rules) {
		if rule, ok := strings.CutPrefix(line, indent); ok {
			t.lines = append(t.lines, rule)
		}
	}
	return t
}

// Find gives the rule for a variable: the one of its very name, else that of
// the longest pattern. It keeps its answers, so one goroutine at a time.
func (t *Table) Find(name string) (Rule, bool) {
	if a, ok := t.asked[name]; ok {
		return a.rule, a.ok
	}
	rule, ok := t.find(name)
	if t.asked == nil {
		t.asked = map[string]answer{}
	}
	if len(t.asked) < maxAsked {
		t.asked[name] = answer{rule, ok}
	}
	return rule, ok
}

func (t *Table) find(name string) (Rule, bool) {
	if t.broken {
		return Rule{Role: "load"}, true
	}
	var best, found string
	for _, line := range t.lines {
		if rest, ok := strings.CutPrefix(line, name); ok && strings.HasPrefix(rest, colon) {
			return decode(rest), true
		}
		end := strings.IndexByte(line, '"')
		if end < 0 || strings.IndexByte(line[:end], '*') < 0 {
			continue
		}
		pat := line[:end]
		longer := len(pat) > len(best) || len(pat) == len(best) && pat < best
		if longer && like.Match(pat, name) {
			best, found = pat, line[end:]
		}
	}
	if best == "" {
		return Rule{}, false
	}
	return decode(found), true
}

// decode reads a rule from the quote behind its name to the end of its line.
// One that cannot be read is taken for the worst.
func decode(line string) Rule {
	text := strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(line, colon)), ",")
	var r Rule
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return Rule{Role: "load"}
	}
	return r
}
