package textlang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang/scan"
)

// Token kinds of awk. Only what the act reader needs is told apart.
type awkKind uint8

const (
	awkOp awkKind = iota
	awkName
	awkNumber
	awkString
	awkRegex
	awkNewline
)

type awkToken struct {
	kind       awkKind
	text       string // operators and names as written; strings decoded
	vague      bool   // a string whose value depends on the implementation
	start, end int
}

// awkLexer splits awk source. bracketEnds selects how a slash inside a bracket
// expression is read: gawk and mawk keep it inside the regular expression, the
// "one true awk" of BSD and macOS ends it there.
type awkLexer struct {
	src         string
	bracketEnds bool
	sawBracket  bool // a regular expression on which the two readings differ
	toks        []awkToken
	// header holds, per open parenthesis, whether it belongs to if, while, for or
	// switch: after such a header a slash begins a regular expression.
	header []bool
	after  bool // the last closed parenthesis was such a header
	err    string
	errAt  int
}

func (l *awkLexer) fail(what string, at int) {
	if l.err == "" {
		l.err, l.errAt = what, at
	}
}

func (l *awkLexer) push(k awkKind, text string, start, end int) {
	l.toks = append(l.toks, awkToken{kind: k, text: text, start: start, end: end})
}

// lex reads the whole source; on an error it stops and err is set.
func (l *awkLexer) lex() {
	s := l.src
	for i := 0; i < len(s) && l.err == ""; {
		c := s[i]
		switch {
		case c == '\n':
			l.push(awkNewline, "\n", i, i+1)
			i++
		case c == '\\' && strings.HasPrefix(s[i:], "\\\n"):
			i += 2
		case c == '\\' && strings.HasPrefix(s[i:], "\\\r\n"):
			i += 3
		case scan.Space(c):
			i++
		case c == '#':
			i = scan.LineEnd(s, i)
		case c == '"':
			i = l.str(i)
		case c == '/' && l.regexHere():
			i = l.regex(i)
		case scan.Letter(c):
			i = l.name(i)
		case scan.Digit(c) || c == '.' && i+1 < len(s) && scan.Digit(s[i+1]):
			i = l.number(i)
		default:
			i = l.op(i)
		}
	}
}

// regexHere decides between division and regular expression as awk's grammar
// does: a slash after an operand divides.
func (l *awkLexer) regexHere() bool {
	if len(l.toks) == 0 {
		return true
	}
	t := l.toks[len(l.toks)-1]
	switch t.kind {
	case awkNumber, awkString, awkRegex:
		return false
	case awkName:
		return awkWordBeforeRegex(t.text)
	case awkOp:
		switch t.text {
		case ")":
			return l.after
		case "]", "++", "--":
			return false
		}
	}
	return true
}

func awkWordBeforeRegex(w string) bool {
	switch w {
	case "return", "in", "print", "printf", "case", "do", "else", "delete", "exit":
		return true
	}
	return false
}

func (l *awkLexer) name(i int) int {
	j := i
	for j < len(l.src) && (scan.Letter(l.src[j]) || scan.Digit(l.src[j]) || l.src[j] == ':' && j+2 < len(l.src) && l.src[j+1] == ':' && scan.Letter(l.src[j+2])) {
		if l.src[j] == ':' {
			j++
		}
		j++
	}
	l.push(awkName, l.src[i:j], i, j)
	return j
}

func (l *awkLexer) number(i int) int {
	j := i
	for j < len(l.src) && (scan.Digit(l.src[j]) || scan.Letter(l.src[j]) || l.src[j] == '.' || (l.src[j] == '-' || l.src[j] == '+') && (l.src[j-1] == 'e' || l.src[j-1] == 'E') && l.src[i] != '0') {
		j++
	}
	l.push(awkNumber, l.src[i:j], i, j)
	return j
}

func (l *awkLexer) op(i int) int {
	for _, op := range [...]string{"**=", "|&", ">>", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "**", "!~"} {
		if strings.HasPrefix(l.src[i:], op) {
			l.push(awkOp, op, i, i+len(op))
			return i + len(op)
		}
	}
	c := l.src[i]
	if strings.IndexByte("{}()[];,<>=+-*/%^!~?:$|&@", c) < 0 {
		l.fail("character that awk does not know", i)
		return i + 1
	}
	switch c {
	case '(':
		l.header = append(l.header, l.headerWord())
	case ')':
		l.after = false
		if n := len(l.header); n > 0 {
			l.after, l.header = l.header[n-1], l.header[:n-1]
		}
	}
	l.push(awkOp, l.src[i:i+1], i, i+1)
	return i + 1
}

func (l *awkLexer) headerWord() bool {
	if len(l.toks) == 0 {
		return false
	}
	t := l.toks[len(l.toks)-1]
	if t.kind != awkName {
		return false
	}
	switch t.text {
	case "if", "while", "for", "switch":
		return true
	}
	return false
}

// str reads a string literal and decodes its escapes.
func (l *awkLexer) str(i int) int {
	var b strings.Builder
	vague := false
	s := l.src
	for j := i + 1; j < len(s); {
		switch c := s[j]; c {
		case '"':
			l.toks = append(l.toks, awkToken{kind: awkString, text: b.String(), vague: vague, start: i, end: j + 1})
			return j + 1
		case '\n':
			l.fail("string without an end", i)
			return j
		case '\\':
			var v bool
			j, v = awkEscape(s, j, &b)
			vague = vague || v
		default:
			b.WriteByte(c)
			j++
		}
	}
	l.fail("string without an end", i)
	return len(s)
}

// awkEscape decodes the escape at s[j] and returns the index after it, and
// whether implementations disagree on it.
func awkEscape(s string, j int, b *strings.Builder) (int, bool) {
	if j+1 >= len(s) {
		return j + 1, true
	}
	c := s[j+1]
	if k := strings.IndexByte("abfnrtv\\\"/", c); k >= 0 {
		b.WriteByte("\a\b\f\n\r\t\v\\\"/"[k])
		return j + 2, false
	}
	switch {
	case c == '\n':
		return j + 2, false
	case c >= '0' && c <= '7':
		n, k := 0, j+1
		for k < len(s) && k < j+4 && s[k] >= '0' && s[k] <= '7' {
			n = n*8 + int(s[k]-'0')
			k++
		}
		b.WriteByte(byte(n))
		return k, false
	case c == 'x' || c == 'u':
		n, k := 0, j+2
		for k < len(s) && hexValue(s[k]) >= 0 && k < j+10 {
			n = n*16 + hexValue(s[k])
			k++
		}
		b.WriteByte(byte(n))
		return k, c == 'u' || k-j != 4
	}
	b.WriteByte(c)
	return j + 2, true
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// regex reads a regular expression that begins at the slash s[i].
func (l *awkLexer) regex(i int) int {
	s := l.src
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case '\n':
			l.fail("regular expression without an end", i)
			return j
		case '[':
			end, slash := scan.BracketEnd(s, j, '/', true)
			if slash && end > 0 {
				l.sawBracket = true
			}
			if end > 0 && !l.bracketEnds {
				j = end
			}
		case '/':
			l.push(awkRegex, s[i:j+1], i, j+1)
			return j + 1
		}
	}
	l.fail("regular expression without an end", i)
	return len(s)
}
