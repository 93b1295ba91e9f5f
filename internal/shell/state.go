package shell

import (
	"maps"
	"slices"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/table"
	"mvdan.cc/sh/v3/syntax"
)

// variable is what is known of a shell variable: the values it may have.
// A variable that was never set in the text is not in the table.
type variable struct {
	values []Word // at least one, at most Limits.Choices
	elements
	others   []elements // what an array may hold instead, after branches
	array    bool
	assoc    bool   // declare -A: the keys are texts
	ref      string // declare -n: the variable it stands for
	exported bool
	integer  bool // declare -i: what is assigned is arithmetic
	fold     byte // declare -l and -u: what is assigned changes its case
	given    bool // set by the surroundings, not by the text
	gone     bool // known to be unset; the value is empty
	maybe    bool // one of the values is that of an unset variable
	fixed    fixed
}

// fixed tells whether a variable is readonly, so that it keeps its value.
type fixed uint8

const (
	changes fixed = iota
	perhaps       // in one of several branches
	never
)

// function is a body by that name; several after branches.
type function []*syntax.Stmt

// state is what the text has done to the shell so far.
type state struct {
	vars    table.Table[variable]
	env     table.Table[bool] // names of variables that programs get to see
	funcs   table.Table[function]
	aliases table.Table[[]string] // the texts it may have
	several bool                  // some variable may have several values
	dirs    []Word                // working folders it may be in
	oldDirs []Word
	dirs0   []Word // pushd stack, topmost last
	args    []Word // $1...; args0 is $0
	args0   Word
	above   *above            // variables of the shells that this one was started by
	locals  []local           // of the function being called
	given   []string          // exported variables that the surroundings have set
	allOut  bool              // set -a: what is set is exported
	carry   bool              // functions are exported, too
	others  [][]Word          // what $1... may be instead, after branches
	anyArgs bool              // positional parameters come from outside
	outer   bool              // the whole text: "$@" is not known, but $1 is empty
	last    Word              // $_
	fds     map[int]Input     // what exec has opened for reading; never written to, only replaced
	splitAt int               // the place of a word of args that may be none or several, from 1
	loose   table.Table[bool] // variables that a trap may change at any time
	stay    []Word            // folders it is still in if a cd failed
	errexit bool              // set -e
	cdable  bool              // cd takes names of variables
	nocase  bool              // patterns match whatever the case
	status  status            // of the last command
	optWord string            // $OPTIND as getopts left it
	optAt   int               // how far getopts came within that word
	ended   bool              // exit or return was passed
}

// status is how a command ended, as far as that is decided.
type status uint8

const (
	unsure status = iota
	passes
	fails
)

func (s status) not() status {
	switch s {
	case passes:
		return fails
	case fails:
		return passes
	}
	return unsure
}

func verdict(is, known bool) status {
	switch {
	case !known:
		return unsure
	case is:
		return passes
	}
	return fails
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
	for name, mine := range s.vars.Since(o.vars) {
		if _, ok := o.get(name); !ok {
			s.put(name, mine.orUnset(name, most))
		}
	}
	for name, v := range o.vars.Since(s.vars) {
		mine, ok := s.get(name)
		if !ok {
			s.put(name, v.orUnset(name, most))
			continue
		}
		s.put(name, mine.or(v, name, most))
	}
	s.mergeLocals(o)
	s.mergeArgs(o)
	s.status = unsure
	for name, f := range o.funcs.Since(s.funcs) {
		if mine, _ := s.funcs.Get(name); !slices.Equal(mine, f) {
			s.funcs.Set(name, append(slices.Clip(mine), f...))
		}
	}
	for name, a := range o.aliases.Since(s.aliases) {
		s.addAliases(name, a)
	}
	for _, d := range o.dirs {
		s.dirs = addValue(slices.Clip(s.dirs), d, most, "PWD")
	}
	s.mergeRest(o, most)
}

// mergeRest is what is known besides variables and the folder.
func (s *state) mergeRest(o *state, most int) {
	for _, d := range o.oldDirs {
		s.oldDirs = addValue(slices.Clip(s.oldDirs), d, most, "OLDPWD")
	}
	if !slices.EqualFunc(s.dirs0, o.dirs0, found.Same) {
		s.dirs0 = nil
	}
	if !found.Same(s.last, o.last) {
		s.last = unknownVar("_")
	}
	if s.optWord != o.optWord || s.optAt != o.optAt {
		s.optWord, s.optAt = "", 0
	}
	s.errexit = s.errexit && o.errexit
	s.allOut, s.carry, s.cdable, s.nocase = s.allOut || o.allOut, s.carry || o.carry, s.cdable || o.cdable, s.nocase || o.nocase
	fds := maps.Clone(s.fds)
	for _, from := range []map[int]Input{s.fds, o.fds} {
		for fd := range from {
			if mine, other := s.fds[fd], o.fds[fd]; !mine.Same(other) {
				if fds == nil {
					fds = map[int]Input{}
				}
				fds[fd] = Input{Kind: Pipe, From: mine.From, Text: unknown(Supplied, "", true), Shared: true}
			}
		}
	}
	s.fds = fds
}

// addValue adds a value to a set; a set that grows too large becomes unknown.
func addValue(set []Word, w Word, most int, name string) []Word {
	for _, x := range set {
		if found.Same(x, w) {
			return set
		}
	}
	if len(set) >= most {
		return []Word{{Pieces: []Piece{{Origin: Variable, Name: name, Text: "$" + name, Split: true}}}}
	}
	return append(set, w)
}

// set gives a variable one value.
func (s *state) set(name string, w Word) {
	v, _ := s.vars.Get(name)
	if v.fold != 0 {
		w = w.Folded(v.fold)
	}
	now := variable{values: []Word{w}, ref: v.ref, exported: v.exported, integer: v.integer, fold: v.fold}
	switch v.fixed {
	case never:
		return
	case perhaps:
		now = v.or(now, name, mostOthers)
	}
	s.put(name, now)
}

// choose makes the multi-valued variables and folders of s single-valued in
// every combination and calls fn for each, at most `most` times.
func (s *state) choose(names []string, most int, fn func(*state)) {
	combos := []*state{s}
	for _, n := range names {
		if n == "@" {
			combos = everyArgs(combos)
			continue
		}
		v, ok := s.vars.Get(n)
		ways := v.ways()
		if !ok || len(ways) < 2 || len(combos)*len(ways) > most {
			if ok && len(ways) >= 2 && !v.array {
				v.values = []Word{unknownVar(n)}
				for _, c := range combos {
					c.put(n, v)
				}
			}
			continue
		}
		var next []*state
		for _, c := range combos {
			for _, one := range ways {
				d := c.clone()
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

// put stores a variable and notes whether programs get to see it.
func (s *state) put(name string, v variable) {
	if pure.OwnValue(name) {
		return
	}
	v.exported = v.exported || s.allOut
	s.vars.Set(name, v)
	s.several = s.several || len(v.values) > 1 || len(v.others) > 0
	if !v.given && (v.exported || isExportedName(name)) {
		if _, ok := s.env.Get(name); !ok {
			s.env.Set(name, true)
		}
	}
}
