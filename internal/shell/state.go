package shell

import (
	"maps"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// variable is what is known of a shell variable: the values it may have.
// A variable that was never set in the text is not in the table.
type variable struct {
	values   []Word // at least one, at most Limits.Choices
	list     []Word // elements of an array
	array    bool
	ref      string // declare -n: the variable it stands for
	exported bool
	given    bool // set by the surroundings, not by the text
}

// function is a body by that name; several after branches.
type function []*syntax.Stmt

// state is what the text has done to the shell so far.
type state struct {
	vars    map[string]variable
	funcs   map[string]function
	aliases map[string]string
	dirs    []Word // working folders it may be in
	oldDirs []Word
	dirs0   []Word // pushd stack, topmost last
	args    []Word // $1...; args0 is $0
	args0   Word
	anyArgs bool // positional parameters come from outside
	outer   bool // the whole text: "$@" is not known, but $1 is empty
	last    Word // $_
	ended   bool // exit or return was passed
}

func (s *state) clone() *state {
	c := *s
	c.vars = maps.Clone(s.vars)
	c.funcs = maps.Clone(s.funcs)
	c.aliases = maps.Clone(s.aliases)
	c.args = slices.Clip(s.args)
	c.dirs0 = slices.Clip(s.dirs0)
	return &c
}

// merge makes s the state in which either s or o may hold.
func (s *state) merge(o *state, most int) {
	if o.ended && !s.ended {
		return
	}
	if s.ended && !o.ended {
		*s = *o
		return
	}
	for name, v := range o.vars {
		mine, ok := s.vars[name]
		if !ok {
			v.values = addValue(slices.Clip(v.values), Word{Pieces: []Piece{{Origin: Variable, Name: name, Text: "$" + name, Split: true}}}, most, name)
			s.vars[name] = v
			continue
		}
		for _, w := range v.values {
			mine.values = addValue(slices.Clip(mine.values), w, most, name)
		}
		mine.exported = mine.exported || v.exported
		if mine.array || v.array {
			mine.array = true
			mine.list = append(slices.Clip(mine.list), v.list...)
		}
		s.vars[name] = mine
	}
	for name, f := range o.funcs {
		if !slices.Equal(s.funcs[name], f) {
			s.funcs[name] = append(slices.Clip(s.funcs[name]), f...)
		}
	}
	for name, a := range o.aliases {
		s.aliases[name] = a
	}
	for _, d := range o.dirs {
		s.dirs = addValue(slices.Clip(s.dirs), d, most, "PWD")
	}
}

// addValue adds a value to a set; a set that grows too large becomes unknown.
func addValue(set []Word, w Word, most int, name string) []Word {
	for _, x := range set {
		if sameWord(x, w) {
			return set
		}
	}
	if len(set) >= most {
		return []Word{{Pieces: []Piece{{Origin: Variable, Name: name, Text: "$" + name, Split: true}}}}
	}
	return append(set, w)
}

func sameWord(a, b Word) bool {
	return slices.EqualFunc(a.Pieces, b.Pieces, func(x, y Piece) bool {
		return x.Origin == y.Origin && x.Text == y.Text && x.Name == y.Name
	})
}

// set gives a variable one value.
func (s *state) set(name string, w Word) {
	v := s.vars[name]
	v.values, v.array, v.list, v.given = []Word{w}, false, nil, false
	s.vars[name] = v
}

// choose makes the multi-valued variables and folders of s single-valued in
// every combination and calls fn for each, at most `most` times.
func (s *state) choose(names []string, most int, fn func(*state)) {
	combos := []*state{s}
	for _, n := range names {
		v, ok := s.vars[n]
		if !ok || len(v.values) < 2 || len(combos)*len(v.values) > most {
			if ok && len(v.values) >= 2 {
				v.values = []Word{unknownVar(n)}
				for _, c := range combos {
					c.vars[n] = v
				}
			}
			continue
		}
		var next []*state
		for _, c := range combos {
			for _, val := range v.values {
				d := c.clone()
				one := v
				one.values = []Word{val}
				d.vars[n] = one
				next = append(next, d)
			}
		}
		combos = next
	}
	for _, c := range combos {
		fn(c)
	}
}

func unknownVar(name string) Word {
	return Word{Pieces: []Piece{{Origin: Variable, Name: name, Text: "$" + name, Split: true}}}
}

func unknown(o Origin, text string, split bool) Word {
	return Word{Pieces: []Piece{{Origin: o, Text: text, Split: split}}, Raw: text}
}
