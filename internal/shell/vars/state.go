// Package vars has what a shell knows while a text runs, as far as the text
// tells: variables, arrays, functions, aliases, folders, parameters.
//
// A State is one such memory. Clone it where the text parts (a subshell, a
// branch), Merge what both ways leave: a variable then has several values, and
// Choose gives each of them a state of its own again. What is not known is a
// word that says so; a variable that the text never set is not there at all.
package vars

import (
	"maps"
	"slices"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/table"
	"mvdan.cc/sh/v3/syntax"
)

// Variable is what is known of a shell variable: the values it may have.
// A variable that was never set in the text is not in the table.
type Variable struct {
	Values []found.Word // at least one, at most Limits.Choices
	Elements
	Others   []Elements // what an array may hold instead, after branches
	Array    bool
	Assoc    bool     // declare -A: the keys are texts
	Ref      string   // declare -n: the variable it stands for
	Refs     []string // what it may stand for instead, after branches; "" is itself
	Exported bool
	Integer  bool // declare -i: what is assigned is arithmetic
	Fold     byte // declare -l and -u: what is assigned changes its case
	Given    bool // set by the surroundings, not by the text
	Gone     bool // known to be unset; the value is empty
	Maybe    bool // one of the values is that of an unset variable
	Fixed    Readonly
}

// Unpointed is what a variable of declare -n stands for that was given no name.
const Unpointed = "?"

// Readonly tells whether a variable is readonly, so that it keeps its value.
type Readonly uint8

const (
	changes Readonly = iota
	perhaps          // in one of several branches
	Never
)

// Function is a body by that name; several after branches.
type Function []*syntax.Stmt

// State is what the text has done to the shell so far.
type State struct {
	Vars     table.Table[Variable]
	Env      table.Table[bool] // names of variables that programs get to see
	Funcs    table.Table[Function]
	Aliases  table.Table[[]string] // the texts it may have
	Several  bool                  // some variable may have several values
	Dirs     []found.Word          // working folders it may be in
	OldDirs  []found.Word
	Dirs0    []found.Word // pushd stack, topmost last
	Args     []found.Word // $1...; args0 is $0
	Args0    found.Word
	File     found.Word            // ${BASH_SOURCE[0]}: the file whose text runs, as bash was told it; nothing where that is not known
	above    *above                // variables of the shells that this one was started by
	Locals   []local               // of the function being called
	Given    []string              // exported variables that the surroundings have set
	AllOut   bool                  // set -a: what is set is exported
	Carry    bool                  // functions are exported, too
	Others   [][]found.Word        // what $1... may be instead, after branches
	AnyArgs  bool                  // positional parameters come from outside
	Outer    bool                  // the whole text: "$@" is not known, but $1 is empty
	Last     found.Word            // $_
	Fds      map[int]found.Input   // what exec has opened for reading; never written to, only replaced
	Outs     map[int][]found.Redir // and for writing
	SplitAt  int                   // the place of a word of args that may be none or several, from 1
	Loose    table.Table[bool]     // variables that a trap may change at any time
	Stay     []found.Word          // folders it is still in if a cd failed
	Errexit  bool                  // set -e
	Cdable   bool                  // cd takes names of variables
	Nocase   bool                  // patterns match whatever the case
	Nullglob bool                  // a wildcard without a match is no word
	Status   Status                // of the last command
	OptWord  string                // $OPTIND as getopts left it
	OptAt    int                   // how far getopts came within that word
	Ended    bool                  // exit or return was passed
	Watch    []*Watched            // traps that run between what follows
	Masked   map[string]Masked     // what local variables hide; never written to, only replaced
}

// Status is how a command ended, as far as that is decided.
type Status uint8

const (
	Unsure Status = iota
	Passes
	Fails
)

// Not is the status behind `!`.
func (s Status) Not() Status {
	switch s {
	case Passes:
		return Fails
	case Fails:
		return Passes
	}
	return Unsure
}

// Verdict is the status of a test.
func Verdict(is, known bool) Status {
	switch {
	case !known:
		return Unsure
	case is:
		return Passes
	}
	return Fails
}

// Clone gives a state of its own that is like this one.
func (s *State) Clone() *State {
	c := *s
	c.Args = slices.Clip(s.Args)
	c.Dirs0 = slices.Clip(s.Dirs0)
	return &c
}

// Merge makes s the state in which either s or o may hold.
func (s *State) Merge(o *State, most int) {
	if o.Ended && !s.Ended {
		return
	}
	if s.Ended && !o.Ended {
		*s = *o
		return
	}
	for name, mine := range s.Vars.Since(o.Vars) {
		if _, ok := o.Get(name); !ok {
			s.Put(name, mine.OrUnset(name, most))
		}
	}
	for name, v := range o.Vars.Since(s.Vars) {
		mine, ok := s.Get(name)
		if !ok {
			s.Put(name, v.OrUnset(name, most))
			continue
		}
		s.Put(name, mine.Or(v, name, most))
	}
	s.mergeLocals(o)
	s.mergeArgs(o)
	s.Status = Unsure
	for name, f := range o.Funcs.Since(s.Funcs) {
		if mine, _ := s.Funcs.Get(name); !slices.Equal(mine, f) {
			s.Funcs.Set(name, append(slices.Clip(mine), f...))
		}
	}
	for name, a := range o.Aliases.Since(s.Aliases) {
		s.AddAliases(name, a)
	}
	for _, d := range o.Dirs {
		s.Dirs = AddValue(slices.Clip(s.Dirs), d, most, "PWD")
	}
	s.mergeRest(o, most)
}

// mergeRest is what is known besides variables and the folder.
func (s *State) mergeRest(o *State, most int) {
	for _, d := range o.OldDirs {
		s.OldDirs = AddValue(slices.Clip(s.OldDirs), d, most, "OLDPWD")
	}
	if !slices.EqualFunc(s.Dirs0, o.Dirs0, found.Same) {
		s.Dirs0 = nil
	}
	if !found.Same(s.Last, o.Last) {
		s.Last = UnknownVar("_")
	}
	if s.OptWord != o.OptWord || s.OptAt != o.OptAt {
		s.OptWord, s.OptAt = "", 0
	}
	s.Errexit = s.Errexit && o.Errexit
	s.AllOut, s.Carry, s.Cdable, s.Nocase = s.AllOut || o.AllOut, s.Carry || o.Carry, s.Cdable || o.Cdable, s.Nocase || o.Nocase
	s.Nullglob = s.Nullglob || o.Nullglob
	fds := maps.Clone(s.Fds)
	for _, from := range []map[int]found.Input{s.Fds, o.Fds} {
		for fd := range from {
			if mine, other := s.Fds[fd], o.Fds[fd]; !mine.Same(other) {
				if fds == nil {
					fds = map[int]found.Input{}
				}
				fds[fd] = found.Input{Kind: found.Pipe, From: mine.From, Text: Unknown(found.Supplied, "", true), Shared: true}
			}
		}
	}
	s.Fds = fds
	s.mergeOuts(o)
	for _, w := range o.Watch {
		if !slices.Contains(s.Watch, w) {
			s.Watch = append(slices.Clip(s.Watch), w)
		}
	}
	s.mergeMasked(o, most)
}

// AddValue adds a value to a set; a set that grows too large becomes unknown.
func AddValue(set []found.Word, w found.Word, most int, name string) []found.Word {
	for _, x := range set {
		if found.Same(x, w) {
			return set
		}
	}
	if len(set) >= most {
		return []found.Word{{Pieces: []found.Piece{{Origin: found.Variable, Name: name, Text: "$" + name, Split: true}}}}
	}
	return append(set, w)
}

// Set gives a variable one value.
func (s *State) Set(name string, w found.Word) {
	v, _ := s.Vars.Get(name)
	if v.Fold != 0 {
		w = w.Folded(v.Fold)
	}
	now := Variable{Values: []found.Word{w}, Ref: v.Ref, Exported: v.Exported, Integer: v.Integer, Fold: v.Fold}
	switch v.Fixed {
	case Never:
		return
	case perhaps:
		now = v.Or(now, name, mostOthers)
	}
	s.Put(name, now)
}

// Choose makes the multi-valued variables and folders of s single-valued in
// every combination and calls fn for each, at most `most` times.
func (s *State) Choose(names []string, most int, fn func(*State)) {
	combos := []*State{s}
	for _, n := range names {
		if n == "@" {
			combos = everyArgs(combos)
			continue
		}
		v, ok := s.Vars.Get(n)
		ways := v.ways()
		if !ok || len(ways) < 2 || len(combos)*len(ways) > most {
			if ok && len(ways) >= 2 && !v.Array {
				v.Values = []found.Word{UnknownVar(n)}
				for _, c := range combos {
					c.Put(n, v)
				}
			}
			continue
		}
		var next []*State
		for _, c := range combos {
			for _, one := range ways {
				d := c.Clone()
				d.Put(n, one)
				next = append(next, d)
			}
		}
		combos = next
	}
	for _, c := range combos {
		fn(c)
	}
}

// UnknownVar is the value of a variable that comes from outside.
func UnknownVar(name string) found.Word {
	return found.Word{Pieces: []found.Piece{{Origin: found.Variable, Name: name, Text: "$" + name, Split: true}}}
}

// Unknown is a word that is not known.
func Unknown(o found.Origin, text string, split bool) found.Word {
	return found.Word{Pieces: []found.Piece{{Origin: o, Text: text, Split: split}}, Raw: text}
}

// mostElements bounds the elements kept for one array.
const MostElements = 4000

// Put stores a variable and notes whether programs get to see it.
func (s *State) Put(name string, v Variable) {
	if pure.OwnValue(name) {
		return
	}
	v.Exported = v.Exported || s.AllOut
	s.Vars.Set(name, v)
	s.Several = s.Several || len(v.Values) > 1 || len(v.Others) > 0 || len(v.Refs) > 0
	if !v.Given && (v.Exported || IsExportedName(name)) {
		if _, ok := s.Env.Get(name); !ok {
			s.Env.Set(name, true)
		}
	}
}

// Fix makes a variable readonly that the text has set.
func (s *State) Fix(name string) {
	if v, ok := s.Vars.Get(name); ok {
		v.Fixed = Never
		s.Put(name, v)
	}
}

// Positional sets $1 and so on. An unquoted word that is not known may be none
// or several, so that what stands behind it has no certain place.
func (s *State) Positional(words []found.Word) {
	s.Args, s.AnyArgs, s.SplitAt, s.Others = words, false, found.SplitAt(words), nil
}
