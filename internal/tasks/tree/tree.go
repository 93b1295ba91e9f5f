// Package tree reads JSON, TOML and a safe part of YAML into one small kind of tree
// that keeps the order of keys and the line of each value. It exists for files that
// name commands to be run: what it does not understand is an error, never a guess,
// and a key given twice (also by letter case alone) is an error, because readers
// disagree on which one counts.
//
// YAML: block and flow maps and lists, plain, quoted and block scalars, comments.
// Anchors, aliases, tags, several documents, merge keys and complex keys are errors.
package tree

import (
	"fmt"
	"strings"
)

// Kind is what a Node holds.
type Kind uint8

// The kinds. Null is also the kind of a missing node.
const (
	Null Kind = iota
	String
	Number // as written, in Str
	Bool   // "true" or "false", in Str
	List
	Map
)

// MaxSource is the longest file in bytes; maxDepth bounds nesting, maxNodes the size.
const (
	MaxSource = 1 << 20
	maxDepth  = 64
	maxNodes  = 50000
)

// Node is one value. A nil *Node is a missing value: all methods accept it.
type Node struct {
	Kind  Kind
	Str   string
	Keys  []string // of a Map, in the order of the file
	Items []*Node  // of a List, or the values of a Map
	Line  int      // where the value begins, from 1
}

// Get gives the value of a map's key, nil if there is none.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	for i, k := range n.Keys {
		if k == key {
			return n.Items[i]
		}
	}
	return nil
}

// Path gives the value at the end of a chain of keys, nil if there is none.
func (n *Node) Path(keys ...string) *Node {
	for _, k := range keys {
		n = n.Get(k)
	}
	return n
}

// Text gives a scalar's text; ok is false for lists, maps, null and missing nodes.
func (n *Node) Text() (s string, ok bool) {
	if n == nil || n.Kind == Null || n.Kind == List || n.Kind == Map {
		return "", false
	}
	return n.Str, true
}

// Is tells whether the node has the kind.
func (n *Node) Is(k Kind) bool { return n != nil && n.Kind == k }

// put adds a key to a map and refuses a second one.
func (n *Node) put(key string, v *Node) error {
	for _, k := range n.Keys {
		if k == key || strings.EqualFold(k, key) {
			return fmt.Errorf("line %d: key %q given twice", v.Line, key)
		}
	}
	n.Keys = append(n.Keys, key)
	n.Items = append(n.Items, v)
	return nil
}

// source is what the three parsers share: text, place, bounds.
type source struct {
	s     string
	i     int
	line  int
	nodes int
}

func newSource(b []byte) (source, error) {
	if len(b) > MaxSource {
		return source{}, fmt.Errorf("file too long to read")
	}
	s := strings.TrimPrefix(string(b), "\ufeff")
	if strings.IndexByte(s, 0) >= 0 {
		return source{}, fmt.Errorf("zero byte in the file")
	}
	return source{s: s, line: 1}, nil
}

func (p *source) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", p.line, fmt.Sprintf(format, args...))
}

func (p *source) node(k Kind) (*Node, error) {
	if p.nodes++; p.nodes > maxNodes {
		return nil, p.errorf("too many values")
	}
	return &Node{Kind: k, Line: p.line}, nil
}

func (p *source) peek() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

func (p *source) next() {
	if p.s[p.i] == '\n' {
		p.line++
	}
	p.i++
}

func (p *source) at(t string) bool { return strings.HasPrefix(p.s[p.i:], t) }
