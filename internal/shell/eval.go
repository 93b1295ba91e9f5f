package shell

import (
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// evaluator walks one text and everything inside it.
type evaluator struct {
	o        Options
	cmds     []*Command
	problems []Problem
	steps    int
	volume   int // bytes made by expansions
	depth    int
	overlay  map[string]written // files that the text itself has written
	links    map[string]string  // links that the text itself has made, to their targets
	calls    []string           // functions being called, innermost last
	forks    int                // pipes and background jobs around the current call
	stmtDeep int
	stopped  bool
	called   map[string]bool
	probing  bool // a function that nobody called
}

// written is what the text has put into a file so far.
type written struct {
	text    string
	known   bool
	fetched bool
	built   bool // made by a build step
}

// scope is one text being read: its tree's offsets, place and state.
type scope struct {
	e     *evaluator
	s     *state
	src   string
	place Place
	top   bool    // offsets are those of the original text
	at    Span    // where this text stands when not top
	in    Input   // standard input of the whole text
	out   *output // where standard output goes when it is captured
}

// output collects what is printed into a substitution or pipe.
type output struct {
	b       strings.Builder
	unknown bool
	from    *Command
}

func (o *output) print(text string, c *Command) {
	if o == nil {
		return
	}
	o.from = c
	if o.b.Len()+len(text) > 64<<10 {
		o.unknown = true
		return
	}
	o.b.WriteString(text)
}

func (o *output) hide(c *Command) {
	if o != nil {
		o.unknown = true
		o.from = c
	}
}

func newEvaluator(o Options) *evaluator {
	if o.Limits.Bytes == 0 {
		o.Limits.Bytes = -1 // the zero value refuses
	}
	return &evaluator{o: o, overlay: map[string]written{}, links: map[string]string{}, called: map[string]bool{}}
}

// text reads one text in a new state and evaluates it.
func (e *evaluator) text(text string, place Place, from *state, top bool) {
	s := from
	if s == nil {
		s = e.initial()
	}
	sc := &scope{e: e, s: s, src: text, place: place, top: top}
	if !sc.parseAndRun(e.o.Dialect) && top {
		return
	}
	if top {
		e.uncalled(sc)
	}
}

func (e *evaluator) initial() *state {
	s := &state{vars: map[string]variable{}, funcs: map[string]function{}, aliases: map[string]string{}, anyArgs: true, outer: true}
	for k, v := range e.o.Vars {
		s.vars[k] = variable{values: []Word{Text(v)}, exported: true, given: true}
	}
	if e.o.Home != "" {
		s.vars["HOME"] = variable{values: []Word{Text(e.o.Home)}, exported: true, given: true}
	}
	s.vars["SHELL"] = variable{values: []Word{Text("/bin/bash")}, exported: true, given: true}
	s.vars["BASH"] = variable{values: []Word{Text("/bin/bash")}, given: true}
	s.vars["IFS"] = variable{values: []Word{Text(" \t\n")}, given: true}
	s.dirs = []Word{Text(e.o.Cwd)}
	s.args0 = Text("bash")
	if e.o.Args != nil {
		s.anyArgs = false
		for _, a := range e.o.Args {
			s.args = append(s.args, Text(a))
		}
	}
	return s
}

// parseAndRun parses the scope's source and evaluates it. A text that does
// not parse is still evaluated as far as bash would have come: line by line
// bash runs what stands before the error.
func (sc *scope) parseAndRun(d Dialect) bool {
	e := sc.e
	if e.depth >= e.o.Limits.Depth {
		sc.problem("texts within texts go too deep", sc.at)
		return false
	}
	e.depth++
	defer func() { e.depth-- }()
	f, err := parse(sc.src, d, e.o.Limits)
	if err != nil {
		sc.problem("cannot be read as shell text: "+trimError(err), sc.span(0, len(sc.src)))
	}
	if f == nil {
		return false
	}
	sc.stmts(f.Stmts)
	return err == nil
}

func trimError(err error) string {
	s := err.Error()
	if i := strings.Index(s, "\n"); i >= 0 {
		s = s[:i]
	}
	return strings.TrimPrefix(s, ":")
}

func (sc *scope) problem(why string, at Span) {
	for _, p := range sc.e.problems {
		if p.Why == why {
			return
		}
	}
	sc.e.problems = append(sc.e.problems, Problem{Why: why, Span: at})
}

// span turns offsets of this text into offsets of the original one.
func (sc *scope) span(start, end int) Span {
	if sc.top {
		return Span{start, end}
	}
	return sc.at
}

func (sc *scope) node(n syntax.Node) Span {
	return sc.span(int(n.Pos().Offset()), int(n.End().Offset()))
}

func (sc *scope) source(n syntax.Node) string {
	a, b := int(n.Pos().Offset()), int(n.End().Offset())
	if a < 0 || b > len(sc.src) || a > b {
		return ""
	}
	return sc.src[a:b]
}

// step counts work; false when the bound is reached.
func (sc *scope) step() bool {
	e := sc.e
	e.steps++
	if e.stopped {
		return false
	}
	if e.steps > e.o.Limits.Steps || len(e.cmds) > e.o.Limits.Commands {
		if !e.stopped {
			e.stopped = true
			sc.problem("too much to inspect", sc.span(0, len(sc.src)))
		}
		return false
	}
	return true
}

// sub is a scope for a subshell: same text, own state.
func (sc *scope) sub() *scope {
	c := *sc
	c.s = sc.s.clone()
	return &c
}

func (sc *scope) stmts(list []*syntax.Stmt) {
	for _, st := range list {
		if !sc.step() {
			return
		}
		sc.stmt(st)
	}
}

func (sc *scope) stmt(st *syntax.Stmt) {
	e := sc.e
	if e.stmtDeep > 400 {
		sc.problem("nested too deep", sc.node(st))
		return
	}
	e.stmtDeep++
	defer func() { e.stmtDeep-- }()
	run := sc
	if st.Background || st.Coprocess {
		e.forks++
		defer func() { e.forks-- }()
		run = sc.sub()
	}
	if len(st.Redirs) > 0 {
		if _, simple := st.Cmd.(*syntax.CallExpr); !simple {
			run = run.redirected(st)
		}
	}
	run.command(st)
	if run != sc && !st.Background && !st.Coprocess {
		sc.s = run.s
	}
}

// redirected prepares a compound command with redirections: a scope whose
// input and output are the files, and a bare command that stands for them.
func (sc *scope) redirected(st *syntax.Stmt) *scope {
	c := *sc
	r := c.redirs(st.Redirs)
	if len(r.files) > 0 {
		cmd := &Command{Redirs: r.files, Dirs: sc.s.dirs, Span: sc.node(st), Place: sc.place}
		sc.emit(cmd)
	}
	if r.stdin != nil {
		c.in = *r.stdin
	}
	if r.stdoutGone {
		c.out = nil
		if r.stdoutFile != nil {
			c.out = &output{}
		}
	}
	return &c
}

func (sc *scope) command(st *syntax.Stmt) {
	switch x := st.Cmd.(type) {
	case nil:
		sc.bare(st)
	case *syntax.CallExpr:
		sc.call(st, x)
	case *syntax.BinaryCmd:
		sc.binary(x)
	case *syntax.Subshell:
		sc.sub().stmts(x.Stmts)
	case *syntax.Block:
		sc.stmts(x.Stmts)
	case *syntax.IfClause:
		sc.ifClause(x)
	case *syntax.WhileClause:
		sc.while(x)
	case *syntax.ForClause:
		sc.forClause(x)
	case *syntax.CaseClause:
		sc.caseClause(x)
	case *syntax.FuncDecl:
		sc.funcDecl(x)
	case *syntax.ArithmCmd:
		sc.arithm(x.X)
	case *syntax.TestClause:
		sc.test(x.X)
	case *syntax.DeclClause:
		sc.decl(x)
	case *syntax.LetClause:
		for _, a := range x.Exprs {
			sc.arithm(a)
		}
	case *syntax.TimeClause:
		if x.Stmt != nil {
			sc.stmt(x.Stmt)
		}
	case *syntax.CoprocClause:
		sc.e.forks++
		sc.sub().stmt(x.Stmt)
		sc.e.forks--
	case *syntax.TestDecl:
		sc.sub().stmt(x.Body)
	default:
		sc.problem(fmt.Sprintf("a construct that is not known: %T", x), sc.node(st))
	}
}

// bare is a statement of redirections alone.
func (sc *scope) bare(st *syntax.Stmt) {
	r := sc.redirs(st.Redirs)
	if len(r.files) > 0 {
		sc.emit(&Command{Redirs: r.files, Dirs: sc.s.dirs, Span: sc.node(st), Place: sc.place})
		sc.writeOverlay(r, "", true, nil)
	}
}

func (sc *scope) binary(x *syntax.BinaryCmd) {
	switch x.Op {
	case syntax.Pipe, syntax.PipeAll:
		sc.pipe(x)
		return
	}
	before := sc.s.clone()
	sc.stmt(x.X)
	if x.Op == syntax.AndStmt {
		failed := sc.s.clone()
		failed.dirs = before.dirs
		sc.stmt(x.Y)
		if !onlyMoves(x.X) {
			failed.dirs = sc.s.dirs
		}
		sc.s.merge(failed, sc.e.o.Limits.Choices)
		return
	}
	ok := sc.s.clone()
	sc.s.dirs, sc.s.ended = before.dirs, false
	sc.stmt(x.Y)
	sc.s.merge(ok, sc.e.o.Limits.Choices)
}

// onlyMoves tells whether a statement is a cd to a place that is not known to
// be there: its failure leaves the old folder.
func onlyMoves(st *syntax.Stmt) bool {
	c, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	switch c.Args[0].Lit() {
	case "cd", "pushd":
		return len(c.Args) > 1 && c.Args[len(c.Args)-1].Lit() == ""
	}
	return false
}

func (sc *scope) pipe(x *syntax.BinaryCmd) {
	e := sc.e
	e.forks++
	defer func() { e.forks-- }()
	left := sc.sub()
	out := &output{}
	left.out = out
	first := len(e.cmds)
	left.stmt(x.X)
	in := Input{Kind: Pipe, From: out.from}
	if out.from == nil && len(e.cmds) > first {
		in.From = e.cmds[len(e.cmds)-1]
	}
	if out.unknown || out.from == nil {
		in.Text = unknown(Supplied, "", false)
	} else {
		in.Text = Text(out.b.String())
	}
	right := sc.sub()
	right.in = in
	start := len(e.cmds)
	right.stmt(x.Y)
	if in.From != nil && start < len(e.cmds) {
		in.From.PipeTo = e.cmds[start]
	}
	// In zsh, and in bash with lastpipe, the last command runs in this shell.
	for name, v := range right.s.vars {
		if _, ok := sc.s.vars[name]; !ok {
			sc.s.vars[name] = v
		}
	}
}

func (sc *scope) ifClause(x *syntax.IfClause) {
	sc.stmts(x.Cond)
	other := sc.sub()
	then := sc.maybe(sc)
	then.stmts(x.Then)
	sc.s = then.s
	if x.Else == nil {
		sc.s.merge(other.s, sc.e.o.Limits.Choices)
		return
	}
	branch := other.maybe(other)
	if len(x.Else.Cond) > 0 {
		branch.ifClause(x.Else)
	} else {
		branch.stmts(x.Else.Then)
	}
	sc.s.merge(branch.s, sc.e.o.Limits.Choices)
}

// maybe is the same scope in a branch.
func (sc *scope) maybe(of *scope) *scope {
	c := *of
	c.s = of.s.clone()
	c.place.Maybe = true
	return &c
}

func (sc *scope) while(x *syntax.WhileClause) {
	if endless(x) {
		sc.problem("a loop that neither ends nor waits", sc.node(x))
	}
	before := sc.s.clone()
	// What the loop assigns is not known in its second round.
	sc.forget(x.Do)
	for round := 0; round < 2; round++ {
		sc.stmts(x.Cond)
		if round == 0 {
			for _, values := range sc.readLoop(x) {
				body := sc.maybe(sc)
				for name, v := range values {
					body.s.set(name, v)
				}
				body.stmts(x.Do)
				sc.s.merge(body.s, sc.e.o.Limits.Choices)
			}
			break
		}
	}
	sc.s.merge(before, sc.e.o.Limits.Choices)
}

// endless tells whether a loop goes on for ever without waiting for anything:
// `while true` whose body has no break, exit, sleep or read.
func endless(x *syntax.WhileClause) bool {
	if len(x.Cond) != 1 {
		return false
	}
	c, ok := x.Cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	switch name := c.Args[0].Lit(); {
	case !x.Until && (name == "true" || name == ":" || name == "[" && len(c.Args) == 3):
	case x.Until && name == "false":
	default:
		return false
	}
	waits := false
	for _, st := range x.Do {
		syntax.Walk(st, func(n syntax.Node) bool {
			if call, ok := n.(*syntax.CallExpr); ok && len(call.Args) > 0 {
				switch call.Args[0].Lit() {
				case "break", "exit", "return", "sleep", "read", "wait", "inotifywait", "entr", "timeout", "tail", "nc", "exec":
					waits = true
				}
			}
			return !waits
		})
	}
	return !waits
}

// readLoop gives the rounds of `while read NAME; do` over known input; one
// round that changes nothing for every other loop.
func (sc *scope) readLoop(x *syntax.WhileClause) []map[string]Word {
	one := []map[string]Word{nil}
	if len(x.Cond) != 1 {
		return one
	}
	c, ok := x.Cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) < 2 || c.Args[0].Lit() != "read" {
		return one
	}
	name := c.Args[len(c.Args)-1].Lit()
	if name == "" || strings.HasPrefix(name, "-") {
		return one
	}
	in := sc.in
	text, known := in.Text.Known()
	if in.Kind != Pipe && in.Kind != Here || !known || len(c.Args) > 3 {
		return one
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > sc.e.o.Limits.Unroll {
		return one
	}
	var rounds []map[string]Word
	for _, l := range lines {
		rounds = append(rounds, map[string]Word{name: Text(strings.Trim(l, " \t"))})
	}
	return rounds
}

// forget makes unknown what a loop body assigns, so that one pass stands for
// all rounds. A value built only from literals stays as one of the choices.
func (sc *scope) forget(body []*syntax.Stmt) {
	n := 0
	for _, st := range body {
		syntax.Walk(st, func(nd syntax.Node) bool {
			n++
			if n > 4000 {
				return false
			}
			a, ok := nd.(*syntax.Assign)
			if ok && a.Name != nil && a.Value != nil && !literalWord(a.Value) {
				if v, set := sc.s.vars[a.Name.Value]; set {
					v.values = addValue(slices.Clip(v.values), unknownVar(a.Name.Value), sc.e.o.Limits.Choices, a.Name.Value)
					sc.s.vars[a.Name.Value] = v
				}
			}
			return true
		})
	}
}

func literalWord(w *syntax.Word) bool { return w.Lit() != "" }

func (sc *scope) forClause(x *syntax.ForClause) {
	switch l := x.Loop.(type) {
	case *syntax.WordIter:
		sc.forWords(l, x.Do)
	case *syntax.CStyleLoop:
		for _, a := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			if a != nil {
				sc.arithm(a)
				sc.forgetArithm(a)
			}
		}
		sc.forget(x.Do)
		body := sc.maybe(sc)
		body.stmts(x.Do)
		sc.s.merge(body.s, sc.e.o.Limits.Choices)
	}
}

// forgetArithm makes the variables that a C-style loop counts unknown numbers.
func (sc *scope) forgetArithm(a syntax.ArithmExpr) {
	syntax.Walk(a, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Lit); ok && validName(l.Value) {
			sc.s.set(l.Value, Word{Pieces: []Piece{{Origin: Other, Text: "$" + l.Value}}})
		}
		return true
	})
}

func (sc *scope) forWords(l *syntax.WordIter, do []*syntax.Stmt) {
	var items []Word
	if l.InPos.IsValid() {
		for _, w := range l.Items {
			items = append(items, sc.fields(w)...)
		}
	} else if items = sc.s.args; sc.s.anyArgs {
		items = []Word{unknown(Supplied, "$@", false)}
	}
	after := sc.s.clone()
	limit := sc.e.o.Limits.Unroll
	for i, it := range items {
		if i >= limit {
			it = unknownVar(l.Name.Value)
		}
		body := sc.maybe(sc)
		if v, ok := it.Known(); ok || !it.Unknown() {
			_ = v
			body.s.set(l.Name.Value, it)
		} else {
			body.s.set(l.Name.Value, oneWord(it))
		}
		body.stmts(do)
		after.merge(body.s, sc.e.o.Limits.Choices)
		// Variables carry over from round to round.
		carried := body.s
		carried.dirs = addValue(slices.Clip(carried.dirs), sc.s.dirs[0], sc.e.o.Limits.Choices, "PWD")
		sc.s = carried
		if i >= limit {
			sc.problem("a loop over too many words", sc.node(l))
			break
		}
	}
	sc.s = after
}

// oneWord says that an unknown item is a single word inside the loop's body.
func oneWord(w Word) Word {
	p := slices.Clone(w.Pieces)
	for i := range p {
		p[i].Split = false
	}
	return Word{Pieces: p, Raw: w.Raw}
}

func (sc *scope) caseClause(x *syntax.CaseClause) {
	sc.word(x.Word)
	base := sc.s.clone()
	after := sc.s.clone()
	for _, it := range x.Items {
		branch := sc.maybe(sc)
		branch.s = base.clone()
		for _, p := range it.Patterns {
			branch.word(p)
		}
		branch.stmts(it.Stmts)
		after.merge(branch.s, sc.e.o.Limits.Choices)
	}
	sc.s = after
}

func (sc *scope) funcDecl(x *syntax.FuncDecl) {
	names := x.Names
	if x.Name != nil {
		names = append(names, x.Name)
	}
	if len(names) == 0 { // an anonymous function of zsh runs at once
		sc.stmt(x.Body)
		return
	}
	for _, n := range names {
		sc.s.funcs[n.Value] = function{x.Body}
	}
}

// uncalled reads the bodies of functions that nobody called, in doubt.
func (e *evaluator) uncalled(sc *scope) {
	var names []string
	for n := range sc.s.funcs {
		if !e.called[n] {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	e.probing = true
	defer func() { e.probing = false }()
	for _, n := range names {
		probe := sc.maybe(sc)
		probe.s.args, probe.s.anyArgs, probe.s.outer = nil, true, false
		probe.place.Via = append(slices.Clip(probe.place.Via), n+"()")
		probe.function(n, nil)
	}
}

func validName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
