package vars

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/table"
)

// This file holds what becomes of variables: arrays, branches, functions with
// variables of their own, and shells that a shell starts.

// Elements are the words of an array.
type Elements struct {
	List []found.Word
	Keys []found.Word // of each, where they are not 0, 1, 2 and so on
}

// mostOthers bounds the different contents that are kept for one array.
const mostOthers = 4

// Index gives the place of a key, or that of the first element behind it.
func (v *Elements) Index(key string) (at int, there, sure bool) {
	n, err := strconv.Atoi(key)
	if v.Keys == nil {
		return min(max(n, 0), len(v.List)), err == nil && n >= 0 && n < len(v.List), err == nil
	}
	sure = true
	for i, k := range v.Keys {
		s, ok := k.Known()
		if ok && s == key {
			return i, true, true
		}
		sure = sure && ok
	}
	for at, k := range v.Keys {
		s, _ := k.Known()
		if m, e := strconv.Atoi(s); err == nil && e == nil && m > n {
			return at, false, sure
		}
	}
	return len(v.Keys), false, sure
}

// Number gives every element its key.
func (v *Elements) Number() {
	if v.Keys == nil {
		v.Keys = make([]found.Word, 0, len(v.List))
		for i := range v.List {
			v.Keys = append(v.Keys, found.Text(strconv.Itoa(i)))
		}
	}
}

// Put sets the element of a key that is known.
func (v *Variable) Put(key string, w found.Word) {
	v.List, v.Keys = slices.Clone(v.List), slices.Clone(v.Keys)
	at, there, _ := v.Index(key)
	switch {
	case there:
		v.List[at] = w
		return
	case v.Keys == nil && !v.Assoc && strconv.Itoa(len(v.List)) == key:
	default:
		v.Number()
		v.Keys = slices.Insert(v.Keys, at, found.Text(key))
	}
	v.List = slices.Insert(v.List, at, w)
	if v.Assoc {
		v.order()
	}
}

// order puts the elements of an associative array into the order in which bash
// lists them, that of its hash of their keys.
func (v *Variable) order() {
	type pair struct {
		hash     uint32
		key, val found.Word
	}
	all := make([]pair, len(v.List))
	for i := range v.List {
		s, ok := v.Keys[i].Known()
		if !ok {
			return
		}
		all[i] = pair{pure.Bucket(s), v.Keys[i], v.List[i]}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(a.hash, b.hash) })
	for i, p := range all {
		v.Keys[i], v.List[i] = p.key, p.val
	}
}

// Part gives the elements from a key on, counted from the end where it is less
// than 0, and no more than a number of them where that is limited.
func Part(e Elements, from, count int, limited bool) []found.Word {
	end := len(e.List)
	if n := len(e.Keys); n > 0 {
		last, _ := e.Keys[n-1].Known()
		at, err := strconv.Atoi(last)
		if end = at + 1; err != nil {
			return []found.Word{Unknown(found.Other, "part", true)}
		}
	}
	if from < 0 {
		if from += end; from < 0 {
			return nil
		}
	}
	at, _, sure := e.Index(strconv.Itoa(from))
	if !sure {
		return []found.Word{Unknown(found.Other, "part", true)}
	}
	all := e.List[min(at, len(e.List)):]
	if limited {
		all = all[:min(count, len(all))]
	}
	return all
}

// remove takes the element of a key away.
func (v *Variable) remove(key string) {
	v.List, v.Keys = slices.Clone(v.List), slices.Clone(v.Keys)
	if at, there, _ := v.Index(key); there {
		v.Number()
		v.List, v.Keys = slices.Delete(v.List, at, at+1), slices.Delete(v.Keys, at, at+1)
	}
}

// Blur says that an array holds something that is not known: perhaps all that
// it has, perhaps something else in its place.
func (v *Variable) Blur(name string) {
	all := append(slices.Clip(v.List), UnknownVar(name))
	for _, o := range v.Others {
		all = append(all, o.List...)
	}
	v.Elements, v.Others = Elements{List: []found.Word{UnknownVar(name)}}, []Elements{{List: all[:min(len(all), MostElements)]}}
	if v.Assoc {
		key := Unknown(found.Other, "key", true)
		v.Keys, v.Others[0].Keys = []found.Word{key}, slices.Repeat([]found.Word{key}, len(v.Others[0].List))
	}
}

// Without is the variable after unset of one element; that which may be any is
// not sure.
func (v Variable) Without(key string, sure bool, name string, most int) Variable {
	var now Variable
	for i, one := range v.ways() {
		key, sure := key, sure
		if n, err := strconv.Atoi(key); err == nil && n < 0 && sure {
			key, sure = one.FromEnd(n)
		}
		if sure && found.SplitAt(one.List) == 0 {
			one.remove(key)
		} else {
			one.Blur(name)
		}
		if one.First(); i == 0 {
			now = one
		} else {
			now = now.Or(one, name, most)
		}
	}
	return now
}

// First makes the value of an array that is named without a subscript.
func (v *Variable) First() {
	v.Gone, v.Maybe = false, false
	v.Values = []found.Word{{}}
	if len(v.List) == 0 {
		return
	}
	if at, there, sure := v.Index("0"); there {
		v.Values[0] = v.List[at]
	} else if !sure {
		v.Values[0] = found.Word{Pieces: []found.Piece{{Origin: found.Variable, Split: true}}}
	}
}

// Or is the variable that has the values of either.
func (v Variable) Or(o Variable, name string, most int) Variable {
	if v.Fixed != o.Fixed {
		v.Fixed = perhaps
	}
	v.Refs = v.otherRefs(o)
	if v.Array || o.Array {
		return v.orArray(o, name)
	}
	for _, w := range o.Values {
		v.Values = AddValue(slices.Clip(v.Values), w, most, name)
	}
	v.Exported = v.Exported || o.Exported
	v.Maybe = v.Maybe || o.Maybe || v.Gone != o.Gone
	v.Gone = v.Gone && o.Gone
	return v
}

func (v Variable) orArray(o Variable, name string) Variable {
	for _, w := range []*Variable{&v, &o} {
		if !w.Array {
			w.Array, w.List = true, slices.DeleteFunc(slices.Clone(w.Values), func(found.Word) bool { return w.Gone })
		}
	}
	v.Gone, v.Assoc = false, v.Assoc || o.Assoc
	have := append([]Elements{v.Elements}, v.Others...)
	for _, e := range append([]Elements{o.Elements}, o.Others...) {
		if !slices.ContainsFunc(have, e.same) {
			have = append(have, e)
		}
	}
	if len(have) > mostOthers {
		var all []found.Word
		for _, e := range have {
			all = append(all, e.List...)
		}
		if len(all) > MostElements {
			all = nil
		}
		// What it holds of all this, nobody knows; what it may hold is seen.
		have = []Elements{{List: []found.Word{UnknownVar(name)}}, {List: append(all, UnknownVar(name))}}
	}
	v.Elements, v.Others = have[0], have[1:]
	v.Values = []found.Word{UnknownVar(name)}
	return v
}

func (v Elements) same(o Elements) bool {
	return slices.EqualFunc(v.List, o.List, found.Same) && slices.EqualFunc(v.Keys, o.Keys, found.Same)
}

// OrUnset is the variable that a branch has set and another has not.
func (v Variable) OrUnset(name string, most int) Variable {
	if name != strings.ToLower(name) || v.Gone {
		return v.Or(Variable{Values: []found.Word{UnknownVar(name)}}, name, most)
	}
	return v.Or(Variable{Values: []found.Word{{}}, Gone: true}, name, most)
}

// ways gives a variable of several values as several variables of one.
func (v Variable) ways() []Variable {
	if len(v.Refs) > 0 {
		var all []Variable
		for _, ref := range append([]string{v.Ref}, v.Refs...) {
			one := v
			one.Ref, one.Refs = ref, nil
			all = append(all, one)
		}
		return all
	}
	if v.Array {
		all := []Variable{v}
		for _, e := range v.Others {
			one := v
			one.Elements = e
			all = append(all, one)
		}
		for i := range all {
			all[i].Others = nil
			all[i].First()
		}
		return all
	}
	var all []Variable
	for _, w := range v.Values {
		one := v
		one.Values = []found.Word{w}
		all = append(all, one)
	}
	return all
}

// mergeArgs adds the positional parameters of another way.
func (s *State) mergeArgs(o *State) {
	if s.AnyArgs != o.AnyArgs || s.SplitAt != o.SplitAt {
		s.Args, s.Others, s.AnyArgs, s.SplitAt, s.Outer = append(slices.Clip(s.Args), o.Args...), nil, true, 0, false
		return
	}
	for _, args := range append([][]found.Word{o.Args}, o.Others...) {
		same := func(have []found.Word) bool { return slices.EqualFunc(have, args, found.Same) }
		if same(s.Args) || slices.ContainsFunc(s.Others, same) {
			continue
		}
		if len(s.Others) >= mostOthers {
			s.AnyArgs, s.Outer, s.Others = true, false, nil
			return
		}
		s.Others = append(slices.Clip(s.Others), args)
	}
	s.Several = s.Several || len(s.Others) > 0
}

// everyArgs parts states by the positional parameters that they may have.
func everyArgs(combos []*State) []*State {
	var next []*State
	for _, c := range combos {
		for _, args := range append([][]found.Word{c.Args}, c.Others...) {
			d := c.Clone()
			d.Positional(args)
			next = append(next, d)
		}
	}
	return next
}

// Differs tells whether a variable has other values than before.
func (s *State) Differs(before *State) bool {
	for name, v := range s.Vars.Since(before.Vars) {
		old, _ := before.Vars.Get(name)
		if !slices.EqualFunc(v.Values, old.Values, found.Same) || !v.same(old.Elements) || len(v.Others) != len(old.Others) || v.Gone != old.Gone {
			return true
		}
	}
	for name, f := range s.Funcs.Since(before.Funcs) {
		if old, _ := before.Funcs.Get(name); !slices.Equal(f, old) {
			return true
		}
	}
	return len(s.Others) != len(before.Others) || !slices.EqualFunc(s.Args, before.Args, found.Same) || !slices.EqualFunc(s.Dirs, before.Dirs, found.Same)
}

// above is what the shell had set that started this one, and did not export.
type above struct {
	vars table.Table[Variable]
	up   *above
}

// Get gives a variable. What the shell that started this one has set without
// exporting it is not set here; a name in capitals may come from outside.
func (s *State) Get(name string) (Variable, bool) {
	if v, ok := s.Vars.Get(name); ok {
		return v, true
	}
	if s.above == nil || name != strings.ToLower(name) {
		return Variable{}, false
	}
	for a := s.above; a != nil; a = a.up {
		if _, ok := a.vars.Get(name); ok {
			return Variable{Values: []found.Word{{}}, Gone: true}, true
		}
	}
	return Variable{}, false
}

// Child makes s the state of a shell that is started anew: it gets to see what
// was exported, and nothing else.
func (s *State) Child() {
	old := s.Vars
	s.above, s.Vars = &above{old, s.above}, table.New[Variable]()
	keep := func(name string) {
		v, ok := old.Get(name)
		if under := s.Masked[name].Exported; under != nil && !v.Exported {
			v, ok = *under, true // programs get to see what a local variable hides
		}
		if ok && v.Exported && !v.Array || IsExportedName(name) && !v.Array {
			v.Fixed = changes
			s.Vars.Set(name, v)
		}
	}
	for name := range s.Env.All() {
		keep(name)
	}
	for _, name := range s.Given {
		keep(name)
	}
	s.Vars.Set("BASH", Variable{Values: []found.Word{found.Text("/bin/bash")}, Given: true})
	s.Vars.Set("IFS", Variable{Values: []found.Word{found.Text(" \t\n")}, Given: true})
	if !s.Carry && !s.AllOut {
		s.Funcs = table.New[Function]()
	}
	s.Aliases, s.Loose, s.Locals = table.New[[]string](), table.New[bool](), nil
	s.Errexit, s.Cdable, s.AllOut, s.Ended, s.Nocase, s.Nullglob = false, false, false, false, false, false
	s.Args, s.Args0, s.AnyArgs, s.SplitAt, s.Outer = nil, found.Text("bash"), false, 0, true
	s.Last = UnknownVar("_") // the path of its program, or what it was started by
	s.Watch, s.Masked = nil, nil
	s.File = found.Word{}
}

// local is a variable that a function has for itself, with what its name stood
// for before.
type local struct {
	name   string
	before Variable
	had    bool
	sure   bool // else in one of several branches only
}

// MakeLocal notes a local variable of the function being called and unsets it.
func (s *State) MakeLocal(name string) {
	if v, _ := s.Vars.Get(name); s.NoteLocal(name) {
		s.Put(name, Variable{Values: []found.Word{{}}, Gone: true, Exported: v.Exported})
	}
}

// NoteLocal notes a local variable; false if it was one before.
func (s *State) NoteLocal(name string) bool {
	if slices.ContainsFunc(s.Locals, func(l local) bool { return l.name == name }) {
		return false
	}
	v, had := s.Vars.Get(name)
	if v.Fixed == Never {
		return false // nor can it be hidden
	}
	s.Locals = append(slices.Clip(s.Locals), local{name, v, had, true})
	s.mask(name, v)
	return true
}

// Borrow sets a variable for the time of one function or eval, which also what
// that starts gets to see.
func (s *State) Borrow(a found.Assign) {
	s.MakeLocal(a.Name)
	s.Given = append(slices.Clip(s.Given), a.Name)
	s.Put(a.Name, Variable{Values: []found.Word{a.Value}, Exported: true, Given: true})
}

func (s *State) mergeLocals(o *State) {
	both := min(len(s.Locals), len(o.Locals))
	for both > 0 && s.Locals[both-1].name != o.Locals[both-1].name {
		both--
	}
	if both == len(s.Locals) && both == len(o.Locals) {
		return
	}
	s.Locals = slices.Clone(s.Locals)
	for i := both; i < len(s.Locals); i++ {
		s.Locals[i].sure = false
	}
	for _, l := range o.Locals[both:] {
		l.sure = false
		s.Locals = append(s.Locals, l)
	}
}

// Leave gives the names of a function's own variables back.
func (s *State) Leave(outer []local, most int) {
	for i := len(s.Locals) - 1; i >= 0; i-- {
		l := s.Locals[i]
		now, _ := s.Vars.Get(l.name)
		switch {
		case !l.sure && l.had:
			s.Put(l.name, now.Or(l.before, l.name, most))
		case !l.sure:
			s.Put(l.name, now.OrUnset(l.name, most))
		case l.had:
			s.Put(l.name, l.before)
		default:
			s.Vars.Delete(l.name)
		}
		s.unmask(l.name, most)
	}
	s.Locals = outer
}

func (s *State) AddAliases(name string, texts []string) {
	mine, _ := s.Aliases.Get(name)
	for _, t := range texts {
		if !slices.Contains(mine, t) && len(mine) < mostOthers {
			mine = append(slices.Clip(mine), t)
		}
	}
	s.Aliases.Set(name, mine)
}

// IsExportedName: variables that are in every environment already, so that a
// plain assignment reaches programs.
func IsExportedName(name string) bool {
	switch name {
	case "PATH", "PAGER", "EDITOR", "VISUAL", "SHELL_OPTIONS", "PROMPT_COMMAND", "BASH_ENV", "ENV", "PS4", "PS1", "IFS", "MANPAGER", "GIT_PAGER", "BROWSER":
		return true
	}
	return strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") || strings.HasPrefix(name, "GIT_")
}

// Numbers are the elements of an array of numbers, which bash evaluates.
func (v *Variable) Numbers() []found.Word {
	if !v.Integer {
		return nil
	}
	return v.List
}
