package shell

import (
	"mvdan.cc/sh/v3/syntax"
	"slices"
)

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
				values(body)
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
	return !waits(x.Do)
}

// waits tells whether a loop's body may leave it, or waits for something.
func waits(do []*syntax.Stmt) bool {
	waits := false
	for _, st := range do {
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
	return waits
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
				if v, set := sc.s.vars.Get(a.Name.Value); set {
					v.values = addValue(slices.Clip(v.values), unknownVar(a.Name.Value), sc.e.o.Limits.Choices, a.Name.Value)
					sc.s.put(a.Name.Value, v)
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
		if l.Cond == nil && !waits(x.Do) {
			sc.problem("a loop that neither ends nor waits", sc.node(x))
		}
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
		sc.s.funcs.Set(n.Value, function{x.Body})
	}
}

// uncalled reads the bodies of functions that nobody called, in doubt.
func (e *evaluator) uncalled(sc *scope) {
	var names []string
	for n := range sc.s.funcs.All() {
		if !e.called[n] {
			names = append(names, n)
		}
	}
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
