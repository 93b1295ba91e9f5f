package cut

import "strings"

// Kind is what sort of token a Token is.
type Kind uint8

const (
	Word   Kind = iota // a bare word; up holds it in upper case
	Ident              // a quoted identifier, unquoted
	Str                // a string literal, decoded
	Number             // a number
	Sign               // an operator or bracket
	Param              // a client's or driver's variable: :x, $1, ?, @x
)

// Token is one word, literal or sign of a statement.
type Token struct {
	Kind       Kind
	Text       string // literals and quoted names without quotes, decoded
	Up         string // a Word in upper case, else empty
	Start, End int    // byte span
	Joined     bool   // nothing stands between it and the token before
}

// Is tells whether the token is the bare word w, given in upper case.
func (t Token) Is(w string) bool { return t.Kind == Word && t.Up == w }

// rules says how a text is cut into tokens and which client reads it.
type rules struct {
	dialect     Dialect
	backslash   bool // backslash escapes in '...' and "..."
	hash        bool // # begins a comment
	dashBlank   bool // -- begins a comment only before a blank
	nested      bool // block comments nest
	runComment  bool // /*! ... */ is executed
	dollar      bool // $tag$ ... $tag$ strings
	escapeE     bool // E'..' strings with backslash escapes
	brackets    bool // [name] is an identifier
	doubleIsStr bool // "..." may be a string
	goLine      bool // a line GO ends a statement
}

func rulesOf(d Dialect) rules {
	switch d {
	case PostgreSQL:
		return rules{dialect: d, nested: true, dollar: true, escapeE: true}
	case MySQL:
		return rules{dialect: d, backslash: true, hash: true, dashBlank: true, runComment: true, doubleIsStr: true}
	case SQLite:
		return rules{dialect: d, brackets: true, doubleIsStr: true}
	case DuckDB:
		return rules{dialect: d, dollar: true, escapeE: true}
	case SQLServer:
		return rules{dialect: d, nested: true, brackets: true, goLine: true}
	case ClickHouse:
		return rules{dialect: d, backslash: true, dollar: true, hash: true}
	case CQL:
		return rules{dialect: d, dollar: true}
	case Warehouse:
		return rules{dialect: d, backslash: true, doubleIsStr: true, dollar: true, hash: true}
	}
	return rules{dialect: d}
}

// lexer cuts the text into statements and has each judged as it ends.
type lexer struct {
	src       string
	rules     rules
	i         int
	toks      []Token // of the statement being read
	out       []Piece
	delim     string // "" means ";"
	lineStart bool   // only blanks since the line began
	inRun     bool   // inside an executed comment
	stop      bool
}

func (l *lexer) emit(p Piece) {
	if l.stop {
		return
	}
	if len(l.out) >= MaxPieces {
		l.stop = true
		p = Piece{Broken: "too many statements", Start: p.Start, End: len(l.src)}
	}
	l.out = append(l.out, p)
}

// finish ends the statement being read.
func (l *lexer) finish() {
	if len(l.toks) == 0 {
		return
	}
	p := Piece{Toks: l.toks, Start: l.toks[0].Start, End: l.toks[len(l.toks)-1].End}
	l.toks = nil
	l.emit(p)
}

// broken ends the text at a place that cannot be read.
func (l *lexer) broken(what string, at int) {
	l.finish()
	l.emit(Piece{Broken: what, Start: at, End: len(l.src)})
	l.i = len(l.src)
}

func (l *lexer) run() {
	for l.i < len(l.src) && !l.stop {
		c := l.src[l.i]
		if c == '\n' {
			l.lineStart = true
			l.i++
			continue
		}
		if IsSpace(c) {
			l.i++
			continue
		}
		if l.lineStart && l.clientLine() {
			continue
		}
		l.lineStart = false
		if l.comment() || l.ended() {
			continue
		}
		l.next(c)
	}
	l.finish()
}

// ended handles statement ends.
func (l *lexer) ended() bool {
	s := l.src[l.i:]
	if l.delim != "" && strings.HasPrefix(s, l.delim) {
		l.i += len(l.delim)
		l.finish()
		l.lineStart = true
		return true
	}
	if s[0] == ';' && l.delim == "" {
		l.i++
		l.finish()
		// Clients look for their own commands at the start of a line; taking the
		// place after a semicolon for one, too, only finds more.
		l.lineStart = true
		return true
	}
	return false
}

func (l *lexer) comment() bool {
	s := l.src[l.i:]
	switch {
	case strings.HasPrefix(s, "--"):
		if l.rules.dashBlank && len(s) > 2 && !IsSpace(s[2]) {
			return false
		}
		l.i = LineEnd(l.src, l.i)
		return true
	case s[0] == '#' && l.rules.hash:
		l.i = LineEnd(l.src, l.i)
		return true
	case strings.HasPrefix(s, "*/") && l.inRun:
		l.inRun = false
		l.i += 2
		return true
	case !strings.HasPrefix(s, "/*"):
		return false
	}
	if l.rules.runComment && (strings.HasPrefix(s, "/*!") || strings.HasPrefix(s, "/*M!")) {
		l.i += strings.IndexByte(s, '!') + 1
		for n := 0; n < 6 && l.i < len(l.src) && IsDigit(l.src[l.i]); n++ {
			l.i++
		}
		l.inRun = true
		return true
	}
	start := l.i
	for depth := 0; l.i < len(l.src); {
		switch s := l.src[l.i:]; {
		case strings.HasPrefix(s, "/*") && (depth == 0 || l.rules.nested):
			depth++
			l.i += 2
		case strings.HasPrefix(s, "*/"):
			l.i += 2
			if depth--; depth == 0 {
				return true
			}
		default:
			l.i++
		}
	}
	l.broken("comment without an end", start)
	return true
}

// next reads one token.
func (l *lexer) next(c byte) {
	start := l.i
	s := l.src
	switch {
	case c == '\\' && l.clientEscape():
	case c == '\'':
		l.quoted(start, l.rules.backslash, Str)
	case c == '"':
		if l.rules.doubleIsStr {
			l.quoted(start, l.rules.backslash, Str)
		} else {
			l.quoted(start, false, Ident)
		}
	case c == '`':
		l.quoted(start, false, Ident)
	case c == '[' && l.rules.brackets:
		if n := strings.IndexByte(s[start:], ']'); n > 0 {
			l.push(Ident, s[start+1:start+n], start, start+n+1)
			l.i = start + n + 1
		} else {
			l.broken("name without an end", start)
		}
	case c == '$' && l.rules.dollar && l.dollar():
	case IsDigit(c) || c == '.' && start+1 < len(s) && IsDigit(s[start+1]) && !l.afterName():
		for l.i < len(s) && (IsDigit(s[l.i]) || IsLetter(s[l.i]) || s[l.i] == '.') {
			l.i++
		}
		l.push(Number, s[start:l.i], start, l.i)
	case IsLetter(c):
		l.word()
	case l.variable(c):
	default:
		l.i++
		l.push(Sign, s[start:l.i], start, l.i)
	}
}

func (l *lexer) afterName() bool {
	n := len(l.toks)
	return n > 0 && (l.toks[n-1].Kind == Word || l.toks[n-1].Kind == Ident) && l.toks[n-1].End == l.i
}

func (l *lexer) push(k Kind, text string, start, end int) {
	t := Token{Kind: k, Text: text, Start: start, End: end}
	if k == Word {
		t.Up = strings.ToUpper(text)
	}
	t.Joined = len(l.toks) > 0 && l.toks[len(l.toks)-1].End == start
	l.toks = append(l.toks, t)
}

func (l *lexer) word() {
	s := l.src
	start := l.i
	for l.i < len(s) && (IsLetter(s[l.i]) || IsDigit(s[l.i]) || s[l.i] == '$' || s[l.i] == '#' && !l.rules.hash) {
		l.i++
	}
	text := s[start:l.i]
	if l.i < len(s) && s[l.i] == '\'' {
		switch strings.ToUpper(text) {
		case "E":
			l.quoted(l.i, l.rules.escapeE || l.rules.backslash, Str)
			return
		case "B", "X", "N", "R", "RB", "BR", "U":
			l.quoted(l.i, l.rules.backslash, Str)
			return
		case "Q", "NQ":
			if l.rules.dialect == Oracle {
				l.oracleQuote(start)
				return
			}
		}
	}
	l.push(Word, text, start, l.i)
}

// oracleQuote reads q'[ ... ]'.
func (l *lexer) oracleQuote(start int) {
	s := l.src
	if l.i+2 >= len(s) {
		l.broken("string without an end", start)
		return
	}
	close := s[l.i+1]
	if n := strings.IndexByte("[{(<", close); n >= 0 {
		close = "]})>"[n]
	}
	n := strings.Index(s[l.i+2:], string(close)+"'")
	if n < 0 {
		l.broken("string without an end", start)
		return
	}
	l.push(Str, s[l.i+2:l.i+2+n], start, l.i+2+n+2)
	l.i += 2 + n + 2
}

// quoted reads a literal or name in the quotes at s[at].
func (l *lexer) quoted(at int, escapes bool, k Kind) {
	s := l.src
	q := s[at]
	var b strings.Builder
	for j := at + 1; j < len(s); j++ {
		switch c := s[j]; {
		case c == '\\' && escapes && j+1 < len(s):
			j++
			b.WriteByte(s[j])
		case c == q && j+1 < len(s) && s[j+1] == q:
			b.WriteByte(q)
			j++
		case c == q:
			l.i = j + 1
			l.push(k, b.String(), at, l.i)
			return
		default:
			b.WriteByte(c)
		}
	}
	l.broken("string without an end", at)
}

// dollar reads $tag$ ... $tag$.
func (l *lexer) dollar() bool {
	s := l.src[l.i:]
	j := 1
	for j < len(s) && (IsLetter(s[j]) || IsDigit(s[j]) && j > 1) {
		j++
	}
	if j >= len(s) || s[j] != '$' || l.afterName() {
		return false
	}
	tag := s[:j+1]
	n := strings.Index(s[j+1:], tag)
	if n < 0 {
		l.broken("string without an end", l.i)
		return true
	}
	end := j + 1 + n + len(tag)
	l.push(Str, s[j+1:j+1+n], l.i, l.i+end)
	l.i += end
	return true
}

// variable reads what a client or driver replaces.
func (l *lexer) variable(c byte) bool {
	s := l.src
	start := l.i
	next := byte(0)
	if start+1 < len(s) {
		next = s[start+1]
	}
	switch {
	case c == ':' && next == ':':
		l.i += 2
		l.push(Sign, "::", start, l.i)
		return true
	case c == ':' && IsLetter(next) && !(start > 0 && s[start-1] == ':'), c == '$' && (IsDigit(next) || IsLetter(next) || next == '{' || next == '('), c == '@' && (IsLetter(next) || next == '@'), c == '&' && l.rules.dialect == Oracle && (IsLetter(next) || next == '&'):
		l.i++
		for l.i < len(s) && (IsLetter(s[l.i]) || IsDigit(s[l.i]) || s[l.i] == '@') {
			l.i++
		}
		l.push(Param, s[start:l.i], start, l.i)
		return true
	case c == '?':
		l.i++
		l.push(Param, "?", start, l.i)
		return true
	}
	return false
}
