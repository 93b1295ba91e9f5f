package lisp

import (
	"strconv"
	"strings"
)

// kind says what a node is.
type kind uint8

const (
	symbol    kind = iota
	text           // a string, or one character
	number         //
	keyword        // :name; text is without the colon
	list           // ( ), and [ ] and { } where they mean the same
	vector         // [ ]
	braces         // { }
	quoted         // 'x and `x
	evaluated      // x is evaluated although it stands in quoted data: ,x and #.x
	raw            // text of the translation
)

// node is one form.
type node struct {
	kind  kind
	text  string
	items []node
}

// is tells whether n is a list that begins with one of these symbols.
func (n node) is(names ...string) bool {
	if n.kind != list || len(n.items) == 0 || n.items[0].kind != symbol {
		return false
	}
	for _, name := range names {
		if n.items[0].text == name {
			return true
		}
	}
	return false
}

// Bounds on what is read.
const (
	maxDepth = 100
	maxNodes = 60_000
)

// parser cuts a text into forms.
type parser struct {
	src     string
	i       int
	d       *dialect
	depth   int
	nodes   int
	problem string
}

func (p *parser) fail(why string) {
	if p.problem == "" {
		p.problem = why
	}
	p.i = len(p.src)
}

func (p *parser) at(n int) byte {
	if k := p.i + n; k < len(p.src) {
		return p.src[k]
	}
	return 0
}

// until reads forms up to the closing bracket, or to the end if it is 0.
func (p *parser) until(end byte) []node {
	var out []node
	for {
		p.blanks()
		c := p.at(0)
		switch {
		case p.i >= len(p.src):
			if end != 0 {
				p.fail("unbalanced brackets")
			}
			return out
		case c == ')' || c == ']' || c == '}':
			if p.i++; end == 0 {
				p.fail("unbalanced brackets")
			}
			return out
		}
		if n, ok := p.form(); ok {
			out = append(out, n)
		}
	}
}

// blanks skips blanks and comments.
func (p *parser) blanks() {
	for p.i < len(p.src) {
		c := p.src[p.i]
		switch {
		case c <= ' ' || c == ',' && p.d.clojure:
			p.i++
		case c == ';' && !p.d.hash, c == '#' && p.d.hash, c == '#' && p.at(1) == '!' && (p.i == 0 || p.at(2) == '/'),
			strings.HasPrefix(p.src[p.i:], "#lang "):
			if n := strings.IndexByte(p.src[p.i:], '\n'); n >= 0 {
				p.i += n
			} else {
				p.i = len(p.src)
			}
		case c == '#' && p.at(1) == '|' && p.d.blocks:
			p.comment()
		default:
			return
		}
	}
}

// comment skips #| .. |#, which nests.
func (p *parser) comment() {
	depth := 0
	for ; p.i < len(p.src); p.i++ {
		switch {
		case p.at(0) == '#' && p.at(1) == '|':
			depth++
			p.i++
		case p.at(0) == '|' && p.at(1) == '#':
			p.i++
			if depth--; depth == 0 {
				p.i++
				return
			}
		}
	}
	p.fail("unterminated comment")
}

// form reads one form; false: it is a comment, or nothing.
func (p *parser) form() (node, bool) {
	if p.nodes++; p.nodes > maxNodes {
		p.fail("too many forms")
		return node{}, false
	}
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deeply")
		return node{}, false
	}
	defer func() { p.depth-- }()
	p.blanks()
	if p.i >= len(p.src) {
		return node{}, false
	}
	c := p.src[p.i]
	switch {
	case c == '(':
		p.i++
		return node{kind: list, items: p.until(')')}, true
	case c == '[' || c == '{':
		p.i++
		k, end := vector, byte(']')
		if c == '{' {
			k, end = braces, '}'
		}
		if p.d.brackets {
			k = list
		}
		return node{kind: k, items: p.until(end)}, true
	case c == '"':
		return p.str(), true
	case c == '\'':
		p.i++
		return p.wrap(quoted)
	case c == '`' && p.d.hash:
		return p.ticks(), true
	case c == '`', c == '~' && p.d.hash:
		p.i++
		return p.wrap(quoted)
	case c == ',', c == '~' && (p.d.clojure || p.d.hy):
		if p.i++; p.at(0) == '@' {
			p.i++
		}
		return p.wrap(evaluated)
	case c == '@' || c == ';' || c == '|' && p.d.hash: // a reference's value; a list that can change; (splice ..)
		p.i++
		return p.form()
	case c == '^' && p.d.clojure:
		p.i++
		meta, ok := p.form()
		return meta, ok && meta.kind == braces
	case c == '#':
		return p.special()
	case c == '?' && p.d.chars:
		return p.character(1), true
	case c == '\\' && p.d.clojure:
		return p.character(0), true
	case c == ')' || c == ']' || c == '}':
		return node{}, false
	}
	return p.atom(), true
}

func (p *parser) wrap(k kind) (node, bool) {
	n, ok := p.form()
	return node{kind: k, items: []node{n}}, ok
}

// special reads what begins with a hash.
func (p *parser) special() (node, bool) {
	c := p.at(1)
	switch {
	case c == ';' || c == '_':
		p.i += 2
		p.form()
		return node{}, false
	case c == '\'':
		p.i += 2
		return p.form()
	case c == '.' || c == '=' || c == ',':
		p.i += 2
		return p.wrap(evaluated)
	case c == '(' && p.d.clojure:
		p.i++
		body, ok := p.form()
		return node{kind: list, items: []node{{text: "fn"}, {kind: vector}, body}}, ok
	case c == '(':
		p.i++
		return p.wrap(quoted)
	case c == '{' || c == '?' || c == '^' || c == '*' || c == '&' || c == '`':
		p.i++
		if c != '{' {
			p.i++
		}
		return p.form()
	case c == '[' && p.d.hy:
		return p.bracketed(), true
	case c == '[' || c == '"':
		p.i++
		return p.form()
	case c == '\\':
		p.i++
		return p.character(0), true
	case c == '+' || c == '-':
		p.i += 2
		p.form() // the feature that is asked for
		return node{}, false
	case c == '#' || c >= '0' && c <= '9':
		p.i++
		for p.at(0) == '#' || p.at(0) >= '0' && p.at(0) <= '9' {
			p.i++
		}
		if p.at(0) == '=' {
			p.i++
		}
		return node{}, false
	}
	p.i++
	n := p.atom()
	if k := p.at(0); (k == '"' || k == '(' || k == '{' || k == '[') && n.kind != text { // #p"x", #inst "x", #s(..)
		return p.form()
	}
	return n, n.kind == text || !p.d.clojure
}

// bracketed reads #[mark[ .. ]mark] of Hy.
func (p *parser) bracketed() node {
	rest := p.src[p.i+2:]
	open := strings.IndexByte(rest, '[')
	if open < 0 {
		p.fail("unterminated string")
		return node{kind: text}
	}
	body, _, ok := strings.Cut(rest[open+1:], "]"+rest[:open]+"]")
	if p.i += 2 + open + 1 + len(body) + open + 2; !ok {
		p.fail("unterminated string")
	}
	return node{kind: text, text: body}
}

// ticks reads a string of Janet between equal rows of backticks.
func (p *parser) ticks() node {
	n := 0
	for p.at(n) == '`' {
		n++
	}
	mark := p.src[p.i : p.i+n]
	body, _, ok := strings.Cut(p.src[p.i+n:], mark)
	if p.i += len(body) + 2*n; !ok {
		p.fail("unterminated string")
	}
	return node{kind: text, text: body}
}

// character reads \a, ?a, \newline after n bytes that say that it is one.
func (p *parser) character(n int) node {
	p.i += n
	if p.at(0) == '\\' {
		p.i++
	}
	start := p.i
	for p.i++; p.i < len(p.src) && (isLetter(p.src[p.i]) || p.src[p.i] == '-'); p.i++ {
	}
	s := p.src[min(start, len(p.src)):min(p.i, len(p.src))]
	switch strings.ToLower(s) {
	case "space":
		s = " "
	case "newline", "linefeed":
		s = "\n"
	case "tab":
		s = "\t"
	}
	if r := strings.TrimLeft(s, "xu"); len(s) > 1 && r != s {
		if code, err := strconv.ParseUint(r, 16, 20); err == nil {
			s = string(rune(code))
		}
	}
	if p.d.chars {
		return node{kind: number, text: "0"}
	}
	return node{kind: text, text: s}
}

func isLetter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// str reads a string.
func (p *parser) str() node {
	var b strings.Builder
	for p.i++; p.i < len(p.src); p.i++ {
		switch c := p.src[p.i]; {
		case c == '"':
			p.i++
			return node{kind: text, text: b.String()}
		case c == '\\' && p.i+1 < len(p.src):
			p.i++
			p.escape(&b)
		default:
			b.WriteByte(c)
		}
	}
	p.fail("unterminated string")
	return node{kind: text, text: b.String()}
}

// escape adds what the backslash before p.i means, and stays at its last byte.
func (p *parser) escape(b *strings.Builder) {
	c := p.src[p.i]
	if p.d.plain { // Common Lisp: the next character, whatever it is
		b.WriteByte(c)
		return
	}
	digits := func(base, most int) {
		n := 0
		for n < most && p.i+n < len(p.src) && strings.IndexByte("0123456789abcdefABCDEF"[:max(base, 8+14*(base/16))], p.src[p.i+n]) >= 0 {
			n++
		}
		code, err := strconv.ParseUint(p.src[p.i:p.i+n], base, 21)
		if err != nil {
			return
		}
		b.WriteString(string(rune(code)))
		if p.i += n - 1; base == 16 && p.at(1) == ';' {
			p.i++
		}
	}
	switch {
	case c == 'n':
		b.WriteByte('\n')
	case c == 't':
		b.WriteByte('\t')
	case c == 'r':
		b.WriteByte('\r')
	case c == 's' && p.d.chars:
		b.WriteByte(' ')
	case c == '\n':
	case c == 'x' && p.d.clojure, c == 'x', c == 'u', c == 'U':
		most := map[byte]int{'x': 6, 'u': 4, 'U': 8}[c]
		if c == 'x' && (p.d.hy || p.d.hash) {
			most = 2
		}
		p.i++
		digits(16, most)
	case c >= '0' && c <= '7':
		digits(8, 3)
	default:
		b.WriteByte(c)
	}
}

// atom reads a symbol, a number or a keyword.
func (p *parser) atom() node {
	var b strings.Builder
	for p.i < len(p.src) {
		c := p.src[p.i]
		if c <= ' ' || strings.IndexByte("()[]{}\";", c) >= 0 || c == ',' && !p.d.hash || (c == '\'' || c == '`') && !p.d.clojure && b.Len() > 0 && p.d.plain {
			break
		}
		if c == '|' && p.d.blocks { // |any text| is part of a symbol
			p.i++
			end := strings.IndexByte(p.src[p.i:], '|')
			if end < 0 {
				p.fail("unterminated symbol")
				break
			}
			b.WriteString(p.src[p.i : p.i+end])
			p.i += end + 1
			continue
		}
		if c == '\\' && p.i+1 < len(p.src) && !p.d.clojure {
			p.i++
			c = p.src[p.i]
		}
		b.WriteByte(c)
		p.i++
	}
	s := b.String()
	if p.at(0) == '"' && p.d.hy && len(s) <= 2 { // f"..", r".."
		n := p.str()
		if strings.Contains(s, "f") {
			return p.holes(n.text)
		}
		return n
	}
	if p.d.fold {
		s = strings.ToLower(s)
	}
	switch {
	case s == "":
		p.i++ // a lone mark
		return node{kind: number, text: "0"}
	case s[0] == ':' && len(s) > 1:
		return node{kind: keyword, text: strings.TrimLeft(s, ":")}
	case strings.HasPrefix(s, "#:"):
		return node{kind: keyword, text: s[2:]}
	case s[0] >= '0' && s[0] <= '9', (s[0] == '-' || s[0] == '+') && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
		return node{kind: number, text: s}
	}
	return node{kind: symbol, text: s}
}

// holes reads the forms in the braces of a text.
func (p *parser) holes(s string) node {
	n := node{kind: list, items: []node{{text: "text-with-holes"}}}
	for s != "" {
		before, rest, ok := strings.Cut(s, "{")
		n.items = append(n.items, node{kind: text, text: before})
		if !ok {
			break
		}
		inner := parser{src: rest, d: p.d, depth: p.depth + 1, nodes: p.nodes}
		if hole, ok := inner.form(); ok {
			n.items = append(n.items, hole)
		}
		p.nodes = inner.nodes
		if inner.problem != "" {
			p.fail(inner.problem)
		}
		_, s, _ = strings.Cut(rest[min(inner.i, len(rest)):], "}")
	}
	return n
}
