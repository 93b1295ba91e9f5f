package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// exportWords is export, declare and the like when they arrive as plain words
// (behind command or builtin).
func exportWords(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		sc.subscriptText(w)
		sc.assignWord(w, c.Argv[0].Is("export"))
	}
	sc.shows(c)
}

// assignWord is NAME=value as one word.
func (sc *scope) assignWord(w Word, export bool) {
	if len(w.Pieces) == 0 || w.Pieces[0].Origin != Literal {
		return
	}
	name, rest, found := strings.Cut(w.Pieces[0].Text, "=")
	if !validName(name) {
		return
	}
	if found {
		val := Word{}
		val.literal(rest)
		val.Pieces = append(val.Pieces, w.Pieces[1:]...)
		sc.s.set(name, val)
	}
	if v, ok := sc.s.vars.Get(name); ok && export {
		v.exported = true
		sc.s.put(name, v)
	}
}

// decl is declare, export, local, readonly, typeset, nameref.
func (sc *scope) decl(x *syntax.DeclClause) {
	argv := []Word{Text(x.Variant.Value)}
	export := x.Variant.Value == "export"
	ref := x.Variant.Value == "nameref"
	integer := x.Variant.Value == "integer"
	for _, a := range x.Args {
		if a.Naked && a.Name == nil && a.Value != nil {
			w := sc.word(a.Value)
			s, _ := w.Known()
			if strings.HasPrefix(s, "-") {
				export = export || strings.Contains(s, "x")
				ref = ref || strings.Contains(s, "n")
				integer = integer || strings.Contains(s, "i")
			}
			sc.subscriptText(w)
			argv = append(argv, w)
			sc.assignWord(w, export)
			continue
		}
		if a.Name == nil {
			continue
		}
		if !a.Naked || a.Array != nil {
			sc.assign(a, export)
		}
		v, _ := sc.s.vars.Get(a.Name.Value)
		if integer {
			v.integer = true
			for _, w := range v.values {
				sc.subscriptText(w)
			}
			sc.s.put(a.Name.Value, v)
		}
		if ref && len(v.values) == 1 {
			v.ref, _ = v.values[0].Known()
		}
		if export && (len(v.values) > 0) {
			v.exported, v.given = true, false
			sc.s.put(a.Name.Value, v)
		} else if ref {
			sc.s.put(a.Name.Value, v)
		}
		argv = append(argv, Word{Pieces: []Piece{{Text: sc.source(a)}}, Span: sc.node(a), Raw: sc.source(a)})
	}
	cmd := &Command{Argv: argv, Env: sc.exported(nil), Dirs: sc.s.dirs, Span: sc.node(x), Place: sc.place}
	if sc.emit(cmd) {
		sc.inside(cmd)
		sc.shows(cmd)
		sc.out.hide(cmd)
	}
}

// assign is NAME=value, NAME+=value, NAME[i]=value and NAME=(...).
func (sc *scope) assign(a *syntax.Assign, export bool) {
	name := a.Name.Value
	if r, _ := sc.s.vars.Get(name); r.ref != "" {
		name = r.ref
	}
	if a.Array != nil {
		sc.assignArray(name, a)
		return
	}
	w := Word{}
	if a.Value != nil {
		w = sc.word(a.Value)
	}
	v, _ := sc.s.vars.Get(name)
	if v.integer {
		sc.subscriptText(w)
	}
	switch {
	case a.Index != nil:
		sc.subscript(a.Index)
		v = setElement(v, w, a, sc)
		sc.s.put(name, v)
	case a.Append && len(v.values) == 1:
		old := v.values[0]
		sc.grow(16 * len(old.Pieces))
		sum := Word{Pieces: slices.Clone(old.Pieces)}
		for _, p := range w.Pieces {
			if p.Origin == Literal {
				sum.literal(p.Text)
			} else {
				sum.Pieces = append(sum.Pieces, p)
			}
		}
		sc.s.set(name, sum)
	case a.Append && !sc.isSet(name):
		sum := unknownVar(name)
		sum.Pieces = append(sum.Pieces, w.Pieces...)
		if name == strings.ToLower(name) {
			sum = w
		}
		sc.s.set(name, sum)
	default:
		sc.s.set(name, w)
	}
	if export {
		v, _ := sc.s.vars.Get(name)
		v.exported = true
		sc.s.put(name, v)
	}
}

func setElement(v variable, w Word, a *syntax.Assign, sc *scope) variable {
	n, ok := sc.number(a.Index)
	sc.grow(8 * len(v.list))
	if !v.array {
		v = variable{array: true, list: slices.Clone(v.values), exported: v.exported}
	}
	if ok && n >= 0 && n < 256 {
		list := slices.Clone(v.list)
		for len(list) <= n {
			list = append(list, Word{})
		}
		list[n] = w
		v.list = list
	} else {
		v.list = append(slices.Clip(v.list), w)
	}
	v.values = []Word{v.list[0]}
	return v
}

func (sc *scope) assignArray(name string, a *syntax.Assign) {
	v := variable{array: true}
	if old, _ := sc.s.vars.Get(name); a.Append {
		sc.grow(8 * len(old.list))
		v.list = slices.Clone(old.list)
		if !old.array {
			v.list = slices.Clone(old.values)
		}
	}
	for _, el := range a.Array.Elems {
		if el.Index != nil {
			sc.subscript(el.Index)
		}
		if el.Value != nil {
			v.list = append(v.list, sc.fields(el.Value)...)
		}
	}
	v.values = []Word{{}}
	if len(v.list) > 0 {
		v.values = []Word{v.list[0]}
	}
	sc.s.put(name, v)
}

// printfVar is printf -v NAME.
func printfVar(sc *scope, c *Command) {
	if len(c.Argv) < 4 || !c.Argv[1].Is("-v") {
		return
	}
	sc.subscriptText(c.Argv[2])
	name, ok := c.Argv[2].Known()
	if !ok || !validName(name) {
		return
	}
	if text, known := printf(c.Argv[3:]); known {
		sc.s.set(name, Text(text))
	} else {
		sc.s.set(name, unknown(Other, "$"+name, true))
	}
}
