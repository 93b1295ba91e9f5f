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
	"github.com/sentinelgate/sentinel/internal/lazyjson"
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

	flags    map[string]Flag  // by each single name
	patterns []flagPattern    // by a pattern ("--*_out")
	prefixes map[string]Flag  // by what a word begins with ("-Wl,*")
	verbs    map[string]*Verb // by first word
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

// Verb is a sub-command: its node is decoded when it is needed.
type Verb struct {
	Name  string
	Same  string // "checkout": sibling; "=pytest": another tool
	raw   []byte
	below map[string]*Verb // second words of "remote add"
	node  *Node
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

// prepare builds the look-up tables of a node.
func (n *Node) prepare() {
	n.flags = make(map[string]Flag, len(n.options)*2)
	for _, o := range n.options {
		n.addFlags(o.key, o.value)
	}
	n.verbs = make(map[string]*Verb, len(n.subs))
	for _, s := range n.subs {
		for name := range strings.SplitSeq(s.key, "|") {
			n.addVerb(strings.Fields(name), s.raw)
		}
	}
}

func (n *Node) addVerb(words []string, raw []byte) {
	if len(words) == 0 {
		return
	}
	table := n.verbs
	for i, w := range words {
		v := table[w]
		if v == nil {
			v = &Verb{Name: w}
			table[w] = v
		}
		if i < len(words)-1 {
			if v.below == nil {
				v.below = map[string]*Verb{}
			}
			table = v.below
			continue
		}
		if len(raw) > 0 && raw[0] == '"' {
			r := lazyjson.Over(raw)
			v.Same, _ = r.Text()
		} else {
			v.raw = raw
		}
	}
}

// Find gives the verb by that name: exact first, then the longest wildcard.
func (n *Node) Find(name string) *Verb {
	if v, ok := n.verbs[name]; ok {
		return v
	}
	var best *Verb
	for pat, v := range n.verbs {
		if !strings.Contains(pat, "*") || !like.Match(pat, name) {
			continue
		}
		if best == nil || len(pat) > len(best.Name) || len(pat) == len(best.Name) && pat < best.Name {
			best = v
		}
	}
	return best
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

// Open decodes the verb's node.
func (v *Verb) Open() (*Node, error) {
	if v.node != nil {
		return v.node, nil
	}
	var n Node
	if len(v.raw) > 0 {
		r := lazyjson.Over(v.raw)
		if err := r.Object(func(name string) error { return n.member(&r, name) }); err != nil {
			return nil, fmt.Errorf("verb %s: %w", v.Name, err)
		}
	}
	n.prepare()
	for w, b := range v.below {
		n.verbs[w] = b
	}
	v.node = &n
	return v.node, nil
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
		if s.key == key && s.raw[0] != '"' {
			v := Verb{Name: key, raw: s.raw}
			return v.Open()
		}
	}
	return nil, nil
}
