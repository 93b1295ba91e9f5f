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

// flagPattern is an option whose name varies in the middle.
type flagPattern struct {
	name string
	flag Flag
}

// addFlags enters one key of the file: the names of one option.
func (n *Node) addFlags(names, role string) {
	f := Flag{Key: names, Role: strings.TrimSuffix(role, "?"), Value: role != "", Glued: strings.HasSuffix(role, "?"), Node: n}
	for _, name := range strings.Fields(names) {
		switch head, ends := strings.CutSuffix(name, "*"); {
		case ends && head != "":
			if n.prefixes == nil {
				n.prefixes = map[string]Flag{}
			}
			n.prefixes[head] = f
		case name != "*" && strings.Contains(name, "*"):
			n.patterns = append(n.patterns, flagPattern{name, f})
		default:
			n.flags[name] = f
		}
	}
	n.flagVerb = n.flagVerb || role == "verb"
}

// Flag looks an option up by its whole name.
func (n *Node) Flag(name string) (Flag, bool) {
	if f, ok := n.flags[name]; ok {
		return f, true
	}
	for _, p := range n.patterns {
		if like.Match(p.name, name) {
			return p.flag, true
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
	for long, one := range n.flags {
		if len(long) <= len(name) || !strings.HasPrefix(long, name) {
			continue
		}
		if full == "" || len(long) < len(full) || len(long) == len(full) && long < full {
			f, full = one, long
		}
	}
	return f, full
}

// Glued finds the option whose value hangs on its name ("-javaagent:*", "@*"):
// of several the one with the longest beginning. more says that the word goes
// on behind the text that is known.
func (n *Node) Glued(head string, more bool) (f Flag, beginning string) {
	for p, one := range n.prefixes {
		long := len(head) > len(p) || len(head) == len(p) && more
		if len(p) > len(beginning) && long && begins(head, p) {
			f, beginning = one, p
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

// ExpectsVerb tells whether the first operand is a sub-command.
func (n *Node) ExpectsVerb() bool { return len(n.verbs) > 0 && !n.flagVerb }

// HasVerb tells whether a sub-command is listed under that very name.
func (n *Node) HasVerb(name string) bool {
	_, ok := n.verbs[name]
	return ok
}
