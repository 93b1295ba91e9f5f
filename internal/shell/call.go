package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/atom"
	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// redirected is what the redirections of one command come to.
type redirects struct {
	files      []Redir
	stdin      *Input
	stdoutGone bool // standard output does not go where it went before
	stdoutFile *Word
	appending  bool
	fds        map[int]Input   // further descriptors opened for reading
	outs       map[int][]Redir // and for writing
	through    []Redir         // files behind a descriptor that the output goes to
}

// input notes what a descriptor reads.
func (r *redirects) input(fd int, in Input) {
	if fd <= 0 {
		r.stdin = &in
		return
	}
	if r.fds == nil {
		r.fds = map[int]Input{}
	}
	r.fds[fd] = in
}

// output notes what a descriptor writes.
func (r *redirects) output(fd int, f Redir) {
	if fd > 2 {
		if r.outs == nil {
			r.outs = map[int][]Redir{}
		}
		r.outs[fd] = []Redir{f}
	}
}

// behind finds the file that a descriptor writes to, which was opened before.
func (sc *scope) behind(fd string, r *redirects) {
	n, err := strconv.Atoi(strings.TrimSuffix(fd, "-"))
	files := r.outs[n]
	if err == nil && files == nil {
		files = sc.s.Outs[n]
	}
	for _, f := range files {
		if f.Kind == WriteFile && len(files) == 1 {
			f.Kind = AppendFile // behind what was written there before
		}
		if r.through = append(r.through, f); len(files) == 1 && f.Kind == AppendFile {
			r.stdoutFile, r.appending = &f.File, true
		}
	}
}

// redirs expands redirections in the order written.
func (sc *scope) redirs(list []*syntax.Redirect) redirects {
	var r redirects
	for _, rd := range list {
		fd := -1
		if rd.N != nil {
			if name, ok := strings.CutPrefix(rd.N.Value, "{"); ok { // bash takes the first from 10 on
				for fd = 10; sc.s.Fds[fd].Kind != Inherited && fd < 100; fd++ {
				}
				sc.set(strings.TrimSuffix(name, "}"), Text(strconv.Itoa(fd)))
			} else if n, err := strconv.Atoi(rd.N.Value); err == nil {
				fd = min(max(n, 0), 1000)
			}
		}
		sc.redir(rd, fd, &r)
	}
	return r
}

func (sc *scope) redir(rd *syntax.Redirect, fd int, r *redirects) {
	switch rd.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		r.input(fd, Input{Kind: Here, Text: sc.heredoc(rd)})
		return
	case syntax.WordHdoc:
		w := sc.word(rd.Word)
		w.AddText("\n")
		r.input(fd, Input{Kind: Here, Text: w})
		return
	case syntax.DplIn:
		w := sc.word(rd.Word)
		if w.Unknown() {
			r.input(fd, Input{Kind: FromFile, File: w})
		}
		s, _ := w.Known()
		n, err := strconv.Atoi(strings.TrimSuffix(s, "-"))
		if in, ok := r.fds[n]; err == nil && ok {
			r.input(fd, in)
		} else if in, ok := sc.s.Fds[n]; err == nil && ok {
			r.input(fd, in)
		}
		return
	case syntax.DplOut:
		w := sc.word(rd.Word)
		if s, ok := w.Known(); ok && (s == "-" || strings.Trim(s, "0123456789-") == "") {
			if fd <= 1 && s != "1" && (fd == 1 || fd == -1) {
				r.stdoutGone = true
				sc.behind(s, r)
			}
			return
		}
		sc.fileRedir(rd, sc.fileWord(rd.Word), WriteFile, fd, r)
		return
	}
	w := sc.fileWord(rd.Word)
	kind := WriteFile
	switch rd.Op {
	case syntax.RdrIn:
		kind = ReadFile
	case syntax.RdrInOut:
		kind = ReadWrite
	case syntax.AppOut, syntax.AppAll, syntax.AppAllClob, syntax.AppClob:
		kind = AppendFile
	}
	sc.fileRedir(rd, w, kind, fd, r)
}

// fileWord is the name of a file behind a redirection: bash expands wildcards
// there when one file matches.
func (sc *scope) fileWord(w *syntax.Word) Word {
	r := atom.Join(sc.atoms(w.Parts, false, true), true)
	r.Span, r.Raw = sc.node(w), sc.source(w)
	return r
}

func (sc *scope) fileRedir(rd *syntax.Redirect, w Word, kind RedirKind, fd int, r *redirects) {
	r.files = append(r.files, Redir{Kind: kind, Fd: fd, File: w, Op: rd.Op.String()})
	switch kind {
	case ReadFile:
		in := Input{Kind: FromFile, File: w}
		if n := len(w.Pieces); n == 1 && w.Pieces[0].Inside != nil {
			in = Input{Kind: Pipe, From: w.Pieces[0].Inside.From, Text: vars.Unknown(Supplied, "", false)}
			if w.Pieces[0].Inside.Known {
				in.Text = Text(w.Pieces[0].Inside.Text)
			}
		}
		r.input(fd, in)
	case ReadWrite:
		r.input(fd, Input{Kind: FromFile, File: w})
		r.output(fd, r.files[len(r.files)-1])
	default:
		if fd == -1 || fd == 1 {
			r.stdoutGone, r.stdoutFile, r.appending = true, &w, kind == AppendFile
		}
		r.output(fd, r.files[len(r.files)-1])
	}
}

// call evaluates a simple command in every choice of the values it uses.
func (sc *scope) call(st *syntax.Stmt, x *syntax.CallExpr) {
	sc.inEach(st, func(one *scope) { one.simple(st, x) })
}

func (sc *scope) simple(st *syntax.Stmt, x *syntax.CallExpr) {
	var env []Assign
	for _, a := range x.Assigns {
		if len(x.Args) == 0 {
			sc.assign(a, false)
			continue
		}
		w := sc.word(a.Value)
		if a.Index != nil {
			sc.arithm(a.Index)
		}
		env = append(env, Assign{Name: a.Name.Value, Value: w, Inline: true})
	}
	var argv []Word
	decl := len(x.Args) > 0 && pure.Declares(x.Args[0].Lit())
	for i, a := range x.Args {
		if decl && i > 0 {
			argv = append(argv, sc.word(a))
			continue
		}
		argv = append(argv, sc.fields(a)...)
		if len(argv) > sc.e.o.Limits.Words {
			sc.problem("a command of too many words", sc.node(st))
			argv = argv[:sc.e.o.Limits.Words]
			break
		}
	}
	r := sc.redirs(st.Redirs)
	r.files = append(r.files, sc.clobbered(st, x)...)
	if len(argv) == 0 {
		if len(r.files) > 0 || len(x.Args) == 0 && len(x.Assigns) > 0 && sc.mattersAlone(x) {
			if c := (&Command{Env: sc.exported(nil), Redirs: r.files, Dirs: sc.s.Dirs, Span: sc.node(st), Place: sc.place}); sc.emit(c) {
				sc.inside(c)
			}
			sc.writeOverlay(r, "", len(r.files) > 0, nil)
		}
		if len(x.Args) == 0 {
			sc.s.Last = Word{}
		}
		return
	}
	if all, ok := sc.everyElement(x.Args, argv); ok { // $list is all of it in zsh
		sc.sub().run(runCall{argv: all, env: env, r: r, span: sc.node(st), stmt: st, call: x})
	}
	sc.run(runCall{argv: argv, env: env, r: r, span: sc.node(st), stmt: st, call: x})
}

// everyElement is a command as zsh reads it, where $NAME is all of an array.
func (sc *scope) everyElement(args []*syntax.Word, argv []Word) (all []Word, ok bool) {
	for i, w := range args {
		if v, _ := sc.s.Get(sc.deref(pure.Bare(w))); v.Array && !v.Assoc && len(v.List) > 1 && len(args) == len(argv) {
			all, ok = append(all, v.List...), true
		} else {
			all = append(all, argv[min(i, len(argv)-1)])
		}
	}
	return all, ok && len(all) <= sc.e.o.Limits.Words
}

// mattersAlone: an assignment of a variable that changes what programs do is
// shown as a command of its own.
func (sc *scope) mattersAlone(x *syntax.CallExpr) bool {
	return slices.ContainsFunc(x.Assigns, func(a *syntax.Assign) bool { return vars.IsExportedName(a.Name.Value) })
}

// runCall is one command about to be evaluated.
type runCall struct {
	argv  []Word
	env   []Assign
	r     redirects
	span  Span
	stmt  *syntax.Stmt
	call  *syntax.CallExpr
	plain bool // functions and aliases do not count (command, sudo, xargs)
	outer *Command
	in    *Input
}

func (sc *scope) run(rc runCall) {
	e := sc.e
	if !sc.step() {
		return
	}
	name, known := rc.argv[0].Known()
	if known && !rc.plain {
		if texts, ok := sc.s.Aliases.Get(name); ok && rc.call != nil {
			for _, text := range texts {
				sc.alias(name, text, rc)
			}
		}
		if _, ok := sc.s.Funcs.Get(name); ok {
			sc.callFunction(name, rc)
			return
		}
	}
	cmd := &Command{
		Argv: rc.argv, Env: sc.exported(rc.env), Redirs: rc.r.files, Stdin: sc.stdin(),
		Dirs: sc.where(rc.argv), Span: rc.span, Place: sc.place, Outer: rc.outer,
	}
	if rc.in != nil {
		cmd.Stdin = *rc.in
	}
	if rc.r.stdin != nil {
		cmd.Stdin = *rc.r.stdin
	}
	if !sc.emit(cmd) {
		return
	}
	if rc.outer != nil {
		rc.outer.Inner = append(rc.outer.Inner, cmd)
	}
	defer func() { sc.s.Last = vars.LastOf(rc.argv) }()
	inner := *sc
	inner.in = cmd.Stdin
	inner.prints(rc.r)
	if name != "exec" || len(rc.argv) > 1 {
		defer inner.lends(rc.r)()
	}
	if known {
		if b := builtin(name); b != nil {
			b(&inner, cmd)
		}
		if name == "exec" && len(rc.argv) == 1 {
			inner.opens(rc.r)
			sc.in = inner.stdin()
			rc.r.files = slices.DeleteFunc(slices.Clone(rc.r.files), func(f Redir) bool { return f.Fd > 2 })
		}
	}
	first := len(e.cmds)
	inner.inside(cmd)
	text, folded := inner.fold(cmd)
	switch {
	case folded:
		inner.out.Print(text, cmd)
	case len(e.cmds) > first && found.PassesOutput(cmd):
		// What the inner command prints was taken up there.
	default:
		inner.out.Hide(cmd)
	}
	sc.s = inner.s
	if folded {
		sc.writeOverlay(rc.r, text, true, cmd)
	} else if rc.r.stdoutFile != nil && inner.out != nil && !inner.out.Unknown {
		sc.writeOverlay(rc.r, string(inner.out.Text), true, cmd)
	} else {
		sc.writeOverlay(rc.r, "", false, cmd)
	}
	sc.foldWrites(cmd)
}

// where gives the folders a command runs in. Where a cd may have failed, the
// old folder counts for words that would take all that is there.
func (sc *scope) where(argv []Word) []Word {
	if len(sc.s.Stay) == 0 {
		return sc.s.Dirs
	}
	for _, w := range argv[1:] {
		text, _, ok := w.Pattern()
		first, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(text, "./"), "."), "/")
		if ok && (first == "*" || strings.Trim(text, "./") == "" && text != "") && !strings.HasPrefix(text, "/") {
			return append(slices.Clip(sc.s.Dirs), sc.s.Stay...)
		}
	}
	return sc.s.Dirs
}

// alias evaluates the command as bash would after putting in the alias's text.
func (sc *scope) alias(name, text string, rc runCall) {
	sub := sc.sub()
	sub.s.Aliases.Delete(name)
	var b strings.Builder
	b.WriteString(text)
	for _, a := range rc.call.Args[1:] {
		word := sc.source(a)
		// Behind a text that ends in a blank, the next word may be an alias.
		if next, ok := sc.s.Aliases.Get(word); ok && strings.TrimRight(text, " \t") != text {
			word = next[len(next)-1]
		}
		text = word
		b.WriteByte(' ')
		b.WriteString(word)
	}
	sc.grow(b.Len())
	sub.src, sub.top, sub.at = b.String(), false, rc.span
	sub.place.Via = append(slices.Clip(sub.place.Via), "alias "+name)
	sub.parseAndRun(sc.e.o.Dialect)
}

func (sc *scope) callFunction(name string, rc runCall) {
	saved, any, at, locals, others := sc.s.Args, sc.s.AnyArgs, sc.s.SplitAt, sc.s.Locals, sc.s.Others
	sc.s.Positional(rc.argv[1:])
	sc.s.Locals = nil
	in := *sc
	if rc.r.stdin != nil {
		in.in = *rc.r.stdin
	}
	in.in.Shared = true
	in.prints(rc.r)
	defer in.lends(rc.r)()
	by := &Command{Redirs: rc.r.files, Dirs: sc.s.Dirs, Span: rc.span, Place: sc.place}
	if len(rc.r.files) > 0 {
		sc.emit(by)
	}
	for _, a := range rc.env {
		in.s.Borrow(a)
	}
	in.place.Via = append(slices.Clip(in.place.Via), name+"()")
	in.function(name)
	sc.s = in.s
	in.printed(rc.r, by)
	sc.s.Args, sc.s.AnyArgs, sc.s.SplitAt, sc.s.Ended = saved, any, at, false
	sc.s.Others, sc.s.Last = others, rc.argv[len(rc.argv)-1]
	sc.s.Leave(locals, sc.e.o.Limits.Choices)
}

// function evaluates the bodies a function may have.
func (sc *scope) function(name string) {
	e := sc.e
	e.called[name] = true
	n := 0
	for _, c := range e.calls {
		if c == name {
			n++
		}
	}
	if n > 0 && !e.probing && (e.forks > 0 || sc.breeds(name)) {
		e.problems = append(e.problems, Problem{Why: "a function starts copies of itself without end", Span: sc.at, Bomb: true})
		return
	}
	if n > 2 || len(e.calls) > 32 {
		return
	}
	e.calls = append(e.calls, name)
	defer func() { e.calls = e.calls[:len(e.calls)-1] }()
	bodies, _ := sc.s.Funcs.Get(name)
	file := sc.s.File
	left := e.frame(true, func() {
		for _, body := range bodies {
			sc.s.File = e.from[body]
			sc.stmt(body)
		}
	})
	for _, s := range left {
		sc.s.Merge(s, e.o.Limits.Choices)
	}
	sc.s.File = file
}

// breeds tells whether the functions from one's call to its next all come to
// the next in any case, while a process waits for one of them.
func (sc *scope) breeds(name string) bool {
	calls := sc.e.calls
	from := len(calls) - 1
	for from > 0 && calls[from] != name {
		from--
	}
	waits := false
	for i := from; i < len(calls); i++ {
		next := name
		if i+1 < len(calls) {
			next = calls[i+1]
		}
		bodies, _ := sc.s.Funcs.Get(calls[i])
		if len(bodies) != 1 {
			return false
		}
		st := bodies[0]
		list := []*syntax.Stmt{st}
		if b, ok := st.Cmd.(*syntax.Block); ok {
			list = b.Stmts
		}
		is, forks := pure.Starts(list, next)
		if !is {
			return false
		}
		waits = waits || forks
	}
	return waits
}

// emit adds a command to the result; false when there are too many.
func (sc *scope) emit(c *Command) bool {
	sc.e.steps += c.Weight()
	if !sc.step() {
		return false
	}
	sc.e.cmds = append(sc.e.cmds, c)
	return true
}

// exported gives the variables that the text has set and that a command would
// see, those in front of the command last.
func (sc *scope) exported(inline []Assign) []Assign {
	var out []Assign
	for name := range sc.s.Env.All() {
		v, _ := sc.s.Vars.Get(name)
		if len(v.Values) > 0 && !v.Given && !v.Gone {
			for _, w := range v.Values {
				out = append(out, Assign{Name: name, Value: w})
			}
		}
	}
	return append(out, inline...)
}
