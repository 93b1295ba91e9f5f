package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/atom"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// arithm computes an arithmetic expression once: what runs inside it, what it
// assigns, and subscripts that bash evaluates once more.
func (sc *scope) arithm(a syntax.ArithmExpr) (int, bool) {
	if a == nil {
		return 0, false
	}
	return sc.reckoner().Value(a)
}

// reckoner computes with what the shell has.
func (sc *scope) reckoner() pure.Arith {
	return pure.Arith{Word: sc.operand, Get: sc.numeral, Set: sc.setNumber, Element: sc.setNumbered, Fail: new(bool), Doubt: new(bool)}
}

// operand gives the text of an operand and runs what stands inside it.
func (sc *scope) operand(x *syntax.Word) (string, bool) {
	w := sc.word(x)
	sc.subscriptText(w)
	for _, p := range x.Parts {
		if q, ok := p.(*syntax.SglQuoted); ok { // ordinary characters here
			sc.promptText(q.Value)
		}
	}
	return w.Known()
}

// numeral gives what a variable holds that an expression names.
func (sc *scope) numeral(name string) (string, bool) {
	if !sc.isSet(name) && !sc.isGone(name) {
		return "", name == strings.ToLower(name)
	}
	return sc.value(name).Known()
}

func (sc *scope) let(x *syntax.LetClause) {
	for _, a := range x.Exprs {
		n, known := sc.arithm(a)
		sc.s.Status = sc.decided(n, known)
	}
	sc.s.Last = vars.UnknownVar("_")
}

func (sc *scope) setNumber(name string, n int, known bool) {
	switch {
	case !pure.ValidName(name):
	case known:
		sc.set(name, Text(strconv.Itoa(n)))
	default: // or nothing was assigned
		sc.perhaps(name, aNumber(name))
	}
}

// aNumber is one that is not known.
func aNumber(name string) Word {
	return Word{Pieces: []Piece{{Origin: Other, Text: "$" + name, One: true}}}
}

// perhaps gives a variable a value that it may not get.
func (sc *scope) perhaps(name string, w Word) {
	before, had := sc.s.Get(sc.deref(name))
	sc.set(name, w)
	if now, ok := sc.s.Get(sc.deref(name)); ok && had {
		sc.s.Put(sc.deref(name), now.Or(before, name, sc.e.o.Limits.Choices))
	} else if ok {
		sc.s.Put(sc.deref(name), now.OrUnset(name, sc.e.o.Limits.Choices))
	}
}

// setNumbered assigns to an element.
func (sc *scope) setNumbered(x *syntax.ParamExp, n int, known bool) {
	name := sc.deref(x.Param.Value)
	v, _ := sc.s.Get(name)
	if !pure.ValidName(name) || v.Fixed == vars.Never {
		return
	}
	w := Text(strconv.Itoa(n))
	if index, plain := x.Index.(*syntax.Word); !known || !plain || len(v.Others) > 0 {
		v.Array, v.List = true, append(slices.Clip(v.List), aNumber(name))
		v.Blur(name)
		v.First()
		sc.s.Put(name, v)
	} else {
		sc.setElement(name, v, w, &syntax.Assign{Index: index})
	}
}

// subscriptText runs the substitutions that bash finds when it evaluates a
// text as an arithmetic expression or array reference: a[$(command)].
// Names in the text stand for their values, which are evaluated in turn.
func (sc *scope) subscriptText(list ...Word) {
	for _, w := range list {
		sc.arithmText(w, 0)
	}
}

func (sc *scope) arithmText(w Word, deep int) {
	s, _, ok := w.Pattern() // a[x] may be a wildcard, too
	if !ok || deep > 8 || len(s) > 1024 && deep > 0 {
		return
	}
	if strings.Contains(s, "[") && strings.ContainsAny(s, "$`") {
		sc.promptText(s)
		return
	}
	for _, name := range strings.FieldsFunc(s, func(r rune) bool { return !pure.ValidName(string(r)) && (r < '0' || r > '9') }) {
		if v, set := sc.s.Vars.Get(name); set && sc.step() {
			for _, value := range v.Values {
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
		return vars.Unknown(Other, s, false)
	}
	e.depth++
	defer func() { e.depth-- }()
	if len(s) > e.o.Limits.Bytes || pure.Nesting(s) > e.o.Limits.Nesting {
		sc.problem("a text that is run is too large to inspect", sc.at)
		return vars.Unknown(Other, s, false)
	}
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	w, err := p.Document(strings.NewReader(s))
	if err != nil || w == nil {
		sc.problem("a text that is run cannot be read", sc.at)
		return vars.Unknown(Other, s, false)
	}
	in := *sc
	in.src, in.top = s, false
	return atom.Join(in.atoms(w.Parts, true, false), false)
}

// arithmAtom is $((...)).
func (sc *scope) arithmAtom(a syntax.ArithmExpr, raw string) atom.Atom {
	by := sc.reckoner()
	if n, ok := by.Value(a); ok && !*by.Fail {
		return atom.Lit(strconv.Itoa(n), true)
	}
	if *by.Fail && len(sc.e.broken) < mostBroken {
		sc.e.broken = append(sc.e.broken, sc.s.Clone())
	}
	return atom.Atom{Piece: Piece{Origin: Other, Text: raw, One: true}, Quoted: true}
}

// decided is the status of (( ... )).
func (sc *scope) decided(n int, known bool) vars.Status { return vars.Verdict(n != 0, known) }

// test evaluates what runs inside [[ ... ]].
func (sc *scope) test(t syntax.TestExpr) vars.Status {
	switch x := t.(type) {
	case *syntax.BinaryTest:
		return sc.binaryTest(x)
	case *syntax.UnaryTest:
		is := sc.test(x.X)
		switch x.Op {
		case syntax.TsNot:
			return is.Not()
		case syntax.TsNempStr:
			return is
		case syntax.TsEmpStr:
			return is.Not()
		case syntax.TsVarSet, syntax.TsRefVar:
			sc.testSubscript(x.X)
		}
	case *syntax.ParenTest:
		return sc.test(x.X)
	case *syntax.Word:
		s, known := sc.word(x).Known()
		return vars.Verdict(s != "", known)
	}
	return vars.Unsure
}

func (sc *scope) binaryTest(x *syntax.BinaryTest) vars.Status {
	is := sc.sameCase(x)
	if sc.s.Nocase {
		return vars.Unsure
	}
	return is
}

func (sc *scope) sameCase(x *syntax.BinaryTest) vars.Status {
	switch x.Op {
	case syntax.AndTest, syntax.OrTest:
		a, b := sc.test(x.X), sc.test(x.Y)
		stops := vars.Fails
		if x.Op == syntax.OrTest {
			stops = vars.Passes
		}
		if a == vars.Unsure || a == stops {
			return a
		}
		return b
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		sc.testSubscript(x.X)
		sc.testSubscript(x.Y)
	}
	a, ok1 := x.X.(*syntax.Word)
	b, ok2 := x.Y.(*syntax.Word)
	if !ok1 || !ok2 {
		sc.test(x.X)
		sc.test(x.Y)
		return vars.Unsure
	}
	s, ok1 := sc.word(a).Known()
	p, ok2 := sc.patternWord(b).Known()
	known := ok1 && ok2 && !strings.ContainsAny(p, `*?[(\`) && x.Op != syntax.TsReMatch
	is, decided := pure.Compare(s, x.Op.String(), p)
	if x.Op == syntax.TsReMatch {
		found := sc.word(b)
		parts, sure := pure.Match(found.String(), s)
		sure = sure && ok1 && ok2 && !strings.ContainsAny(sc.source(b), `"'\\`)
		sc.setList("BASH_REMATCH", parts, sure, nil)
		return vars.Verdict(len(parts) > 0, sure)
	}
	return vars.Verdict(is, known && decided)
}

func (sc *scope) testSubscript(t syntax.TestExpr) {
	if w, ok := t.(*syntax.Word); ok {
		sc.subscriptText(sc.word(w))
	}
}
