// Package schema is the form of the knowledge files: one Tool a file, a tree of
// Nodes (the top and each verb) with options, operands, effects and conditions.
// It decodes a file verb by verb, as commands need them, looks options and
// verbs up by their names, and checks a whole file against the vocabulary.
// docs/knowledge.md says what every member means; what a command comes to by
// them is package kb's part.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
)

// Tool is one knowledge file. See docs/knowledge.md for the meaning of every
// member.
type Tool struct {
	Tool     string    `json:"tool"`
	Names    []string  `json:"names,omitempty"`
	About    string    `json:"about,omitempty"`
	Local    bool      `json:"local,omitempty"`
	From     string    `json:"from,omitempty"` // registry that has it under its own name: npm, pypi
	Examples []Example `json:"examples,omitempty"`
	Node
}

// Example is a command with its expected grade.
type Example struct {
	Run     string   `json:"run"`
	Grade   string   `json:"grade"`
	Shape   string   `json:"shape,omitempty"`
	Effects []string `json:"effects,omitempty"`
}

// Node is the top of a file, or a verb. Flags and Verbs are what Strict reads;
// Decode keeps them in a form that costs less.
type Node struct {
	Style        string                     `json:"style,omitempty"`
	Bundle       bool                       `json:"bundle,omitempty"`
	Flags        map[string]string          `json:"flags,omitempty"`
	Operands     []string                   `json:"operands,omitempty"`
	Does         []string                   `json:"does,omitempty"`
	When         []Cond                     `json:"when,omitempty"`
	Verbs        map[string]json.RawMessage `json:"verbs,omitempty"`
	Dry          string                     `json:"dry,omitempty"`
	Help         string                     `json:"help,omitempty"`
	Stdin        string                     `json:"stdin,omitempty"`
	OperandWords []string                   `json:"operand-words,omitempty"`
	Runs         string                     `json:"runs,omitempty"` // a runner of tasks/whole, and the options that name its tasks
	// Open lists the words that are operands where verbs are expected; any
	// other word that is no verb is one that is not known. Because says why,
	// where every word is an operand.
	Open    string `json:"open,omitempty"`
	Because string `json:"because,omitempty"`
	// Alike lists the options, and the roles of words, that make no difference
	// to what a yes to this command covers. Its effects are compared all the same.
	Alike string `json:"alike,omitempty"`
	// Bind lists the options, and the roles of words, whose values a yes to this
	// command is bound to, but for the words that Free matches.
	Bind string `json:"bind,omitempty"`
	Free string `json:"free,omitempty"`
	// DataFile is the role of the word that names the one file, or :memory:, that
	// holds all the data the command works on.
	DataFile string `json:"datafile,omitempty"`
	// One is the name under which a yes to any name of this verb, or program, counts.
	One string `json:"one,omitempty"`

	options []pair // Flags, in the file's order
	subs    []pair // Verbs, likewise

	flags    map[string]int32 // place in options, by each single name
	patterns []flagPattern    // by a pattern ("--*_out")
	prefixes []flagPattern    // by what a word begins with ("-Wl,*")
	found    []*Verb          // those that were looked for
	below    []*Verb          // those whose names begin with this verb's ("remote add")
	flagVerb bool             // an option names the verb (python -m)
}

// Cond is one condition and what follows from it.
type Cond struct {
	Flag     string            `json:"flag,omitempty"`
	NoFlag   string            `json:"noflag,omitempty"`
	Like     string            `json:"like,omitempty"`
	Unlike   string            `json:"unlike,omitempty"`
	Operand  string            `json:"operand,omitempty"`
	Operands string            `json:"operands,omitempty"`
	Stdin    string            `json:"stdin,omitempty"`
	Stdout   string            `json:"stdout,omitempty"`
	Env      string            `json:"env,omitempty"`
	Exists   string            `json:"exists,omitempty"`
	Same     string            `json:"same,omitempty"`
	Does     []string          `json:"does,omitempty"`
	Drop     []string          `json:"drop,omitempty"`
	As       map[string]string `json:"as,omitempty"`
	Say      string            `json:"say,omitempty"`
	Instead  string            `json:"instead,omitempty"`
	Rule     string            `json:"rule,omitempty"`
	Risk     string            `json:"risk,omitempty"`
}

// Strict decodes JSON of which every member must be known.
func Strict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("junk after the object")
	}
	return nil
}

// prepare builds the look-up table of a node's options.
func (n *Node) prepare() {
	n.flags = make(map[string]int32, len(n.options)+len(n.options)/2)
	for i, o := range n.options {
		n.addFlags(o.key, o.text, int32(i))
	}
}

// IsAlike tells whether the option or role makes no difference to what a yes covers.
func (n *Node) IsAlike(s string) bool {
	return n.Alike != "" && slices.Contains(strings.Fields(n.Alike), s)
}

// Binds tells whether a yes is bound to the value of one of these options or
// roles.
func (n *Node) Binds(value string, names ...string) bool {
	if n.Bind == "" || n.Free != "" && like.Any(n.Free, value) {
		return false
	}
	bind := strings.Fields(n.Bind)
	return slices.ContainsFunc(names, func(s string) bool { return slices.Contains(bind, s) })
}

// VerbNames lists the verbs of a node, for `sentinel knowledge`.
func (n *Node) VerbNames() []string {
	var out []string
	for _, s := range n.subs {
		out = append(out, s.key)
	}
	sort.Strings(out)
	return out
}

// Verb decodes the verb listed under a key, nil if it stands for another one.
func (n *Node) Verb(key string) (*Node, error) {
	for _, s := range n.subs {
		if s.key == key && s.text[0] != '"' {
			v := Verb{Name: key, raw: s.text}
			return v.Open()
		}
	}
	return nil, nil
}
