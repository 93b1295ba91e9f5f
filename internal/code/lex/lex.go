// Package lex cuts source text of general-purpose languages into tokens, so
// that a reader never takes a string or a comment for code.
//
// One scanner serves all languages; what differs is data, a [Rules] value per
// language in rules.go. To add a language, write its Rules: comment marks,
// quote forms, characters of names. Only what no table can say (quote-like
// operators of Perl, percent literals of Ruby) has functions of its own.
//
// Strings are decoded: the text of '\x72m' is "rm". Strings with holes
// (f"{x}", `${x}`, "#{x}", "$x") carry parts, and the code in a hole is
// scanned into tokens as well. What the scanner is not sure about is named in
// the problems it returns: a text with a problem is not fully understood.
package lex

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind says what a token is.
type Kind uint8

// The kinds of tokens. The zero Kind is never returned.
const (
	Name    Kind = iota + 1 // identifier or keyword
	Var                     // variable with its sigil in Text: $x, @x, %x
	Str                     // string, decoded; Parts if it has holes
	Cmd                     // text that the language itself runs: backticks, %x(), qx()
	Words                   // list of words: %w[], qw()
	Num                     // number, as written
	Regex                   // pattern; a Perl substitution has its replacement in Parts
	Op                      // operator, bracket or separator
	Newline                 // end of a line, where it can end a statement
)

// Part is a piece of a string with holes: literal Text, or a hole. A hole's
// Code is nil if it could not be looked into.
type Part struct {
	Text string
	Hole bool
	Code []Token
}

// Token is one token. Start and End are byte offsets in the source.
type Token struct {
	Kind       Kind
	Space      bool // blanks stand before it
	Bytes      bool // a template literal or command, whose tag may be a call
	Text       string
	Parts      []Part
	Start, End int
	Match      int // opening bracket: index of its closer in the same list
}

// Is reports whether the token is the operator op.
func (t *Token) Is(op string) bool { return t.Kind == Op && t.Text == op }

// Bounds on one scan; beyond them a problem is reported.
const (
	MaxTokens = 100_000
	MaxDepth  = 100 // nested brackets and holes
)

type heredoc struct {
	token  int
	tag    string
	dedent bool
	interp Interp
}

type scanner struct {
	src      string
	i        int
	rules    *Rules
	toks     []Token
	stack    []int
	pending  []heredoc
	problems []string
	depth    int
	total    *int
	missed   int // heredoc marks without an end; bounds the searches
	fields   bool
}

// Scan cuts src into tokens. Problems say what could not be understood; nil
// means that every byte found its place.
func Scan(src string, rules *Rules) (tokens []Token, problems []string) {
	s := &scanner{src: src, rules: rules, total: new(int)}
	if rules.Tags {
		s.template()
	}
	if rules.Pod && len(src) > 1 && src[0] == '=' && isAlpha(src[1]) {
		s.pod()
	}
	s.run(0)
	return s.toks, s.problems
}

func (s *scanner) problem(text string) { s.problemAt(text, s.i) }

func (s *scanner) problemAt(text string, at int) {
	for _, have := range s.problems {
		if strings.HasPrefix(have, text) {
			return
		}
	}
	line := 1 + strings.Count(s.src[:min(at, len(s.src))], "\n")
	s.problems = append(s.problems, fmt.Sprintf("%s (line %d)", text, line))
}

func (s *scanner) rest() string { return s.src[s.i:] }

func (s *scanner) has(prefix string) bool { return strings.HasPrefix(s.src[s.i:], prefix) }

func (s *scanner) peek(n int) byte {
	if k := s.i + n; k >= 0 && k < len(s.src) {
		return s.src[k]
	}
	return 0
}

func (s *scanner) add(t Token) *Token {
	*s.total++
	s.toks = append(s.toks, t)
	return &s.toks[len(s.toks)-1]
}

func (s *scanner) last() *Token {
	if len(s.toks) == 0 {
		return nil
	}
	return &s.toks[len(s.toks)-1]
}

// run scans until the text ends, or until an unmatched stop byte if stop is
// not zero; the stop byte is consumed.
func (s *scanner) run(stop byte) {
	space := false
	for s.i < len(s.src) {
		if *s.total >= MaxTokens {
			s.problem("too many tokens")
			s.i = len(s.src)
			break
		}
		c := s.src[s.i]
		if stop != 0 && len(s.stack) == 0 && c == stop {
			s.i++
			return
		}
		if s.fields && len(s.stack) == 0 && c == ':' {
			s.formatSpec()
			return
		}
		before, count := s.i, len(s.toks)
		if s.blank(c) {
			space = true
			continue
		}
		s.token(c)
		if s.i == before {
			s.i++ // never stand still
		}
		if len(s.toks) > count {
			s.toks[count].Space = space
			space = false
		}
	}
	if stop != 0 {
		s.problem("unterminated string")
	}
	for n := len(s.stack) - 1; n >= 0; n-- { // the innermost is the likely culprit
		open := &s.toks[s.stack[n]]
		open.Match = len(s.toks)
		s.problemAt("unbalanced brackets", open.Start)
	}
	s.stack = nil
}

// hole scans the code of a hole up to the stop byte into a list of its own.
func (s *scanner) hole(stop byte, fields bool) Part {
	if s.depth++; s.depth > MaxDepth/4 {
		s.problem("strings nested too deeply")
		s.i = len(s.src)
		return Part{Hole: true}
	}
	toks, stack, pending, was := s.toks, s.stack, s.pending, s.fields
	s.toks, s.stack, s.pending, s.fields = nil, nil, nil, fields
	s.run(stop)
	part := Part{Hole: true, Code: s.toks}
	s.toks, s.stack, s.pending, s.fields = toks, stack, pending, was
	s.depth--
	return part
}

// formatSpec skips what follows the colon in f"{x:>10}", holes included.
func (s *scanner) formatSpec() {
	for depth := 0; s.i < len(s.src); s.i++ {
		switch s.src[s.i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				s.i++
				return
			}
		}
	}
	s.problem("unterminated string")
}

// blank skips one blank, comment or line end; false if there is none.
func (s *scanner) blank(c byte) bool {
	switch {
	case c == '\n':
		s.newline()
		return true
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		s.i++
		return true
	case c == '\\' && (s.peek(1) == '\n' || s.peek(1) == '\r'):
		s.i += 2
		if s.peek(-1) == '\r' && s.peek(0) == '\n' {
			s.i++
		}
		return true
	}
	return s.comment()
}

func (s *scanner) newline() {
	s.i++
	if len(s.pending) > 0 {
		s.bodies()
	}
	// Inside ( and [ no statement ends.
	if n := len(s.stack); n > 0 && s.toks[s.stack[n-1]].Text != "{" {
		return
	}
	if s.rules.Lines {
		s.add(Token{Kind: Newline, Start: s.i - 1, End: s.i})
	}
	if s.rules.Pod && s.has("=") && s.i+1 < len(s.src) && isAlpha(s.src[s.i+1]) {
		s.pod()
	}
}

// pod skips a documentation block of Perl (=pod to =cut) or Ruby (=begin to
// =end), which only opens at the start of a line.
func (s *scanner) pod() {
	end := "\n=cut"
	if s.has("=begin") && s.rules.Family == Ruby {
		end = "\n=end"
	}
	n := strings.Index(s.rest(), end)
	if n < 0 {
		s.i = len(s.src)
		return
	}
	s.i += n + len(end)
	if n = strings.IndexByte(s.rest(), '\n'); n >= 0 {
		s.i += n
	} else {
		s.i = len(s.src)
	}
}

func (s *scanner) comment() bool {
	for _, b := range s.rules.Blocks {
		if s.has(b[0]) {
			s.block(b)
			return true
		}
	}
	for _, mark := range s.rules.Line {
		if !s.has(mark) {
			continue
		}
		if mark == "<!--" {
			s.problem("a comment mark that only some programs honour")
		}
		n := strings.IndexByte(s.rest(), '\n')
		if n < 0 {
			n = len(s.rest())
		}
		if p := strings.Index(s.rest()[:n], "?>"); s.rules.Tags && p >= 0 {
			n = p // a closing tag ends a comment of PHP
		}
		s.i += n
		return true
	}
	return false
}

func (s *scanner) block(b [2]string) {
	s.i += len(b[0])
	for depth := 1; s.i < len(s.src); {
		switch {
		case s.has(b[1]):
			s.i += len(b[1])
			if depth--; depth == 0 {
				return
			}
		case s.rules.Nested && s.has(b[0]):
			s.i += len(b[0])
			depth++
		default:
			s.i++
		}
	}
	s.problem("unterminated comment")
}

// token scans one token that begins with c.
func (s *scanner) token(c byte) {
	switch {
	case s.special(c):
	case s.heredoc(c):
	case s.quoted():
	case s.rules.Sigils != "" && strings.IndexByte(s.rules.Sigils, c) >= 0 && s.variable(c):
	case c >= '0' && c <= '9':
		s.number()
	case s.nameStart():
		s.name()
	case s.rules.Regex && c == '/' && s.slash():
	default:
		s.operator(c)
	}
}

func (s *scanner) special(c byte) bool {
	switch s.rules.Family {
	case Perl:
		return s.perl(c)
	case Ruby:
		return s.ruby(c)
	case Elixir:
		return s.elixir(c)
	}
	return false
}

func isAlpha(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func isWord(c byte) bool { return isAlpha(c) || c >= '0' && c <= '9' }

func (s *scanner) nameStart() bool {
	c := s.src[s.i]
	if c < 0x80 {
		return isAlpha(c) || s.rules.NameStart != "" && strings.IndexByte(s.rules.NameStart, c) >= 0 ||
			c == '\\' && s.rules.EscapedNames && s.peek(1) == 'u'
	}
	r, _ := utf8.DecodeRuneInString(s.rest())
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

func (s *scanner) name() {
	start := s.i
	for s.i < len(s.src) && (isWord(s.src[s.i]) || strings.IndexByte(s.rules.NameMore, s.src[s.i]) >= 0) {
		s.i++
	}
	if s.i < len(s.src) && strings.IndexByte(s.rules.NameEnd, s.src[s.i]) >= 0 &&
		s.peek(1) != '=' && s.i > start && s.src[s.i] != 0 {
		s.i++
	}
	text := s.src[start:s.i]
	if s.rules.EscapedNames && s.peek(0) == '\\' {
		text += s.escapedName()
	}
	if s.i == start {
		return
	}
	if s.rules.Prefixed && s.prefixed(text, start) {
		return
	}
	if s.rules.FoldNames && hasLookAlike(text) {
		s.problem("a name in look-alike letters")
	}
	s.add(Token{Kind: Name, Text: text, Start: start, End: s.i})
}

// escapedName reads the rest of a JavaScript name with \u0065 in it.
func (s *scanner) escapedName() string {
	var b strings.Builder
	for s.i < len(s.src) {
		if s.src[s.i] == '\\' && s.peek(1) == 'u' {
			s.i++
			if !s.escape(&b, &Quote{Esc: Full}) {
				s.problem("a name with a broken escape")
				return b.String()
			}
			continue
		}
		if !isWord(s.src[s.i]) && s.src[s.i] != '$' {
			break
		}
		b.WriteByte(s.src[s.i])
		s.i++
	}
	return b.String()
}

// hasLookAlike reports letters that Python folds into plain ones (NFKC), so
// that a name can be written without its usual bytes.
func hasLookAlike(name string) bool {
	for _, r := range name {
		switch {
		case r < 0x80:
		case r == 0xAA, r == 0xBA, r == 0x17F, r >= 0x1D2C && r <= 0x1D6A, r >= 0x2070 && r <= 0x209F,
			r >= 0x2100 && r <= 0x214F, r >= 0x2460 && r <= 0x24FF, r >= 0xFB00 && r <= 0xFB06,
			r >= 0xFF00 && r <= 0xFFEF, r >= 0x1D400 && r <= 0x1D7FF:
			return true
		}
	}
	return false
}

func (s *scanner) operator(c byte) {
	start := s.i
	switch c {
	case '(', '[', '{':
		if len(s.stack) >= MaxDepth {
			s.problem("brackets nested too deeply")
			s.i = len(s.src)
			return
		}
		s.stack = append(s.stack, len(s.toks))
		s.i++
		s.add(Token{Kind: Op, Text: s.src[start:s.i], Start: start, End: s.i, Match: len(s.src)})
		return
	case ')', ']', '}':
		s.i++
		s.closer(c, start)
		return
	}
	for _, op := range s.rules.Ops {
		if s.has(op) {
			s.i += len(op)
			s.add(Token{Kind: Op, Text: op, Start: start, End: s.i})
			return
		}
	}
	if s.rules.Tags && s.has("?>") {
		s.i += 2
		s.add(Token{Kind: Op, Text: ";", Start: start, End: s.i})
		s.template()
		return
	}
	_, n := utf8.DecodeRuneInString(s.rest())
	s.i += n
	s.add(Token{Kind: Op, Text: s.src[start:s.i], Start: start, End: s.i})
}

func (s *scanner) closer(c byte, start int) {
	n := len(s.stack)
	opener := map[byte]string{')': "(", ']': "[", '}': "{"}[c]
	if n == 0 || s.toks[s.stack[n-1]].Text != opener {
		s.problem("unbalanced brackets")
		return
	}
	s.toks[s.stack[n-1]].Match = len(s.toks)
	s.stack = s.stack[:n-1]
	s.add(Token{Kind: Op, Text: s.src[start : start+1], Start: start, End: start + 1})
}

// operand reports whether a value may begin here, as against an operator:
// what tells /re/ from a division and %w[] from a remainder.
func (s *scanner) operand() bool {
	t := s.last()
	if t == nil {
		return true
	}
	switch t.Kind {
	case Newline:
		return true
	case Op:
		return t.Text != ")" && t.Text != "]" && t.Text != "}"
	case Name:
		if s.rules.isBefore(t.Text) {
			return len(s.toks) < 2 || !s.toks[len(s.toks)-2].Is(".")
		}
		spaced := s.i > 0 && (s.src[s.i-1] == ' ' || s.src[s.i-1] == '\t')
		next := s.peek(1)
		return s.rules.BareArgs && spaced && next != ' ' && next != '='
	}
	return false
}
