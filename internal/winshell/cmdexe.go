package winshell

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// cmdToken is a word, an operator or a redirection of cmd.exe.
type cmdToken struct {
	op         string // "" for a word
	arg        Arg
	redirect   bool
	start, end int
}

// cmd reads text for cmd.exe: a command line or a batch file.
func (l *list) cmd(text string, depth int) {
	if l.tooMuch(text, depth) {
		return
	}
	toks := cmdLex(l, text)
	r := cmdReader{l: l, src: text, toks: toks, depth: depth}
	r.read()
}

// cmdLex splits text. A caret escapes outside of quotes and joins lines; quotes
// hide operators; %x%, !x! and %%i make a word unknown.
func cmdLex(l *list, s string) []cmdToken {
	var toks []cmdToken
	for i := 0; i < len(s); {
		c := s[i]
		start := i
		switch {
		case c == '\n':
			toks = append(toks, cmdToken{op: "\n", start: i, end: i + 1})
			i++
		case isSpace(c) || c == ',' || c == ';':
			i++
		case c == '&' || c == '|':
			i++
			if i < len(s) && s[i] == c {
				i++
			}
			toks = append(toks, cmdToken{op: s[start:i], start: start, end: i})
		case c == '(' || c == ')':
			i++
			toks = append(toks, cmdToken{op: string(c), start: start, end: i})
		case c == '>' || c == '<' || isDigit(c) && i+1 < len(s) && (s[i+1] == '>' || s[i+1] == '<'):
			i = cmdRedirect(s, i)
			if i < len(s) && s[i] == '&' { // 2>&1
				i = min(i+2, len(s))
				continue
			}
			toks = append(toks, cmdToken{op: strings.Trim(s[start:i], "0123456789 "), redirect: true, start: start, end: i})
		default:
			var a Arg
			a, i = cmdWord(l, s, i)
			toks = append(toks, cmdToken{arg: a, start: start, end: i})
			if i == start {
				i++
			}
		}
	}
	return toks
}

func cmdRedirect(s string, i int) int {
	for i < len(s) && (isDigit(s[i]) || s[i] == '>' || s[i] == '<') {
		i++
		if s[i-1] == '<' || s[i-1] == '>' && (i >= len(s) || s[i] != '>') {
			break
		}
	}
	return i
}

// cmdWord reads one word.
func cmdWord(l *list, s string, i int) (Arg, int) {
	a := Arg{Known: true}
	var b strings.Builder
	quote := false
	for i < len(s) {
		c := s[i]
		if !quote && (isSpace(c) || strings.IndexByte("&|<>(),;", c) >= 0) {
			// A parenthesis inside of a word is part of it, unless it closes a block.
			if c != '(' {
				break
			}
		}
		if c == '\n' {
			break
		}
		switch {
		case c == '"':
			quote = !quote
			a.Quoted = a.Quoted || b.Len() == 0
			i++
		case c == '^' && !quote:
			i++
			if i < len(s) && s[i] == '\r' {
				i++
			}
			if i < len(s) {
				if s[i] != '\n' {
					b.WriteByte(s[i])
				}
				i++
			}
		case c == '%' && cmdVariable(s, i) > 0:
			a.Known = false
			n := cmdVariable(s, i)
			b.WriteString(s[i : i+n])
			i += n
		case c == '!' && strings.IndexByte(s[i+1:], '!') > 0 && !strings.ContainsAny(s[i+1:i+1+strings.IndexByte(s[i+1:], '!')], " \t\n&|\""):
			n := strings.IndexByte(s[i+1:], '!') + 2
			a.Known = false
			b.WriteString(s[i : i+n])
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	a.Text = b.String()
	return a, i
}

// cmdVariable gives the length of a variable at s[i]: %x%, %x:a=b%, %1, %*, %~dp0, %%i.
func cmdVariable(s string, i int) int {
	if i+1 >= len(s) {
		return 0
	}
	if s[i+1] == '%' {
		n := 2
		for i+n < len(s) && (isLetter(s[i+n]) || s[i+n] == '~') {
			n++
		}
		return n
	}
	if isDigit(s[i+1]) || s[i+1] == '*' {
		return 2
	}
	if s[i+1] == '~' {
		n := 2
		for i+n < len(s) && (isLetter(s[i+n]) || isDigit(s[i+n]) || s[i+n] == '$' || s[i+n] == ':') {
			n++
		}
		return n
	}
	end := strings.IndexAny(s[i+1:], "%\n")
	if end > 0 && s[i+1+end] == '%' && !strings.ContainsAny(s[i+1:i+1+end], " \t&|<>\"") {
		return end + 2
	}
	if isLetter(s[i+1]) { // %i of a for on the command line
		n := 2
		for i+n < len(s) && isLetter(s[i+n]) {
			n++
		}
		return n
	}
	return 0
}

// cmdReader walks the tokens and finds commands.
type cmdReader struct {
	l     *list
	src   string
	toks  []cmdToken
	i     int
	depth int
	from  int // PipedFrom of the next command
	fetch bool
}

func (r *cmdReader) word(i int) string {
	if i < len(r.toks) && r.toks[i].op == "" {
		return strings.ToLower(r.toks[i].arg.Text)
	}
	return ""
}

func (r *cmdReader) read() {
	r.from = NotPiped
	for r.i < len(r.toks) {
		switch t := r.toks[r.i]; {
		case t.op == "|":
			r.from, r.fetch = len(r.l.cmds)-1, len(r.l.cmds) > 0 && r.l.cmds[len(r.l.cmds)-1].fetches()
			if r.from < 0 {
				r.from = PipedRaw
			}
			r.i++
		case t.op != "" && !t.redirect:
			r.from, r.fetch = NotPiped, false
			r.i++
		default:
			r.command()
		}
	}
}

// command reads one command, or the head of an if or for, after which the next
// command stands.
func (r *cmdReader) command() {
	w := strings.TrimLeft(r.word(r.i), "@")
	switch {
	case w == "if":
		r.condition()
		return
	case w == "else" || w == "do":
		r.i++
		return
	case w == "for":
		r.loop()
		return
	case w == "rem" || strings.HasPrefix(w, "::"):
		r.line()
		return
	case strings.HasPrefix(w, ":"):
		r.line()
		return
	}
	c := Command{Shell: CmdExe, PipedFrom: r.from, PipedDownload: r.fetch}
	start := r.toks[r.i].start
	end := start
	for r.i < len(r.toks) {
		t := r.toks[r.i]
		if t.op != "" && !t.redirect {
			if t.op == "(" && len(c.Argv) > 0 { // a parenthesis among arguments is text
				c.Argv = append(c.Argv, Arg{Text: "(", Known: true})
				r.i++
				continue
			}
			break
		}
		r.i++
		if !t.redirect {
			c.Argv = append(c.Argv, t.arg)
			end = t.end
			continue
		}
		if r.i < len(r.toks) && r.toks[r.i].op == "" {
			target := r.toks[r.i].arg
			r.i++
			if !wordlist.Has("nul nul: con", strings.ToLower(target.Text)) {
				c.Redirects = append(c.Redirects, Redirect{Target: target, Append: t.op == ">>", Input: t.op == "<"})
			}
		}
	}
	if len(c.Argv) > 0 {
		r.finish(c, r.src[start:end])
	} else if len(c.Redirects) > 0 {
		c.Argv = []Arg{{Text: "echo", Known: true}}
		r.l.add(c)
	}
}

// line passes over the rest of a line.
func (r *cmdReader) line() {
	for r.i < len(r.toks) && r.toks[r.i].op != "\n" {
		r.i++
	}
}

// condition passes over `if [/i] [not] ...` to the command after it.
func (r *cmdReader) condition() {
	r.i++
	for r.word(r.i) == "/i" || r.word(r.i) == "not" {
		r.i++
	}
	switch r.word(r.i) {
	case "exist", "defined", "errorlevel", "cmdextversion":
		r.i += 2
		return
	}
	w := r.word(r.i)
	r.i++
	switch {
	case strings.HasSuffix(w, "=="):
		r.i++
	case strings.Contains(w, "=="):
	case strings.HasPrefix(r.word(r.i), "=="):
		if r.word(r.i) == "==" {
			r.i++
		}
		r.i++
	case wordlist.Has("equ neq lss leq gtr geq", r.word(r.i)):
		r.i += 2
	default:
		r.l.missed("condition not understood")
	}
	r.i = min(r.i, len(r.toks))
}

// loop passes over `for [switches] %i in (set) do`; a set in quotes of /f runs.
func (r *cmdReader) loop() {
	runs := false
	for r.i++; r.i < len(r.toks) && r.word(r.i) != "do"; r.i++ {
		t := r.toks[r.i]
		if t.op == "\n" && r.word(r.i-1) != "in" {
			r.l.missed("loop not understood")
			return
		}
		if r.word(r.i) == "/f" {
			runs = true
		}
		if t.op == "(" {
			start := t.end
			for r.i < len(r.toks) && r.toks[r.i].op != ")" {
				r.i++
			}
			if r.i >= len(r.toks) {
				r.l.missed("loop not understood")
				return
			}
			text := strings.TrimSpace(r.src[start:r.toks[r.i].start])
			if runs && len(text) > 1 && (text[0] == '\'' || text[0] == '`') {
				inner := strings.Trim(text, "'`")
				r.l.cmd(inner, r.depth+1)
			}
		}
	}
}

// finish resolves builtins that carry a command and splits glued switches.
func (r *cmdReader) finish(c Command, raw string) {
	name := c.Argv[0]
	name.Text = strings.TrimLeft(name.Text, "@")
	c.Argv[0] = name
	if !name.Known {
		r.l.missed("command name is not known: " + clip(name.Text))
		r.l.add(c)
		return
	}
	if name.Text == "" {
		return
	}
	c.Argv = append(cmdGlued(name), c.Argv[1:]...)
	switch c.Name() {
	case "call":
		if len(c.Argv) > 1 && !strings.HasPrefix(c.Argv[1].Text, ":") {
			c.Argv = c.Argv[1:]
			if !c.Argv[0].Known {
				r.l.missed("command name is not known: " + clip(c.Argv[0].Text))
			}
			r.finishInner(c, "")
		}
	case "start":
		r.started(c)
	case "powershell", "pwsh", "cmd":
		r.l.start(c, raw, r.depth)
	default:
		r.l.add(c)
	}
}

func (r *cmdReader) finishInner(c Command, raw string) {
	if r.depth++; r.depth > maxDepth {
		r.l.missed("nested too deep")
		return
	}
	r.finish(c, raw)
	r.depth--
}

// started reads `start ["title"] [switches] program args`.
func (r *cmdReader) started(c Command) {
	i := 1
	if i < len(c.Argv) && c.Argv[i].Quoted {
		i++
		if i >= len(c.Argv) { // a quoted program alone opens a console with that title
			return
		}
	}
	for i < len(c.Argv) && strings.HasPrefix(c.Argv[i].Text, "/") {
		if strings.EqualFold(c.Argv[i].Text, "/d") || strings.EqualFold(c.Argv[i].Text, "/node") || strings.EqualFold(c.Argv[i].Text, "/affinity") {
			i++
		}
		i++
	}
	if i >= len(c.Argv) {
		return
	}
	c.Argv = c.Argv[i:]
	r.finishInner(c, "")
}

// cmdGlued splits what cmd accepts without a blank after a builtin's name:
// `del/q`, `cd\`, `cd..`, `echo.`
func cmdGlued(name Arg) []Arg {
	low := strings.ToLower(name.Text)
	for _, b := range [...]string{"del", "erase", "rd", "rmdir", "md", "mkdir", "cd", "chdir", "dir", "copy", "move", "ren", "type", "echo", "set", "start", "call", "mklink", "cmd", "format", "xcopy"} {
		if len(low) > len(b) && strings.HasPrefix(low, b) && strings.IndexByte("/\\.:(=+[", low[len(b)]) >= 0 {
			if strings.HasPrefix(low, b+".exe") || strings.HasPrefix(low, b+".com") {
				continue
			}
			rest := name
			rest.Text = strings.TrimPrefix(name.Text[len(b):], ".")
			if b == "cd" || b == "chdir" || b == "dir" {
				rest.Text = name.Text[len(b):]
			}
			return []Arg{{Text: name.Text[:len(b)], Known: true}, rest}
		}
	}
	return []Arg{name}
}
