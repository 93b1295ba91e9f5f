package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithm evaluates what runs inside an arithmetic expression: substitutions,
// and subscripts that bash evaluates once more.
func (sc *scope) arithm(a syntax.ArithmExpr) {
	if a == nil {
		return
	}
	switch x := a.(type) {
	case *syntax.BinaryArithm:
		sc.arithm(x.X)
		sc.arithm(x.Y)
		if w, ok := x.X.(*syntax.Word); ok && x.Op == syntax.Assgn && validName(w.Lit()) {
			if n, known := sc.number(x.Y); known {
				sc.s.set(w.Lit(), Text(strconv.Itoa(n)))
			} else {
				sc.s.set(w.Lit(), Word{Pieces: []Piece{{Origin: Other, Text: w.Lit()}}})
			}
		}
	case *syntax.UnaryArithm:
		sc.arithm(x.X)
	case *syntax.ParenArithm:
		sc.arithm(x.X)
	case *syntax.FlagsArithm:
		sc.arithm(x.X)
	case *syntax.Word:
		sc.subscriptText(sc.word(x))
		for _, p := range x.Parts {
			switch q := p.(type) {
			case *syntax.ParamExp:
				if q.Index != nil {
					sc.subscript(q.Index)
				}
			case *syntax.SglQuoted: // ordinary characters here
				sc.promptText(q.Value)
			}
		}
	}
}

func (sc *scope) subscript(a syntax.ArithmExpr) { sc.arithm(a) }

// subscriptText runs the substitutions that bash finds when it evaluates a
// text as an arithmetic expression or array reference: a[$(command)].
// Names in the text stand for their values, which are evaluated in turn.
func (sc *scope) subscriptText(w Word) { sc.arithmText(w, 0) }

func (sc *scope) arithmText(w Word, deep int) {
	s, _, ok := w.Pattern() // a[x] may be a wildcard, too
	if !ok || deep > 8 || len(s) > 1024 && deep > 0 {
		return
	}
	if strings.Contains(s, "[") && strings.ContainsAny(s, "$`") {
		sc.promptText(s)
		return
	}
	for _, name := range strings.FieldsFunc(s, func(r rune) bool { return !validName(string(r)) && (r < '0' || r > '9') }) {
		if v, set := sc.s.vars.Get(name); set && sc.step() {
			for _, value := range v.values {
				sc.arithmText(value, deep+1)
			}
		}
	}
}

// promptText evaluates the expansions in a text, as bash does for prompts and
// `eval`-like places, and gives the result.
func (sc *scope) promptText(s string) Word {
	if !strings.ContainsAny(s, "$`") {
		return Text(s)
	}
	e := sc.e
	if e.depth >= e.o.Limits.Depth {
		sc.problem("texts within texts go too deep", sc.at)
		return unknown(Other, s, false)
	}
	e.depth++
	defer func() { e.depth-- }()
	if len(s) > e.o.Limits.Bytes || nesting(s) > e.o.Limits.Nesting {
		sc.problem("a text that is run is too large to inspect", sc.at)
		return unknown(Other, s, false)
	}
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	w, err := p.Document(strings.NewReader(s))
	if err != nil || w == nil {
		sc.problem("a text that is run cannot be read", sc.at)
		return unknown(Other, s, false)
	}
	in := *sc
	in.src, in.top = s, false
	return join(in.atoms(w.Parts, true, false), false)
}

// arithmAtom is $((...)).
func (sc *scope) arithmAtom(a syntax.ArithmExpr, raw string) atom {
	sc.arithm(a)
	if n, ok := sc.number(a); ok {
		return lit(strconv.Itoa(n), true)
	}
	return atom{piece: Piece{Origin: Other, Text: raw}, quoted: true}
}

// number computes a constant arithmetic expression.
func (sc *scope) number(a syntax.ArithmExpr) (int, bool) {
	switch x := a.(type) {
	case nil:
		return 0, false
	case *syntax.ParenArithm:
		return sc.number(x.X)
	case *syntax.UnaryArithm:
		n, ok := sc.number(x.X)
		switch x.Op {
		case syntax.Minus:
			return -n, ok
		case syntax.Plus:
			return n, ok
		}
	case *syntax.BinaryArithm:
		m, ok1 := sc.number(x.X)
		n, ok2 := sc.number(x.Y)
		if ok1 && ok2 {
			return calculate(x.Op, m, n)
		}
	case *syntax.Word:
		return sc.wordNumber(x)
	}
	return 0, false
}

func (sc *scope) wordNumber(x *syntax.Word) (int, bool) {
	w := sc.word(x)
	for range 8 {
		s, ok := w.Known()
		if !ok {
			return 0, false
		}
		if base, digits, found := strings.Cut(s, "#"); found {
			b, err := strconv.Atoi(base)
			if err != nil || b < 2 || b > 36 {
				return 0, false
			}
			n, err := strconv.ParseInt(digits, b, 64)
			return int(n), err == nil
		}
		if n, err := strconv.ParseInt(s, 0, 64); err == nil {
			return int(n), true
		}
		if !validName(s) {
			return 0, false
		}
		if !sc.isSet(s) {
			return 0, false
		}
		w = sc.value(s)
	}
	return 0, false
}

func calculate(op syntax.BinAritOperator, m, n int) (int, bool) {
	switch op {
	case syntax.Add:
		return m + n, true
	case syntax.Sub:
		return m - n, true
	case syntax.Mul:
		return m * n, true
	case syntax.Quo:
		if n != 0 {
			return m / n, true
		}
	case syntax.Rem:
		if n != 0 {
			return m % n, true
		}
	case syntax.Xor:
		return m ^ n, true
	case syntax.And:
		return m & n, true
	case syntax.Or:
		return m | n, true
	case syntax.Shl:
		if n >= 0 && n < 63 {
			return m << n, true
		}
	case syntax.Shr:
		if n >= 0 && n < 63 {
			return m >> n, true
		}
	}
	return 0, false
}

// test evaluates what runs inside [[ ... ]].
func (sc *scope) test(t syntax.TestExpr) {
	switch x := t.(type) {
	case *syntax.BinaryTest:
		sc.test(x.X)
		sc.test(x.Y)
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			sc.testSubscript(x.X)
			sc.testSubscript(x.Y)
		}
	case *syntax.UnaryTest:
		sc.test(x.X)
		if x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar {
			sc.testSubscript(x.X)
		}
	case *syntax.ParenTest:
		sc.test(x.X)
	case *syntax.Word:
		sc.word(x)
	}
}

func (sc *scope) testSubscript(t syntax.TestExpr) {
	if w, ok := t.(*syntax.Word); ok {
		sc.subscriptText(sc.word(w))
	}
}
