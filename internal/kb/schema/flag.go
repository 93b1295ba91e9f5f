package schema

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
)

// Flag is one option: the key it is listed under and its value's role.
type Flag struct {
	Key   string // all its names, as the file lists them
	Role  string
	Value bool  // takes a value
	Glued bool  // only an attached one
	Node  *Node // that lists it
}

// flagPattern is an option whose name varies.
type flagPattern struct {
	name string
	at   int32 // in the node's options
}

// addFlags enters one key of the file: the names of one option.
func (n *Node) addFlags(names, role string, at int32) {
	for name := range strings.FieldsSeq(names) {
		switch head, ends := strings.CutSuffix(name, "*"); {
		case ends && head != "":
			n.prefixes = append(n.prefixes, flagPattern{head, at})
		case name != "*" && strings.Contains(name, "*"):
			n.patterns = append(n.patterns, flagPattern{name, at})
		default:
			n.flags[name] = at
		}
	}
	n.flagVerb = n.flagVerb || role == "verb"
}

// flagAt is the option at a place of the list.
func (n *Node) flagAt(i int32) Flag {
	o := n.options[i]
	return Flag{Key: o.key, Role: strings.TrimSuffix(o.text, "?"), Value: o.text != "", Glued: strings.HasSuffix(o.text, "?"), Node: n}
}

// Flag looks an option up by its whole name.
func (n *Node) Flag(name string) (Flag, bool) {
	if at, ok := n.flags[name]; ok {
		return n.flagAt(at), true
	}
	for _, p := range n.patterns {
		if like.Match(p.name, name) {
			return n.flagAt(p.at), true
		}
	}
	return Flag{}, false
}

// Abbreviated finds the long option whose name begins so (getopt_long). Of
// several the shortest counts: the one with the most to say, so that nothing
// hides behind a near miss.
func (n *Node) Abbreviated(name string) (f Flag, full string) {
	if len(name) <= 2 {
		return Flag{}, ""
	}
	var found int32
	for long, at := range n.flags {
		if len(long) <= len(name) || !strings.HasPrefix(long, name) {
			continue
		}
		if full == "" || len(long) < len(full) || len(long) == len(full) && long < full {
			found, full = at, long
		}
	}
	if full == "" {
		return Flag{}, ""
	}
	return n.flagAt(found), full
}

// Glued finds the option whose value hangs on its name ("-javaagent:*", "@*"):
// of several the one with the longest beginning. more says that the word goes
// on behind the text that is known.
func (n *Node) Glued(head string, more bool) (f Flag, beginning string) {
	for _, p := range n.prefixes {
		long := len(head) > len(p.name) || len(head) == len(p.name) && more
		if len(p.name) > len(beginning) && long && begins(head, p.name) {
			f, beginning = n.flagAt(p.at), p.name
		}
	}
	return f, beginning
}

// begins compares letter by letter; options with a colon behind their name come
// from tools that do not tell capitals from small letters.
func begins(s, prefix string) bool {
	if strings.HasSuffix(prefix, ":") {
		return strings.EqualFold(s[:len(prefix)], prefix)
	}
	return strings.HasPrefix(s, prefix)
}

// HandsOver tells whether an option gives all words behind it to another tool
// ("--": "=rustfmt"): cargo and its like only pass them on.
func (f Flag) HandsOver() bool { return strings.HasPrefix(f.Role, "=") }
