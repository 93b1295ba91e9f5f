package pure

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Arith computes arithmetic as the shell does. What it asks of the surroundings
// also runs whatever stands inside an operand, so that every operand is asked
// for exactly once, also one that the shell would pass by.
type Arith struct {
	Word func(*syntax.Word) (string, bool)        // the text of an operand
	Get  func(name string) (string, bool)         // what a variable holds
	Set  func(name string, value int, known bool) // an assignment
	// Element is an assignment to name[index].
	Element func(x *syntax.ParamExp, value int, known bool)
	// Fail is set where the shell gives up, behind which nothing is assigned, and
	// Doubt where it may; both may be nil.
	Fail, Doubt *bool
	off         bool // in a part that is not reached
	deep        int  // variables whose values stand for expressions
}

// Value computes an expression, and tells whether its value is known.
func (a Arith) Value(x syntax.ArithmExpr) (int, bool) {
	switch x := x.(type) {
	case *syntax.ParenArithm:
		return a.Value(x.X)
	case *syntax.FlagsArithm:
		a.Value(x.X)
	case *syntax.UnaryArithm:
		return a.unary(x)
	case *syntax.BinaryArithm:
		return a.binary(x)
	case *syntax.Word:
		s, ok := a.Word(x)
		if !ok {
			return 0, false
		}
		return a.number(s)
	}
	return 0, false
}

func (a Arith) unary(x *syntax.UnaryArithm) (int, bool) {
	n, ok := a.Value(x.X)
	switch x.Op {
	case syntax.Minus:
		return -n, ok
	case syntax.Plus:
		return n, ok
	case syntax.Not:
		return truth(n == 0), ok
	case syntax.BitNegation:
		return ^n, ok
	case syntax.Inc, syntax.Dec:
		next := n + 1
		if x.Op == syntax.Dec {
			next = n - 1
		}
		a.assign(x.X, next, ok)
		if !x.Post {
			n = next
		}
		return n, ok
	}
	return 0, false
}

// assign sets the variable that an operand names; what is set in a part that
// may not be reached is not known.
func (a Arith) assign(to syntax.ArithmExpr, n int, known bool) {
	w, ok := to.(*syntax.Word)
	if !ok || len(w.Parts) != 1 || a.Fail != nil && *a.Fail {
		return
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		a.Set(p.Value, n, known && !a.unsure())
	case *syntax.ParamExp: // name[index]
		if p.Param != nil {
			a.Element(p, n, known && !a.unsure())
		}
	}
}

// unsure: what is assigned now may not be assigned at all.
func (a Arith) unsure() bool { return a.off || a.Doubt != nil && *a.Doubt }

func (a Arith) binary(x *syntax.BinaryArithm) (int, bool) {
	switch x.Op {
	case syntax.Assgn:
		n, ok := a.Value(x.Y)
		a.assign(x.X, n, ok)
		return n, ok
	case syntax.TernQuest:
		return a.choice(x)
	case syntax.AndArit, syntax.OrArit:
		m, ok := a.Value(x.X)
		rest := a
		rest.off = rest.off || !ok || (m != 0) == (x.Op == syntax.OrArit)
		n, ok2 := rest.Value(x.Y)
		if ok && (m != 0) == (x.Op == syntax.OrArit) {
			return truth(m != 0), true
		}
		return truth(n != 0), ok && ok2
	}
	m, ok1 := a.Value(x.X)
	n, ok2 := a.Value(x.Y)
	op, assigns := compound(x.Op)
	if a.Fail != nil && (op == syntax.Quo || op == syntax.Rem) && n == 0 && ok2 && !a.off {
		*a.Fail = true
	}
	if assigns {
		r, ok := calculate(op, m, n)
		ok = ok && ok1 && ok2
		a.assign(x.X, r, ok)
		return r, ok
	}
	if !ok1 || !ok2 {
		return 0, false
	}
	return calculate(x.Op, m, n)
}

// choice is test ? one : other.
func (a Arith) choice(x *syntax.BinaryArithm) (int, bool) {
	test, ok := a.Value(x.X)
	both, is := x.Y.(*syntax.BinaryArithm)
	if !is || both.Op != syntax.TernColon {
		a.off = true
		a.Value(x.Y)
		return 0, false
	}
	one, other := a, a
	one.off, other.off = a.off || !ok || test == 0, a.off || !ok || test != 0
	m, ok1 := one.Value(both.X)
	n, ok2 := other.Value(both.Y)
	if test != 0 {
		return m, ok && ok1
	}
	return n, ok && ok2
}

// Text computes an expression that stands in a text, such as a variable's value.
func (a Arith) Text(s string) (int, bool) { return a.number(s) }

// number reads an operand: digits in some base, or the name of a variable that
// holds an expression.
func (a Arith) number(s string) (int, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, true
	}
	if n, ok := Digits(s); ok {
		return n, true
	}
	if !ValidName(s) {
		return a.text(s)
	}
	if a.deep++; a.deep > 8 {
		return a.doubts()
	}
	next, ok := a.Get(s)
	if !ok {
		return a.doubts()
	}
	return a.number(next)
}

// doubts is an operand that is not known; it may be one that the shell cannot
// read.
func (a Arith) doubts() (int, bool) {
	if a.Doubt != nil && !a.off {
		*a.Doubt = true
	}
	return 0, false
}

// text reads an expression that a variable holds.
func (a Arith) text(s string) (int, bool) {
	if (strings.ContainsAny(s, ".;{}\\") || strings.IndexByte("/*%<>=&|^?:,)", s[0]) >= 0) && !strings.ContainsAny(s, "$`") && a.Fail != nil && !a.off { // no shell reads these
		*a.Fail = true
		return 0, false
	}
	if len(s) > 256 || strings.ContainsAny(s, "$`\"'[.;{}\\") || Nesting(s) > 20 {
		return a.doubts()
	}
	x, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Arithmetic(strings.NewReader(s))
	if err != nil || x == nil || int(x.End().Offset()) < len(s) { // the parser stops where it understands no more
		return a.doubts()
	}
	a.Word = func(w *syntax.Word) (string, bool) { l := w.Lit(); return l, l != "" }
	if w, ok := x.(*syntax.Word); ok && w.Lit() == s {
		return a.doubts() // nothing that could be taken apart
	}
	return a.Value(x)
}

// Digits reads a number as the shell's arithmetic does.
func Digits(s string) (int, bool) {
	if base, digits, found := strings.Cut(s, "#"); found {
		b, err := strconv.Atoi(base)
		if err != nil || b < 2 || b > 36 || digits == "" || strings.ContainsAny(digits, "+-") {
			return 0, false
		}
		n, err := strconv.ParseInt(digits, b, 64)
		return int(n), err == nil
	}
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" || digits[0] < '0' || digits[0] > '9' || strings.Contains(digits, "_") ||
		len(digits) > 1 && digits[0] == '0' && strings.IndexByte("bBoO", digits[1]) >= 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 0, 64)
	return int(n), err == nil
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compound gives the operator inside an assignment such as +=.
func compound(op syntax.BinAritOperator) (syntax.BinAritOperator, bool) {
	switch op {
	case syntax.AddAssgn:
		return syntax.Add, true
	case syntax.SubAssgn:
		return syntax.Sub, true
	case syntax.MulAssgn:
		return syntax.Mul, true
	case syntax.QuoAssgn:
		return syntax.Quo, true
	case syntax.RemAssgn:
		return syntax.Rem, true
	case syntax.AndAssgn:
		return syntax.And, true
	case syntax.OrAssgn:
		return syntax.Or, true
	case syntax.XorAssgn:
		return syntax.Xor, true
	case syntax.ShlAssgn:
		return syntax.Shl, true
	case syntax.ShrAssgn:
		return syntax.Shr, true
	case syntax.PowAssgn, syntax.AndBoolAssgn, syntax.OrBoolAssgn, syntax.XorBoolAssgn:
		return syntax.TernColon, true // computes to nothing that is known
	}
	return op, false
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
	case syntax.Shl, syntax.Shr:
		if n < 0 || n >= 63 {
			return 0, false
		}
		if op == syntax.Shl {
			return m << n, true
		}
		return m >> n, true
	case syntax.Pow:
		return power(m, n)
	case syntax.Comma:
		return n, true
	case syntax.Eql:
		return truth(m == n), true
	case syntax.Neq:
		return truth(m != n), true
	case syntax.Lss:
		return truth(m < n), true
	case syntax.Gtr:
		return truth(m > n), true
	case syntax.Leq:
		return truth(m <= n), true
	case syntax.Geq:
		return truth(m >= n), true
	}
	return 0, false
}

func power(m, n int) (int, bool) {
	if n < 0 || n > 64 {
		return 0, false
	}
	r := 1
	for range n {
		r *= m
	}
	return r, true
}

// PassedBy tells whether bash passes the word behind an operator by, for a
// variable that is set.
func PassedBy(op syntax.ParExpOperator, value string) bool {
	switch op {
	case syntax.DefaultUnset, syntax.AssignUnset:
		return true
	case syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull:
		return value != ""
	case syntax.AlternateUnsetOrNull:
		return value == ""
	}
	return false
}
