// Package gate finds the few places of a text at which one of many anchors
// stands, in one pass.
package gate

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/form"
)

// A Gate lets the few places of a text through at which an anchor may stand.
// It looks at three letters at a time, five bits of each, so that capitals and
// small letters are the same to it; 4 KiB of bits answer for nearly all of them.
type Gate struct {
	bits  [gateSize / 32]uint32
	first [gateSize]uint16 // 1 + where in nodes the anchors of a hash begin
	nodes []node
	list  []Entry
}

// node leads from a hash to an anchor.
type node struct{ entry, next uint16 }

const gateSize = 1 << 15

// Entry is an anchor: a text by which something may be known.
type Entry struct {
	Text string
	off  uint8 // how far the end of the three letters is from its beginning
	Fold bool  // capitals count as small letters
	Alts bool  // the text has alternatives in square brackets
	What int   // for who looks it up
	Rule int32
	Form string
}

func hash(a, b, c byte) uint32 {
	return uint32(a&31)<<10 | uint32(b&31)<<5 | uint32(c&31)
}

// Add puts an anchor of at least three letters into the gate, under those
// three of its letters that are rarest.
func (g *Gate) Add(e Entry) {
	if e.Alts {
		g.addAlternatives(e)
		return
	}
	best, at := 1<<30, 2
	for i := 2; i < len(e.Text); i++ {
		if n := common(e.Text[i-2]) * common(e.Text[i-1]) * common(e.Text[i]); n < best {
			best, at = n, i
		}
	}
	e.off = uint8(at + 1)
	g.list = append(g.list, e)
	g.link(hash(e.Text[at-2], e.Text[at-1], e.Text[at]))
}

// addAlternatives puts an anchor in under every spelling of its first three
// letters.
func (g *Gate) addAlternatives(e Entry) {
	e.off = 3
	g.list = append(g.list, e)
	var sets [3]string
	rest := e.Text
	for i := range sets {
		if rest[0] == '[' {
			sets[i], rest, _ = strings.Cut(rest[1:], "]")
		} else {
			sets[i], rest = rest[:1], rest[1:]
		}
	}
	for i := range len(sets[0]) {
		for j := range len(sets[1]) {
			for k := range len(sets[2]) {
				g.link(hash(sets[0][i], sets[1][j], sets[2][k]))
			}
		}
	}
}

// link leads from a hash to the anchor that was added last.
func (g *Gate) link(h uint32) {
	g.bits[h>>5] |= 1 << (h & 31)
	g.nodes = append(g.nodes, node{uint16(len(g.list) - 1), g.first[h]})
	g.first[h] = uint16(len(g.nodes))
}

// common is about how often a character comes in program text.
func common(c byte) int {
	switch c | 0x20 {
	case 'e', 't', 'a', 'r', 'n', 'i', 'o', 's':
		return 10
	case 'l', 'd', 'c', 'u', 'p', 'm':
		return 6
	case 'f', 'h', 'g', 'b', 'y', '.', '-', ':', '/', '"', '=', ' ':
		return 4
	}
	return 2
}

// matches tells whether the anchor stands in text so that its three letters
// end at end.
func (e *Entry) matches(text []byte, end int) (int, bool) {
	from := end - int(e.off)
	if e.Alts {
		return from, from >= 0 && form.Literal(e.Text, text, from)
	}
	if from < 0 || from+len(e.Text) > len(text) {
		return 0, false
	}
	if !e.Fold {
		return from, string(text[from:from+len(e.Text)]) == e.Text
	}
	for i := range len(e.Text) {
		c := text[from+i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != e.Text[i] {
			return 0, false
		}
	}
	return from, true
}

// Room makes room for so many anchors and the ways to them.
func (g *Gate) Room(anchors, ways int) {
	g.list, g.nodes = make([]Entry, 0, anchors), make([]node, 0, ways)
}

// Walk calls f for every anchor whose three letters end between from and to,
// with where it begins, until f says that there is enough.
func (g *Gate) Walk(text []byte, from, to int, f func(e *Entry, at int) bool) {
	h := uint32(0)
	if from >= 2 {
		h = uint32(text[from-2]&31)<<5 | uint32(text[from-1]&31)
	}
	part := text[:to]
	for i := from; i < len(part); i++ {
		h = h<<5 | uint32(part[i]&31)
		if at := h & (gateSize - 1); g.bits[at>>5]>>(at&31)&1 != 0 && g.anchors(text, at, i+1, f) {
			return
		}
	}
}

// anchors goes through the anchors of a hash whose three letters end at end,
// and tells whether there is enough.
func (g *Gate) anchors(text []byte, h uint32, end int, f func(e *Entry, at int) bool) bool {
	for n := g.first[h]; n != 0; {
		k := g.nodes[n-1]
		e := &g.list[k.entry]
		if at, ok := e.matches(text, end); ok && f(e, at) {
			return true
		}
		n = k.next
	}
	return false
}
