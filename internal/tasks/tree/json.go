package tree

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// JSON reads one JSON value and nothing after it. With comments, // and /* */ and
// commas before a closing bracket are accepted, as Deno has it.
func JSON(b []byte, comments bool) (*Node, error) {
	src, err := newSource(b)
	if err != nil {
		return nil, err
	}
	p := jsonParser{source: src, comments: comments}
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.i < len(p.s) {
		return nil, p.errorf("text after the value")
	}
	return n, nil
}

type jsonParser struct {
	source
	comments bool
}

func (p *jsonParser) space() error {
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.next()
		case p.comments && p.at("//"):
			for p.i < len(p.s) && p.s[p.i] != '\n' {
				p.i++
			}
		case p.comments && p.at("/*"):
			end := strings.Index(p.s[p.i+2:], "*/")
			if end < 0 {
				return p.errorf("comment without an end")
			}
			for stop := p.i + end + 4; p.i < stop; {
				p.next()
			}
		default:
			return nil
		}
	}
	return nil
}

func (p *jsonParser) value(depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, p.errorf("nested too deep")
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	switch c := p.peek(); {
	case c == '{' || c == '[':
		return p.collection(c, depth)
	case c == '"':
		n, err := p.node(String)
		if err != nil {
			return nil, err
		}
		n.Str, err = p.str()
		return n, err
	}
	return p.literal()
}

func (p *jsonParser) literal() (*Node, error) {
	start := p.i
	for p.i < len(p.s) && strings.IndexByte("+-.0123456789eEtrufalsn", p.s[p.i]) >= 0 {
		p.i++
	}
	word := p.s[start:p.i]
	kind := Number
	switch word {
	case "true", "false":
		kind = Bool
	case "null":
		kind = Null
	default:
		if _, err := strconv.ParseFloat(word, 64); err != nil {
			return nil, p.errorf("value not understood")
		}
	}
	n, err := p.node(kind)
	if err == nil {
		n.Str = word
	}
	return n, err
}

func (p *jsonParser) collection(open byte, depth int) (*Node, error) {
	kind, close := List, byte(']')
	if open == '{' {
		kind, close = Map, '}'
	}
	n, err := p.node(kind)
	if err != nil {
		return nil, err
	}
	p.i++
	for first := true; ; first = false {
		if err := p.space(); err != nil {
			return nil, err
		}
		if p.peek() == close && (first || p.comments) {
			p.i++
			return n, nil
		}
		if err := p.member(n, depth); err != nil {
			return nil, err
		}
		if err := p.space(); err != nil {
			return nil, err
		}
		switch p.peek() {
		case ',':
			p.i++
		case close:
			p.i++
			return n, nil
		default:
			return nil, p.errorf("comma or closing bracket missing")
		}
	}
}

func (p *jsonParser) member(n *Node, depth int) error {
	if n.Kind == List {
		v, err := p.value(depth + 1)
		if err == nil {
			n.Items = append(n.Items, v)
		}
		return err
	}
	if p.peek() != '"' {
		return p.errorf("key missing")
	}
	key, err := p.str()
	if err != nil {
		return err
	}
	if err := p.space(); err != nil {
		return err
	}
	if p.peek() != ':' {
		return p.errorf("colon missing")
	}
	p.i++
	v, err := p.value(depth + 1)
	if err != nil {
		return err
	}
	return n.put(key, v)
}

// str reads a JSON string at the quote.
func (p *jsonParser) str() (string, error) {
	var b strings.Builder
	for p.i++; p.i < len(p.s); {
		c := p.s[p.i]
		switch {
		case c == '"':
			p.i++
			return b.String(), nil
		case c < ' ':
			return "", p.errorf("control character in a string")
		case c == '\\':
			n, err := p.escape(&b)
			if err != nil {
				return "", err
			}
			p.i += n
		default:
			b.WriteByte(c)
			p.i++
		}
	}
	return "", p.errorf("string without an end")
}

// escape decodes the escape here and returns its length.
func (p *jsonParser) escape(b *strings.Builder) (int, error) {
	if p.i+1 >= len(p.s) {
		return 0, p.errorf("string without an end")
	}
	c := p.s[p.i+1]
	if k := strings.IndexByte(`"\/bfnrt`, c); k >= 0 {
		b.WriteByte("\"\\/\b\f\n\r\t"[k])
		return 2, nil
	}
	if c != 'u' || p.i+6 > len(p.s) {
		return 0, p.errorf("escape not understood")
	}
	r, err := strconv.ParseUint(p.s[p.i+2:p.i+6], 16, 32)
	if err != nil {
		return 0, p.errorf("escape not understood")
	}
	if r >= 0xd800 && r < 0xdc00 && p.i+12 <= len(p.s) && p.s[p.i+6:p.i+8] == `\u` {
		if low, err := strconv.ParseUint(p.s[p.i+8:p.i+12], 16, 32); err == nil && low >= 0xdc00 && low < 0xe000 {
			b.WriteRune(rune(0x10000 + (r-0xd800)<<10 + (low - 0xdc00)))
			return 12, nil
		}
	}
	if r >= 0xd800 && r < 0xe000 {
		b.WriteRune(utf8.RuneError)
		return 6, nil
	}
	b.WriteRune(rune(r))
	return 6, nil
}
