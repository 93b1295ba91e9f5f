package shell

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/source"
	"github.com/sentinelgate/sentinel/internal/shell/swarm"
	"github.com/sentinelgate/sentinel/internal/shell/table"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
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
	overlay  table.Table[written] // files that the text itself has written
	links    map[string]string    // links that the text itself has made, to their targets
	made     map[string]bool      // folders that the text has made
	traps    []trapped
	read     map[string]bool // shared inputs that a command has read from
	calls    []string        // functions being called, innermost last
	frames   []*frame        // loops and functions being evaluated, innermost last
	forks    int             // pipes and background jobs around the current call
	stmtDeep int
	stopped  bool
	called   map[string]bool
	from     map[*syntax.Stmt]Word // the files of functions
	probing  bool                  // a function that nobody called
	watching bool                  // a trap's text
	broken   []*vars.State         // where a line may have ended early
}

// either keeps the files that were written on one way besides those of another: one
// that holds something else on each is not known.
func (e *evaluator) either(other table.Table[written]) {
	for p, theirs := range other.Since(e.overlay) {
		mine, both := e.overlay.Get(p)
		if both && (mine.text != theirs.text || mine.known != theirs.known || mine.built != theirs.built) {
			theirs.known, theirs.fetched, theirs.built = false, theirs.fetched || mine.fetched, theirs.built && mine.built
		}
		e.overlay.Set(p, theirs)
	}
}

// written is what the text has put into a file so far.
type written struct {
	text           string
	known, fetched bool
	built          bool // made by a build step
	by             *Command
}

// scope is one text being read: its tree's offsets, place and state.
type scope struct {
	e     *evaluator
	s     *vars.State
	src   string
	place Place
	top   bool            // offsets are those of the original text
	at    Span            // where this text stands when not top
	in    Input           // standard input of the whole text
	out   *found.Printout // where standard output goes when it is captured
	here  bool            // within a here-document

	ahead map[*syntax.Word]Word // values of a declaration that are expanded already

	won *vars.State // after A && B: where both ran, for an || behind it
}

func newEvaluator(o Options) *evaluator {
	if o.Limits.Bytes == 0 {
		o.Limits.Bytes = -1 // the zero value refuses
	}
	return &evaluator{o: o, overlay: table.New[written](), links: map[string]string{}, read: map[string]bool{}, made: map[string]bool{}, called: map[string]bool{}, from: map[*syntax.Stmt]Word{}}
}

// text reads one text in a new state and evaluates it.
func (e *evaluator) text(text string, place Place, from *vars.State, top bool) {
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

func (e *evaluator) initial() *vars.State {
	s := &vars.State{Vars: table.New[vars.Variable](), Env: table.New[bool](), Funcs: table.New[vars.Function](), Aliases: table.New[[]string](), Loose: table.New[bool](), AnyArgs: true, Outer: true}
	for k, v := range e.o.Vars {
		s.Put(k, vars.Variable{Values: []Word{Text(v)}, Exported: true, Given: true})
		s.Given = append(s.Given, k)
	}
	s.Given = append(s.Given, "HOME", "SHELL")
	if e.o.Home != "" {
		s.Put("HOME", vars.Variable{Values: []Word{Text(e.o.Home)}, Exported: true, Given: true})
	}
	s.Put("SHELL", vars.Variable{Values: []Word{Text("/bin/bash")}, Exported: true, Given: true})
	s.Put("BASH", vars.Variable{Values: []Word{Text("/bin/bash")}, Given: true})
	s.Put("IFS", vars.Variable{Values: []Word{Text(" \t\n")}, Given: true})
	s.Dirs = []Word{Text(e.o.Cwd)}
	s.Args0, s.Last = Text("bash"), vars.UnknownVar("_")
	if e.o.Args != nil {
		s.AnyArgs = false
		for _, a := range e.o.Args {
			s.Args = append(s.Args, Text(a))
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
		sc.problem("cannot be read as shell text: "+source.Why(err), sc.span(0, len(sc.src)))
	}
	if f == nil {
		return false
	}
	for _, p := range swarm.In(f) {
		sc.problem(p.Why, sc.node(p.Node))
	}
	first := len(e.traps)
	if strings.HasPrefix(sc.src, "#!") {
		line, _, _ := strings.Cut(sc.src, "\n")
		sc.s.Errexit = sc.s.Errexit || strings.Contains(line, " -e")
	}
	sc.lines(f.Stmts)
	sc.atEnd(first)
	return err == nil
}

// mostBroken bounds the places of a line at which it may have ended.
const mostBroken = 4

// lines evaluates the statements of a text. What bash cannot expand ends their
// line, and it goes on with the next.
func (sc *scope) lines(list []*syntax.Stmt) {
	for i, st := range list {
		if !sc.step() {
			return
		}
		sc.stmt(st)
		if i+1 < len(list) && list[i+1].Pos().Line() == st.Pos().Line() {
			continue
		}
		for _, s := range sc.e.broken {
			sc.s.Merge(s, sc.e.o.Limits.Choices)
		}
		sc.e.broken = nil
	}
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
		return Span{Start: min(start, len(sc.src)), End: min(end, len(sc.src))}
	}
	return sc.at
}

func (sc *scope) node(n syntax.Node) Span {
	return sc.span(int(n.Pos().Offset()), int(n.End().Offset()))
}

func (sc *scope) source(n syntax.Node) string {
	a, b := int(n.Pos().Offset()), int(n.End().Offset())
	if b = min(b, len(sc.src)); a < 0 || a > b {
		return ""
	}
	return sc.src[a:b]
}

// step counts work; false when the bound is reached.
func (sc *scope) step() bool {
	e := sc.e
	if e.stopped {
		return false
	}
	e.steps++
	if e.steps > e.o.Limits.Steps || len(e.cmds) > e.o.Limits.Commands {
		if !e.stopped {
			e.stopped = true
			sc.problem("too much to inspect", sc.span(0, len(sc.src)))
		}
		return false
	}
	return true
}

// grow counts bytes that are made or copied, and bounds them.
func (sc *scope) grow(n int) {
	e := sc.e
	e.volume += n
	if e.volume > e.o.Limits.Volume && !e.stopped {
		e.stopped = true
		sc.problem("values that grow too large to inspect", sc.span(0, len(sc.src)))
	}
}

// sub is a scope for a subshell: same text, own state.
func (sc *scope) sub() *scope {
	c := *sc
	c.s = sc.s.Clone()
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
	done := func() {}
	if len(st.Redirs) > 0 {
		if _, simple := st.Cmd.(*syntax.CallExpr); !simple {
			run, done = run.redirected(st)
		}
	}
	run.s.Status = vars.Unsure
	run.watched()
	run.command(st)
	run.watched()
	done()
	if st.Negated {
		run.s.Status = run.s.Status.Not()
	}
	if run != sc && !st.Background && !st.Coprocess {
		sc.s = run.s
	}
}

// redirected prepares a compound command with redirections: a scope whose
// input and output are the files, and a bare command that stands for them. done
// notes what went into the files.
func (sc *scope) redirected(st *syntax.Stmt) (run *scope, done func()) {
	c := *sc
	r := c.redirs(st.Redirs)
	cmd := &Command{Redirs: r.files, Dirs: sc.s.Dirs, Span: sc.node(st), Place: sc.place}
	if len(r.files) > 0 {
		sc.emit(cmd)
	}
	if r.stdin != nil {
		c.in = *r.stdin
		c.in.Shared = true
	}
	back := c.lends(r)
	c.prints(r)
	return &c, func() {
		back()
		c.printed(r, cmd)
	}
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
		sc.s.Status = sc.decided(sc.arithm(x.X))
	case *syntax.TestClause:
		sc.s.Status = sc.test(x.X)
	case *syntax.DeclClause:
		sc.inEach(x, func(one *scope) { one.decl(x) })
	case *syntax.LetClause:
		sc.let(x)
	case *syntax.TimeClause:
		if x.Stmt != nil {
			sc.stmt(x.Stmt)
		}
	case *syntax.CoprocClause:
		sc.e.forks++
		body := x.Stmt
		if x.Name != nil && body.Cmd == nil { // coproc PROGRAM < FILE: bash names only groups
			whole := *body
			whole.Cmd = &syntax.CallExpr{Args: []*syntax.Word{x.Name}}
			body = &whole
		}
		sc.sub().stmt(body)
		sc.e.forks--
	case *syntax.TestDecl:
		sc.sub().stmt(x.Body)
	default:
		sc.problem(fmt.Sprintf("a construct that is not known: %T", x), sc.node(st))
	}
}

func isSimple(st *syntax.Stmt) bool {
	_, ok := st.Cmd.(*syntax.CallExpr)
	return ok
}

func (sc *scope) binary(x *syntax.BinaryCmd) {
	switch x.Op {
	case syntax.Pipe, syntax.PipeAll:
		sc.pipe(x)
		return
	}
	before := sc.s.Clone()
	sc.stmt(x.X)
	stay := sc.s.Stay
	if pure.Moves(x.X) {
		sc.s.Stay = nil // Y runs, or nothing behind `||` does, where it worked
	}
	if x.Op == syntax.AndStmt {
		failed := sc.s.Clone()
		failed.Dirs = before.Dirs
		sure := sc.s.Status == vars.Passes || pure.Prepares(x.X)
		at := sc.s.Dirs
		sc.stmt(x.Y)
		if !sure && !sc.s.Ended && !slices.EqualFunc(at, sc.s.Dirs, found.Same) {
			stay = append(slices.Clip(at), stay[:min(4, len(stay))]...) // Y may not have run
		}
		if !pure.OnlyMoves(x.X) {
			failed.Dirs = sc.s.Dirs
		}
		sc.won = sc.s.Clone()
		sc.s.Merge(failed, sc.e.o.Limits.Choices)
		sc.s.Stay = stay
		return
	}
	ok := sc.s.Clone()
	if a, is := x.X.Cmd.(*syntax.BinaryCmd); is && a.Op == syntax.AndStmt && !x.X.Negated && sc.won != nil {
		ok = sc.won // A && X=1 || X=2: no way on which X is neither
	}
	sc.s.Dirs, sc.s.Ended = before.Dirs, false
	files := sc.e.overlay
	sc.stmt(x.Y)
	sc.e.either(files)
	sc.s.Merge(ok, sc.e.o.Limits.Choices)
}

func (sc *scope) pipe(x *syntax.BinaryCmd) {
	sc.inEach(x, func(one *scope) { one.onePipe(x) })
}

func (sc *scope) onePipe(x *syntax.BinaryCmd) {
	e := sc.e
	e.forks++
	defer func() { e.forks-- }()
	left := sc.sub()
	out := &found.Printout{}
	left.out = out
	first := len(e.cmds)
	left.stmt(x.X)
	in := Input{Kind: Pipe, From: out.From}
	if out.From == nil && len(e.cmds) > first {
		in.From = e.cmds[len(e.cmds)-1]
	}
	if out.Unknown || out.From == nil {
		in.Text = vars.Unknown(Supplied, "", false)
	} else {
		in.Text = Text(string(out.Text))
	}
	right := sc.sub()
	right.in = in
	right.in.Shared = !isSimple(x.Y)
	start := len(e.cmds)
	right.stmt(pure.Timed(x.Y))
	if in.From != nil && start < len(e.cmds) {
		in.From.PipeTo = e.cmds[start]
	}
	// In zsh, and in bash with lastpipe, the last command runs in this shell;
	// elsewhere what it sets is lost.
	for name, v := range right.s.Vars.Since(sc.s.Vars) {
		if mine, ok := sc.s.Get(name); ok {
			sc.s.Put(name, mine.Or(v, name, e.o.Limits.Choices))
		} else {
			sc.s.Put(name, v.OrUnset(name, e.o.Limits.Choices))
		}
	}
}

func (sc *scope) ifClause(x *syntax.IfClause) {
	sc.stmts(x.Cond)
	other, files := sc.sub(), sc.e.overlay
	if len(x.Cond) == 1 && pure.Moves(x.Cond[0]) {
		// Known to have worked in one of the branches.
		if other.s.Stay = nil; !x.Cond[0].Negated {
			sc.s.Stay = nil
		}
	}
	then := sc.maybe(sc)
	then.stmts(x.Then)
	sc.s = then.s
	written := sc.e.overlay
	defer func() { sc.e.either(written) }()
	sc.e.overlay = files
	if x.Else == nil {
		sc.s.Merge(other.s, sc.e.o.Limits.Choices)
		return
	}
	branch := other.maybe(other)
	if len(x.Else.Cond) > 0 {
		branch.ifClause(x.Else)
	} else {
		branch.stmts(x.Else.Then)
	}
	sc.s.Merge(branch.s, sc.e.o.Limits.Choices)
}

// maybe is the same scope in a branch.
func (sc *scope) maybe(of *scope) *scope {
	c := *of
	c.s = of.s.Clone()
	c.place.Maybe = true
	return &c
}
