package kb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/lazyjson"
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

// Node is the top of a file, or a verb.
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
	// Open lists the words that are operands where verbs are expected; any
	// other word that is no verb is one that is not known. Because says why,
	// where every word is an operand.
	Open    string `json:"open,omitempty"`
	Because string `json:"because,omitempty"`

	flags    map[string]flagSpec // by each single name
	patterns []flagPattern       // by a pattern ("--*_out")
	prefixes map[string]flagSpec // by what a word begins with ("-Wl,*")
	verbs    map[string]*verb    // by first word
	flagVerb bool                // an option names the verb (python -m)
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
	Does     []string          `json:"does,omitempty"`
	Drop     []string          `json:"drop,omitempty"`
	As       map[string]string `json:"as,omitempty"`
	Say      string            `json:"say,omitempty"`
	Instead  string            `json:"instead,omitempty"`
	Rule     string            `json:"rule,omitempty"`
	Risk     string            `json:"risk,omitempty"`
}

// flagSpec is one option: the key it is listed under and its value's role.
type flagSpec struct {
	key   string
	role  string
	value bool // takes a value
	glued bool // only an attached one
	node  *Node
}

// verb is a sub-command: its node, decoded when it is needed.
type verb struct {
	name  string
	raw   json.RawMessage
	same  string           // "checkout": sibling; "=pytest": another tool
	below map[string]*verb // second words of "remote add"
	node  *Node
}

// decode reads one knowledge file, its verbs only when they are needed.
func decode(data []byte) (*Tool, error) {
	var t Tool
	verbs, err := lazyjson.Verbs(data, &t)
	if err != nil {
		return nil, err
	}
	t.Verbs = verbs
	if t.Tool == "" {
		return nil, fmt.Errorf("member \"tool\" is missing")
	}
	t.Node.prepare()
	return &t, nil
}

func strict(data []byte, v any) error {
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
	n.flags = make(map[string]flagSpec, len(n.Flags)*2)
	for names, role := range n.Flags {
		s := flagSpec{key: names, role: strings.TrimSuffix(role, "?"), value: role != "", glued: strings.HasSuffix(role, "?")}
		for _, name := range strings.Fields(names) {
			if head, ok := strings.CutSuffix(name, "*"); ok && head != "" {
				n.addPrefix(head, s)
				continue
			}
			if name != "*" && strings.Contains(name, "*") {
				n.patterns = append(n.patterns, flagPattern{name, s})
				continue
			}
			n.flags[name] = s
		}
		n.flagVerb = n.flagVerb || role == "verb"
	}
	n.verbs = make(map[string]*verb, len(n.Verbs))
	for key, raw := range n.Verbs {
		for _, name := range strings.Split(key, "|") {
			n.addVerb(strings.Fields(name), raw)
		}
	}
}

func (n *Node) addVerb(words []string, raw json.RawMessage) {
	if len(words) == 0 {
		return
	}
	table := n.verbs
	for i, w := range words {
		v := table[w]
		if v == nil {
			v = &verb{name: w}
			table[w] = v
		}
		if i < len(words)-1 {
			if v.below == nil {
				v.below = map[string]*verb{}
			}
			table = v.below
			continue
		}
		if len(raw) > 0 && raw[0] == '"' {
			_ = json.Unmarshal(raw, &v.same)
		} else {
			v.raw = raw
		}
	}
}

// find gives the verb by that name: exact first, then the longest wildcard.
func (n *Node) find(name string) *verb {
	if v, ok := n.verbs[name]; ok {
		return v
	}
	var best *verb
	for pat, v := range n.verbs {
		if !strings.Contains(pat, "*") || !like.Match(pat, name) {
			continue
		}
		if best == nil || len(pat) > len(best.name) || len(pat) == len(best.name) && pat < best.name {
			best = v
		}
	}
	return best
}

// open decodes the verb's node.
func (v *verb) open() (*Node, error) {
	if v.node != nil {
		return v.node, nil
	}
	var n Node
	if len(v.raw) > 0 {
		verbs, err := lazyjson.Verbs(v.raw, &n)
		if err != nil {
			return nil, fmt.Errorf("verb %s: %w", v.name, err)
		}
		n.Verbs = verbs
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
	for k := range n.Verbs {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// Verb decodes the verb listed under a key, nil if it stands for another one.
func (n *Node) Verb(key string) (*Node, error) {
	raw := n.Verbs[key]
	if len(raw) == 0 || raw[0] == '"' {
		return nil, nil
	}
	v := verb{name: key, raw: raw}
	return v.open()
}
