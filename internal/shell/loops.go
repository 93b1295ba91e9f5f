package shell

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

func (sc *scope) while(x *syntax.WhileClause) {
	if pure.Endless(x) {
		sc.endless(x, x.Do)
	}
	goesOn := vars.Passes
	if x.Until {
		goesOn = vars.Fails
	}
	test := func() vars.Status { sc.stmts(x.Cond); return sc.s.Status }
	if pure.Decidable(x.Cond) && sc.rounds(x.Do, test, goesOn, func() {}) {
		return
	}
	before := sc.s.Clone()
	// What the loop assigns is not known in its second round.
	sc.forget(x.Do)
	if pure.Calls(x.Cond, "getopts") {
		sc.set("OPTIND", vars.Unknown(Other, "$OPTIND", false))
	}
	sc.stmts(x.Cond)
	rounds, known := sc.readLoop(x)
	for _, values := range rounds {
		sc.body(x.Do, values, known)
	}
	sc.emptied(x)
	sc.s.Merge(before, sc.e.o.Limits.Choices)
}

// endless notes a loop that goes on for ever, and fills the machine if each
// round starts a job.
func (sc *scope) endless(x syntax.Node, do []*syntax.Stmt) {
	sc.problem("a loop that neither ends nor waits", sc.node(x))
	if pure.Spawns(do) {
		sc.e.problems = append(sc.e.problems, Problem{Why: "a loop that starts jobs without end", Span: sc.node(x), Bomb: true})
	}
}

// emptied: the read that ends a loop finds nothing and leaves its variables
// empty.
func (sc *scope) emptied(x *syntax.WhileClause) {
	c := readCall(x.Cond)
	if c == nil {
		return
	}
	r, _ := sc.sub().literalRead(c)
	for _, n := range r.Names {
		if v, ok := sc.s.Vars.Get(n); ok && v.Fixed != vars.Never {
			sc.s.Put(n, v.Or(vars.Variable{Values: []Word{{}}}, n, sc.e.o.Limits.Choices))
		}
	}
}

// body evaluates a loop's body for rounds of which nothing is known: once more
// where it leaves something that it did not find.
func (sc *scope) body(do []*syntax.Stmt, values func(*scope), known bool) {
	for range 2 {
		before := sc.s.Clone()
		body := sc.maybe(sc)
		values(body)
		left := sc.e.frame(false, func() { body.stmts(do) })
		for _, s := range append(left, body.s) {
			sc.s.Merge(s, sc.e.o.Limits.Choices)
		}
		if known || !sc.s.Differs(before) {
			return
		}
	}
}

// mostRounds bounds the rounds of a loop that is followed exactly.
const mostRounds = 20

// rounds follows a loop as long as its test is decided; false when it is not.
func (sc *scope) rounds(do []*syntax.Stmt, test func() vars.Status, goesOn vars.Status, next func()) bool {
	if strings.Contains(sc.src, "\r\n") { // a value may end in a return, and a test be another's
		return false
	}
	for range mostRounds {
		if !sc.step() {
			return true
		}
		switch is := test(); {
		case is == vars.Unsure: // the test may have left something for this round alone
			sc.body(do, func(*scope) {}, true)
			return false
		case is != goesOn:
			return true
		}
		maybe := sc.place.Maybe
		sc.place.Maybe = true
		left := sc.e.frame(false, func() { sc.stmts(do) })
		for _, s := range left {
			sc.s.Merge(s, sc.e.o.Limits.Choices)
		}
		next()
		sc.place.Maybe = maybe
	}
	return false
}

// frame is a loop or a function being evaluated, with the states in which it
// was left or gone on with before its end.
type frame struct {
	function bool
	left     []*vars.State
}

// mostLeft bounds the states of one frame.
const mostLeft = 16

// frame evaluates a loop or a function and gives the states in which break,
// continue or return left it.
func (e *evaluator) frame(function bool, run func()) []*vars.State {
	e.frames = append(e.frames, &frame{function: function})
	run()
	f := e.frames[len(e.frames)-1]
	e.frames = e.frames[:len(e.frames)-1]
	return f.left
}

// leaves is break, continue or return: what holds now may hold behind the loop,
// or in its next round, whatever stands below.
func (sc *scope) leaves(function bool) {
	for i := len(sc.e.frames) - 1; i >= 0; i-- {
		f := sc.e.frames[i]
		if function == f.function && len(f.left) < mostLeft {
			s := sc.s.Clone()
			s.Ended = false
			f.left = append(f.left, s)
		}
		if f.function {
			return
		}
	}
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
			if ok && a.Name != nil && a.Value != nil && a.Value.Lit() == "" {
				if v, set := sc.s.Vars.Get(a.Name.Value); set {
					later := vars.UnknownVar(a.Name.Value)
					if _, sum := a.Value.Parts[0].(*syntax.ArithmExp); sum && len(a.Value.Parts) == 1 {
						later = vars.Unknown(Other, "$"+a.Name.Value, false) // a number, as in i=$((i+1))
					}
					v.Values = vars.AddValue(slices.Clip(v.Values), later, sc.e.o.Limits.Choices, a.Name.Value)
					sc.s.Put(a.Name.Value, v)
				}
			}
			return true
		})
	}
}

func (sc *scope) forClause(x *syntax.ForClause) {
	switch l := x.Loop.(type) {
	case *syntax.WordIter:
		if x.Select {
			sc.choose(l, x.Do)
			return
		}
		sc.forWords(l, x.Do)
	case *syntax.CStyleLoop:
		if l.Cond == nil && !pure.Waits(x.Do) {
			sc.endless(x, x.Do)
		}
		sc.arithm(l.Init)
		if l.Cond != nil && sc.rounds(x.Do, func() vars.Status { return sc.decided(sc.arithm(l.Cond)) }, vars.Passes, func() { sc.arithm(l.Post) }) {
			return
		}
		for _, a := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			if a != nil {
				sc.arithm(a)
				sc.forgetArithm(a)
			}
		}
		sc.forget(x.Do)
		sc.body(x.Do, func(*scope) {}, false)
	}
}

// forgetArithm makes the variables that a C-style loop counts unknown numbers.
func (sc *scope) forgetArithm(a syntax.ArithmExpr) {
	syntax.Walk(a, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Lit); ok && pure.ValidName(l.Value) {
			sc.setNumber(l.Value, 0, false)
		}
		return true
	})
}

func (sc *scope) caseClause(x *syntax.CaseClause) {
	sc.word(x.Word)
	base := sc.s.Clone()
	after := sc.s.Clone()
	files := sc.e.overlay
	var through *vars.State // what the item before left, if it goes on with the next
	for _, it := range x.Items {
		if !sc.step() {
			break
		}
		branch := sc.maybe(sc)
		branch.s = base.Clone()
		for _, p := range it.Patterns {
			branch.word(p)
		}
		if through != nil {
			branch.s.Merge(through, sc.e.o.Limits.Choices)
		}
		written := sc.e.overlay
		if through == nil {
			sc.e.overlay = files
		}
		branch.stmts(it.Stmts)
		sc.e.either(written)
		if through = nil; it.Op != syntax.Break {
			through = branch.s.Clone()
		}
		after.Merge(branch.s, sc.e.o.Limits.Choices)
	}
	sc.s = after
}

func (sc *scope) funcDecl(x *syntax.FuncDecl) {
	if x.Name == nil && len(x.Names) == 0 { // an anonymous function of zsh runs at once
		sc.stmt(x.Body)
		return
	}
	for _, n := range append(slices.Clip(x.Names), x.Name) {
		if n == nil {
			continue
		}
		sc.s.Funcs.Set(n.Value, vars.Function{x.Body})
	}
	sc.e.from[x.Body] = sc.s.File
}

// uncalled reads the bodies of functions that nobody called, in doubt.
func (e *evaluator) uncalled(sc *scope) {
	var names []string
	for n := range sc.s.Funcs.All() {
		if !e.called[n] {
			names = append(names, n)
		}
	}
	e.probing = true
	defer func() { e.probing = false }()
	for _, n := range names {
		probe := sc.maybe(sc)
		probe.s.Args, probe.s.AnyArgs, probe.s.Outer = nil, true, false
		probe.place.Uncalled = n != "command_not_found_handle" // which bash calls itself
		probe.place.Via = append(slices.Clip(probe.place.Via), n+"()")
		probe.function(n)
	}
}
