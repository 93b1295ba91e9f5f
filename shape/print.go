package shape

import (
	"path"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// command prints one command: environment that changes what runs, program,
// verbs, then flags and values in the order written, then files it is
// redirected to. It is empty when nothing of that is there.
func (p *printer) command(c *shell.Command) string {
	var parts []string
	parts = p.environment(parts, c)
	if len(c.Argv) > 0 {
		parts = append(parts, p.program(c))
		parts = p.arguments(parts, c)
	}
	for _, r := range c.Redirs {
		if s := p.redirection(r); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " ")
}

// program prints the first word. Only a folder of the system's own programs is
// left out: /tmp/evil/git is not git.
func (p *printer) program(c *shell.Command) string {
	s, ok := c.Program()
	if !ok {
		return Expansion
	}
	if p.tok.exact(s) {
		return s
	}
	if v := view(c); v != nil && v.Program == kb.Trusted {
		s = s[strings.LastIndexAny(s, `/\`)+1:]
	}
	return quoteProgram(s)
}

func (p *printer) arguments(parts []string, c *shell.Command) []string {
	list := words(c)
	for _, w := range list {
		if w.kind == verb {
			parts = append(parts, quote(w.w.String()))
		}
	}
	last := len(list) - 1
	for i, w := range list {
		switch {
		case w.kind == verb:
		case w.kind == flag:
			parts = append(parts, p.flag(w))
		case w.kind == inner:
			parts = p.wrapped(parts, c, w)
		case w.kind == code:
			parts = append(parts, p.text(w, c))
		case i == last && c.Argv[0].Is("[") && w.w.Is("]"):
			parts = append(parts, "]")
		default:
			parts = p.operand(parts, w)
		}
	}
	return parts
}

// operand prints a value. Variables handed to a wrapper are environment.
func (p *printer) operand(parts []string, w word) []string {
	if w.role == "env" {
		name, _, _ := strings.Cut(w.w.String(), "=")
		if !matters(name) {
			return parts
		}
	}
	return append(parts, p.value(w.w, w.role))
}

// flag prints an option as written; a value that hangs on it is classed.
func (p *printer) flag(w word) string {
	s, known := w.w.Known()
	if known && p.tok.within(s) {
		return p.dashed(s, w.role)
	}
	if o := w.option; o != nil {
		whole := w.w.String()
		head := whole[:len(whole)-len(o.Value.String())]
		if v, ok := o.Value.Known(); ok && v == "" {
			return quote(head)
		}
		if o.Role == "code:sh" {
			return quote(head) + p.text(word{w: o.Value, role: o.Role}, nil)
		}
		return quote(head) + p.hung(o.Value, o.Role)
	}
	if known {
		return p.dashed(s, w.role)
	}
	head, _, _ := plain(w.w)
	if i := strings.IndexByte(head, '='); i > 0 {
		head = head[:i+1]
	}
	return quote(head) + Expansion
}

// hung is value for what hangs on a flag, where a dash means nothing.
func (p *printer) hung(w shell.Word, role string) string {
	s, known := w.Known()
	switch {
	case !known || p.tok.within(s):
		return p.value(w, role)
	case isText(role):
		return Word
	}
	return looks(s)
}

// wrapped prints the command behind a wrapper.
func (p *printer) wrapped(parts []string, c *shell.Command, w word) []string {
	if len(w.words) > 0 {
		if sub := p.sub(c, w.words); sub != nil {
			p.depth++
			parts = append(parts, p.command(sub))
			p.depth--
		} else {
			parts = append(parts, Word)
		}
	}
	if len(w.ends.Pieces) > 0 {
		parts = append(parts, quote(w.ends.String()))
	}
	return parts
}

// sub gives the wrapped command, read by its own knowledge: the one that was
// found before if there is one.
func (p *printer) sub(c *shell.Command, argv []shell.Word) *shell.Command {
	if p.depth >= maxDepth {
		return nil
	}
	for _, k := range p.kids[c] {
		if sameWords(k.Argv, argv) {
			return &shell.Command{Argv: k.Argv, Parsed: k.Parsed, Unread: k.Unread}
		}
	}
	if p.reads++; p.reads > maxReads {
		return nil
	}
	sub := &shell.Command{Argv: argv}
	if v := view(c); v != nil && v.Parse != nil && strings.HasPrefix(v.Parse.RestRole, "command@") {
		if name, ok := p.packageProgram(argv[0]); ok {
			known := append([]shell.Word{shell.Text(name)}, argv[1:]...)
			sub.Parsed = p.parsed(known)
			return sub
		}
	}
	sub.Parsed = p.parsed(argv)
	return sub
}

// parsed reads words by the knowledge of their program.
func (p *printer) parsed(argv []shell.Word) any {
	c := &shell.Command{Argv: argv}
	p.knowledge().Inner(c, noFiles{})
	return c.Parsed
}

// packageProgram is the program that a package runner starts for a package,
// where its name tells: prettier@3 starts prettier.
func (p *printer) packageProgram(w shell.Word) (string, bool) {
	s, ok := w.Known()
	if !ok || strings.ContainsAny(s, "/:") {
		return "", false
	}
	name, _, _ := strings.Cut(s, "@")
	name, _, _ = strings.Cut(name, "==")
	return name, name != "" && p.knowledge().Has(name)
}

func sameWords(a, b []shell.Word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].String() != b[i].String() {
			return false
		}
	}
	return true
}

// noFiles is the reader of a world without files.
type noFiles struct{}

func (noFiles) Open(shell.Word) shell.Opened                { return shell.Opened{} }
func (noFiles) Resolve(shell.Word) (list []string, ok bool) { return nil, false }

// text prints shell text in a word as the shape of that text.
func (p *printer) text(w word, c *shell.Command) string {
	at := w.w.Span
	if at.End == 0 && c != nil {
		at = c.Span
	}
	p.code[at] = true
	s, known, splits := plain(w.w)
	switch {
	case known && p.tok.exact(s):
		return s
	case !known && splits:
		return Expansion
	case !known:
		s = standIn(w.w)
	}
	line := Unknown
	if p.depth < maxDepth {
		p.depth++
		if cmds, ok := p.parse(s); ok {
			line = p.line(cmds)
		}
		p.depth--
	}
	switch {
	case line == Unknown && known:
		return Word
	case line == Unknown || line == Expansion:
		return Expansion
	case w.joined && safeWords(line):
		return line
	case safe(line, true):
		return line
	}
	return forceQuote(line)
}

// safeWords tells whether a shape is words that a shell reads as themselves,
// so that it needs no quotes where all words are one text. Placeholders count.
func safeWords(line string) bool {
	for _, f := range strings.Fields(line) {
		for _, ph := range Placeholders() {
			f = strings.ReplaceAll(f, ph, "x")
		}
		if !safe(f, true) {
			return false
		}
	}
	return true
}

// standIn writes a word that is not all known as shell text.
func standIn(w shell.Word) string {
	var b strings.Builder
	for _, piece := range w.Pieces {
		if piece.Origin <= shell.Glob {
			b.WriteString(piece.Text)
		} else {
			b.WriteString(`"$UNKNOWN"`)
		}
	}
	return b.String()
}

// redirection prints a file that is written or read; empty for the places
// where output only vanishes or goes to the screen.
func (p *printer) redirection(r shell.Redir) string {
	s, known, _ := plain(r.File)
	if known && isSink(s) {
		return ""
	}
	class := Path
	switch {
	case !known:
		class = Expansion
	case p.tok.exact(s):
		class = s
	}
	fd := ""
	if r.Fd > 2 || r.Fd == 2 || r.Fd == 0 && r.Kind != shell.ReadFile || r.Fd == 1 && r.Kind == shell.ReadFile {
		fd = strconv.Itoa(r.Fd)
	}
	return fd + r.Op + " " + class
}

func isSink(s string) bool {
	switch path.Clean(s) {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2":
		return true
	}
	return false
}
