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

// allOf recognises $@, $*, ${a[@]} and ${a[*]}.
func (sc *scope) allOf(x *syntax.ParamExp, name string) ([]Word, bool) {
	if name == "@" || name == "*" {
		if sc.s.AnyArgs {
			return []Word{vars.Unknown(Supplied, "$"+name, true)}, true
		}
		if len(sc.s.Others) > 0 {
			return append(slices.Concat(append([][]Word{sc.s.Args}, sc.s.Others...)...), vars.Unknown(Supplied, "$"+name, true)), true
		}
		return sc.s.Args, true
	}
	if w, ok := x.Index.(*syntax.Word); ok && (w.Lit() == "@" || w.Lit() == "*") {
		v, set := sc.s.Get(name)
		_, loose := sc.s.Loose.Get(name)
		switch {
		case !set || loose:
			return []Word{vars.UnknownVar(name)}, true
		case v.Gone:
			return nil, true
		case x.Excl && (!v.Array || len(v.Others) > 0 || found.SplitAt(v.List) > 0 || v.Ref != ""):
			return []Word{{Pieces: []Piece{{Origin: Other, Text: sc.source(x), Split: true}}}}, true
		case x.Excl:
			v.Number()
			return v.Keys, true
		case v.Array && len(v.Others) > 0:
			all := slices.Clone(v.List)
			for _, e := range v.Others {
				all = append(all, e.List...)
			}
			return append(all, vars.UnknownVar(name)), true
		case v.Array:
			return v.List, true
		}
		return v.Values, true
	}
	return nil, false
}

func (sc *scope) listAtoms(x *syntax.ParamExp, all []Word, name string, quoted bool) []atom.Atom {
	if x.Length {
		if found.SplitAt(all) == 0 {
			return []atom.Atom{atom.Lit(strconv.Itoa(len(all)), quoted)}
		}
		return []atom.Atom{{Piece: Piece{Origin: Other, Text: sc.source(x), One: true}, Quoted: true}}
	}
	if x.Slice != nil {
		all = sc.sliceList(x, all, name)
	}
	if x.Exp != nil && x.Exp.Op == syntax.OtherParamOps && x.Exp.Word != nil && strings.Contains("AKka", x.Exp.Word.Lit()) {
		return sc.opaque(x, false) // lists keys, too
	}
	isStar := name == "*" || x.Index != nil && x.Index.(*syntax.Word).Lit() == "*"
	star, between := quoted && isStar, " "
	ifs := sc.ifs()
	if isStar {
		between = ifs[:min(1, len(ifs))]
	}
	joint := Piece{Text: between}
	if !isStar && (x.Exp != nil || x.Repl != nil || x.Slice != nil || x.Excl) && !strings.HasPrefix(ifs, " ") {
		joint = Piece{Origin: Other, Text: " "} // that or a separator, where nothing is cut
	}
	if isStar && !quoted && between == "" && (x.Exp != nil || x.Repl != nil) {
		return sc.opaque(x, quoted) // joined by blanks that do not separate
	}
	var out []atom.Atom
	if star && len(all) == 0 {
		return []atom.Atom{atom.Lit("", true)}
	}
	if star && found.SplitAt(all) > 0 { // which of them are there decides how many separators are
		joint = Piece{Origin: Other, Text: between}
	}
	for i, w := range all {
		if i > 0 {
			out = append(out, atom.Atom{Brk: !star, Piece: joint, Quoted: quoted})
		}
		if quoted && !star && found.SplitAt([]Word{w}) > 0 { // may be none or several even so
			for _, p := range w.Pieces {
				out = append(out, atom.Atom{Piece: p, Quoted: p.Origin <= Glob})
			}
			continue
		}
		if x.Exp != nil || x.Repl != nil {
			out = append(out, sc.operate(x, name, w, quoted)...)
			continue
		}
		out = append(out, atom.Of(w, quoted)...)
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
	v, _ := sc.s.Vars.Get(name)
	if !ok1 || x.Slice.Length != nil && (!ok2 || count < 0) || found.SplitAt(all) > 0 || v.Assoc {
		return []Word{vars.Unknown(Other, sc.source(x), true)}
	}
	if name == "@" || name == "*" {
		all, v.Keys = append([]Word{sc.s.Args0}, all...), nil
	} else if !v.Array && len(all) == 1 { // one that is no array is cut like any text
		s, ok := all[0].Known()
		if !ok {
			return []Word{vars.Unknown(Other, sc.source(x), true)}
		}
		return []Word{Text(pure.Slice(s, from, count, x.Slice.Length != nil))}
	}
	return vars.Part(vars.Elements{List: all, Keys: v.Keys}, from, count, x.Slice.Length != nil)
}

// element is ${a[i]}.
func (sc *scope) element(name string, index syntax.ArithmExpr) Word {
	v, ok := sc.s.Get(name)
	key, known := sc.key(v, index)
	if _, loose := sc.s.Loose.Get(name); loose {
		return vars.UnknownVar(name)
	}
	switch {
	case ok && v.Gone && !v.Array:
		return Word{}
	case !ok && (name != "BASH_SOURCE" || key != "0") || len(v.Others) > 0 || !known:
		return vars.UnknownVar(name)
	case !v.Array && key == "0":
		return sc.value(name)
	case !v.Array:
		return Word{}
	}
	if n, err := strconv.Atoi(key); err == nil && !v.Assoc {
		at := found.SplitAt(v.List)
		if at > 0 && (n < 0 || n >= at || v.Keys != nil) {
			return vars.UnknownVar(name)
		}
		if n < 0 {
			if key, known = v.FromEnd(n); !known {
				return vars.UnknownVar(name)
			}
		}
	}
	at, there, sure := v.Index(key)
	switch {
	case there:
		return v.List[at]
	case !sure:
		return vars.UnknownVar(name)
	}
	return Word{}
}

// key computes the subscript of an element.
func (sc *scope) key(v vars.Variable, index syntax.ArithmExpr) (string, bool) {
	if w, ok := index.(*syntax.Word); ok && v.Assoc {
		sc.subscriptText(sc.word(w))
		return sc.word(w).Known()
	}
	n, ok := sc.arithm(index)
	return strconv.Itoa(n), ok
}
