package winshell

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/winshell/psvars"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// psParser reads one PowerShell text. It follows the grammar where it matters: which
// words are command names, where an argument ends, which parts run.
type psParser struct {
	l     *list
	src   string
	i     int
	depth int
	vars  psvars.Vars
}

func (l *list) powerShell(text string, depth int) {
	if l.tooMuch(text, depth) {
		return
	}
	p := psParser{l: l, src: text, depth: depth}
	if strings.IndexByte(text, '$') >= 0 {
		p.vars = psvars.Of(text)
	}
	p.block(0)
}

func (p *psParser) peek() byte {
	if p.i < len(p.src) {
		return p.src[p.i]
	}
	return 0
}

func (p *psParser) at(s string) bool { return strings.HasPrefix(p.src[p.i:], s) }

// blanks passes over blanks, comments and joined lines.
func (p *psParser) blanks() {
	for p.i < len(p.src) {
		c := p.src[p.i]
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			p.i++
		case p.at("\u00a0"):
			p.i += 2
		case c == '`' && p.i+1 < len(p.src) && (p.src[p.i+1] == '\n' || p.at("`\r\n")):
			p.i += 2
			if p.peek() == '\n' {
				p.i++
			}
		case p.at("<#"):
			n := strings.Index(p.src[p.i:], "#>")
			if n < 0 {
				p.l.missed("comment without an end")
				p.i = len(p.src)
				return
			}
			p.i += n + 2
		case c == '#':
			for p.i < len(p.src) && p.src[p.i] != '\n' {
				p.i++
			}
		default:
			return
		}
	}
}

// enter goes one level deeper. Beyond the bound the rest is passed over, which is
// told, and it returns false. Leave comes behind it in either case.
func (p *psParser) enter() bool {
	if p.depth++; p.depth <= maxDepth*2 {
		return true
	}
	p.l.missed("nested too deep")
	p.i = len(p.src)
	return false
}

func (p *psParser) leave() { p.depth-- }

// block reads statements up to the closing sign, or the end of the text if close is 0.
func (p *psParser) block(close byte) {
	defer p.leave()
	if !p.enter() {
		return
	}
	if close != 0 {
		p.l.inside++
		defer func() { p.l.inside-- }()
	}
	for p.i < len(p.src) {
		p.blanks()
		c := p.peek()
		switch {
		case p.i >= len(p.src):
		case c == '\n' || c == ';':
			p.i++
		case c == close && close != 0:
			p.i++
			return
		case c == ')' || c == '}':
			p.l.missed("closing bracket without an opening one")
			p.i++
		default:
			before := p.i
			p.pipeline()
			if p.i == before { // a sign that no rule takes
				p.l.missed("sign not understood: " + string(c))
				p.i++
			}
		}
	}
	if close != 0 {
		p.l.missed("block without an end")
	}
}

// pipeline reads elements joined by bars, and chains.
func (p *psParser) pipeline() {
	from, piped := NotPiped, false
	for {
		first := len(p.l.cmds)
		idx := p.element(from, piped)
		p.blanks()
		switch {
		case p.at("||") || p.at("&&"):
			p.i += 2
			from, piped = NotPiped, false
		case p.peek() == '|':
			p.i++
			from, piped = idx, p.downloads(first)
			if from < 0 {
				from = PipedRaw
			}
		case p.peek() == '&': // run in the background
			p.i++
			return
		default:
			return
		}
		for p.blanks(); p.peek() == '\n'; p.blanks() {
			p.i++
		}
	}
}

// downloads tells whether a command found since index first reads from the network.
func (p *psParser) downloads(first int) bool {
	for _, c := range p.l.cmds[min(first, len(p.l.cmds)):] {
		if c.fetches() {
			return true
		}
	}
	return false
}

// element reads a command, expression or statement with a keyword; it returns the
// index of the command whose output goes on, or a negative number.
func (p *psParser) element(from int, piped bool) int {
	p.blanks()
	c := p.peek()
	switch {
	case c == '&' || c == '.' && p.callDot():
		p.i++
		p.blanks()
		return p.command(from, piped, true)
	case p.expressionStart():
		return p.expression()
	}
	word := p.bareword()
	if psKeyword(word) {
		p.i += len(word)
		p.keyword(strings.ToLower(word))
		return NotPiped
	}
	return p.command(from, piped, false)
}

// callDot tells whether a dot sources a script: `. ./x.ps1`, not `./x` or `.5`.
func (p *psParser) callDot() bool {
	return p.i+1 < len(p.src) && strings.IndexByte(" \t'\"$({", p.src[p.i+1]) >= 0
}

func (p *psParser) expressionStart() bool {
	c := p.peek()
	switch c {
	case '$', '(', '[', '\'', '"', '{', '@', ',', '+', '!':
		return true
	case '-':
		return p.i+1 < len(p.src) && (isDigit(p.src[p.i+1]) || strings.IndexByte("($-", p.src[p.i+1]) >= 0 || p.at("-not") || p.at("-join") || p.at("-split") || p.at("-bnot"))
	}
	return isDigit(c) && p.number() > 0
}

// number gives the length of the number here, 0 if it is part of a word (7z).
func (p *psParser) number() int {
	j := p.i
	for j < len(p.src) && (isDigit(p.src[j]) || p.src[j] == '.') {
		j++
	}
	if j < len(p.src) && (p.src[j] == 'x' || p.src[j] == 'X') && j == p.i+1 && p.src[p.i] == '0' {
		for j++; j < len(p.src) && strings.IndexByte("0123456789abcdefABCDEF", p.src[j]) >= 0; j++ {
		}
	}
	k := j
	for k < len(p.src) && isLetter(p.src[k]) {
		k++
	}
	if k > j && !wordlist.Has("kb mb gb tb pb l d u ul s y n e", strings.ToLower(p.src[j:k])) || k < len(p.src) && strings.IndexByte("\\/:_", p.src[k]) >= 0 {
		return 0
	}
	return k - p.i
}

// bareword looks at the letters here without moving.
func (p *psParser) bareword() string {
	j := p.i
	for j < len(p.src) && (isLetter(p.src[j]) || p.src[j] == '-' || isDigit(p.src[j])) {
		j++
	}
	return p.src[p.i:j]
}

func psKeyword(w string) bool {
	return wordlist.Has("if elseif else foreach for while do until switch try catch finally function filter workflow param return throw trap begin process end dynamicparam data class enum using exit break continue in default clean parallel sequence inlinescript configuration", strings.ToLower(w))
}

// keyword reads what follows a keyword: conditions, names and blocks are passed one
// by one; the blocks run.
func (p *psParser) keyword(w string) {
	switch w {
	case "class", "configuration", "using", "dynamicparam", "inlinescript", "workflow":
		p.l.missed("statement not understood: " + w)
		return
	case "return", "throw", "exit", "default", "else", "do", "try", "finally", "begin", "process", "end", "clean":
		return // what follows is read as the next element
	case "break", "continue":
		p.blanks()
		p.i += len(p.bareword())
		return
	case "function", "filter":
		p.blanks()
		for p.i < len(p.src) && strings.IndexByte(" \t\r\n({", p.src[p.i]) < 0 {
			p.i++
		}
	}
	for p.blanks(); p.i < len(p.src); p.blanks() {
		switch c := p.peek(); {
		case c == '\n':
			// A block may stand on the next line.
			j := p.i
			for j < len(p.src) && isSpace(p.src[j]) {
				j++
			}
			if j >= len(p.src) || p.src[j] != '{' && p.src[j] != '(' {
				return
			}
			p.i = j
		case c == '(':
			p.i++
			p.block(')')
		case c == '{':
			p.i++
			p.block('}')
			return
		case c == '[': // catch [Type]
			p.bracketType()
		case c == '-' || w == "switch" && !isSpace(c) && c != ';' && c != '}':
			p.argument(false)
		default:
			return
		}
	}
}

func (p *psParser) bracketType() string {
	start := p.i
	depth := 0
	for p.i < len(p.src) {
		switch p.src[p.i] {
		case '[':
			depth++
		case ']':
			depth--
		case '\'', '"', '$', '(', '\n':
			return "" // an index, not a type
		}
		p.i++
		if depth == 0 {
			return p.src[start:p.i]
		}
	}
	return ""
}

// command reads a command name and its arguments.
func (p *psParser) command(from int, piped, called bool) int {
	c := Command{Shell: PS, PipedFrom: from, PipedDownload: piped}
	first := len(p.l.cmds)
	joined := false
	for {
		p.blanks()
		ch := p.peek()
		if p.i >= len(p.src) || ch == '\n' || ch == ';' || ch == '|' || ch == '&' || ch == ')' || ch == '}' {
			break
		}
		if p.redirect(&c) {
			continue
		}
		if ch == ',' {
			p.i++
			joined = true
			for p.blanks(); p.peek() == '\n'; p.blanks() {
				p.i++
			}
			continue
		}
		if p.at("--%") {
			p.verbatim(&c)
			break
		}
		before := p.i
		a := p.argument(len(c.Argv) == 0)
		a.List, joined = joined, false
		if len(c.Argv) == 0 {
			c.Argv = append(c.Argv, a)
		} else {
			c.Argv = append(c.Argv, p.filled(a)...)
		}
		if p.i == before {
			p.l.missed("sign not understood: " + string(ch))
			p.i++
		}
	}
	if len(c.Argv) == 0 {
		return NotPiped
	}
	if c.Argv[0].Block { // & { ... }: read already
		return len(p.l.cmds) - 1
	}
	return p.finish(c, first, called)
}

// finish resolves a whole command: shells inside are read through, text for
// Invoke-Expression is parsed.
func (p *psParser) finish(c Command, first int, called bool) int {
	if !c.Argv[0].Known {
		p.l.missed("command name is not known: " + clip(c.Argv[0].Text))
		return p.l.add(c)
	}
	switch c.Name() {
	case "powershell", "pwsh", "cmd":
		p.l.start(c, "", p.depth)
		return len(p.l.cmds) - 1
	case "start-process":
		if started, ok := startedProcess(c); ok {
			p.l.start(started, "", p.depth)
			return len(p.l.cmds) - 1
		}
	case "invoke-expression":
		if text, ok := p.expressionText(c, first); ok {
			p.l.powerShell(text, p.depth+1)
			return len(p.l.cmds) - 1
		}
	}
	return p.l.add(c)
}

// expressionText gives the text that Invoke-Expression runs, if it is a literal.
func (p *psParser) expressionText(c Command, first int) (string, bool) {
	for _, a := range c.Argv[1:] {
		if !a.Quoted && IsDash(a.Text) {
			continue
		}
		return a.Text, a.Known
	}
	return p.l.piped(c)
}

// verbatim reads what follows --%: plain words to the end of the line.
func (p *psParser) verbatim(c *Command) {
	p.i += 3
	start := p.i
	for p.i < len(p.src) && p.src[p.i] != '\n' && p.src[p.i] != '|' {
		p.i++
	}
	for _, w := range strings.Fields(p.src[start:p.i]) {
		c.Argv = append(c.Argv, Arg{Text: strings.Trim(w, `"`), Known: !strings.Contains(w, "%")})
	}
}

// redirect reads an output redirection, if one stands here.
func (p *psParser) redirect(c *Command) bool {
	j := p.i
	if p.src[j] == '*' || isDigit(p.src[j]) {
		j++
	}
	if j >= len(p.src) || p.src[j] != '>' {
		if p.src[p.i] == '<' {
			p.l.missed("input redirection")
			p.i++
			return true
		}
		return false
	}
	j++
	r := Redirect{}
	if j < len(p.src) && p.src[j] == '>' {
		r.Append = true
		j++
	}
	if j+1 < len(p.src) && p.src[j] == '&' && isDigit(p.src[j+1]) {
		p.i = j + 2
		return true
	}
	p.i = j
	p.blanks()
	r.Target = p.filledOne(p.argument(false))
	if !strings.EqualFold(r.Target.Text, "$null") {
		c.Redirects = append(c.Redirects, r)
	}
	return true
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
