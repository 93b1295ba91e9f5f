package lex

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// closers pairs the brackets that may stand around quote-like operators.
func closerOf(open byte) string {
	switch open {
	case '(':
		return ")"
	case '[':
		return "]"
	case '{':
		return "}"
	case '<':
		return ">"
	}
	return string(open)
}

// variable scans a name with a sigil in front.
func (s *scanner) variable(c byte) bool {
	start := s.i
	next := s.peek(1)
	if (c == '%' || c == '&' || c == '@' && s.rules.Tags) && !s.operand() && start > 0 {
		return false
	}
	n := 1
	if s.rules.Family == Ruby && s.has("@@") {
		n = 2
		next = s.peek(2)
	}
	if s.has("$#") && (isAlpha(s.peek(2)) || s.peek(2) == '{' || s.peek(2) == '$') {
		n = 2
		next = s.peek(2)
	}
	switch {
	case isWord(next) || next == ':' && s.peek(n+1) == ':':
		s.i += n
		for s.i < len(s.src) && (isWord(s.src[s.i]) || !s.rules.Tags && s.has("::") && isWord(s.peek(2)) || s.peek(-1) == ':' && s.src[s.i] == ':') {
			if s.src[s.i] == ':' {
				s.i++
			}
			s.i++
		}
		if s.has("::") && s.i == start+n {
			s.i += 2
		}
	case n == 1 && c == '$' && next == '$' && (isWord(s.peek(2)) || s.peek(2) == '{' || s.peek(2) == '$'):
		s.i++ // $$x: the sigil alone, then a variable
	case n == 1 && c == '$' && next > ' ' && next != '{' && next != '(' && next != ')' && !s.rules.Tags:
		s.i += 2 // $!, $', $& and the like
	case next == '$' || next == '{' || c == '@' && next == '@':
		s.i += n
	default:
		return false
	}
	s.add(Token{Kind: Var, Text: s.src[start:s.i], Start: start, End: s.i})
	return true
}

// slash scans /pattern/ if one may begin here.
func (s *scanner) slash() bool {
	if t := s.last(); t != nil && t.Is(")") && s.afterCondition() {
		// if (x) /re/.test(y)
	} else if t != nil && t.Is("}") {
		s.doubtfulSlash()
		return false
	} else if !s.operand() {
		return false
	}
	return s.pattern("/", "/", s.i)
}

// afterCondition reports whether the closing bracket just scanned belongs to
// if (..) and its like, after which a statement begins.
func (s *scanner) afterCondition() bool {
	for n := len(s.toks) - 2; n > 0 && n > len(s.toks)-64; n-- {
		if s.toks[n].Is("(") && s.toks[n].Match == len(s.toks)-1 {
			return wordlist.Has("if while for with", s.toks[n-1].Text)
		}
	}
	return false
}

// doubtfulSlash marks a slash after a closing brace, a division or a pattern,
// as a problem where the two readings would disagree about strings.
func (s *scanner) doubtfulSlash() {
	line, _, _ := strings.Cut(s.src[s.i+1:min(s.i+512, len(s.src))], "\n")
	if n := strings.IndexByte(line, '/'); n >= 0 && strings.ContainsAny(line[:n], "'\"`") {
		s.problem("a slash that is a division or a pattern")
	}
}

// pattern scans a regular expression; s.i is at its opening mark.
func (s *scanner) pattern(open, end string, start int) bool {
	if s.missed > 32 { // each miss has looked at the whole rest
		s.problem("patterns without an end")
		return false
	}
	i, class, depth := s.i+1, false, 0
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
		case c == '\n' && open == "/" && !s.rules.BareArgs:
			s.missed++
			return false
		case s.rules.EscapedNames && c == '[':
			class = true
		case s.rules.EscapedNames && c == ']':
			class = false
		case c == end[0] && !class && depth == 0:
			at := len(s.toks)
			s.add(Token{Kind: Regex, Text: s.src[s.i+1 : i], Start: start})
			s.i = i + 1
			for s.i < len(s.src) && isAlpha(s.src[s.i]) {
				s.i++
			}
			s.toks[at].End = s.i
			return true
		case c == end[0] && open != end:
			depth--
		case open != end && c == open[0]:
			depth++
		}
	}
	s.missed++
	return false
}

// heredoc scans the mark of a here-document; its body follows the line.
func (s *scanner) heredoc(c byte) bool {
	if s.rules.Heredocs == "" || c != '<' || !s.has(s.rules.Heredocs) || s.missed > 32 || len(s.pending) > 16 {
		return false
	}
	if t := s.last(); t != nil && !s.operand() && !(t.Kind == Name && s.peek(-1) == ' ') {
		return false
	}
	i := s.i + len(s.rules.Heredocs)
	h := heredoc{interp: Sigils}
	if s.rules.Family == Ruby {
		h.interp = Hash
	}
	for i < len(s.src) && (s.src[i] == '~' || s.src[i] == '-' && s.rules.Family == Ruby || s.src[i] == ' ' && s.rules.Family != Ruby) {
		h.dedent = h.dedent || s.src[i] != ' '
		i++
	}
	if s.src[i-1] == ' ' && i < len(s.src) && isWord(s.src[i]) && !s.rules.Tags {
		return false // a shift
	}
	quote := byte(0)
	if i < len(s.src) && strings.IndexByte(`'"`+"`", s.src[i]) >= 0 {
		quote = s.src[i]
		i++
	}
	start := i
	for i < len(s.src) && (isWord(s.src[i]) || quote != 0 && s.src[i] != quote && s.src[i] != '\n') {
		i++
	}
	h.tag = s.src[start:i]
	if h.tag == "" || quote != 0 && (i >= len(s.src) || s.src[i] != quote) || quote == 0 && h.tag[0] <= '9' {
		return false
	}
	if !strings.Contains(s.src[i:], "\n"+h.tag) && !strings.Contains(s.src[i:], " "+h.tag) && !strings.Contains(s.src[i:], "\t"+h.tag) {
		s.missed++
		return false
	}
	if quote != 0 {
		i++
	}
	kind := Str
	switch quote {
	case '\'':
		h.interp = NoHoles
	case '`':
		kind = Cmd
	}
	h.token = len(s.toks)
	h.dedent = h.dedent || s.rules.Tags
	s.add(Token{Kind: kind, Start: s.i, End: i})
	s.i = i
	s.pending = append(s.pending, h)
	return true
}

// bodies reads the here-documents announced on the line that just ended.
func (s *scanner) bodies() {
	pending := s.pending
	s.pending = nil
	for _, h := range pending {
		start, end := s.i, -1
		for s.i < len(s.src) && end < 0 {
			line, _, _ := strings.Cut(s.rest(), "\n")
			bare := strings.TrimRight(line, "\r")
			if h.dedent {
				bare = strings.TrimLeft(bare, " \t")
			}
			if bare == h.tag || s.rules.Tags && strings.HasPrefix(bare, h.tag) && (len(bare) == len(h.tag) || !isWord(bare[len(h.tag)])) {
				end = s.i
			}
			if end >= 0 && s.rules.Tags { // the statement goes on after PHP's mark
				s.i += strings.Index(line, h.tag) + len(h.tag)
			} else {
				s.i = min(s.i+len(line)+1, len(s.src))
			}
		}
		if end < 0 {
			s.problem("unterminated string")
			end = s.i
		}
		after := s.i
		s.i = start
		q := &Quote{Esc: Full, Interp: h.interp}
		if h.interp == NoHoles {
			q.Esc = NoEsc
		}
		parts, _ := s.text(q, end)
		s.i = after
		at := s.toks[h.token].End
		s.finish(h.token, dedent(parts, h.dedent))
		s.toks[h.token].End = at
	}
}

// dedent takes the blanks from the start of each line.
func dedent(parts []Part, on bool) []Part {
	for n := range parts {
		if !on || parts[n].Hole {
			continue
		}
		lines := strings.Split(parts[n].Text, "\n")
		for i := range lines {
			if i > 0 || n == 0 {
				lines[i] = strings.TrimLeft(lines[i], " \t")
			}
		}
		parts[n].Text = strings.Join(lines, "\n")
	}
	return parts
}

// template skips text outside <?php ... ?>. A text without any such mark is
// code from its start, as php -r reads it.
func (s *scanner) template() {
	rest := s.rest()
	n := strings.Index(rest, "<?")
	if n < 0 {
		if s.i > 0 {
			s.i = len(s.src)
		}
		return
	}
	if s.i == 0 && strings.Contains(rest[:n], ";") && !strings.Contains(rest[:n], "<") {
		return // code that only mentions the mark
	}
	s.i += n + 2
	for _, mark := range []string{"php", "PHP", "="} {
		if s.has(mark) {
			s.i += len(mark)
			break
		}
	}
}

// perl scans the quote-like operators, file handles and the end mark.
func (s *scanner) perl(c byte) bool {
	if c == '<' && s.operand() && s.handle() {
		return true
	}
	if !isAlpha(c) {
		return false
	}
	n := s.i
	for n < min(len(s.src), s.i+len("__DATA__")+1) && isWord(s.src[n]) { // no further than the longest that matters
		n++
	}
	word := s.src[s.i:n]
	if word == "__END__" || word == "__DATA__" {
		s.i = len(s.src)
		return true
	}
	if !wordlist.Has("q qq qw qx qr m s y tr", word) || s.notQuote(n, word) {
		return false
	}
	start, open := s.i, n
	for open < len(s.src) && (s.src[open] == ' ' || s.src[open] == '\n' || s.src[open] == '\t') {
		open++
	}
	if open >= len(s.src) || open > n && (s.src[open] == '#' || isWord(s.src[open])) {
		return false
	}
	s.i = open
	s.quoteLike(word, start)
	return true
}

// notQuote tells s => 1, {s}, ->s, $s and -s from the operator s///.
func (s *scanner) notQuote(n int, word string) bool {
	if t := s.last(); t != nil && (t.Is("->") || t.Is("-") && word == "s" && t.End == s.i || t.Kind == Name && t.Text == "sub") {
		return true
	}
	if t := s.last(); t != nil && (t.Is("=~") || t.Is("!~")) {
		return false
	}
	rest := strings.TrimLeft(s.src[n:min(n+16, len(s.src))], " \t\n")
	return rest == "" || strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, "::") || rest[0] == '}'
}

func (s *scanner) quoteLike(word string, start int) {
	open := s.src[s.i : s.i+1]
	end := closerOf(open[0])
	q := &Quote{Open: open, Close: end, Esc: Full, Interp: Sigils, Kind: Str}
	switch word {
	case "q":
		q.Esc, q.Interp = Single, NoHoles
	case "qw":
		q.Esc, q.Interp, q.Kind = NoEsc, NoHoles, Words
	case "qx":
		q.Kind = Cmd
		if open == "'" {
			q.Interp = NoHoles
		}
	case "m", "qr":
		if !s.pattern(open, end, start) {
			s.problem("unterminated string")
			s.i = len(s.src)
		}
		return
	case "s", "y", "tr":
		s.substitution(word, open, end, start)
		return
	}
	s.quote(q, start)
}

// substitution scans s/a/b/e; with the flag e the replacement is code.
func (s *scanner) substitution(word, open, end string, start int) {
	if !s.pattern(open, end, start) {
		s.problem("unterminated string")
		s.i = len(s.src)
		return
	}
	at := len(s.toks) - 1
	// pattern skipped letters as flags; they are the replacement.
	for n := s.i; n > start; n-- {
		if s.src[n-1] == end[0] {
			s.i = n
			break
		}
	}
	if open != end {
		for s.i < len(s.src) && strings.IndexByte(" \t\n", s.src[s.i]) >= 0 {
			s.i++
		}
		if s.i >= len(s.src) {
			return
		}
		open = s.src[s.i : s.i+1]
		end = closerOf(open[0])
		s.i++
	}
	body := s.i
	stop := s.closing(&Quote{Open: open, Close: end})
	if stop < 0 {
		s.problem("unterminated string")
		s.i = len(s.src)
		return
	}
	s.i = stop + 1
	for s.i < len(s.src) && isAlpha(s.src[s.i]) {
		s.i++
	}
	flags := s.src[stop+1 : s.i]
	after := s.i
	t := Token{Kind: Regex, Text: word, Start: start, End: after}
	if word == "s" {
		whole := s.src
		s.src, s.i = whole[:stop], body
		if strings.Contains(flags, "e") {
			p := s.hole(0, false)
			if strings.Count(flags, "e") > 1 {
				p.Code = nil
			}
			t.Parts = []Part{p}
		} else {
			t.Parts, _ = s.text(&Quote{Esc: Full, Interp: Sigils}, stop)
		}
		s.src, s.i = whole, after
	}
	s.toks[at] = t
}

// handle scans <FH>, <$fh>, <> and <*.c> as a name.
func (s *scanner) handle() bool {
	n := s.i + 1
	for n < len(s.src) && n < s.i+64 && (isWord(s.src[n]) || strings.IndexByte("$*./:<~", s.src[n]) >= 0) {
		n++
	}
	if n >= len(s.src) || s.src[n] != '>' || s.has("<<") && !s.has("<<>>") {
		return false
	}
	n++
	if s.has("<<>>") {
		n = s.i + 4
	}
	s.add(Token{Kind: Name, Text: s.src[s.i:n], Start: s.i, End: n})
	s.i = n
	return true
}

// ruby scans percent literals, symbols, characters and the end mark.
func (s *scanner) ruby(c byte) bool {
	next := s.peek(1)
	switch {
	case c == '_' && s.has("__END__\n"):
		s.i = len(s.src)
		return true
	case c == '?' && s.operand() && next > ' ' && !isWord(s.peek(2)):
		s.add(Token{Kind: Str, Text: string(rune(next)), Start: s.i, End: s.i + 2})
		s.i += 2
		return true
	case c == ':' && (next == '"' || next == '\'') && s.operand():
		s.i++
		return s.quoted()
	case c == ':' && isAlpha(next) && (s.i == 0 || !isWord(s.peek(-1)) && strings.IndexByte(`:"'`, s.peek(-1)) < 0):
		start := s.i
		s.i++
		for s.i < len(s.src) && (isWord(s.src[s.i]) || strings.IndexByte("?!", s.src[s.i]) >= 0 && s.peek(1) != '=') {
			s.i++
		}
		s.add(Token{Kind: Str, Text: s.src[start+1 : s.i], Start: start, End: s.i})
		return true
	case c == '%' && s.operand():
		return s.percent()
	}
	return false
}

func (s *scanner) percent() bool {
	start, letter, n := s.i, byte('Q'), 1
	if strings.IndexByte("wWiIqQxrs", s.peek(1)) >= 0 && s.peek(1) != 0 {
		letter, n = s.peek(1), 2
	}
	open := s.peek(n)
	if open == 0 || isWord(open) || open == ' ' || open == '\n' || n == 1 && strings.IndexByte("([{<|", open) < 0 {
		return false
	}
	s.i += n
	q := &Quote{Open: string(open), Close: closerOf(open), Esc: Full, Interp: Hash, Kind: Str}
	switch letter {
	case 'w', 'i':
		q.Esc, q.Interp, q.Kind = Single, NoHoles, Words
	case 'W', 'I':
		q.Kind = Words
	case 'q', 's':
		q.Esc, q.Interp = Single, NoHoles
	case 'x':
		q.Kind = Cmd
	case 'r':
		if !s.pattern(q.Open, q.Close, start) {
			s.problem("unterminated string")
		}
		return true
	}
	s.quote(q, start)
	return true
}

// elixir scans ~w(...), ~s(...) of Elixir and its atoms.
func (s *scanner) elixir(c byte) bool {
	next := s.peek(1)
	if c == ':' && isAlpha(next) && s.peek(-1) != ':' && (s.i == 0 || !isWord(s.peek(-1))) {
		start := s.i
		s.i++
		for s.i < len(s.src) && isWord(s.src[s.i]) {
			s.i++
		}
		s.add(Token{Kind: Name, Text: s.src[start:s.i], Start: start, End: s.i})
		return true
	}
	open := s.peek(2)
	if c != '~' || !isAlpha(next) || open == 0 || strings.IndexByte("([{<|/\"'", open) < 0 {
		return false
	}
	start := s.i
	s.i += 2
	q := &Quote{Open: string(open), Close: closerOf(open), Esc: Full, Interp: Hash, Kind: Str}
	if next == 'w' || next == 'W' {
		q.Kind = Words
	}
	if next < 'a' {
		q.Esc, q.Interp = NoEsc, NoHoles
	}
	s.quote(q, start)
	return true
}
