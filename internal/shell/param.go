package shell

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/atom"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// value gives what a variable holds; unknown when it comes from outside.
func (sc *scope) value(name string) Word {
	switch name {
	case "PWD":
		if v, set := sc.s.Vars.Get(name); set && !v.Given && len(v.Values) == 1 {
			return v.Values[0]
		}
		if len(sc.s.Dirs) == 1 {
			return sc.s.Dirs[0]
		}
		return vars.UnknownVar(name)
	case "OLDPWD":
		if v, set := sc.s.Vars.Get(name); set && !v.Given && len(v.Values) == 1 {
			return v.Values[0]
		}
		if len(sc.s.OldDirs) == 1 {
			return sc.s.OldDirs[0]
		}
		return vars.UnknownVar(name)
	case "_":
		return sc.s.Last
	case "0":
		return sc.s.Args0
	case "BASH_SOURCE":
		return sc.s.Source()
	case "#":
		if !sc.s.AnyArgs && sc.s.SplitAt == 0 && len(sc.s.Others) == 0 {
			return Text(strconv.Itoa(len(sc.s.Args)))
		}
		return Word{Pieces: []Piece{{Origin: Other, Text: "$#", One: true}}}
	case "?", "$", "!", "-", "RANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID", "BASHPID":
		return Word{Pieces: []Piece{{Origin: Other, Name: name, Text: "$" + name, One: true}}}
	}
	if n, err := strconv.Atoi(name); err == nil {
		if len(sc.s.Others) > 0 {
			return vars.UnknownVar(name)
		}
		if n >= 1 && n <= len(sc.s.Args) {
			if k := sc.s.SplitAt; k > 0 && n > k {
				return vars.UnknownVar(name)
			}
			return sc.s.Args[n-1]
		}
		if n > 0 && sc.s.SplitAt > 0 {
			return vars.UnknownVar(name)
		}
		if sc.s.AnyArgs && !sc.s.Outer {
			return vars.UnknownVar(name)
		}
		return Word{}
	}
	name = sc.deref(name)
	v, ok := sc.s.Get(name)
	if _, loose := sc.s.Loose.Get(name); loose || !ok {
		return vars.UnknownVar(name)
	}
	if len(v.Values) == 1 && len(v.Refs) == 0 {
		return v.Values[0]
	}
	return vars.UnknownVar(name)
}

// deref gives the variable that a name stands for (declare -n).
func (sc *scope) deref(name string) string {
	for range 8 {
		v, _ := sc.s.Vars.Get(name)
		if v.Ref == "" || !pure.ValidName(v.Ref) || len(v.Refs) > 0 {
			break
		}
		name = v.Ref
	}
	return name
}

// isGone tells whether a variable is known to be unset.
func (sc *scope) isGone(name string) bool {
	v, ok := sc.s.Get(sc.deref(name))
	return ok && v.Gone
}

// isSet tells whether the text itself has set a variable.
func (sc *scope) isSet(name string) bool {
	if v, ok := sc.s.Get(sc.deref(name)); ok {
		return !v.Gone
	}
	n, err := strconv.Atoi(name)
	return err == nil && n >= 1 && n <= len(sc.s.Args) || name == "PWD" || name == "0" || name == "BASH_SOURCE" && len(sc.s.File.Pieces) > 0
}

// param expands $NAME and ${...}, and bounds what expansions make in all: a
// value that doubles itself would else fill the memory.
func (sc *scope) param(x *syntax.ParamExp, quoted bool) []atom.Atom {
	out := sc.paramAtoms(x, quoted)
	for _, a := range out {
		sc.e.volume += len(a.Piece.Text) + 16
	}
	if sc.e.volume > sc.e.o.Limits.Volume {
		sc.e.stopped = true
		sc.problem("values that grow too large to inspect", sc.node(x))
		return []atom.Atom{{Piece: Piece{Origin: Other, Text: "...", Split: !quoted}, Quoted: quoted}}
	}
	return out
}

func (sc *scope) paramAtoms(x *syntax.ParamExp, quoted bool) []atom.Atom {
	if x.NestedParam != nil || x.Param == nil {
		return sc.zshParam(x, quoted)
	}
	name := sc.deref(x.Param.Value)
	if all, ok := sc.allOf(x, name); ok {
		return sc.listAtoms(x, all, name, quoted)
	}
	base := sc.value(name)
	if x.Index != nil {
		base = sc.element(name, x.Index)
	}
	if x.Excl {
		return sc.indirect(x, base, quoted)
	}
	if x.Length || x.Width || x.IsSet {
		if s, ok := base.Known(); ok && x.Length {
			return []atom.Atom{atom.Lit(strconv.Itoa(len([]rune(s))), quoted)}
		}
		return []atom.Atom{{Piece: Piece{Origin: Other, Text: sc.source(x), One: true}, Quoted: true}}
	}
	return sc.operate(x, name, base, quoted)
}

// zshParam reads the parts of an expansion that only zsh has.
func (sc *scope) zshParam(x *syntax.ParamExp, quoted bool) []atom.Atom {
	var inner []atom.Atom
	if x.NestedParam != nil {
		inner = sc.atoms([]syntax.WordPart{x.NestedParam}, quoted, false)
	}
	if x.Exp != nil && x.Exp.Word != nil {
		inner = append(inner, sc.atoms(x.Exp.Word.Parts, quoted, false)...)
	}
	if x.Flags != nil && strings.Contains(x.Flags.Value, "e") {
		if s, ok := atom.Join(inner, false).Known(); ok {
			sc.promptText(s)
		}
	}
	return []atom.Atom{{Piece: Piece{Origin: Other, Text: sc.source(x), Split: !quoted}, Quoted: quoted}}
}

// indirect is ${!name}.
func (sc *scope) indirect(x *syntax.ParamExp, base Word, quoted bool) []atom.Atom {
	if v, ok := sc.s.Vars.Get(x.Param.Value); ok && v.Ref != "" {
		return atom.Of(Text(v.Ref), quoted)
	}
	sc.subscriptText(base)
	if to, known := base.Known(); known && x.Names == 0 && (pure.ValidName(to) || to != "" && strings.Trim(to, "0123456789") == "") {
		return sc.operate(x, to, sc.value(to), quoted)
	}
	if atom.NamesListed(base) {
		return []atom.Atom{{Piece: Piece{Origin: Variable, Name: anyVariable, Text: sc.source(x), Split: !quoted}, Quoted: quoted}}
	}
	p := Piece{Origin: Other, Text: sc.source(x), Split: !quoted}
	if x.Names != 0 {
		p.Name = atom.Listed
	}
	return []atom.Atom{{Piece: p, Quoted: quoted}}
}

// anyVariable is the name of a variable that may be any of the environment, so
// that it counts as one that holds a secret.
const anyVariable = "*_SECRET"

// operate applies the operator of ${name...}.
func (sc *scope) operate(x *syntax.ParamExp, name string, base Word, quoted bool) []atom.Atom {
	switch {
	case x.Exp != nil:
		return sc.expansion(x, name, base, quoted)
	case x.Repl != nil:
		orig, with := sc.patternWord(x.Repl.Orig), sc.word(x.Repl.With)
		s, ok1 := base.Known()
		p, ok2 := orig.Known()
		w, ok3 := with.Known()
		if sc.isGone(name) {
			return []atom.Atom{{Quoted: quoted, Expand: true}} // nothing is replaced, be it at its end
		}
		if v, _ := sc.s.Vars.Get(name); s == "" && (v.Maybe || x.Index != nil) {
			return sc.opaque(x, quoted)
		}
		if src := sc.source(x); p == "" && ok2 && strings.HasSuffix(src, "//}") && !strings.HasSuffix(src, "///}") {
			return atom.Of(base, quoted)
		}
		if p == "" && ok2 && x.Repl.All { // behind // a pattern may begin with a slash
			p, w, _ = strings.Cut(sc.patternWord(x.Repl.With).String(), "/")
			p = "/" + p
		}
		// An unquoted & in the replacement is the match, but not to every bash.
		if ok1 && ok2 && ok3 && sc.plain(p) && !strings.Contains(sc.source(x), "&") {
			sc.grow(8 * (len(s) + len(p)))
			if r, ok := pure.Replace(s, p, w, x.Repl.All); ok {
				return atom.Of(Text(r), quoted)
			}
		}
		return sc.opaque(x, quoted)
	case x.Slice != nil:
		from, ok1 := sc.arithm(x.Slice.Offset)
		count, ok2 := sc.arithm(x.Slice.Length)
		s, ok3 := base.Known()
		if !ok3 && ok1 && ok2 && from == 0 && count == 1 && vars.Rooted(name) {
			return atom.Of(Text("/"), quoted)
		}
		if !ok1 || !ok3 || x.Slice.Length != nil && !ok2 {
			return sc.opaque(x, quoted)
		}
		return atom.Of(Text(pure.Slice(s, from, count, x.Slice.Length != nil)), quoted)
	case len(x.Modifiers) > 0 || x.Flags != nil:
		if x.Flags != nil && strings.Contains(x.Flags.Value, "e") {
			if s, ok := base.Known(); ok {
				sc.promptText(s)
			}
		}
		return sc.opaque(x, quoted)
	}
	return atom.Of(base, quoted)
}

func (sc *scope) opaque(x *syntax.ParamExp, quoted bool) []atom.Atom {
	name := ""
	if x.Param != nil {
		name = x.Param.Value
	}
	return []atom.Atom{{Piece: Piece{Origin: Variable, Name: name, Text: sc.source(x), Split: !quoted}, Quoted: quoted}}
}

// expansion is ${name:-word} and its relatives.
func (sc *scope) expansion(x *syntax.ParamExp, name string, base Word, quoted bool) []atom.Atom {
	s, known := base.Known()
	set := sc.isSet(name)
	other := func() []atom.Atom {
		if x.Exp.Word == nil {
			return nil
		}
		in := sc
		if known && set && pure.PassedBy(x.Exp.Op, s) {
			in = sc.sub() // bash does not come to it
		}
		a := in.atoms(x.Exp.Word.Parts, quoted, true)
		if quoted && pure.Glued(x.Exp.Word) {
			return sc.opaque(x, quoted)
		}
		for i := range a {
			a[i].Expand = !a[i].Quoted
		}
		return a
	}
	lower := sc.isGone(name) || name == strings.ToLower(name) && pure.ValidName(name)
	if v, _ := sc.s.Vars.Get(name); v.Maybe && s == "" && known {
		known = x.Exp.Op == syntax.DefaultUnsetOrNull || x.Exp.Op == syntax.AssignUnsetOrNull || x.Exp.Op == syntax.AlternateUnsetOrNull
	}
	switch op := x.Exp.Op; op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		alt := other()
		assign := op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull
		null := op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull
		switch {
		case set && known && (s != "" || !null):
			return atom.Of(base, quoted)
		case set && known || !set && lower:
			if assign { // its value is what is cut, whatever was quoted
				sc.commandTable(name, nil)
				sc.set(name, atom.Join(alt, false))
				return atom.Of(sc.value(name), quoted)
			}
			return alt
		}
		if assign {
			sc.commandTable(name, nil)
			sc.set(name, vars.UnknownVar(name))
		}
		return sc.opaque(x, quoted)
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		alt := other()
		if set && known && (s != "" || op == syntax.AlternateUnset) {
			return alt
		}
		if set && known || !set && lower {
			return []atom.Atom{{Quoted: quoted, Expand: true}}
		}
		return sc.opaque(x, quoted)
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		other()
		return atom.Of(base, quoted)
	case syntax.OtherParamOps:
		return sc.atOp(x, s, known, base, quoted)
	}
	if w, ok := sc.ofEach(x, base); ok {
		return atom.Of(w, quoted)
	}
	return sc.trim(x, s, known, quoted)
}

// ofEach is ${name%.js} and ${name##*/} where name is each of what a pattern
// matches.
func (sc *scope) ofEach(x *syntax.ParamExp, value Word) (Word, bool) {
	if _, glob, ok := value.Pattern(); !ok || !glob || x.Exp == nil || x.Exp.Word == nil {
		return value, false
	}
	pat, known := sc.patternWord(x.Exp.Word).Known()
	switch {
	case known && sc.plain(pat) && (x.Exp.Op == syntax.RemSmallSuffix || x.Exp.Op == syntax.RemLargeSuffix):
		return value.WithoutSuffix(pat)
	case x.Exp.Op == syntax.RemLargePrefix && x.Exp.Word.Lit() == "*/":
		return value.Base()
	}
	return value, false
}

// atOp is ${name@P} and its relatives.
func (sc *scope) atOp(x *syntax.ParamExp, s string, known bool, base Word, quoted bool) []atom.Atom {
	op := ""
	if x.Exp.Word != nil {
		op = x.Exp.Word.Lit()
	}
	switch {
	case op == "P" && known:
		return atom.Of(sc.promptText(s), quoted)
	case !sc.isSet(x.Param.Value) && sc.isGone(x.Param.Value):
		return []atom.Atom{{Quoted: quoted, Expand: true}}
	case op == "A" && known && sc.plainly(x.Param.Value) && x.Index == nil:
		if r, ok := pure.Quote(s); ok {
			return atom.Of(Text(x.Param.Value+"="+r), quoted)
		}
	case op == "Q" && known:
		if r, ok := pure.Quote(s); ok {
			return atom.Of(Text(r), quoted)
		}
	case op == "u" && known && s != "":
		return atom.Of(Text(strings.ToUpper(s[:1])+s[1:]), quoted)
	case op == "U" && known:
		return atom.Of(Text(strings.ToUpper(s)), quoted)
	case op == "L" && known:
		return atom.Of(Text(strings.ToLower(s)), quoted)
	case op == "E" && known:
		return atom.Of(Text(pure.Backslashes(s, true)), quoted)
	case op == "P":
		sc.problem("a variable's value is run as a prompt", sc.node(x))
	}
	return sc.opaque(x, quoted)
}

// plainly tells whether a variable was set and has no attributes.
func (sc *scope) plainly(name string) bool {
	v, set := sc.s.Get(name)
	return set && !v.Gone && !v.Maybe && !v.Array && !v.Exported && !v.Integer && v.Fold == 0 && v.Fixed == 0 && v.Ref == "" && len(v.Values) == 1
}

// trim is ${name#pattern}, ${name%pattern}, ${name^^} and their relatives.
func (sc *scope) trim(x *syntax.ParamExp, s string, known bool, quoted bool) []atom.Atom {
	p := Word{}
	if x.Exp.Word != nil {
		p = sc.patternWord(x.Exp.Word)
	}
	pat, ok := p.Known()
	if !known || !ok || !sc.plain(pat) {
		return sc.opaque(x, quoted)
	}
	switch x.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		return sc.trimmed(x, s, pat, quoted)
	case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		upper, all := x.Exp.Op == syntax.UpperAll || x.Exp.Op == syntax.UpperFirst, x.Exp.Op == syntax.UpperAll || x.Exp.Op == syntax.LowerAll
		return atom.Of(Text(pure.Cased(s, pat, upper, all)), quoted)
	}
	return sc.opaque(x, quoted)
}

// trimmed is ${name#pattern} and the like. Every length is tried, so that long
// values cost much and very long ones are not computed.
func (sc *scope) trimmed(x *syntax.ParamExp, s, pat string, quoted bool) []atom.Atom {
	op := x.Exp.Op
	sc.grow(len(s)*len(s)/2 + 8*len(pat))
	if len(s) > 1024 || len(pat) > 1024 || sc.e.stopped {
		return sc.opaque(x, quoted)
	}
	longest := op == syntax.RemLargePrefix || op == syntax.RemLargeSuffix
	front := op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix
	return atom.Of(Text(pure.Trim(s, pat, longest, front)), quoted)
}

// plain tells whether a pattern means the same whatever options are set.
func (sc *scope) plain(pat string) bool {
	return !pure.Extended(pat) && !(sc.s.Nocase && strings.ToUpper(pat) != strings.ToLower(pat))
}

// patternWord expands a pattern operand: quoted parts are escaped so that only
// unquoted wildcards count.
func (sc *scope) patternWord(w *syntax.Word) Word {
	if w == nil {
		return Word{}
	}
	var out Word
	for _, a := range sc.atoms(w.Parts, false, false) {
		if a.Piece.Origin == Literal && a.Quoted {
			a.Piece.Text = pattern.QuoteMeta(a.Piece.Text, 0)
			if len(out.Pieces) == 0 && a.Piece.Text != "" && strings.Contains("#%", a.Piece.Text[:1]) {
				a.Piece.Text = `\` + a.Piece.Text // no anchor
			}
		}
		atom.Add(&out, a, false)
	}
	return out
}
