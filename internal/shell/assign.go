package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// exportWords is export, declare and the like when they arrive as plain words
// (behind command or builtin).
func exportWords(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		sc.subscriptText(w)
		if s := w.String(); c.Argv[0].Is("export") && strings.HasPrefix(s, "-") && strings.Contains(s, "f") {
			sc.s.Carry = true
		}
		if name, _, _ := strings.Cut(w.String(), "="); c.Argv[0].Is("local") && pure.ValidName(name) && len(sc.e.calls) > 0 {
			sc.s.MakeLocal(name)
		}
		sc.assignWord(w, c.Argv[0].Is("export"))
		if name, _, _ := strings.Cut(w.String(), "="); c.Argv[0].Is("readonly") || c.Argv[1].Is("-r") {
			sc.s.Fix(name)
		}
	}
	sc.shows(c)
}

// assignWord is NAME=value as one word.
func (sc *scope) assignWord(w Word, export bool) {
	if len(w.Pieces) == 0 || w.Pieces[0].Origin != Literal {
		return
	}
	name, rest, found := strings.Cut(w.Pieces[0].Text, "=")
	if base, _, element := strings.Cut(name, "["); element {
		sc.commandTable(sc.deref(base), nil)
	}
	if !pure.ValidName(name) {
		return
	}
	if found {
		val := Word{}
		val.AddText(rest)
		val.Pieces = append(val.Pieces, w.Pieces[1:]...)
		sc.commandTable(sc.deref(name), nil)
		sc.set(name, val)
	}
	if v, ok := sc.s.Vars.Get(name); ok && export {
		v.Exported = true
		sc.s.Put(name, v)
	}
}

// decl is declare, export, local, readonly, typeset, nameref.
func (sc *scope) decl(x *syntax.DeclClause) {
	argv := []Word{Text(x.Variant.Value)}
	export := x.Variant.Value == "export"
	ref := x.Variant.Value == "nameref"
	integer := x.Variant.Value == "integer"
	var kind declared
	kind.fixed = x.Variant.Value == "readonly"
	kind.local = len(sc.e.calls) > 0 && (x.Variant.Value == "local" || x.Variant.Value == "declare" || x.Variant.Value == "typeset")
	sc.ahead = map[*syntax.Word]Word{}
	for _, a := range x.Args { // all are expanded before one of them is set
		if a.Name != nil && a.Value != nil && len(x.Args) > 1 && len(sc.braces(a.Value)) == 1 {
			sc.ahead[a.Value] = sc.assigned(a.Value)
		}
	}
	for _, a := range x.Args {
		if a.Naked && a.Name == nil && a.Value != nil {
			for _, w := range sc.fields(a.Value) {
				s, _ := w.Known()
				if strings.HasPrefix(s, "+x") || export && strings.HasPrefix(s, "-n") {
					export, kind.hidden = false, true
				} else if strings.HasPrefix(s, "-") {
					export = export || strings.Contains(s, "x")
					ref = ref || strings.Contains(s, "n")
					integer = integer || strings.Contains(s, "i")
					kind.option(s)
					sc.s.Carry = sc.s.Carry || export && strings.Contains(s, "f")
				}
				sc.subscriptText(w)
				argv = append(argv, w)
				name, _, _ := strings.Cut(s, "=")
				if kind.local && pure.ValidName(name) {
					sc.s.MakeLocal(name)
				}
				if sc.assignWord(w, export); kind.fixed {
					sc.s.Fix(name)
				}
			}
			continue
		}
		if a.Name == nil {
			continue
		}
		sc.declare(a, kind, ref)
		if a.Value != nil && a.Index == nil { // x={a,b} is x=a x=b here
			words := sc.braces(a.Value)
			last := *a
			last.Value = words[len(words)-1]
			a = &last
		}
		if !a.Naked || a.Array != nil {
			if kind.global && sc.s.Masked[sc.deref(a.Name.Value)].Times > 0 {
				sc.s.Beneath(sc.deref(a.Name.Value), func() { sc.assign(a, export) })
				continue
			}
			sc.assign(a, export)
		}
		v, _ := sc.s.Vars.Get(a.Name.Value)
		if integer {
			v.Integer = true
			sc.subscriptText(v.Values...)
			sc.s.Put(a.Name.Value, v)
		}
		if ref {
			v = sc.pointed(a, v)
		}
		if export && (len(v.Values) > 0) {
			v.Exported, v.Given = true, false
			sc.s.Put(a.Name.Value, v)
		} else if ref {
			sc.s.Put(a.Name.Value, v)
		}
		if kind.fixed {
			sc.s.Fix(a.Name.Value)
		}
		if v, ok := sc.s.Vars.Get(a.Name.Value); ok && kind.hidden {
			v.Exported = false
			sc.s.Put(a.Name.Value, v)
		}
		argv = append(argv, Word{Pieces: []Piece{{Text: sc.source(a)}}, Span: sc.node(a), Raw: sc.source(a)})
	}
	if sc.s.Last = argv[len(argv)-1]; strings.ContainsAny(sc.s.Last.String(), "$`'\"\\~(") {
		sc.s.Last = vars.UnknownVar("_") // the word stands as it was written
	}
	cmd := &Command{Argv: argv, Env: sc.exported(nil), Dirs: sc.s.Dirs, Span: sc.node(x), Place: sc.place}
	if sc.emit(cmd) {
		sc.inside(cmd)
		sc.shows(cmd)
		if quiet := len(argv) > 1 && !slices.ContainsFunc(argv[1:], func(w Word) bool { return !w.Is("--") && strings.HasPrefix(w.String(), "-") }); quiet {
			sc.out.Print("", cmd)
		} else {
			sc.out.Hide(cmd) // it may list what there is
		}
	}
}

// pointed is a variable that stands for another from now on. One that stands for
// an element, or for what is not known, is not followed: it may be anything.
func (sc *scope) pointed(a *syntax.Assign, v vars.Variable) vars.Variable {
	to, known := "", false
	if len(v.Values) == 1 && !a.Naked {
		to, known = v.Values[0].Known()
	}
	switch base, _, element := strings.Cut(to, "["); {
	case a.Naked && v.Ref == "":
		v.Ref = vars.Unpointed
	case known && pure.ValidName(to):
		v.Ref = to
	case element && pure.ValidName(base):
		sc.subscriptText(v.Values[0]) // each use of the name evaluates it
		sc.s.Loose.Set(base, true)
		sc.s.Loose.Set(a.Name.Value, true)
	}
	if len(v.Values) == 0 {
		v.Values = []Word{{}}
	}
	return v
}

// declared are the attributes that a declaration gives.
type declared struct {
	local, assoc, array bool
	integer, fixed      bool
	hidden              bool // programs get to see it no longer
	global              bool // not that of the function, but what it hides
	fold                byte
}

func (d *declared) option(s string) {
	d.global = d.global || d.local && strings.Contains(s, "g")
	d.local = d.local && !d.global
	d.assoc = d.assoc || strings.Contains(s, "A")
	d.array = d.array || strings.Contains(s, "a")
	d.integer = d.integer || strings.Contains(s, "i")
	d.fixed = d.fixed || strings.Contains(s, "r")
	for _, fold := range []byte("luc") {
		if strings.IndexByte(s, fold) >= 0 {
			d.fold = fold
		}
	}
}

// declare gives a variable its attributes before it is assigned.
func (sc *scope) declare(a *syntax.Assign, d declared, ref bool) {
	name := a.Name.Value
	switch {
	case d.local && (a.Naked || a.Append):
		sc.s.MakeLocal(name)
	case d.local && sc.s.NoteLocal(name): // its old value may stand in the new one, what was declared of it does not count
		v, _ := sc.s.Vars.Get(name)
		if v.Fold, v.Integer, v.Assoc = 0, false, false; len(v.Values) > 0 {
			sc.s.Put(name, v)
		}
	}
	v, had := sc.s.Get(name)
	if ref && !a.Naked {
		v.Ref = "" // it is pointed anew
	}
	if d.fold != 0 {
		v.Fold = d.fold
	}
	if (d.assoc || d.array) && !v.Array && a.Array == nil {
		v.Array, v.Elements = true, vars.Elements{}
		if had && !v.Gone {
			v.List = slices.Clone(v.Values)
		}
		v.Gone = false
		v.Values = []Word{{}}
	}
	v.Assoc, v.Integer = v.Assoc || d.assoc, v.Integer || d.integer
	if d.assoc || d.integer || d.array || d.fold != 0 || ref {
		if len(v.Values) == 0 {
			v.Values, v.Gone = []Word{{}}, true
		}
		sc.s.Put(name, v)
	}
}

// assign is NAME=value, NAME+=value, NAME[i]=value and NAME=(...).
func (sc *scope) assign(a *syntax.Assign, export bool) {
	name := sc.deref(a.Name.Value)
	sc.commandTable(name, a)
	if v, _ := sc.s.Get(name); v.Fixed == vars.Never {
		sc.word(a.Value) // what stands in it happens
		if v.Exported = v.Exported || export; export {
			sc.s.Put(name, v)
		}
		return
	}
	if a.Array != nil {
		sc.assignArray(name, a)
		return
	}
	w := Word{}
	if a.Value != nil {
		w = sc.assigned(a.Value)
	}
	v, _ := sc.s.Get(name)
	if v.Ref == vars.Unpointed && a.Index == nil {
		sc.set(name, w)
		return
	}
	w = sc.integer(name, v, w)
	switch {
	case a.Index != nil:
		sc.setElement(name, v, w, a)
	case v.Array && a.Value != nil:
		if old := sc.old(v, "0"); a.Append && len(v.Others) == 0 && found.SplitAt(v.List) == 0 {
			sc.setFirst(name, v, old.Plus(w), false)
		} else {
			sc.setFirst(name, v, w, a.Append)
		}
	case a.Append && v.Integer:
		old, _ := sc.value(name).Known()
		n, ok1 := sc.reckoner().Text(old)
		more, ok2 := w.Known()
		m, err := strconv.Atoi(more)
		sc.setNumber(name, n+m, ok1 && ok2 && err == nil && len(v.Values) == 1)
	case a.Append && len(v.Values) == 1:
		old := v.Values[0]
		sc.grow(16 * len(old.Pieces))
		sc.s.Set(name, old.Plus(w))
	case a.Append:
		sum := w
		if name != strings.ToLower(name) || len(v.Values) > 0 {
			sum = vars.UnknownVar(name).Plus(w)
		}
		sc.s.Set(name, sum)
	default:
		sc.s.Set(name, w)
	}
	if export {
		v, _ := sc.s.Vars.Get(name)
		v.Exported = true
		sc.s.Put(name, v)
	}
}

// set gives a variable one value as every assignment does, be it by read, for
// or printf: through the variable that it stands for, as a number if it holds
// one.
func (sc *scope) set(name string, w Word) {
	name = sc.deref(name)
	v, _ := sc.s.Vars.Get(name)
	if len(v.Refs) > 0 {
		sc.s.Somewhere(name, w, sc.e.o.Limits.Choices)
		return
	}
	if v.Ref == vars.Unpointed { // the first value names what it stands for
		sc.subscriptText(w)
		if v.Ref, _ = w.Known(); !pure.ValidName(v.Ref) {
			v.Ref = vars.Unpointed
		}
		sc.s.Put(name, v)
		return
	}
	w = sc.integer(name, v, w)
	if v.Array && v.Fixed != vars.Never {
		sc.setFirst(name, v, w, false)
		return
	}
	sc.s.Set(name, w)
}

// setFirst assigns to an array without a subscript.
func (sc *scope) setFirst(name string, v vars.Variable, w Word, more bool) {
	if v.Put("0", w); more || len(v.Others) > 0 {
		v.List = append(v.List, vars.UnknownVar(name))
	}
	v.First()
	sc.s.Put(name, v)
}

// integer computes what is assigned to a variable of declare -i. Some of bash's
// own evaluate it, too.
func (sc *scope) integer(name string, v vars.Variable, w Word) Word {
	if v.Integer || pure.Counts(name) {
		sc.subscriptText(w)
	}
	if !v.Integer {
		return w
	}
	s, ok := w.Known()
	if n, known := sc.reckoner().Text(s); ok && known {
		return Text(strconv.Itoa(n))
	}
	if slices.ContainsFunc(w.Pieces, func(p Piece) bool { return strings.HasPrefix(p.Text, "${!") }) {
		return w // where no name is known behind it, nothing is assigned
	}
	return Word{Pieces: []Piece{{Origin: Other, Text: w.String(), One: true}}}
}

func (sc *scope) setElement(name string, v vars.Variable, w Word, a *syntax.Assign) {
	sc.grow(8 * len(v.List))
	key, known := sc.key(v, a.Index)
	if !v.Array {
		assoc := v.Assoc
		v = vars.Variable{Array: true, Assoc: assoc, Integer: v.Integer, Elements: vars.Elements{List: slices.Clone(v.Values)}, Exported: v.Exported, Gone: v.Gone}
		if v.Gone {
			v.List = nil
		}
	}
	n, err := strconv.Atoi(key)
	if known && err == nil && n < 0 && v.Keys == nil && !v.Assoc {
		n += len(v.List)
		key = strconv.Itoa(n)
	}
	known = known && (v.Assoc || n >= 0) && len(v.Others) == 0 && found.SplitAt(v.List) == 0
	if old := sc.old(v, key); a.Append && known && len(old.Pieces) > 0 {
		w = old.Plus(w)
	}
	if known {
		v.Put(key, w)
	} else {
		v.List = append(slices.Clip(v.List), w)
		v.Blur(name)
	}
	v.First()
	sc.s.Put(name, v)
}

// old is the element that stands at a key.
func (sc *scope) old(v vars.Variable, key string) Word {
	if at, there, _ := v.Index(key); there {
		return v.List[at]
	}
	return Word{}
}

func (sc *scope) assignArray(name string, a *syntax.Assign) {
	old, _ := sc.s.Get(name)
	v := vars.Variable{Array: true, Assoc: old.Assoc, Integer: old.Integer, Exported: old.Exported}
	if a.Append && !old.Gone {
		sc.grow(8 * len(old.List))
		v.Elements = vars.Elements{List: slices.Clone(old.List), Keys: slices.Clone(old.Keys)}
		if !old.Array {
			v.List = slices.Clone(old.Values)
		}
		for _, e := range old.Others {
			v.List = append(append(v.List, e.List...), vars.UnknownVar(name))
		}
	}
	unsure := false
	for _, el := range a.Array.Elems {
		if el.Value == nil {
			continue
		}
		words := []Word(nil)
		if el.Index == nil {
			words = sc.fields(el.Value)
		} else if list := sc.braces(el.Value); len(list) > 1 { // [i]={x,y} is two words like any other
			for _, one := range list {
				words = append(words, Text("["+sc.source(el.Index)+"]=").Plus(sc.word(one)))
			}
		} else if key, ok := sc.key(v, el.Index); ok && found.SplitAt(v.List) == 0 {
			v.Put(key, sc.word(el.Value))
		} else {
			words, unsure = append(words, sc.word(el.Value)), true
		}
		for _, w := range words {
			if v.Keys == nil && !v.Assoc {
				v.List = append(v.List, w)
				continue
			}
			if n := len(v.Keys); n > 0 && !v.Assoc {
				last, _ := v.Keys[n-1].Known()
				if at, err := strconv.Atoi(last); err == nil {
					v.Put(strconv.Itoa(at+1), w)
					continue
				}
			}
			v.List, unsure = append(v.List, w), true
		}
	}
	if unsure {
		v.Blur(name)
	}
	sc.subscriptText(v.Numbers()...)
	v.First()
	sc.s.Put(name, v)
	if w, ok := vars.SearchPath(name, a.Append, v.List); ok {
		sc.s.Set("PATH", w)
	}
}

// printfVar is printf -v NAME.
func printfVar(sc *scope, c *Command) {
	target, format := found.PrintfTarget(c.Argv[1:])
	if format == nil {
		return
	}
	sc.subscriptText(target)
	name, _ := target.Known()
	base, _, _ := strings.Cut(name, "[")
	sc.commandTable(sc.deref(base), nil)
	if v, _ := sc.s.Get(base); v.Fixed == vars.Never {
		return
	}
	if base, _, element := strings.Cut(name, "["); element && pure.ValidName(base) {
		v, _ := sc.s.Get(base)
		if !v.Array {
			v = vars.Variable{Array: true, Assoc: v.Assoc, Elements: vars.Elements{List: v.Values}, Exported: v.Exported}
		}
		key, number := strings.CutSuffix(name[len(base)+1:], "]")
		_, err := strconv.Atoi(key)
		if text, known := printf(format); known && number && err == nil && key[0] != '-' && len(v.Others) == 0 && found.SplitAt(v.List) == 0 {
			v.Put(key, Text(text))
		} else {
			v.List = append(slices.Clip(v.List), Text(text))
			v.Blur(base)
		}
		v.First()
		sc.s.Put(base, v)
		return
	}
	if !pure.ValidName(name) {
		return
	}
	if text, known := printf(format); known {
		sc.set(name, Text(text))
	} else {
		sc.set(name, vars.Unknown(Other, "$"+name, true))
	}
}

// commandTable notes that an array is set from which bash takes the file or the
// text that stands for a command.
func (sc *scope) commandTable(name string, a *syntax.Assign) {
	if v, _ := sc.s.Get(name); !vars.Commands(name, a, v.Assoc && sc.e.o.Dialect != Zsh) {
		return
	}
	if a != nil && a.Naked && a.Array == nil {
		return
	}
	sc.problem("puts another program under the name of a command: "+name, sc.at)
}
