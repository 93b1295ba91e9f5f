package winshell

import (
	"slices"
	"strings"
)

// argument reads one argument in a command: quoted and bare pieces side by side.
func (p *psParser) argument(name bool) Arg {
	a := Arg{Known: true}
	var b strings.Builder
	start := p.i
	for p.i < len(p.src) {
		c := p.src[p.i]
		switch {
		case isSpace(c) || c == ';' || c == '|' || c == ')' || c == '}' || c == ',' && !name || c == '&':
			return p.done(a, &b, start)
		case p.at("\u00a0"):
			return p.done(a, &b, start)
		case c == '>' && b.Len() > 0:
			return p.done(a, &b, start)
		case c == '\'' || c == '"' || p.smartQuote() > 0:
			a.Quoted = a.Quoted || b.Len() == 0
			text, known := p.quoted(&a)
			b.WriteString(text)
			a.Known = a.Known && known
		case c == '`':
			p.i++
			a.Quoted = a.Quoted || b.Len() == 0
			p.escape(&b)
		case c == '$':
			first := len(p.l.cmds)
			p.dollar(&a)
			p.members() // in arguments, too, methods of a variable are called
			a.Known, a.Downloaded = false, a.Downloaded || p.downloads(first)
		case c == '(' || p.at("@("):
			p.i = strings.IndexByte(p.src[p.i:], '(') + p.i + 1
			p.sub(&a, ')')
		case p.at("@{"):
			p.i += 2
			first := len(p.l.cmds)
			p.hash()
			a.Known, a.Downloaded = false, a.Downloaded || p.downloads(first)
		case p.at("@'") || p.at("@\""):
			text, known := p.hereString(&a)
			b.WriteString(text)
			a.Known, a.Quoted = a.Known && known, true
		case c == '{' && b.Len() == 0 && p.i == start:
			p.i++
			a.Block, a.Known = true, false
			p.block('}')
			return p.done(a, &b, start)
		case c == '@' && p.i == start && p.i+1 < len(p.src) && isLetter(p.src[p.i+1]) && !p.scoped():
			a.Known = false // a splatted variable
			p.i++
		case c == '[' && name && p.i == start:
			return a
		default:
			b.WriteByte(c)
			p.i++
		}
	}
	return p.done(a, &b, start)
}

// scoped: an @name/more, as packages of npm are called; no variable has such a name.
func (p *psParser) scoped() bool {
	rest := strings.TrimLeft(p.src[p.i+1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
	return strings.HasPrefix(rest, "/")
}

// done completes an argument; what is not known keeps its spelling.
func (p *psParser) done(a Arg, b *strings.Builder, start int) Arg {
	a.Text = b.String()
	if !a.Known {
		a.Text = p.src[start:p.i]
	}
	return a
}

// sub reads statements in parentheses whose value becomes part of an argument. One
// literal in parentheses keeps its value unknown: few write that, and it costs a
// question, no more.
func (p *psParser) sub(a *Arg, close byte) {
	first := len(p.l.cmds)
	p.block(close)
	a.Known = false
	a.Downloaded = a.Downloaded || p.downloads(first)
	p.members()
}

// smartQuote gives the length of a typographic quote here, which PowerShell takes
// for a plain one.
func (p *psParser) smartQuote() int { return max(p.smartOf('"'), p.smartOf('\'')) }

// smartOf gives the length of a typographic form of one plain quote here.
func (p *psParser) smartOf(q byte) int {
	for _, f := range smartForms(q) {
		if p.at(f) {
			return len(f)
		}
	}
	return 0
}

// smartForms are the typographic forms of a plain quote.
func smartForms(q byte) []string {
	if q == '"' {
		return []string{"\u201c", "\u201d", "\u201e"}
	}
	return []string{"\u2018", "\u2019", "\u201a", "\u201b"}
}

// noQuotes takes out of a here-string what would end a string.
func noQuotes(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("`\"\u201c\u201d\u201e", r) {
			return -1
		}
		return r
	}, text)
}

// escape decodes the sign after a backtick.
func (p *psParser) escape(b *strings.Builder) {
	if p.i >= len(p.src) {
		return
	}
	c := p.src[p.i]
	p.i++
	if n := strings.IndexByte("0abefnrtv", c); n >= 0 {
		b.WriteByte("\x00\a\b\x1b\f\n\r\t\v"[n])
		return
	}
	b.WriteByte(c)
}

// quoted reads a string literal; in double quotes variables make it unknown and
// $( ) runs.
func (p *psParser) quoted(a *Arg) (string, bool) {
	if n := p.smartQuote(); n > 0 {
		p.l.missed("typographic quote")
		p.i += n
		return "", false
	}
	q := p.src[p.i]
	known := true
	var b strings.Builder
	for p.i++; p.i < len(p.src); {
		c := p.src[p.i]
		switch {
		case c == q && p.i+1 < len(p.src) && p.src[p.i+1] == q:
			b.WriteByte(q)
			p.i += 2
		case c == q:
			p.i++
			return b.String(), known
		case p.smartOf(q) > 0: // it ends the string, which a reader may not see
			p.l.missed("typographic quote")
			p.i += p.smartOf(q)
		case c == '`' && q == '"':
			p.i++
			p.escape(&b)
		case c == '$' && q == '"' && p.i+1 < len(p.src) && (isLetter(p.src[p.i+1]) || strings.IndexByte("({?$^", p.src[p.i+1]) >= 0):
			before := p.i
			known = false
			p.dollar(a)
			b.WriteString(p.src[before:p.i])
		default:
			b.WriteByte(c)
			p.i++
		}
	}
	p.l.missed("string without an end")
	return b.String(), false
}

// hereString reads @' ... '@ and @" ... "@.
func (p *psParser) hereString(a *Arg) (string, bool) {
	q := p.src[p.i+1]
	body := p.i + 2
	n := strings.Index(p.src[body:], "\n"+string(q)+"@")
	if n < 0 {
		p.l.missed("string without an end")
		p.i = len(p.src)
		return "", false
	}
	text := p.src[body : body+n]
	if slices.ContainsFunc(smartForms(q), func(f string) bool { return strings.Contains(text, "\n"+f+"@") }) {
		p.l.missed("typographic quote") // which may end it before
	}
	p.i = body + n + 3
	if j := strings.IndexByte(text, '\n'); j >= 0 {
		text = text[j+1:]
	} else {
		text = ""
	}
	if q == '"' && strings.ContainsRune(text, '$') {
		// What $( ) in it runs is read; its value is not known.
		inner := psParser{l: p.l, src: "\"" + noQuotes(text) + "\"", depth: p.depth + 1}
		if inner.depth > maxDepth {
			p.l.missed("nested too deep")
			return text, false
		}
		inner.quoted(a)
		return text, false
	}
	return strings.TrimSuffix(text, "\r"), true
}

// dollar passes over a variable, ${name} or $( ), with what hangs on it.
func (p *psParser) dollar(a *Arg) {
	p.i++
	switch c := p.peek(); {
	case c == '(':
		p.i++
		first := len(p.l.cmds)
		p.block(')')
		a.Downloaded = a.Downloaded || p.downloads(first)
	case c == '{':
		n := strings.IndexByte(p.src[p.i:], '}')
		if n < 0 {
			p.l.missed("name without an end")
			p.i = len(p.src)
			return
		}
		p.i += n + 1
	case strings.IndexByte("$?^", c) >= 0 && c != 0:
		p.i++
	default:
		for p.i < len(p.src) && (isLetter(p.src[p.i]) || isDigit(p.src[p.i]) || p.src[p.i] == ':' && p.i+1 < len(p.src) && isLetter(p.src[p.i+1])) {
			p.i++
		}
	}
}

// members reads .Name, .Name(args), ::Name(args) and [index] after a value.
func (p *psParser) members() {
	for p.i < len(p.src) {
		switch {
		case p.peek() == '[':
			p.i++
			p.index()
		case p.peek() == '.' && p.i+1 < len(p.src) && (isLetter(p.src[p.i+1]) || strings.IndexByte("$'\"({", p.src[p.i+1]) >= 0), p.at("?.") || p.at("::"):
			prefix := "."
			if p.at("?.") || p.at("::") {
				p.i++
			}
			p.i++
			p.member(prefix)
		default:
			return
		}
	}
}

// index passes over an index expression.
func (p *psParser) index() {
	defer p.leave()
	if !p.enter() {
		return
	}
	for p.i < len(p.src) {
		switch c := p.peek(); c {
		case ']':
			p.i++
			return
		case '(', '{':
			p.i++
			p.block(map[byte]byte{'(': ')', '{': '}'}[c])
		case '\'', '"':
			var a Arg
			p.quoted(&a)
		case '$':
			var a Arg
			p.dollar(&a)
		case '[':
			p.i++
			p.index()
		default:
			p.i++
		}
	}
	p.l.missed("bracket without an end")
}

// member reads the name after a dot or double colon, and a call.
func (p *psParser) member(prefix string) {
	start := p.i
	known := true
	switch c := p.peek(); {
	case c == '$' || c == '(' || c == '{':
		known = false
		var a Arg
		if c == '$' {
			p.dollar(&a)
		} else {
			p.i++
			p.block(map[byte]byte{'(': ')', '{': '}'}[c])
		}
	case c == '\'' || c == '"':
		var a Arg
		text, ok := p.quoted(&a)
		p.call(prefix+text, ok)
		return
	default:
		for p.i < len(p.src) && (isLetter(p.src[p.i]) || isDigit(p.src[p.i])) {
			p.i++
		}
	}
	p.call(prefix+p.src[start:p.i], known)
}

// call reads the arguments of a method call, if there are any, and adds it.
func (p *psParser) call(name string, known bool) {
	if p.peek() != '(' {
		if p.peek() == '{' { // .ForEach{ }
			p.i++
			p.block('}')
		}
		return
	}
	p.i++
	c := Command{Shell: PS, Argv: []Arg{{Text: name, Known: known}}, PipedFrom: NotPiped}
	for p.i < len(p.src) {
		for p.i < len(p.src) && (isSpace(p.src[p.i]) || p.src[p.i] == ',') {
			p.i++
		}
		if p.peek() == ')' || p.i >= len(p.src) {
			p.i++
			break
		}
		before := p.i
		c.Argv = append(c.Argv, p.operand())
		if p.i == before {
			p.l.missed("call not understood")
			p.i++
		}
	}
	p.i = min(p.i, len(p.src))
	if !known {
		p.l.missed("method name is not known")
	}
	p.l.add(c)
}

// operand reads one method argument up to a comma or closing parenthesis.
func (p *psParser) operand() Arg {
	start, first := p.i, len(p.l.cmds)
	v := p.values(",)")
	a := Arg{Text: strings.TrimSpace(p.src[start:p.i]), Downloaded: p.downloads(first)}
	if v.literal {
		return Arg{Text: v.text, Known: true, Quoted: true}
	}
	return p.filledOne(a)
}

// hash reads @{ key = statement; ... }.
func (p *psParser) hash() {
	defer p.leave()
	if !p.enter() {
		return
	}
	for p.i < len(p.src) {
		p.blanks()
		switch c := p.peek(); {
		case p.i >= len(p.src):
		case c == '\n' || c == ';':
			p.i++
		case c == '}':
			p.i++
			return
		case c == '=':
			p.i++
			for p.blanks(); p.peek() == '\n'; p.blanks() {
				p.i++
			}
			p.pipeline()
		default:
			before := p.i
			if !isLetter(c) {
				p.value(c)
			}
			for p.i < len(p.src) && (isLetter(p.src[p.i]) || isDigit(p.src[p.i])) {
				p.i++
			}
			if p.i == before {
				p.i++
			}
		}
	}
	p.l.missed("block without an end")
}
