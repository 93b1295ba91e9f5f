package schema

import (
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/lazyjson"
)

// Verb is a sub-command: its node is decoded when it is needed.
type Verb struct {
	Name  string
	Same  string // "checkout": sibling; "=pytest": another tool
	raw   string
	below []*Verb // second words of "remote add"
	node  *Node
}

// firstWord of "remote add" is remote. Most names are one word.
func firstWord(name string) string {
	name = strings.TrimSpace(name)
	word, _, _ := strings.Cut(name, " ")
	return word
}

// firstWords are those of the verbs' names, in the file's order; some come more
// than once.
func (n *Node) firstWords(yield func(string) bool) {
	for _, v := range n.below {
		if !yield(v.Name) {
			return
		}
	}
	for _, s := range n.subs {
		for name := range strings.SplitSeq(s.key, "|") {
			if word := firstWord(name); word != "" && !yield(word) {
				return
			}
		}
	}
}

// exact gives the verb by its first word, nil if there is none. It goes through
// the keys: a command names one verb or two of a file's hundreds, and a table of
// all costs a process that answers one call more than that.
func (n *Node) exact(name string) *Verb {
	for _, list := range [][]*Verb{n.below, n.found} {
		for _, v := range list {
			if v.Name == name {
				return v
			}
		}
	}
	if name == "" {
		return nil
	}
	var verb *Verb
	for _, s := range n.subs {
		if !strings.Contains(s.key, name) {
			continue
		}
		for key := range strings.SplitSeq(s.key, "|") {
			if firstWord(key) != name {
				continue
			}
			if verb == nil {
				verb = &Verb{Name: name}
			}
			verb.add(strings.Fields(key)[1:], s.text)
		}
	}
	if verb != nil {
		n.found = append(n.found, verb)
	}
	return verb
}

// add enters what stands under a key: for this verb, or for one below it.
func (v *Verb) add(words []string, raw string) {
	for _, w := range words {
		var next *Verb
		for _, b := range v.below {
			if b.Name == w {
				next = b
			}
		}
		if next == nil {
			next = &Verb{Name: w}
			v.below = append(v.below, next)
		}
		v = next
	}
	if strings.HasPrefix(raw, `"`) {
		r := lazyjson.Over(raw)
		v.Same, _ = r.Text()
	} else {
		v.raw = raw
	}
}

// Find gives the verb by that name: exact first, then the longest wildcard.
func (n *Node) Find(name string) *Verb {
	if v := n.exact(name); v != nil {
		return v
	}
	best := ""
	for pat := range n.firstWords {
		if strings.Contains(pat, "*") && like.Match(pat, name) && (best == "" || len(pat) > len(best) || len(pat) == len(best) && pat < best) {
			best = pat
		}
	}
	return n.exact(best)
}

// HasVerb tells whether a sub-command is listed under that very name.
func (n *Node) HasVerb(name string) bool { return n.exact(name) != nil }

// ExpectsVerb tells whether the first operand is a sub-command.
func (n *Node) ExpectsVerb() bool { return len(n.subs)+len(n.below) > 0 && !n.flagVerb }

// Open decodes the verb's node.
func (v *Verb) Open() (*Node, error) {
	if v.node != nil {
		return v.node, nil
	}
	var n Node
	if v.raw != "" {
		r := lazyjson.Over(v.raw)
		if err := r.Object(func(name string) error { return n.member(&r, name) }); err != nil {
			return nil, fmt.Errorf("verb %s: %w", v.Name, err)
		}
	}
	n.prepare()
	n.below = v.below
	v.node = &n
	return v.node, nil
}
