package shell

import (
	"slices"

	"github.com/sentinelgate/sentinel/internal/shell/table"
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
	integer  bool // declare -i: what is assigned is arithmetic
	given    bool // set by the surroundings, not by the text
}

// function is a body by that name; several after branches.
type function []*syntax.Stmt

// state is what the text has done to the shell so far.
type state struct {
	vars    table.Table[variable]
	env     table.Table[bool] // names of variables that programs get to see
	funcs   table.Table[function]
	aliases table.Table[string]
	several bool   // some variable may have several values
	dirs    []Word // working folders it may be in
	oldDirs []Word
	dirs0   []Word // pushd stack, topmost last
	args    []Word // $1...; args0 is $0
	args0   Word
	anyArgs bool              // positional parameters come from outside
	outer   bool              // the whole text: "$@" is not known, but $1 is empty
	last    Word              // $_
	fds     map[int]Input     // what exec has opened for reading; never written to, only replaced
	splitAt int               // the place of a word of args that may be none or several, from 1
	loose   table.Table[bool] // variables that a trap may change at any time
	stay    []Word            // folders it is still in if a cd failed
	errexit bool              // set -e
	cdable  bool              // cd takes names of variables
	ended   bool              // exit or return was passed
}

func (s *state) clone() *state {
	c := *s
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
	for name, v := range o.vars.Since(s.vars) {
		mine, ok := s.vars.Get(name)
		if !ok {
			v.values = addValue(slices.Clip(v.values), Word{Pieces: []Piece{{Origin: Variable, Name: name, Text: "$" + name, Split: true}}}, most, name)
			s.put(name, v)
			continue
		}
		for _, w := range v.values {
			mine.values = addValue(slices.Clip(mine.values), w, most, name)
		}
		mine.exported = mine.exported || v.exported
		if mine.array || v.array {
			mine.array = true
			mine.list = bothLists(mine.list, v.list, name)
		}
		s.put(name, mine)
	}
	for name, f := range o.funcs.Since(s.funcs) {
		if mine, _ := s.funcs.Get(name); !slices.Equal(mine, f) {
			s.funcs.Set(name, append(slices.Clip(mine), f...))
		}
	}
	for name, a := range o.aliases.Since(s.aliases) {
		s.aliases.Set(name, a)
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
	v, _ := s.vars.Get(name)
	v.values, v.array, v.list, v.given = []Word{w}, false, nil, false
	s.put(name, v)
}

// choose makes the multi-valued variables and folders of s single-valued in
// every combination and calls fn for each, at most `most` times.
func (s *state) choose(names []string, most int, fn func(*state)) {
	combos := []*state{s}
	for _, n := range names {
		v, ok := s.vars.Get(n)
		if !ok || len(v.values) < 2 || len(combos)*len(v.values) > most {
			if ok && len(v.values) >= 2 {
				v.values = []Word{unknownVar(n)}
				for _, c := range combos {
					c.put(n, v)
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
				d.put(n, one)
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

// mostElements bounds the elements kept for one array.
const mostElements = 4000

// bothLists gives the elements that an array may have after two ways; too many
// become unknown.
func bothLists(a, b []Word, name string) []Word {
	if slices.EqualFunc(a, b, sameWord) {
		return a
	}
	if len(a)+len(b) > mostElements {
		return []Word{unknownVar(name)}
	}
	return append(slices.Clip(a), b...)
}

// put stores a variable and notes whether programs get to see it.
func (s *state) put(name string, v variable) {
	s.vars.Set(name, v)
	s.several = s.several || len(v.values) > 1
	if !v.given && (v.exported || isExportedName(name)) {
		if _, ok := s.env.Get(name); !ok {
			s.env.Set(name, true)
		}
	}
}
