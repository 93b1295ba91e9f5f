package sources

import "strings"

// Kinds of tokens. The zero value is none.
const (
	name = 'n' + iota
	text
	punct
)

type token struct {
	kind  int
	text  string
	parts []string // of a text: literal and variable by turns
	match int      // of a bracket: the other one
	nl    bool     // the first of its line
}

func (t token) is(s string) bool { return t.kind == punct && t.text == s }

// scan gives the tokens of a text: names, texts between quotes, and signs.
// Comments are left out.
func scan(src string) []token {
	s := scanner{src: src}
	for s.i < len(src) && len(s.out) < maxTokens {
		s.next()
	}
	return s.out
}

type scanner struct {
	src  string
	i    int
	nl   bool
	out  []token
	open []int
}

func (s *scanner) emit(t token) {
	t.nl, s.nl = s.nl, false
	s.out = append(s.out, t)
}

func (s *scanner) skipTo(mark string) {
	if n := strings.Index(s.src[s.i:], mark); n >= 0 {
		s.i += n + len(mark)
	} else {
		s.i = len(s.src)
	}
}

func (s *scanner) next() {
	rest := s.src[s.i:]
	c := rest[0]
	switch {
	case c == '\n':
		s.nl = true
		s.i++
	case c == ' ' || c == '\t' || c == '\r':
		s.i++
	case strings.HasPrefix(rest, "//"), c == '#' && !strings.HasPrefix(rest, `#"`):
		s.skipTo("\n")
		s.nl = true
	case strings.HasPrefix(rest, "/*"):
		s.skipTo("*/")
	case strings.HasPrefix(rest, `"""`):
		s.i += 3
		start := s.i
		s.skipTo(`"""`)
		s.quoted(strings.TrimSuffix(s.src[start:s.i], `"""`), false)
	case c == '"' || c == '\'' || c == '`':
		s.literal(c)
	case part(c):
		n := 1
		for n < len(rest) && part(rest[n]) {
			n++
		}
		s.i += n
		if next := s.src[s.i:]; n <= 2 && next != "" && (next[0] == '"' || next[0] == '#') && strings.Trim(rest[:n], "rRsfbLuU") == "" && strings.Contains(next, `"`) {
			s.i += strings.IndexByte(next, '"') // a prefix of the text
			return
		}
		if c < '0' || c > '9' {
			s.emit(token{kind: name, text: rest[:n]})
		}
	default:
		s.sign(rest)
	}
}

// literal scans a text between quotes.
func (s *scanner) literal(q byte) {
	verbatim := s.i > 0 && (s.src[s.i-1] == '@') || q == '`'
	start := s.i + 1
	for s.i = start; s.i < len(s.src) && s.src[s.i] != q && (s.src[s.i] != '\n' || verbatim); s.i++ {
		if s.src[s.i] == '\\' && !verbatim {
			s.i++
		}
	}
	body := s.src[min(start, len(s.src)):min(s.i, len(s.src))]
	braces := start > 1 && s.src[start-2] == '$'
	s.i = min(s.i+1, len(s.src))
	if !verbatim {
		body = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\'`, `'`, `\n`, "\n", `\t`, "\t").Replace(body)
	}
	s.quoted(body, braces)
}

// quoted emits a text, with the variables that stand in it: $x, ${x}, \(x), and
// {x} where the text says so.
func (s *scanner) quoted(body string, braces bool) {
	t := token{kind: text, text: strings.Map(func(r rune) rune {
		if r < 5 {
			return -1
		}
		return r
	}, body)}
	var parts []string
	rest, lit := t.text, ""
	for range 40 {
		i := strings.IndexAny(rest, `$\{`)
		if i < 0 || i+1 >= len(rest) {
			break
		}
		open, closed := i+2, ")"
		switch {
		case strings.HasPrefix(rest[i:], "${"):
			closed = "}"
		case strings.HasPrefix(rest[i:], `\(`):
		case rest[i] == '{' && braces:
			open, closed = i+1, "}"
		case rest[i] == '$' && part(rest[i+1]) && (rest[i+1] < '0' || rest[i+1] > '9'):
			n := i + 1
			for n < len(rest) && part(rest[n]) {
				n++
			}
			parts = append(parts, lit+rest[:i], rest[i+1:n])
			rest, lit = rest[n:], ""
			continue
		default:
			lit += rest[:i+1]
			rest = rest[i+1:]
			continue
		}
		n := strings.Index(rest[open:], closed)
		if n < 0 {
			break
		}
		parts = append(parts, lit+rest[:i], rest[open:open+n])
		rest, lit = rest[open+n+len(closed):], ""
	}
	if len(parts) > 0 {
		t.parts = append(parts, lit+rest)
	}
	s.emit(t)
}

// sign emits a sign, and pairs brackets.
func (s *scanner) sign(rest string) {
	t := token{kind: punct, text: rest[:1], match: -1}
	for _, two := range []string{":=", "==", "!=", "<=", ">=", "->", "=>", "::", "?.", "!.", "<-", "+="} {
		if strings.HasPrefix(rest, two) {
			t.text = two
			break
		}
	}
	s.i += len(t.text)
	n := len(s.out)
	switch t.text {
	case "(", "[", "{":
		s.open = append(s.open, n)
	case ")", "]", "}":
		if k := len(s.open) - 1; k >= 0 {
			t.match = s.open[k]
			s.out[t.match].match = n
			s.open = s.open[:k]
		}
	}
	s.emit(t)
}

func part(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
