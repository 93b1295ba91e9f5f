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
// sees to it), which makes finding one a search for text.
type Table struct {
	text     string
	patterns []pattern
	broken   bool
}

// pattern is a name with *, and where its rule begins in the text.
type pattern struct {
	name string
	at   int
}

// The lines of env.json: a head, rules (indent, quoted name, colon, rule).
const (
	head   = "{\n  \"variables\": {\n"
	indent = "\n    \""
	colon  = "\": "
)

// Read finds the patterns of a table and decodes nothing yet. Of a text that
// does not look like one every variable is taken for one that loads code.
func Read(text string) *Table {
	t := &Table{text: text, broken: !strings.HasPrefix(text, head)}
	for i := strings.Index(text, indent); i >= 0; {
		start := i + len(indent)
		name, _, _ := strings.Cut(text[start:], "\"")
		if strings.Contains(name, "*") {
			t.patterns = append(t.patterns, pattern{name, start + len(name) + len(colon)})
		}
		next := strings.Index(text[start:], indent)
		if next < 0 {
			break
		}
		i = start + next
	}
	return t
}

// Find gives the rule for a variable: the one of its very name, else that of
// the longest pattern.
func (t *Table) Find(name string) (Rule, bool) {
	if t.broken {
		return Rule{Role: "load"}, true
	}
	if i := strings.Index(t.text, indent+name+colon); i >= 0 {
		return t.rule(i + len(indent) + len(name) + len(colon)), true
	}
	var best pattern
	for _, p := range t.patterns {
		longer := len(p.name) > len(best.name) || len(p.name) == len(best.name) && p.name < best.name
		if longer && like.Match(p.name, name) {
			best = p
		}
	}
	if best.name == "" {
		return Rule{}, false
	}
	return t.rule(best.at), true
}

// rule decodes the rule that begins at an offset and ends with its line. One
// that cannot be read is taken for the worst.
func (t *Table) rule(at int) Rule {
	line, _, _ := strings.Cut(t.text[at:], "\n")
	var r Rule
	if err := json.Unmarshal([]byte(strings.TrimSuffix(line, ",")), &r); err != nil {
		return Rule{Role: "load"}
	}
	return r
}
