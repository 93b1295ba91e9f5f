package shell

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

// elements are the words of an array.
type elements struct {
	list []Word
	keys []Word // of each, where they are not 0, 1, 2 and so on
}

// mostOthers bounds the different contents that are kept for one array.
const mostOthers = 4

// index gives the place of a key, or that of the first element behind it.
func (v *elements) index(key string) (at int, there, sure bool) {
	n, err := strconv.Atoi(key)
	if v.keys == nil {
		return min(max(n, 0), len(v.list)), err == nil && n >= 0 && n < len(v.list), err == nil
	}
	sure = true
	for i, k := range v.keys {
		s, ok := k.Known()
		if ok && s == key {
			return i, true, true
		}
		sure = sure && ok
	}
	for at, k := range v.keys {
		s, _ := k.Known()
		if m, e := strconv.Atoi(s); err == nil && e == nil && m > n {
			return at, false, sure
		}
	}
	return len(v.keys), false, sure
}

// number gives every element its key.
func (v *elements) number() {
	if v.keys == nil {
		v.keys = make([]Word, 0, len(v.list))
		for i := range v.list {
			v.keys = append(v.keys, Text(strconv.Itoa(i)))
		}
	}
}

// put sets the element of a key that is known.
func (v *variable) put(key string, w Word) {
	v.list, v.keys = slices.Clone(v.list), slices.Clone(v.keys)
	at, there, _ := v.index(key)
	switch {
	case there:
		v.list[at] = w
		return
	case v.keys == nil && !v.assoc && strconv.Itoa(len(v.list)) == key:
	default:
		v.number()
		v.keys = slices.Insert(v.keys, at, Text(key))
	}
	v.list = slices.Insert(v.list, at, w)
	if v.assoc {
		v.order()
	}
}

// order puts the elements of an associative array into the order in which bash
// lists them, that of its hash of their keys.
func (v *variable) order() {
	type pair struct {
		hash     uint32
		key, val Word
	}
	all := make([]pair, len(v.list))
	for i := range v.list {
		s, ok := v.keys[i].Known()
		if !ok {
			return
		}
		all[i] = pair{pure.Bucket(s), v.keys[i], v.list[i]}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(a.hash, b.hash) })
	for i, p := range all {
		v.keys[i], v.list[i] = p.key, p.val
	}
}

// remove takes the element of a key away.
func (v *variable) remove(key string) {
	v.list, v.keys = slices.Clone(v.list), slices.Clone(v.keys)
	if at, there, _ := v.index(key); there {
		v.number()
		v.list, v.keys = slices.Delete(v.list, at, at+1), slices.Delete(v.keys, at, at+1)
	}
}

// blur says that an array holds something that is not known: perhaps all that
// it has, perhaps something else in its place.
func (v *variable) blur(name string) {
	all := append(slices.Clip(v.list), unknownVar(name))
	for _, o := range v.others {
		all = append(all, o.list...)
	}
	v.elements, v.others = elements{list: []Word{unknownVar(name)}}, []elements{{list: all[:min(len(all), mostElements)]}}
	if v.assoc {
		key := unknown(Other, "key", true)
		v.keys, v.others[0].keys = []Word{key}, slices.Repeat([]Word{key}, len(v.others[0].list))
	}
}

// without is the variable after unset of one element; that which may be any is
// not sure.
func (v variable) without(key string, sure bool, name string, most int) variable {
	var now variable
	for i, one := range v.ways() {
		if sure && found.SplitAt(one.list) == 0 {
			one.remove(key)
		} else {
			one.blur(name)
		}
		if one.first(); i == 0 {
			now = one
		} else {
			now = now.or(one, name, most)
		}
	}
	return now
}

// first makes the value of an array that is named without a subscript.
func (v *variable) first() {
	v.gone, v.maybe = false, false
	v.values = []Word{{}}
	if len(v.list) == 0 {
		return
	}
	if at, there, sure := v.index("0"); there {
		v.values[0] = v.list[at]
	} else if !sure {
		v.values[0] = Word{Pieces: []Piece{{Origin: Variable, Split: true}}}
	}
}

// or is the variable that has the values of either.
func (v variable) or(o variable, name string, most int) variable {
	if v.fixed != o.fixed {
		v.fixed = perhaps
	}
	if v.array || o.array {
		return v.orArray(o, name)
	}
	for _, w := range o.values {
		v.values = addValue(slices.Clip(v.values), w, most, name)
	}
	v.exported = v.exported || o.exported
	v.maybe = v.maybe || o.maybe || v.gone != o.gone
	v.gone = v.gone && o.gone
	return v
}

func (v variable) orArray(o variable, name string) variable {
	for _, w := range []*variable{&v, &o} {
		if !w.array {
			w.array, w.list = true, slices.DeleteFunc(slices.Clone(w.values), func(Word) bool { return w.gone })
		}
	}
	v.gone, v.assoc = false, v.assoc || o.assoc
	have := append([]elements{v.elements}, v.others...)
	for _, e := range append([]elements{o.elements}, o.others...) {
		if !slices.ContainsFunc(have, e.same) {
			have = append(have, e)
		}
	}
	if len(have) > mostOthers {
		var all []Word
		for _, e := range have {
			all = append(all, e.list...)
		}
		if len(all) > mostElements {
			all = nil
		}
		// What it holds of all this, nobody knows; what it may hold is seen.
		have = []elements{{list: []Word{unknownVar(name)}}, {list: append(all, unknownVar(name))}}
	}
	v.elements, v.others = have[0], have[1:]
	v.values = []Word{unknownVar(name)}
	return v
}

func (v elements) same(o elements) bool {
	return slices.EqualFunc(v.list, o.list, found.Same) && slices.EqualFunc(v.keys, o.keys, found.Same)
}

// orUnset is the variable that a branch has set and another has not.
func (v variable) orUnset(name string, most int) variable {
	if name != strings.ToLower(name) || v.gone {
		return v.or(variable{values: []Word{unknownVar(name)}}, name, most)
	}
	return v.or(variable{values: []Word{{}}, gone: true}, name, most)
}

// ways gives a variable of several values as several variables of one.
func (v variable) ways() []variable {
	if v.array {
		all := []variable{v}
		for _, e := range v.others {
			one := v
			one.elements = e
			all = append(all, one)
		}
		for i := range all {
			all[i].others = nil
			all[i].first()
		}
		return all
	}
	var all []variable
	for _, w := range v.values {
		one := v
		one.values = []Word{w}
		all = append(all, one)
	}
	return all
}

// mergeArgs adds the positional parameters of another way.
func (s *state) mergeArgs(o *state) {
	if s.anyArgs != o.anyArgs || s.splitAt != o.splitAt {
		s.args, s.others, s.anyArgs, s.splitAt, s.outer = append(slices.Clip(s.args), o.args...), nil, true, 0, false
		return
	}
	for _, args := range append([][]Word{o.args}, o.others...) {
		same := func(have []Word) bool { return slices.EqualFunc(have, args, found.Same) }
		if same(s.args) || slices.ContainsFunc(s.others, same) {
			continue
		}
		if len(s.others) >= mostOthers {
			s.anyArgs, s.outer, s.others = true, false, nil
			return
		}
		s.others = append(slices.Clip(s.others), args)
	}
	s.several = s.several || len(s.others) > 0
}

// everyArgs parts states by the positional parameters that they may have.
func everyArgs(combos []*state) []*state {
	var next []*state
	for _, c := range combos {
		for _, args := range append([][]Word{c.args}, c.others...) {
			d := c.clone()
			d.positional(args)
			next = append(next, d)
		}
	}
	return next
}

// differs tells whether a variable has other values than before.
func (s *state) differs(before *state) bool {
	for name, v := range s.vars.Since(before.vars) {
		old, _ := before.vars.Get(name)
		if !slices.EqualFunc(v.values, old.values, found.Same) || !v.same(old.elements) || len(v.others) != len(old.others) || v.gone != old.gone {
			return true
		}
	}
	for name, f := range s.funcs.Since(before.funcs) {
		if old, _ := before.funcs.Get(name); !slices.Equal(f, old) {
			return true
		}
	}
	return len(s.others) != len(before.others) || !slices.EqualFunc(s.args, before.args, found.Same) || !slices.EqualFunc(s.dirs, before.dirs, found.Same)
}

// above is what the shell had set that started this one, and did not export.
type above struct {
	vars table.Table[variable]
	up   *above
}

// get gives a variable. What the shell that started this one has set without
// exporting it is not set here; a name in capitals may come from outside.
func (s *state) get(name string) (variable, bool) {
	if v, ok := s.vars.Get(name); ok {
		return v, true
	}
	if s.above == nil || name != strings.ToLower(name) {
		return variable{}, false
	}
	for a := s.above; a != nil; a = a.up {
		if _, ok := a.vars.Get(name); ok {
			return variable{values: []Word{{}}, gone: true}, true
		}
	}
	return variable{}, false
}

// child makes s the state of a shell that is started anew: it gets to see what
// was exported, and nothing else.
func (s *state) child() {
	old := s.vars
	s.above, s.vars = &above{old, s.above}, table.New[variable]()
	keep := func(name string) {
		if v, ok := old.Get(name); ok && v.exported && !v.array || isExportedName(name) && !v.array {
			v.fixed = changes
			s.vars.Set(name, v)
		}
	}
	for name := range s.env.All() {
		keep(name)
	}
	for _, name := range s.given {
		keep(name)
	}
	s.vars.Set("BASH", variable{values: []Word{Text("/bin/bash")}, given: true})
	s.vars.Set("IFS", variable{values: []Word{Text(" \t\n")}, given: true})
	if !s.carry && !s.allOut {
		s.funcs = table.New[function]()
	}
	s.aliases, s.loose, s.locals = table.New[[]string](), table.New[bool](), nil
	s.errexit, s.cdable, s.allOut, s.ended, s.nocase = false, false, false, false, false
	s.args, s.args0, s.anyArgs, s.splitAt, s.outer = nil, Text("bash"), false, 0, true
}

// local is a variable that a function has for itself, with what its name stood
// for before.
type local struct {
	name   string
	before variable
	had    bool
	sure   bool // else in one of several branches only
}

// makeLocal notes a local variable of the function being called and unsets it.
func (s *state) makeLocal(name string) {
	if v, _ := s.vars.Get(name); s.noteLocal(name) {
		s.put(name, variable{values: []Word{{}}, gone: true, exported: v.exported})
	}
}

// noteLocal notes a local variable; false if it was one before.
func (s *state) noteLocal(name string) bool {
	if slices.ContainsFunc(s.locals, func(l local) bool { return l.name == name }) {
		return false
	}
	v, had := s.vars.Get(name)
	if v.fixed == never {
		return false // nor can it be hidden
	}
	s.locals = append(slices.Clip(s.locals), local{name, v, had, true})
	return true
}

// borrow sets a variable for the time of one function or eval, which also what
// that starts gets to see.
func (s *state) borrow(a Assign) {
	s.makeLocal(a.Name)
	s.given = append(slices.Clip(s.given), a.Name)
	s.put(a.Name, variable{values: []Word{a.Value}, exported: true, given: true})
}

func (s *state) mergeLocals(o *state) {
	both := min(len(s.locals), len(o.locals))
	for both > 0 && s.locals[both-1].name != o.locals[both-1].name {
		both--
	}
	if both == len(s.locals) && both == len(o.locals) {
		return
	}
	s.locals = slices.Clone(s.locals)
	for i := both; i < len(s.locals); i++ {
		s.locals[i].sure = false
	}
	for _, l := range o.locals[both:] {
		l.sure = false
		s.locals = append(s.locals, l)
	}
}

// leave gives the names of a function's own variables back.
func (s *state) leave(outer []local, most int) {
	for i := len(s.locals) - 1; i >= 0; i-- {
		l := s.locals[i]
		now, _ := s.vars.Get(l.name)
		switch {
		case !l.sure && l.had:
			s.put(l.name, now.or(l.before, l.name, most))
		case !l.sure:
			s.put(l.name, now.orUnset(l.name, most))
		case l.had:
			s.put(l.name, l.before)
		default:
			s.vars.Delete(l.name)
		}
	}
	s.locals = outer
}

func (s *state) addAliases(name string, texts []string) {
	mine, _ := s.aliases.Get(name)
	for _, t := range texts {
		if !slices.Contains(mine, t) && len(mine) < mostOthers {
			mine = append(slices.Clip(mine), t)
		}
	}
	s.aliases.Set(name, mine)
}
