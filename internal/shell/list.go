package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"mvdan.cc/sh/v3/syntax"
)

// allOf recognises $@, $*, ${a[@]} and ${a[*]}.
func (sc *scope) allOf(x *syntax.ParamExp, name string) ([]Word, bool) {
	if name == "@" || name == "*" {
		if sc.s.anyArgs {
			return []Word{unknown(Supplied, "$"+name, true)}, true
		}
		if len(sc.s.others) > 0 {
			return append(slices.Concat(append([][]Word{sc.s.args}, sc.s.others...)...), unknown(Supplied, "$"+name, true)), true
		}
		return sc.s.args, true
	}
	if w, ok := x.Index.(*syntax.Word); ok && (w.Lit() == "@" || w.Lit() == "*") {
		v, set := sc.s.get(name)
		_, loose := sc.s.loose.Get(name)
		switch {
		case !set || loose:
			return []Word{unknownVar(name)}, true
		case v.gone:
			return nil, true
		case x.Excl && (!v.array || len(v.others) > 0 || found.SplitAt(v.list) > 0 || v.ref != ""):
			return []Word{{Pieces: []Piece{{Origin: Other, Text: sc.source(x), Split: true}}}}, true
		case x.Excl:
			v.number()
			return v.keys, true
		case v.array && len(v.others) > 0:
			all := slices.Clone(v.list)
			for _, e := range v.others {
				all = append(all, e.list...)
			}
			return append(all, unknownVar(name)), true
		case v.array:
			return v.list, true
		}
		return v.values, true
	}
	return nil, false
}

func (sc *scope) listAtoms(x *syntax.ParamExp, all []Word, name string, quoted bool) []atom {
	if x.Length {
		if found.SplitAt(all) == 0 {
			return []atom{lit(strconv.Itoa(len(all)), quoted)}
		}
		return []atom{{piece: Piece{Origin: Other, Text: sc.source(x), One: true}, quoted: true}}
	}
	if x.Slice != nil {
		all = sc.sliceList(x, all, name)
	}
	isStar := name == "*" || x.Index != nil && x.Index.(*syntax.Word).Lit() == "*"
	star, between := quoted && isStar, " "
	ifs := sc.ifs()
	if isStar {
		between = ifs[:min(1, len(ifs))]
	}
	joint := Piece{Text: between}
	if !isStar && (x.Exp != nil || x.Repl != nil || x.Slice != nil) && !strings.HasPrefix(ifs, " ") {
		joint = Piece{Origin: Other, Text: " "} // that or a separator, where nothing is cut
	}
	if isStar && !quoted && between == "" && (x.Exp != nil || x.Repl != nil) {
		return sc.opaque(x, quoted) // joined by blanks that do not separate
	}
	var out []atom
	if star && len(all) == 0 {
		return []atom{lit("", true)}
	}
	if star && found.SplitAt(all) > 0 { // which of them are there decides how many separators are
		joint = Piece{Origin: Other, Text: between}
	}
	for i, w := range all {
		if i > 0 {
			out = append(out, atom{brk: !star, piece: joint, quoted: quoted})
		}
		if quoted && !star && found.SplitAt([]Word{w}) > 0 { // may be none or several even so
			for _, p := range w.Pieces {
				out = append(out, atom{piece: p, quoted: p.Origin <= Glob})
			}
			continue
		}
		if x.Exp != nil || x.Repl != nil {
			out = append(out, sc.operate(x, name, w, quoted)...)
			continue
		}
		out = append(out, valueAtoms(w, quoted)...)
	}
	return out
}

// sliceList is ${@:from:count} and ${a[@]:from:count}.
func (sc *scope) sliceList(x *syntax.ParamExp, all []Word, name string) []Word {
	from, ok1 := sc.arithm(x.Slice.Offset)
	count, ok2 := sc.arithm(x.Slice.Length)
	if x.Slice.Offset == nil {
		from, ok1 = 0, true
	}
	if v, _ := sc.s.vars.Get(name); !ok1 || x.Slice.Length != nil && !ok2 || found.SplitAt(all) > 0 || v.keys != nil {
		return []Word{unknown(Other, sc.source(x), true)}
	}
	if name == "@" || name == "*" {
		if from == 0 {
			all = append([]Word{sc.s.args0}, all...)
		} else if from > 0 {
			from--
		}
	}
	if from < 0 {
		from = max(0, len(all)+from)
	}
	all = all[min(from, len(all)):]
	if x.Slice.Length != nil && count >= 0 {
		all = all[:min(count, len(all))]
	}
	return all
}

// element is ${a[i]}.
func (sc *scope) element(name string, index syntax.ArithmExpr) Word {
	v, ok := sc.s.get(name)
	key, known := sc.key(v, index)
	switch {
	case ok && v.gone && !v.array:
		return Word{}
	case !ok || len(v.others) > 0 || !known:
		return unknownVar(name)
	case !v.array && key == "0":
		return sc.value(name)
	case !v.array:
		return Word{}
	}
	if n, err := strconv.Atoi(key); err == nil && !v.assoc {
		at := found.SplitAt(v.list)
		if at > 0 && (n < 0 || n >= at || v.keys != nil) {
			return unknownVar(name)
		}
		if n < 0 && v.keys == nil {
			key = strconv.Itoa(n + len(v.list))
		} else if n < 0 {
			return unknownVar(name)
		}
	}
	at, there, sure := v.index(key)
	switch {
	case there:
		return v.list[at]
	case !sure:
		return unknownVar(name)
	}
	return Word{}
}

// key computes the subscript of an element.
func (sc *scope) key(v variable, index syntax.ArithmExpr) (string, bool) {
	if w, ok := index.(*syntax.Word); ok && v.assoc {
		sc.subscriptText(sc.word(w))
		return sc.word(w).Known()
	}
	n, ok := sc.arithm(index)
	return strconv.Itoa(n), ok
}
