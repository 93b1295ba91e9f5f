package lex

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// quoted scans a string if one of the quote forms opens here.
func (s *scanner) quoted() bool {
	for n := range s.rules.Quotes {
		q := &s.rules.Quotes[n]
		if s.has(q.Open) {
			s.quote(q, s.i)
			return true
		}
	}
	return false
}

// prefixed handles r”, b”, f"" of Python, r"(..)" of R, raw"" of Julia: the
// name before the quote is part of the string.
func (s *scanner) prefixed(name string, start int) bool {
	if c := s.peek(0); c != '"' && c != '\'' {
		return false
	}
	lower := strings.ToLower(name)
	if s.peek(0) == '"' && s.rules.Interp('"') == Dollar { // Julia
		s.quote(&Quote{Open: `"`, Close: `"`, Esc: Raw}, start)
		return true
	}
	if s.has(`"(`) || s.has(`'(`) || s.has(`"-`) || s.has(`'-`) {
		if lower == "r" && s.rawR(start) {
			return true
		}
	}
	if len(lower) > 2 || strings.Trim(lower, "rbuft") != "" {
		return false
	}
	for n := range s.rules.Quotes {
		q := s.rules.Quotes[n]
		if !s.has(q.Open) {
			continue
		}
		if strings.Contains(lower, "r") {
			q.Esc = Raw
		}
		if strings.ContainsAny(lower, "ft") {
			q.Interp = Braces
		}
		s.quote(&q, start)
		return true
	}
	return false
}

// Interp tells how strings that open with c are interpolated.
func (r *Rules) Interp(c byte) Interp {
	for n := range r.Quotes {
		if r.Quotes[n].Open == string(c) {
			return r.Quotes[n].Interp
		}
	}
	return NoHoles
}

// rawR scans r"---( ... )---" of R.
func (s *scanner) rawR(start int) bool {
	if s.rules.KeepEscapes {
		return false // Python's r"(" is an ordinary raw string
	}
	quote := s.peek(0)
	n := 1
	for s.peek(n) == '-' {
		n++
	}
	if s.peek(n) != '(' {
		return false
	}
	end := ")" + strings.Repeat("-", n-1) + string(quote)
	s.i += n
	s.quote(&Quote{Open: "(", Close: end}, start)
	return true
}

// quote scans a string whose opening mark stands at s.i.
func (s *scanner) quote(q *Quote, start int) {
	s.i += len(q.Open)
	t := Token{Kind: q.Kind, Start: start, Bytes: q.Open == "`"}
	if t.Kind == 0 {
		t.Kind = Str
	}
	at := len(s.toks)
	s.add(t)
	parts, closed := s.text(q, len(s.src))
	if !closed {
		s.problem("unterminated string")
	}
	s.finish(at, parts)
}

// finish gives the token at its parts; a single literal part becomes Text.
func (s *scanner) finish(at int, parts []Part) {
	t := &s.toks[at]
	t.End = s.i
	if len(parts) == 0 {
		return
	}
	if len(parts) == 1 && !parts[0].Hole {
		t.Text = parts[0].Text
		return
	}
	t.Parts = parts
}

// text scans the inside of a string up to q.Close, or up to the offset end if
// q.Close is empty, and consumes the closing mark.
func (s *scanner) text(q *Quote, end int) (parts []Part, closed bool) {
	if q.Interp == Sigils && q.Close != "" {
		if n := s.closing(q); n >= 0 {
			end = n
		}
	}
	whole := s.src
	s.src = whole[:end]
	defer func() { s.src = whole }()
	var b strings.Builder
	flush := func(p Part) {
		if b.Len() > 0 {
			parts = append(parts, Part{Text: b.String()})
			b.Reset()
		}
		if p.Hole {
			parts = append(parts, p)
		}
	}
	for depth := 0; s.i < len(s.src); {
		c := s.src[s.i]
		if q.Close != "" && s.has(q.Close) && depth == 0 {
			s.i += len(q.Close)
			flush(Part{})
			return parts, true
		}
		if len(q.Open) == 1 && q.Open != q.Close && len(q.Close) == 1 && q.Kind != 0 {
			depth = nest(depth, c, q)
		}
		if c == '\n' && q.OneLine {
			break
		}
		if q.Interp == Braces && (s.has("{{") || s.has("}}")) {
			b.WriteByte(c)
			s.i += 2
			continue
		}
		if p, ok := s.interpolation(q); ok {
			flush(p)
			continue
		}
		if c == '\\' && q.Esc != NoEsc && s.escape(&b, q) {
			continue
		}
		if s.i < len(s.src) {
			b.WriteByte(s.src[s.i])
			s.i++
		}
	}
	flush(Part{})
	if end < len(whole) && q.Close != "" {
		s.i = end + len(q.Close)
		return parts, true
	}
	return parts, q.Close == ""
}

// nest counts bracket pairs in %w[a [b]] and q{a {b}}.
func nest(depth int, c byte, q *Quote) int {
	switch c {
	case q.Open[0]:
		return depth + 1
	case q.Close[0]:
		return depth - 1
	}
	return depth
}

// closing finds the end of a string whose end is looked for before its holes
// are (Perl); -1 if there is none.
func (s *scanner) closing(q *Quote) int {
	depth := 0
	paired := len(q.Open) == 1 && q.Open != q.Close
	for n := s.i; n < len(s.src); n++ {
		switch {
		case s.src[n] == '\\':
			n++
		case strings.HasPrefix(s.src[n:], q.Close):
			if depth == 0 {
				return n
			}
			depth--
		case paired && s.src[n] == q.Open[0]:
			depth++
		}
	}
	return -1
}

// interpolation scans a hole if one begins here.
func (s *scanner) interpolation(q *Quote) (Part, bool) {
	c := s.src[s.i]
	switch q.Interp {
	case Braces:
		if c == '{' {
			s.i++
			return s.hole('}', true), true
		}
	case DollarOnly:
		if s.has("${") {
			s.i += 2
			return s.hole('}', false), true
		}
	case Hash:
		if s.has("#{") {
			s.i += 2
			return s.hole('}', false), true
		}
		if c == '#' && (s.peek(1) == '$' || s.peek(1) == '@') {
			s.i++
			return s.simple(), true
		}
	case Dollar:
		if c == '$' && (s.peek(1) == '(' || s.peek(1) == '{') {
			stop := byte(')')
			if s.peek(1) == '{' {
				stop = '}'
			}
			s.i += 2
			return s.hole(stop, false), true
		}
		if c == '$' && isAlpha(s.peek(1)) {
			s.i++
			return s.simple(), true
		}
	case Sigils:
		return s.sigilHole(c)
	}
	return Part{}, false
}

// simple scans the name in "$name" or "#@name" as a hole of one token.
func (s *scanner) simple() Part {
	start := s.i
	for s.i < len(s.src) && (isWord(s.src[s.i]) || s.i == start) {
		s.i++
	}
	*s.total++
	return Part{Hole: true, Code: []Token{{Kind: Name, Text: s.src[start:s.i], Start: start, End: s.i}}}
}

// sigilHole scans "$x", "${x}", "@{[ code ]}", "$x->{k}[0]" and "{$x}".
func (s *scanner) sigilHole(c byte) (Part, bool) {
	switch {
	case c == '{' && s.peek(1) == '$' && s.rules.Tags:
		s.i++
		return s.hole('}', false), true
	case c != '$' && (c != '@' || s.rules.Tags):
		return Part{}, false
	case s.peek(1) == '{':
		s.i += 2
		p := s.hole('}', false)
		if len(p.Code) == 1 && p.Code[0].Kind == Name {
			p.Code[0].Kind, p.Code[0].Text = Var, string(c)+p.Code[0].Text
		}
		return p, true
	case !isWord(s.peek(1)) && s.peek(1) != '$' && s.peek(1) != ':' && s.peek(1) != '&',
		c == '@' && s.peek(1) != '$' && !isAlpha(s.peek(1)):
		return Part{}, false
	}
	start := s.i
	toks, stack := s.toks, s.stack
	s.toks, s.stack = nil, nil
	s.variable(c)
	for s.i < len(s.src) {
		if s.has("->[") || s.has("->{") || s.rules.Tags && s.has("->") && isAlpha(s.peek(2)) {
			s.add(Token{Kind: Op, Text: "->", Start: s.i, End: s.i + 2})
			s.i += 2
		}
		if s.rules.Tags && isAlpha(s.peek(0)) && s.last().Is("->") {
			s.name()
			break
		}
		if s.peek(0) != '[' && (s.peek(0) != '{' || s.rules.Tags) {
			break
		}
		s.subscript()
	}
	p := Part{Hole: true, Code: s.toks}
	s.toks, s.stack = toks, stack
	if s.i == start {
		return Part{}, false
	}
	return p, true
}

// subscript scans one bracket pair after a variable in a string.
func (s *scanner) subscript() {
	open := s.peek(0)
	stop := byte(']')
	if open == '{' {
		stop = '}'
	}
	at := len(s.toks)
	s.add(Token{Kind: Op, Text: string(open), Start: s.i, End: s.i + 1})
	s.i++
	inner := s.hole(stop, false)
	for _, t := range inner.Code {
		if t.Match > 0 || t.Is("(") || t.Is("[") || t.Is("{") {
			t.Match += at + 1
		}
		s.toks = append(s.toks, t)
	}
	s.toks[at].Match = len(s.toks)
	s.add(Token{Kind: Op, Text: string(stop), Start: s.i - 1, End: s.i})
}

const simpleEscapes = "n\nt\tr\ra\ab\bf\fv\ve\x1b"

// escape decodes the escape at s.i into b; false leaves the backslash to be
// taken as a character.
func (s *scanner) escape(b *strings.Builder, q *Quote) bool {
	if s.src[s.i] == 'u' { // called on a name: the backslash is consumed
		return s.code(b, 'u')
	}
	c := s.peek(1)
	switch q.Esc {
	case Raw, Single:
		if s.i+1 >= len(s.src) {
			return false
		}
		if q.Esc == Raw {
			b.WriteString(s.src[s.i : s.i+2])
		} else if c == '\\' || strings.IndexByte(q.Close+q.Open, c) >= 0 {
			b.WriteByte(c)
		} else {
			return false
		}
		s.i += 2
		return true
	}
	s.i++
	if s.i >= len(s.src) {
		return true
	}
	switch {
	case c == '\n':
		s.i++
	case c == '\r':
		s.i++
		if s.peek(0) == '\n' {
			s.i++
		}
	case s.rules.Decimal && c == 'z':
		for s.i++; s.i < len(s.src) && strings.IndexByte(" \t\r\n", s.src[s.i]) >= 0; {
			s.i++
		}
	case c == 'x' || c == 'u' || c == 'U' && s.rules.KeepEscapes || c == 'o' && s.peek(1) == '{':
		return s.code(b, c)
	case c >= '0' && c <= '9':
		s.octal(b)
	case c == 'N' && (s.peek(1) == '{'):
		b.WriteRune(utf8.RuneError)
		s.problem("a character given by its name")
		s.i++
	default:
		s.plainEscape(b, c)
	}
	return true
}

func (s *scanner) plainEscape(b *strings.Builder, c byte) {
	for n := 0; n < len(simpleEscapes); n += 2 {
		if simpleEscapes[n] == c {
			b.WriteByte(simpleEscapes[n+1])
			s.i++
			return
		}
	}
	if s.rules.KeepEscapes && strings.IndexByte(`\'"`, c) < 0 {
		b.WriteByte('\\')
	}
	_, n := utf8.DecodeRuneInString(s.rest())
	b.WriteString(s.src[s.i : s.i+n])
	s.i += n
}

// code decodes \xHH, \uHHHH, \UHHHHHHHH, \x{H..}, \u{H..}; s.i is at the letter.
func (s *scanner) code(b *strings.Builder, c byte) bool {
	most := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
	s.i++
	start, end := s.i, s.i
	if s.peek(0) == '{' {
		n := strings.IndexByte(s.rest(), '}')
		if n < 0 || n > 12 {
			return true
		}
		start, end = s.i+1, s.i+n
		s.i += n + 1
	} else {
		for end < len(s.src) && end-start < most && isHex(s.src[end]) {
			end++
		}
		s.i = end
	}
	base := 16
	if c == 'o' {
		base = 8
	}
	v, err := strconv.ParseUint(s.src[start:end], base, 32)
	switch {
	case err != nil:
		return true
	case c == 'x' && v < 0x100:
		writeByte(b, v)
	default:
		b.WriteRune(rune(v))
	}
	return true
}

func writeByte(b *strings.Builder, v uint64) {
	if v < 0x80 {
		b.WriteByte(byte(v))
		return
	}
	b.WriteRune(rune(v))
}

func (s *scanner) octal(b *strings.Builder) {
	start, base, most := s.i, 8, byte('7')
	if s.rules.Decimal {
		base, most = 10, '9'
	}
	for s.i < len(s.src) && s.i < start+3 && s.src[s.i] >= '0' && s.src[s.i] <= most {
		s.i++
	}
	v, err := strconv.ParseUint(s.src[start:s.i], base, 16)
	if err != nil {
		s.i = start + 1
		b.WriteByte(s.src[start])
		return
	}
	writeByte(b, v)
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func (s *scanner) number() {
	start := s.i
	for s.i < len(s.src) {
		c := s.src[s.i]
		exponent := (c == '+' || c == '-') && (s.src[s.i-1] == 'e' || s.src[s.i-1] == 'E') &&
			!strings.HasPrefix(s.src[start:], "0x") && s.i > start
		fraction := c == '.' && s.peek(1) >= '0' && s.peek(1) <= '9'
		if !isWord(c) && !fraction && !exponent {
			break
		}
		s.i++
	}
	s.add(Token{Kind: Num, Text: s.src[start:s.i], Start: start, End: s.i})
}
