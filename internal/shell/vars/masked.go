package vars

import (
	"maps"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
)

// This file holds what is true besides what a name stands for just now: what
// local variables hide, names that may stand for one of several variables, and
// traps that run again when a variable has changed.

// Masked is what local variables of one name hide.
type Masked struct {
	Times    int       // in how many functions that are being called it is local
	Exported *Variable // what programs get to see all the same
	given    *Variable // what declare -g has given it in the meantime
}

// mask notes that a variable is hidden by a local one.
func (s *State) mask(name string, v Variable) {
	m := s.Masked[name]
	m.Times++
	if v.Exported && !v.Gone && len(v.Values) > 0 {
		m.Exported = &v
	}
	s.setMasked(name, m)
}

func (s *State) setMasked(name string, m Masked) {
	all := maps.Clone(s.Masked)
	if all == nil {
		all = map[string]Masked{}
	}
	all[name] = m
	s.Masked = all
}

// unmask is the end of a local variable. What declare -g has given to one that it
// has hidden may be there now.
func (s *State) unmask(name string, most int) {
	m := s.Masked[name]
	if m.Times = max(0, m.Times-1); m.given != nil {
		if v, ok := s.Vars.Get(name); !ok || m.Times == 0 {
			s.Put(name, *m.given)
		} else {
			s.Put(name, v.Or(*m.given, name, most))
		}
	}
	if m.Times == 0 {
		m = Masked{}
	}
	s.setMasked(name, m)
}

// Beneath lets an assignment change what a local variable hides, and not itself.
func (s *State) Beneath(name string, assign func()) {
	v, had := s.Vars.Get(name)
	assign()
	given, _ := s.Vars.Get(name)
	if had {
		s.Put(name, v)
	} else {
		s.Vars.Delete(name)
	}
	m := s.Masked[name]
	m.given = &given
	s.setMasked(name, m)
}

func (s *State) mergeMasked(o *State, most int) {
	for name, theirs := range o.Masked {
		mine := s.Masked[name]
		if mine == theirs {
			continue
		}
		mine.Times = max(mine.Times, theirs.Times)
		mine.Exported = either(mine.Exported, theirs.Exported, name, most)
		if (mine.given == nil) != (theirs.given == nil) {
			none := Variable{Values: []found.Word{UnknownVar(name)}}
			theirs.given = either(theirs.given, &none, name, most)
		}
		mine.given = either(mine.given, theirs.given, name, most)
		s.setMasked(name, mine)
	}
}

func either(a, b *Variable, name string, most int) *Variable {
	switch {
	case a == nil:
		return b
	case b == nil || a == b:
		return a
	}
	v := a.Or(*b, name, most)
	return &v
}

// otherRefs is what a variable may stand for besides its first, where either of
// two may hold.
func (v Variable) otherRefs(o Variable) []string {
	if v.Ref == o.Ref && len(v.Refs)+len(o.Refs) == 0 {
		return nil
	}
	refs := slices.Clone(v.Refs)
	for _, ref := range append([]string{o.Ref}, o.Refs...) {
		if ref != v.Ref && !slices.Contains(refs, ref) && len(refs) < mostOthers {
			refs = append(refs, ref)
		}
	}
	return refs
}

// Somewhere assigns to a name that may stand for one of several variables: each
// of them may have got the value.
func (s *State) Somewhere(name string, w found.Word, most int) {
	v, _ := s.Vars.Get(name)
	now := Variable{Values: []found.Word{w}}
	for _, ref := range append([]string{v.Ref}, v.Refs...) {
		if !pure.ValidName(ref) {
			v.Values = AddValue(slices.Clip(v.Values), w, most, name)
			continue
		}
		if old, ok := s.Get(ref); ok {
			s.Put(ref, old.Or(now, ref, most))
		} else {
			s.Put(ref, now.OrUnset(ref, most))
		}
	}
	s.Put(name, v)
}

// Opens notes descriptors that were opened for writing.
func (s *State) Opens(outs map[int][]found.Redir) {
	if len(outs) == 0 {
		return
	}
	all := maps.Clone(s.Outs)
	if all == nil {
		all = map[int][]found.Redir{}
	}
	maps.Copy(all, outs)
	s.Outs = all
}

// mergeOuts: a descriptor may write to what it writes to on either way.
func (s *State) mergeOuts(o *State) {
	more := map[int][]found.Redir{}
	for fd, files := range o.Outs {
		mine := s.Outs[fd]
		for _, f := range files {
			if !slices.ContainsFunc(mine, func(m found.Redir) bool { return found.Same(m.File, f.File) }) && len(mine) < mostOthers {
				mine = append(slices.Clip(mine), f)
				more[fd] = mine
			}
		}
	}
	s.Opens(more)
}

// Watched is the text of a trap with the variables that it names.
type Watched struct {
	Command *found.Command
	Text    found.Word
	Names   []string
	seen    map[string]bool
}

// mostSeen bounds the states in which one trap is read.
const mostSeen = 12

// Watching begins to watch a trap. Where its text calls a function of the source
// that it stands in, whatever that source names counts.
func Watching(c *found.Command, text found.Word, src string) *Watched {
	w := &Watched{Command: c, Text: text, seen: map[string]bool{}}
	own := text.String()
	from := own
	for _, word := range names(own) {
		if strings.Contains(src, word+"()") || strings.Contains(src, word+" ()") || strings.Contains(src, "function "+word) {
			from = own + " " + src[:min(len(src), 16<<10)]
		}
	}
	for _, word := range names(from) {
		if !slices.Contains(w.Names, word) && len(w.Names) < 64 {
			w.Names = append(w.Names, word)
		}
	}
	return w
}

// names are the words of a text that could be variables.
func names(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && !pure.ValidName(string(r)) })
}

// New tells whether the variables of a trap are as they never were before, and
// notes how they are.
func (w *Watched) New(s *State) bool {
	var b strings.Builder
	note := func(words []found.Word) {
		for _, one := range words {
			b.WriteString(one.String())
			b.WriteByte(0)
		}
		b.WriteByte(1)
	}
	for _, name := range w.Names {
		for range 4 {
			v, _ := s.Vars.Get(name)
			note(v.Values)
			note(v.List)
			if name = v.Ref; name == "" {
				break
			}
		}
	}
	note(s.Dirs)
	note(s.Args[:min(8, len(s.Args))])
	sign := b.String()
	if w.seen[sign] || len(w.seen) > mostSeen {
		return false
	}
	w.seen[sign] = true
	return true
}

// Many tells whether this was the last state in which the trap is read.
func (w *Watched) Many() bool { return len(w.seen) > mostSeen }

// FunctionGiven is the function that a variable of this name gives to bash.
func FunctionGiven(name string) string {
	name, ok := strings.CutPrefix(name, "BASH_FUNC_")
	if !ok {
		return ""
	}
	if f, ok := strings.CutSuffix(name, "%%"); ok {
		return f
	}
	f, _ := strings.CutSuffix(name, "()")
	return f
}
