package secret

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/form"
)

// A gate lets the few places of a text through at which an anchor may stand.
// It looks at three letters at a time, five bits of each, so that capitals and
// small letters are the same to it; 4 KiB of bits answer for nearly all of them.
type gate struct {
	bits  [gateSize / 32]uint32
	first [gateSize]uint16 // 1 + where in nodes the anchors of a hash begin
	nodes []node
	list  []entry
}

// node leads from a hash to an anchor.
type node struct{ entry, next uint16 }

const gateSize = 1 << 15

// entry is an anchor: a text by which something may be known.
type entry struct {
	text string
	off  uint8 // how far the end of the three letters is from its beginning
	fold bool  // capitals count as small letters
	alts bool  // the text has alternatives in square brackets
	what anchorKind
	rule int32
	form string
}

// anchorKind says who judges what an anchor has found.
type anchorKind uint8

const (
	atForm anchorKind = iota
	atName
	atURL
	atPEM
	atWrappedPEM
	atPuTTY
	atJWT
	atScheme
	atProgram
	atJWK
	atManifest
	atSQL
	atState
	atUser
)

func hash(a, b, c byte) uint32 {
	return uint32(a&31)<<10 | uint32(b&31)<<5 | uint32(c&31)
}

// add puts an anchor of at least three letters into the gate, under those
// three of its letters that are rarest.
func (g *gate) add(e entry) {
	if e.alts = strings.IndexByte(e.text, '[') >= 0 && e.what == atForm; e.alts {
		g.addAlternatives(e)
		return
	}
	best, at := 1<<30, 2
	for i := 2; i < len(e.text); i++ {
		if n := common(e.text[i-2]) * common(e.text[i-1]) * common(e.text[i]); n < best {
			best, at = n, i
		}
	}
	e.off = uint8(at + 1)
	g.list = append(g.list, e)
	g.link(hash(e.text[at-2], e.text[at-1], e.text[at]))
}

// addAlternatives puts an anchor in under every spelling of its first three
// letters.
func (g *gate) addAlternatives(e entry) {
	e.off = 3
	g.list = append(g.list, e)
	var sets [3]string
	rest := e.text
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
func (g *gate) link(h uint32) {
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
func (e *entry) matches(text []byte, end int) (int, bool) {
	from := end - int(e.off)
	if e.alts {
		return from, from >= 0 && form.Literal(e.text, text, from)
	}
	if from < 0 || from+len(e.text) > len(text) {
		return 0, false
	}
	if !e.fold {
		return from, string(text[from:from+len(e.text)]) == e.text
	}
	for i := range len(e.text) {
		c := text[from+i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != e.text[i] {
			return 0, false
		}
	}
	return from, true
}

// walk calls the judges for every anchor whose three letters end between from
// and to.
func (r *run) walk(from, to int) {
	g, text := &r.s.table.gate, r.text[:to]
	h := uint32(0)
	if from >= 2 {
		h = uint32(text[from-2]&31)<<5 | uint32(text[from-1]&31)
	}
	for i := from; i < len(text); i++ {
		h = h<<5 | uint32(text[i]&31)
		if at := h & (gateSize - 1); g.bits[at>>5]>>(at&31)&1 != 0 && r.anchors(at, i+1) {
			return
		}
	}
}

// anchors calls the judges for the anchors of a hash whose three letters end
// at end, and tells whether there is enough.
func (r *run) anchors(h uint32, end int) bool {
	g := &r.s.table.gate
	for n := g.first[h]; n != 0; {
		k := g.nodes[n-1]
		e := &g.list[k.entry]
		if at, ok := e.matches(r.text, end); ok && at >= r.taken {
			if r.judge(e, at); r.full() {
				return true
			}
		}
		n = k.next
	}
	return false
}
