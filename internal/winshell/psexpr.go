package winshell

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// psValue is what is known of an expression.
type psValue struct {
	literal bool // one literal, or several joined by +
	text    string
}

// expression reads an expression that stands where a command could. A value that
// goes into a pipe is put down as what Write-Output would give.
func (p *psParser) expression() int {
	first := len(p.l.cmds)
	start := p.i
	v := p.values("|;\n)}&")
	if v.literal && p.peek() == '|' {
		return p.l.add(Command{Shell: PS, Argv: []Arg{{Text: "Write-Output", Known: true}, {Text: v.text, Known: true, Quoted: true}}, PipedFrom: NotPiped})
	}
	p.environment(p.src[start:p.i])
	if n := len(p.l.cmds); n > first {
		return n - 1
	}
	return NotPiped
}

// environment notes assignments to variables that change what runs later.
func (p *psParser) environment(text string) {
	t := strings.ToLower(text)
	if !strings.HasPrefix(t, "$") || !strings.Contains(t, "=") {
		return
	}
	name, _, _ := strings.Cut(t, "=")
	switch name = strings.TrimSpace(strings.TrimRight(name, "+")); name {
	case "$env:path", "$env:psmodulepath", "$env:pathext", "$env:comspec", "$profile", "$executioncontext", "$psdefaultparametervalues", "$env:ld_preload", "$env:node_options", "$env:git_ssh_command", "$env:pythonpath":
		p.l.missed("changes what later commands run: " + name)
	}
	if strings.HasPrefix(name, "$function:") || strings.HasPrefix(name, "${function:") || strings.HasPrefix(name, "$alias:") || strings.HasPrefix(name, "${alias:") {
		p.l.missed("defines a command by a variable: " + name)
	}
}

// values reads values and operators up to one of the stop signs. Statements on the
// right of an assignment are read as such.
func (p *psParser) values(stop string) psValue {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth*2 {
		p.l.missed("nested too deep")
		p.i = len(p.src)
		return psValue{}
	}
	var v psValue
	parts, others := 0, false
	for p.i < len(p.src) {
		p.blanks()
		c := p.peek()
		if p.i >= len(p.src) || strings.IndexByte(stop, c) >= 0 {
			break
		}
		switch {
		case c == '\'' || c == '"' || p.at("@'") || p.at("@\""):
			text, known := p.literal()
			v.text += text
			parts++
			others = others || !known || len(v.text) > MaxSource
			if strings.IndexByte(".[:?", p.peek()) >= 0 && p.peek() != 0 {
				others = true
				p.members()
			}
		case c == '+':
			p.i++
			if p.peek() == '=' {
				others = true
				p.i++
				p.assigned(stop)
			}
		case c == '=':
			others = true
			p.i++
			if p.peek() != '=' {
				p.assigned(stop)
			}
		case c == '{':
			// A block ends its statement where a word follows: `try { } catch { }`.
			others = true
			p.value(c)
			if p.blanks(); isLetter(p.peek()) {
				return v
			}
		default:
			others = true
			p.value(c)
		}
	}
	v.literal = parts > 0 && !others
	return v
}

// literal reads a string in any form.
func (p *psParser) literal() (string, bool) {
	var a Arg
	if p.peek() == '@' {
		return p.hereString(&a)
	}
	return p.quoted(&a)
}

// assigned reads the right side of an assignment, which is a statement.
func (p *psParser) assigned(stop string) {
	for p.blanks(); p.peek() == '\n'; p.blanks() {
		p.i++
	}
	if p.i < len(p.src) && strings.IndexByte(stop, p.peek()) < 0 && !p.expressionStart() {
		p.pipeline()
		for p.continues() {
			p.pipeline()
		}
	}
}

// continues tells whether the statement goes on with a word that begins none:
// $x = if ($y) { 1 } else { 2 }.
func (p *psParser) continues() bool {
	at := p.i
	for at < len(p.src) && isSpace(p.src[at]) {
		at++
	}
	next := psParser{src: p.src, i: at}
	if !wordlist.Has("else elseif catch finally", strings.ToLower(next.bareword())) {
		return false
	}
	p.i = at
	return true
}

// value reads one value or operator that is no string.
func (p *psParser) value(c byte) {
	switch {
	case c == '$':
		var a Arg
		p.dollar(&a)
		p.members()
	case c == '(' || p.at("@("):
		p.i += strings.IndexByte(p.src[p.i:], '(') + 1
		p.block(')')
		p.members()
	case p.at("@{"):
		p.i += 2
		p.hash()
		p.members()
	case c == '{':
		p.i++
		p.block('}')
		p.members()
	case c == '[':
		p.typeValue()
	case c == '&': // a call inside an expression
		p.i++
		p.command(NotPiped, false, true)
	case c == '-' && p.i+1 < len(p.src) && isLetter(p.src[p.i+1]):
		// An operator by name. -replace and others take script blocks, which are
		// read as values.
		for p.i++; p.i < len(p.src) && isLetter(p.src[p.i]); p.i++ {
		}
	case c == '\'' || c == '"':
		p.literal()
		p.members()
	case isDigit(c) && p.number() > 0:
		p.i += p.number()
		p.members()
	case isLetter(c) || isDigit(c):
		p.wordInExpression()
	case c == '`':
		p.i = min(p.i+2, len(p.src))
	default:
		p.i++
	}
}

// typeValue reads [Type], [Type]::Member and [Type]::Method(args), or a cast.
func (p *psParser) typeValue() {
	start := p.i
	t := p.bracketType()
	if t == "" {
		p.i = start + 1
		p.index()
		return
	}
	if !p.at("::") {
		if p.peek() == '[' {
			return
		}
		return
	}
	p.i += 2
	p.member(strings.ReplaceAll(t, " ", "") + "::")
	p.members()
}

// wordInExpression reads a bare word among values. Only the `in` of foreach has a
// right to stand there; a statement follows it.
func (p *psParser) wordInExpression() {
	start := p.i
	for p.i < len(p.src) && (isLetter(p.src[p.i]) || isDigit(p.src[p.i])) {
		p.i++
	}
	if w := p.src[start:p.i]; !strings.EqualFold(w, "in") {
		p.l.missed("word not understood in an expression: " + clip(w))
		return
	}
	if p.blanks(); !p.expressionStart() {
		p.pipeline()
	}
}
