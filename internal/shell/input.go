package shell

import (
	"maps"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/atom"
	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// This file follows what the shell itself reads: read, mapfile, and the
// descriptors that exec opens.

// readWordsOf understands the words behind read.
func readWordsOf(words []Word) pure.ReadWords {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.String()
	}
	return pure.ReadWordsOf(texts, func(i int) bool { _, ok := words[i].Known(); return ok })
}

// ifsFor gives the separators for one command: those set in front of it, else
// the shell's own.
func (sc *scope) ifsFor(env []Assign) (string, bool) {
	for i := len(env) - 1; i >= 0; i-- {
		if env[i].Inline && env[i].Name == "IFS" {
			s, ok := env[i].Value.Known()
			return s, ok && pure.IsASCII(s)
		}
	}
	v, ok := sc.s.Vars.Get("IFS")
	if !ok || len(v.Values) != 1 || v.Maybe {
		return "", false
	}
	if v.Gone {
		return " \t\n", true
	}
	s, known := v.Values[0].Known()
	return s, known && pure.IsASCII(s)
}

// read puts a line of standard input into variables. What a command before it
// has read from the same input, or will read in another round, is not followed.
func read(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		sc.subscriptText(w)
	}
	r := readWordsOf(c.Argv[1:])
	in := c.Stdin
	if r.From > 0 {
		in = sc.s.Fds[r.From]
	}
	text, known := sc.content(in)
	line, rest := r.Line(text)
	if in.Shared {
		known = known && rest == "" && !sc.e.used(in)
	}
	sc.store(r, line, known, c.Env, sc.captured(in))
}

// used notes that somebody reads an input that others share, and tells whether
// somebody did before.
func (e *evaluator) used(in Input) bool {
	s, _ := in.Text.Known()
	was := e.read[s]
	e.read[s] = true
	return was
}

// store gives the variables of a read what one line holds for them.
func (sc *scope) store(r pure.ReadWords, line string, known bool, env []Assign, from *Captured) {
	for _, n := range r.Names {
		sc.commandTable(sc.deref(n), nil)
	}
	ifs, sure := sc.ifsFor(env)
	if r.Whole && !r.Plain && known { // no separator, so that nothing hangs on the backslashes
		line, known = pure.Unescaped(line)
		r.Plain = true
	}
	known = known && sure && !r.Strange && (r.Plain || !strings.Contains(line, "\\"))
	if r.Array {
		sc.setList(r.Names[0], pure.Fields(line, ifs, 0), known, from)
		return
	}
	parts := pure.Fields(line, ifs, len(r.Names))
	if r.Whole {
		parts = []string{line}
	}
	for i, n := range r.Names {
		switch {
		case !known:
			sc.set(n, Word{Pieces: []Piece{{Origin: Supplied, Name: n, Text: "$" + n, Split: true, Inside: from}}})
		case i < len(parts):
			sc.set(n, Text(parts[i]))
		default:
			sc.set(n, Word{})
		}
	}
}

// content gives what can be read from an input: a text, or a file that the text
// itself has written.
func (sc *scope) content(in Input) (string, bool) {
	switch in.Kind {
	case Here, Pipe:
		return in.Text.Known()
	case FromFile:
		if p := sc.absolute(in.File); len(p) == 1 {
			w, _ := sc.e.overlay.Get(p[0])
			return w.text, w.known && !w.built
		}
	}
	return "", false
}

// captured is where an unknown value was read from.
func (sc *scope) captured(in Input) *Captured {
	for n := 0; n < 10 && in.Kind == Inherited; n++ { // read -u
		in = sc.s.Fds[n]
	}
	if p := sc.absolute(in.File); in.Kind == FromFile && len(p) > 0 {
		if w, _ := sc.e.overlay.Get(p[0]); w.by != nil && !w.known {
			return found.Printed(w.by)
		}
		return &Captured{File: Text(p[0])}
	}
	return found.Printed(in.From)
}

// readLoop gives the rounds of `while read NAMES; do` over known input, each as
// what sets the variables, and whether they are all; one round that changes nothing for other loops.
func (sc *scope) readLoop(x *syntax.WhileClause) ([]func(*scope), bool) {
	one := []func(*scope){func(*scope) {}}
	c := readCall(x.Cond)
	if c == nil {
		return one, false
	}
	r, env := sc.literalRead(c)
	text, known := sc.content(sc.in)
	var lines []string
	if known = known && r.Most < 0 && r.From == 0 && r.Until != "" && !r.Strange; known {
		lines = strings.Split(strings.TrimSuffix(text, r.Until), r.Until)
	}
	if !known || len(lines) > sc.e.o.Limits.Unroll {
		return []func(*scope){func(body *scope) { body.store(r, "", false, env, sc.captured(sc.in)) }}, false
	}
	var rounds []func(*scope)
	for _, l := range lines {
		rounds = append(rounds, func(body *scope) { body.store(r, l, true, env, nil) })
	}
	return rounds, true
}

// readCall finds the read that a loop's condition begins with, also in
// `read x || [ -n "$x" ]` and `read x && ...`.
func readCall(cond []*syntax.Stmt) *syntax.CallExpr {
	if len(cond) != 1 || len(cond[0].Redirs) > 0 {
		return nil
	}
	st := cond[0]
	for {
		b, ok := st.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op == syntax.Pipe || b.Op == syntax.PipeAll {
			break
		}
		st = b.X
	}
	c, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 || c.Args[0].Lit() != "read" || len(st.Redirs) > 0 {
		return nil
	}
	return c
}

// literalRead takes apart a read that has not run as a command.
func (sc *scope) literalRead(c *syntax.CallExpr) (pure.ReadWords, []Assign) {
	var words []Word
	for _, a := range c.Args[1:] {
		words = append(words, sc.fields(a)...)
	}
	var env []Assign
	for _, a := range c.Assigns {
		env = append(env, Assign{Name: a.Name.Value, Value: sc.word(a.Value), Inline: true})
	}
	return readWordsOf(words), env
}

func (sc *scope) setList(name string, parts []string, known bool, from *Captured) {
	v := vars.Variable{Array: true, Values: []Word{vars.UnknownVar(name)}}
	for _, p := range parts {
		v.List = append(v.List, Text(p))
	}
	if !known || len(parts) > vars.MostElements {
		v.List = []Word{{Pieces: []Piece{{Origin: Supplied, Name: name, Text: "$" + name, Split: true, Inside: from}}}}
	}
	if len(v.List) > 0 {
		v.Values = []Word{v.List[0]}
	}
	if old, _ := sc.s.Get(name); old.Fixed == vars.Never {
		return
	}
	sc.s.Put(name, v)
}

// mapfile reads lines into an array; what -C names runs for each chunk, which
// the knowledge base finds.
func mapfile(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		sc.subscriptText(w)
	}
	texts := make([]string, len(c.Argv)-1)
	for i, w := range c.Argv[1:] {
		texts[i] = w.String()
	}
	m := pure.MapfileOf(texts, func(i int) bool { _, ok := c.Argv[1+i].Known(); return ok })
	in := c.Stdin
	if m.From > 0 {
		in = sc.s.Fds[m.From]
	}
	text, is := sc.content(in)
	known := is && !m.Unsure && !in.Shared
	lines := m.Lines(text)
	old, _ := sc.s.Vars.Get(m.Name)
	if known = known && (!m.Keeps || len(old.Others) == 0 && found.SplitAt(old.List) == 0 && (old.Array || old.Gone || len(old.Values) == 0)); !known || !m.Keeps {
		sc.setList(m.Name, lines, known, sc.captured(in))
		return
	}
	old.Array = true // what it has besides stays
	for i, l := range lines {
		old.Put(strconv.Itoa(m.Origin+i), Text(l))
	}
	old.First()
	sc.s.Put(m.Name, old)
}

// opens is exec with redirections alone: they hold for what follows.
func (sc *scope) opens(r redirects) {
	for n, file := range r.outs { // what is read there stands behind what is written
		if in, ok := r.fds[n]; ok && !strings.HasPrefix(file[0].File.String(), "/dev/") {
			r.fds[n] = Input{Kind: Pipe, From: in.From, Text: vars.Unknown(Supplied, "", false)}
		}
		for _, p := range sc.absolute(file[0].File) {
			if old := sc.e.open(p); file[0].Kind == WriteFile || file[0].Kind == ReadWrite && !old.Exists {
				sc.e.overlay.Set(p, written{known: true})
				file[0].Kind = WriteFile // it begins empty, like one that is written
			}
		}
	}
	sc.s.Opens(r.outs)
	if r.stdin == nil && len(r.fds) == 0 {
		return
	}
	fds := map[int]Input{}
	maps.Copy(fds, sc.s.Fds)
	for n, in := range r.fds {
		in.Shared = true // a read takes a part of it
		fds[n] = in
	}
	if r.stdin != nil {
		sc.in = *r.stdin
		sc.in.Shared = true
		fds[0] = sc.in
	}
	sc.s.Fds = fds
}

// lends opens the descriptors of one command and gives what closes them again.
func (sc *scope) lends(r redirects) func() {
	if len(r.fds) == 0 {
		return func() {}
	}
	before := sc.s.Fds
	sc.opens(redirects{fds: r.fds})
	lent := sc.s.Fds
	return func() {
		if same := len(lent) == len(sc.s.Fds); same { // else exec has opened others
			sc.s.Fds = before
		}
	}
}

// prints lets a command's output go where its redirections say.
func (sc *scope) prints(r redirects) {
	if !r.stdoutGone {
		return
	}
	if sc.out = nil; r.stdoutFile != nil {
		sc.out = &found.Printout{}
	}
}

// printed notes what a compound command has put into a file.
func (sc *scope) printed(r redirects, by *Command) {
	if r.stdoutFile != nil && sc.out != nil && !sc.out.Unknown {
		sc.writeOverlay(r, string(sc.out.Text), true, by)
	} else if len(r.files) > 0 {
		from := by
		if sc.out != nil && sc.out.From != nil {
			from = sc.out.From
		}
		sc.writeOverlay(r, "", false, from)
	}
}

// stdin is what a command reads that has no redirection of its own.
func (sc *scope) stdin() Input {
	if in, ok := sc.s.Fds[0]; ok && sc.in.Kind == Inherited {
		return in
	}
	return sc.in
}

// device gives the input that a file like /dev/stdin or /dev/fd/3 stands for.
func (r reader) device(name Word) (Input, bool) {
	s, _ := name.Known()
	fd := ""
	for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if rest, ok := strings.CutPrefix(s, dir); ok {
			fd = rest
		}
	}
	if s == "/dev/stdin" || fd == "0" {
		return r.c.Stdin, true
	}
	n, err := strconv.Atoi(fd)
	in, ok := r.sc.s.Fds[n]
	return in, err == nil && ok
}

// openInput gives the content of an input.
func (r reader) openInput(in Input) Opened {
	switch in.Kind {
	case FromFile:
		if _, again := r.device(in.File); !again {
			return r.Open(in.File)
		}
	case Here, Pipe:
		if text, ok := in.Text.Known(); ok {
			return Opened{Text: text, Exists: true, Known: true}
		}
		return Opened{Exists: true, Fetched: in.From != nil, Why: "text that is not known"}
	}
	return Opened{Exists: true, Why: "reads standard input"}
}

// heredoc gives the body of a here-document, expanded unless its mark is
// quoted.
func (sc *scope) heredoc(rd *syntax.Redirect) Word {
	if rd.Hdoc == nil {
		return Word{}
	}
	body := rd.Hdoc
	if pure.QuotedMark(sc.source(rd.Word)) {
		s := body.Lit()
		if s == "" {
			s = sc.source(body)
		}
		if rd.Op == syntax.DashHdoc {
			s = pure.StripTabs(s)
		}
		return Text(s)
	}
	in := *sc
	in.here = true
	w := atom.Join(in.atoms(body.Parts, true, false), false)
	sc.s = in.s
	if rd.Op == syntax.DashHdoc {
		for i := range w.Pieces {
			if w.Pieces[i].Origin == Literal {
				w.Pieces[i].Text = pure.StripTabs(w.Pieces[i].Text)
			}
		}
	}
	return w
}

// clobbered finds the files of zsh's `>! FILE`, which other shells read as a
// file called `!`: the word behind it.
func (sc *scope) clobbered(st *syntax.Stmt, x *syntax.CallExpr) []Redir {
	var out []Redir
	for _, rd := range st.Redirs {
		if rd.Word == nil || rd.Word.Lit() != "!" {
			continue
		}
		for _, a := range x.Args {
			if a.Pos().Offset() > rd.End().Offset() {
				out = append(out, Redir{Kind: WriteFile, Fd: 1, File: sc.word(a), Op: rd.Op.String() + "!"})
				break
			}
		}
	}
	return out
}

// bare is a statement of redirections alone.
func (sc *scope) bare(st *syntax.Stmt) {
	r := sc.redirs(st.Redirs)
	sc.s.Last = Word{}
	if len(r.files) > 0 {
		sc.emit(&Command{Redirs: r.files, Dirs: sc.s.Dirs, Span: sc.node(st), Place: sc.place})
		sc.writeOverlay(r, "", true, nil)
	}
}
