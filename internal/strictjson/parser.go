package strictjson

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// parser reads one text from left to right. Strings without escapes are cut
// out of src, so a text costs one copy and not one per string.
type parser struct {
	src    string
	pos    int
	limits Limits
	count  int
	levels int // how many levels of objects and arrays are built
	// seen is a stack of the folded member names of the objects that are open;
	// each object owns the part from its own base on.
	seen []string
}

// problem is a mistake on its way to the caller, who makes an error of it.
type problem struct {
	offset int
	text   string
}

func run(data []byte, limits Limits, levels int) (any, error) {
	limits = limits.orDefaults()
	if len(data) > limits.Bytes {
		return nil, newError(nil, 0, fmt.Sprintf("text of %d bytes is longer than %d", len(data), limits.Bytes))
	}
	if !utf8.Valid(data) {
		return nil, newError(data, invalidAt(data), "invalid UTF-8")
	}
	p := &parser{src: string(data), limits: limits, levels: levels}
	v, bad := p.document()
	if bad != nil {
		return nil, newError(data, bad.offset, bad.text)
	}
	return v, nil
}

func invalidAt(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(data)
}

func (p *parser) document() (any, *problem) {
	v, bad := p.value(0)
	if bad != nil {
		return nil, bad
	}
	p.blanks()
	if p.pos < len(p.src) {
		return nil, p.fail("junk after the value")
	}
	return v, nil
}

func (p *parser) fail(text string) *problem { return &problem{p.pos, text} }

func (p *parser) blanks() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// peek is the next byte behind white space, 0 at the end (0 itself is never
// valid there, so the two need no telling apart).
func (p *parser) peek() byte {
	p.blanks()
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

func (p *parser) value(depth int) (any, *problem) {
	switch c := p.peek(); {
	case c == '{' || c == '[':
		return p.nested(c, depth+1)
	case c == '"':
		s, bad := p.text()
		if !p.builds(depth) {
			return nil, bad // spares putting it into an interface
		}
		return s, bad
	case c == '-' || '0' <= c && c <= '9':
		return p.number(p.builds(depth))
	case c == 't':
		return true, p.literal("true")
	case c == 'f':
		return false, p.literal("false")
	case c == 'n':
		return nil, p.literal("null")
	case p.pos == len(p.src):
		return nil, p.fail("unexpected end, want a value")
	default:
		return nil, p.fail("want a value")
	}
}

// nested reads an object or array; depth is its own level, from 1.
func (p *parser) nested(opening byte, depth int) (any, *problem) {
	start := p.pos
	var v any
	var bad *problem
	if opening == '{' {
		v, bad = p.object(depth)
	} else {
		v, bad = p.array(depth)
	}
	if bad == nil && depth == p.levels+1 {
		return Raw(p.src[start:p.pos]), nil
	}
	return v, bad
}

// builds reports whether objects and arrays of that level are built.
func (p *parser) builds(depth int) bool { return depth <= p.levels }

func (p *parser) literal(word string) *problem {
	if !strings.HasPrefix(p.src[p.pos:], word) {
		return p.fail("want " + word)
	}
	p.pos += len(word)
	return nil
}

// enter counts one more level.
func (p *parser) enter(depth int) *problem {
	if depth > p.limits.Depth {
		return p.fail(fmt.Sprintf("nested deeper than %d", p.limits.Depth))
	}
	p.pos++
	return nil
}

// member counts one more member or element.
func (p *parser) member() *problem {
	if p.count++; p.count > p.limits.Members {
		return p.fail(fmt.Sprintf("more than %d members", p.limits.Members))
	}
	return nil
}

func (p *parser) array(depth int) (any, *problem) {
	if bad := p.enter(depth); bad != nil {
		return nil, bad
	}
	var list []any
	if p.builds(depth) {
		list = []any{}
	}
	if p.peek() == ']' {
		p.pos++
		return list, nil
	}
	for {
		if bad := p.member(); bad != nil {
			return nil, bad
		}
		v, bad := p.value(depth)
		if bad != nil {
			return nil, bad
		}
		if p.builds(depth) {
			list = append(list, v)
		}
		switch p.peek() {
		case ',':
			p.pos++
		case ']':
			p.pos++
			return list, nil
		default:
			return nil, p.fail("want a comma or ]")
		}
	}
}

func (p *parser) object(depth int) (any, *problem) {
	if bad := p.enter(depth); bad != nil {
		return nil, bad
	}
	names := names{base: len(p.seen)}
	defer func() { p.seen = p.seen[:names.base] }()
	var object map[string]any
	if p.builds(depth) {
		object = map[string]any{}
	}
	if p.peek() == '}' {
		p.pos++
		return object, nil
	}
	for {
		name, bad := p.name(&names)
		if bad != nil {
			return nil, bad
		}
		v, bad := p.value(depth)
		if bad != nil {
			return nil, bad
		}
		if p.builds(depth) {
			object[name] = v
		}
		switch p.peek() {
		case ',':
			p.pos++
		case '}':
			p.pos++
			return object, nil
		default:
			return nil, p.fail("want a comma or }")
		}
	}
}

// name reads a member's name and the colon, and refuses a second of that name.
func (p *parser) name(known *names) (string, *problem) {
	if bad := p.member(); bad != nil {
		return "", bad
	}
	if p.peek() != '"' {
		return "", p.fail("want a member name")
	}
	start := p.pos
	name, bad := p.text()
	if bad != nil {
		return "", bad
	}
	folded := name
	if !p.limits.DataNames {
		folded = Fold(name)
	}
	if known.add(p, folded) {
		return "", &problem{start, "member " + strconv.QuoteToASCII(clip(name)) + " occurs twice"}
	}
	if p.peek() != ':' {
		return "", p.fail("want a colon")
	}
	p.pos++
	return name, nil
}

// clip keeps a hostile name from filling an error message.
func clip(name string) string {
	if len(name) <= 64 {
		return name
	}
	return strings.ToValidUTF8(name[:64], "") + "..."
}

// names are the folded member names of one object. Few are compared one by
// one, many through a map: an object of ten thousand members stays cheap.
type names struct {
	base int
	many map[string]struct{}
}

const fewNames = 16

// add reports whether the name was there already.
func (n *names) add(p *parser, name string) bool {
	own := p.seen[n.base:]
	if n.many == nil {
		for _, other := range own {
			if other == name {
				return true
			}
		}
		if len(own) < fewNames {
			p.seen = append(p.seen, name)
			return false
		}
		n.many = make(map[string]struct{}, 4*fewNames)
		for _, other := range own {
			n.many[other] = struct{}{}
		}
	}
	if _, twice := n.many[name]; twice {
		return true
	}
	n.many[name] = struct{}{}
	return false
}

// Fold maps names that differ in letter case only to one name. It follows
// Unicode's simple folding, as encoding/json does when it looks for a field:
// U+212A (the Kelvin sign) is a k there.
func Fold(name string) string {
	for i := 0; i < len(name); i++ {
		if c := name[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return strings.Map(foldRune, name)
		}
	}
	return name
}

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		return lowerASCII(r)
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return lowerASCII(least)
}

func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// number reads a number by the grammar of RFC 8259, section 6.
func (p *parser) number(build bool) (any, *problem) {
	start := p.pos
	if p.src[p.pos] == '-' {
		p.pos++
	}
	if p.at('0') {
		p.pos++
	} else if !p.digits() {
		return nil, p.fail("want a digit")
	}
	if p.at('.') {
		p.pos++
		if !p.digits() {
			return nil, p.fail("want a digit after the point")
		}
	}
	if p.at('e') || p.at('E') {
		p.pos++
		if p.at('+') || p.at('-') {
			p.pos++
		}
		if !p.digits() {
			return nil, p.fail("want a digit in the exponent")
		}
	}
	if !build {
		return nil, nil
	}
	return json.Number(p.src[start:p.pos]), nil
}

func (p *parser) at(c byte) bool { return p.pos < len(p.src) && p.src[p.pos] == c }

func (p *parser) digits() bool {
	start := p.pos
	for p.pos < len(p.src) && '0' <= p.src[p.pos] && p.src[p.pos] <= '9' {
		p.pos++
	}
	return p.pos > start
}

// text reads a string; the parser stands on its opening quote.
func (p *parser) text() (string, *problem) {
	p.pos++
	start := p.pos
	for ; p.pos < len(p.src); p.pos++ {
		switch c := p.src[p.pos]; {
		case c == '"':
			s := p.src[start:p.pos]
			p.pos++
			return s, nil
		case c == '\\':
			return p.escapedText(start)
		case c < ' ':
			return "", p.fail("control character in a string")
		}
	}
	return "", p.fail("unexpected end of a string")
}

// escapedText goes on with a string at its first backslash.
func (p *parser) escapedText(start int) (string, *problem) {
	end := p.pos
	for end < len(p.src) && p.src[end] != '"' {
		if p.src[end] == '\\' {
			end++
		}
		end++
	}
	var b strings.Builder
	b.Grow(min(end, len(p.src)) - start) // a long text is not copied as it grows
	b.WriteString(p.src[start:p.pos])
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		switch {
		case c == '"':
			p.pos++
			return b.String(), nil
		case c == '\\':
			r, bad := p.escape()
			if bad != nil {
				return "", bad
			}
			b.WriteRune(r)
		case c < ' ':
			return "", p.fail("control character in a string")
		default:
			b.WriteByte(c)
			p.pos++
		}
	}
	return "", p.fail("unexpected end of a string")
}

const (
	escapeLetters = `"\/bfnrt`
	escapeValues  = "\"\\/\b\f\n\r\t"
)

// escape reads one escape; the parser stands on its backslash.
func (p *parser) escape() (rune, *problem) {
	start := p.pos
	if p.pos++; p.pos == len(p.src) {
		return 0, p.fail("unexpected end of a string")
	}
	c := p.src[p.pos]
	p.pos++
	if i := strings.IndexByte(escapeLetters, c); i >= 0 {
		return rune(escapeValues[i]), nil
	}
	if c != 'u' {
		return 0, &problem{start, "unknown escape"}
	}
	r, ok := p.hex4()
	if ok && utf16.IsSurrogate(r) {
		var low rune
		if ok = strings.HasPrefix(p.src[p.pos:], `\u`); ok {
			p.pos += 2
			low, ok = p.hex4()
		}
		if r = utf16.DecodeRune(r, low); r == unicode.ReplacementChar {
			return 0, &problem{start, "half of a surrogate pair"}
		}
	}
	switch {
	case !ok:
		return 0, &problem{start, "want four hexadecimal digits"}
	case r == 0:
		return 0, &problem{start, "NUL in a string"}
	}
	return r, nil
}

func (p *parser) hex4() (rune, bool) {
	if len(p.src)-p.pos < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(p.src[p.pos:p.pos+4], 16, 16)
	if err != nil {
		return 0, false
	}
	p.pos += 4
	return rune(n), true
}
