package tree

import (
	"strconv"
	"strings"
)

// TOML reads a TOML file. Dates and numbers are kept as written.
func TOML(b []byte) (*Node, error) {
	src, err := newSource(b)
	if err != nil {
		return nil, err
	}
	p := tomlParser{source: src}
	root := &Node{Kind: Map, Line: 1}
	table := root
	for {
		p.blankLines()
		switch {
		case p.i >= len(p.s):
			return root, nil
		case p.peek() == '[':
			table, err = p.header(root)
		default:
			err = p.pair(table, 0)
		}
		if err == nil {
			err = p.endOfLine()
		}
		if err != nil {
			return nil, err
		}
	}
}

type tomlParser struct{ source }

func (p *tomlParser) blanks() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
		p.i++
	}
}

func (p *tomlParser) comment() {
	if p.peek() == '#' {
		for p.i < len(p.s) && p.s[p.i] != '\n' {
			p.i++
		}
	}
}

// blankLines passes over blanks, comments and newlines.
func (p *tomlParser) blankLines() {
	for p.i < len(p.s) {
		p.blanks()
		p.comment()
		if c := p.peek(); p.i >= len(p.s) || c != '\n' && c != '\r' {
			return
		}
		p.next()
	}
}

func (p *tomlParser) endOfLine() error {
	p.blanks()
	p.comment()
	if p.peek() == '\r' {
		p.i++
	}
	if p.i < len(p.s) && p.s[p.i] != '\n' {
		return p.errorf("text after a value")
	}
	return nil
}

// header reads [a.b] or [[a.b]] and gives the table it opens.
func (p *tomlParser) header(root *Node) (*Node, error) {
	array := p.at("[[")
	p.i++
	if array {
		p.i++
	}
	keys, err := p.keys()
	if err != nil {
		return nil, err
	}
	close := "]"
	if array {
		close = "]]"
	}
	if !p.at(close) {
		return nil, p.errorf("closing bracket missing")
	}
	p.i += len(close)
	table, err := p.descend(root, keys[:len(keys)-1])
	if err != nil {
		return nil, err
	}
	last := keys[len(keys)-1]
	old := table.Get(last)
	if !array {
		if old.Is(Map) {
			return old, nil // opened before by a longer header
		}
		return p.descend(table, []string{last})
	}
	if old == nil {
		if old, err = p.node(List); err != nil {
			return nil, err
		}
		if err := table.put(last, old); err != nil {
			return nil, err
		}
	}
	if !old.Is(List) {
		return nil, p.errorf("key %q given twice", last)
	}
	item, err := p.node(Map)
	if err == nil {
		old.Items = append(old.Items, item)
	}
	return item, err
}

// descend walks down keys and makes the tables that are missing.
func (p *tomlParser) descend(n *Node, keys []string) (*Node, error) {
	if len(keys) > maxDepth {
		return nil, p.errorf("nested too deep")
	}
	for _, k := range keys {
		child := n.Get(k)
		switch {
		case child == nil:
			var err error
			if child, err = p.node(Map); err != nil {
				return nil, err
			}
			if err := n.put(k, child); err != nil {
				return nil, err
			}
		case child.Kind == List && len(child.Items) > 0 && child.Items[len(child.Items)-1].Kind == Map:
			child = child.Items[len(child.Items)-1]
		case child.Kind != Map:
			return nil, p.errorf("key %q given twice", k)
		}
		n = child
	}
	return n, nil
}

// keys reads a dotted key.
func (p *tomlParser) keys() ([]string, error) {
	var keys []string
	for {
		p.blanks()
		start := p.i
		switch c := p.peek(); c {
		case '"', '\'':
			k, err := p.str(c)
			if err != nil {
				return nil, err
			}
			keys = append(keys, k)
		default:
			for p.i < len(p.s) && (isWord(p.s[p.i]) || p.s[p.i] == '-') {
				p.i++
			}
			if p.i == start {
				return nil, p.errorf("key missing")
			}
			keys = append(keys, p.s[start:p.i])
		}
		p.blanks()
		if p.peek() != '.' {
			return keys, nil
		}
		p.i++
	}
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

func (p *tomlParser) pair(table *Node, depth int) error {
	keys, err := p.keys()
	if err != nil {
		return err
	}
	if p.peek() != '=' {
		return p.errorf("equals sign missing")
	}
	p.i++
	table, err = p.descend(table, keys[:len(keys)-1])
	if err != nil {
		return err
	}
	v, err := p.value(depth + 1)
	if err != nil {
		return err
	}
	return table.put(keys[len(keys)-1], v)
}

func (p *tomlParser) value(depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, p.errorf("nested too deep")
	}
	p.blanks()
	switch c := p.peek(); c {
	case '"', '\'':
		n, err := p.node(String)
		if err != nil {
			return nil, err
		}
		if long := strings.Repeat(string(c), 3); p.at(long) {
			n.Str, err = p.long(c, long)
		} else {
			n.Str, err = p.str(c)
		}
		return n, err
	case '[':
		return p.list(depth)
	case '{':
		return p.inline(depth)
	}
	start := p.i
	for p.i < len(p.s) && strings.IndexByte(",]}#\r\n", p.s[p.i]) < 0 {
		p.i++
	}
	word := strings.TrimSpace(p.s[start:p.i])
	kind := Number
	if word == "true" || word == "false" {
		kind = Bool
	}
	if word == "" || kind == Number && strings.IndexByte("0123456789+-in", word[0]) < 0 || kind == Number && strings.Trim(word, "0123456789abcdefABCDEFxoinT+-_.:Z ") != "" {
		return nil, p.errorf("value not understood")
	}
	n, err := p.node(kind)
	if err == nil {
		n.Str = word
	}
	return n, err
}

func (p *tomlParser) list(depth int) (*Node, error) {
	n, err := p.node(List)
	if err != nil {
		return nil, err
	}
	return n, p.items(']', func() error {
		v, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.Items = append(n.Items, v)
		return nil
	})
}

func (p *tomlParser) inline(depth int) (*Node, error) {
	n, err := p.node(Map)
	if err != nil {
		return nil, err
	}
	return n, p.items('}', func() error { return p.pair(n, depth) })
}

// items passes an opening bracket and reads what stands between commas up to the
// closing one.
func (p *tomlParser) items(close byte, one func() error) error {
	for p.i++; ; {
		p.blankLines()
		if p.peek() == close {
			p.i++
			return nil
		}
		if err := one(); err != nil {
			return err
		}
		p.blankLines()
		switch p.peek() {
		case ',':
			p.i++
		case close:
		default:
			return p.errorf("comma or closing bracket missing")
		}
	}
}

// str reads a string on one line.
func (p *tomlParser) str(q byte) (string, error) {
	var b strings.Builder
	for p.i++; p.i < len(p.s); {
		c := p.s[p.i]
		switch {
		case c == q:
			p.i++
			return b.String(), nil
		case c == '\n':
			return "", p.errorf("string without an end")
		case c == '\\' && q == '"':
			if err := p.escape(&b); err != nil {
				return "", err
			}
		default:
			b.WriteByte(c)
			p.i++
		}
	}
	return "", p.errorf("string without an end")
}

// long reads a string in three quotes.
func (p *tomlParser) long(q byte, mark string) (string, error) {
	p.i += 3
	if p.at("\r\n") {
		p.i++
	}
	if p.peek() == '\n' {
		p.next()
	}
	var b strings.Builder
	for p.i < len(p.s) {
		switch {
		case p.at(mark):
			p.i += 3
			for n := 0; n < 2 && p.peek() == q; n++ { // quotes before the mark
				b.WriteByte(q)
				p.i++
			}
			return b.String(), nil
		case p.s[p.i] == '\\' && q == '"':
			if j := p.i + 1 + len(p.s[p.i+1:]) - len(strings.TrimLeft(p.s[p.i+1:], " \t\r")); j < len(p.s) && p.s[j] == '\n' {
				for p.i++; p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0; {
					p.next()
				}
				continue
			}
			if err := p.escape(&b); err != nil {
				return "", err
			}
		default:
			b.WriteByte(p.s[p.i])
			p.next()
		}
	}
	return "", p.errorf("string without an end")
}

func (p *tomlParser) escape(b *strings.Builder) error {
	if p.i+1 >= len(p.s) {
		return p.errorf("string without an end")
	}
	c := p.s[p.i+1]
	if k := strings.IndexByte(`"\btnfre`, c); k >= 0 {
		b.WriteByte("\"\\\b\t\n\f\r\x1b"[k])
		p.i += 2
		return nil
	}
	digits := map[byte]int{'u': 4, 'U': 8, 'x': 2}[c]
	if digits == 0 || p.i+2+digits > len(p.s) {
		return p.errorf("escape not understood")
	}
	r, err := strconv.ParseUint(p.s[p.i+2:p.i+2+digits], 16, 32)
	if err != nil {
		return p.errorf("escape not understood")
	}
	b.WriteRune(rune(r))
	p.i += 2 + digits
	return nil
}
