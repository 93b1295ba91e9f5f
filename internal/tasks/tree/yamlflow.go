package tree

import (
	"strconv"
	"strings"
)

// yamlFlow reads quoted scalars, [lists] and {maps}.
type yamlFlow struct{ source }

func (p *yamlFlow) blanks() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
		p.i++
	}
}

func (p *yamlFlow) value(depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, p.errorf("nested too deep")
	}
	p.blanks()
	switch c := p.peek(); c {
	case '[', '{':
		return p.collection(c, depth)
	case '"', '\'':
		n, err := p.node(String)
		if err != nil {
			return nil, err
		}
		n.Str, err = p.quoted(c)
		return n, err
	case '&', '*', '!':
		return nil, p.errorf("value not understood")
	}
	start := p.i
	for p.i < len(p.s) && strings.IndexByte(",]}", p.s[p.i]) < 0 {
		if p.s[p.i] == ':' && (p.i+1 == len(p.s) || p.s[p.i+1] == ' ') {
			break
		}
		p.i++
	}
	return p.plain(strings.TrimSpace(p.s[start:p.i]))
}

func (p *yamlFlow) collection(open byte, depth int) (*Node, error) {
	kind, close := List, byte(']')
	if open == '{' {
		kind, close = Map, '}'
	}
	n, err := p.node(kind)
	if err != nil {
		return nil, err
	}
	for p.i++; ; {
		p.blanks()
		if p.peek() == close {
			p.i++
			return n, nil
		}
		before := p.i
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		if p.blanks(); kind == Map {
			if p.peek() != ':' || v.Kind == List || v.Kind == Map {
				return nil, p.errorf("colon missing")
			}
			p.i++
			key := v.Str
			if v, err = p.value(depth + 1); err != nil {
				return nil, err
			}
			if err := n.put(key, v); err != nil {
				return nil, err
			}
			p.blanks()
		} else {
			n.Items = append(n.Items, v)
		}
		switch {
		case p.peek() == ',':
			p.i++
		case p.peek() != close || p.i == before:
			return nil, p.errorf("comma or closing bracket missing")
		}
	}
}

func (p *yamlFlow) quoted(q byte) (string, error) {
	var b strings.Builder
	for p.i++; p.i < len(p.s); {
		c := p.s[p.i]
		switch {
		case c == q && q == '\'' && p.i+1 < len(p.s) && p.s[p.i+1] == q:
			b.WriteByte(q)
			p.i += 2
		case c == q:
			p.i++
			return b.String(), nil
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

func (p *yamlFlow) escape(b *strings.Builder) error {
	if p.i+1 >= len(p.s) {
		return p.errorf("string without an end")
	}
	c := p.s[p.i+1]
	if k := strings.IndexByte("0abtnvfre \"/\\", c); k >= 0 {
		b.WriteByte("\x00\a\b\t\n\v\f\r\x1b \"/\\"[k])
		p.i += 2
		return nil
	}
	digits := 0
	switch c {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	}
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
