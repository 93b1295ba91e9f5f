package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// search follows the expression of find from left to right: which names a file
// must have to reach an action. Tests in front of an action narrow it, those
// behind it do not; alternatives and negations narrow nothing.
type search struct {
	groups  []group
	negated bool
	acted   [][]shell.Word // names that each action is limited to; nil is all
	printed [][]shell.Word // the same of the actions that print
}

// group is what stands between parentheses; the whole expression is one.
type group struct {
	must    [][]shell.Word // of the present alternative: one of these names each
	earlier [][]shell.Word // the best of each alternative that is complete
	negated bool
}

func (s *search) top() *group {
	if len(s.groups) == 0 {
		s.groups = append(s.groups, group{})
	}
	return &s.groups[len(s.groups)-1]
}

// test is one condition; names is nil when it says nothing about names.
func (s *search) test(names []shell.Word) {
	if names != nil && !s.negated {
		g := s.top()
		g.must = append(g.must, names)
	}
	s.negated = false
}

// word reads an operator that stands as a word of its own.
func (s *search) word(w string) {
	switch w {
	case "!", "-not":
		s.negated = !s.negated
	case "(":
		s.top()
		if len(s.groups) < 64 {
			s.groups = append(s.groups, group{negated: s.negated})
		}
		s.negated = false
	case ")":
		if g := s.top(); len(s.groups) > 1 {
			names := g.result()
			s.groups, s.negated = s.groups[:len(s.groups)-1], g.negated
			s.test(names)
		}
	case "-o", "-or", ",":
		g := s.top()
		g.earlier, g.must, s.negated = append(g.earlier, best(g.must)), nil, false
	}
}

// action notes an action with what holds where it stands.
func (s *search) action(prints bool) {
	s.negated = false
	s.top()
	var must [][]shell.Word
	for _, g := range s.groups {
		must = append(must, g.must...)
	}
	if prints {
		s.printed = append(s.printed, best(must))
		return
	}
	s.acted = append(s.acted, best(must))
}

// result is what all files that a group lets through have in common.
func (g *group) result() []shell.Word { return union(append(g.earlier, best(g.must))) }

// best chooses the condition that says most: the last whose names are no mere
// wildcards.
func best(must [][]shell.Word) []shell.Word {
	for i := len(must) - 1; i >= 0; i-- {
		narrows := len(must[i]) > 0
		for _, n := range must[i] {
			_, ok := lastName(n)
			narrows = narrows && ok
		}
		if narrows {
			return must[i]
		}
	}
	return nil
}

// union joins alternatives; one without names leaves none.
func union(list [][]shell.Word) []shell.Word {
	var out []shell.Word
	for _, names := range list {
		if names == nil {
			return nil
		}
		out = append(out, names...)
	}
	return out
}

// prints are the actions of find that only show what was found.
func searchPrints(name string) bool {
	switch name {
	case "-print", "-print0", "-printf", "-ls", "-printx", "-fprint", "-fprint0", "-fprintf", "-fls":
		return true
	}
	return false
}

// searches follows an option of find.
func (ps *parser) searches(o Option) {
	s := &ps.p.search
	switch {
	case o.Name == "-not" || o.Name == "-o" || o.Name == "-or":
		s.word(o.Name)
	case o.Name == "-delete" || o.Name == "-rm":
		s.action(false)
		ps.p.deletes = append(ps.p.deletes, s.acted[len(s.acted)-1])
	case searchPrints(o.Name):
		s.action(true)
	case o.Role == "narrow" && o.Has:
		s.test([]shell.Word{o.Value})
	case o.Name != "-a" && o.Name != "-and":
		s.test(nil)
	}
}

// lastName is the last part of a name or path pattern; not ok when it says
// nothing.
func lastName(n shell.Word) (string, bool) {
	s, _, ok := n.Pattern()
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		s = s[i+1:]
	}
	return s, ok && strings.Trim(s, "*?.") != ""
}

// follows: the search goes through links, out of the places it is told.
func (p *Parse) follows() bool {
	for _, o := range p.Options {
		if o.Name == "-L" || o.Name == "-follow" {
			return true
		}
	}
	return false
}

// roots are the places that find looks in; without any the present folder.
func (p *Parse) roots() []shell.Word {
	var out []shell.Word
	for _, o := range p.Operands {
		out = append(out, o.Word)
	}
	if len(out) == 0 {
		out = append(out, shell.Text("."))
	}
	return out
}

// Found gives the paths that find prints: ROOT/**/NAME.
func (p *Parse) Found() []shell.Word {
	names := union(p.search.printed)
	if len(p.search.printed) == 0 {
		names = p.search.top().result()
	}
	var out []shell.Word
	for _, r := range p.roots() {
		out = append(out, Below(r, names)...)
	}
	return out
}

// found fills the {} of find -exec with what it finds: in the place of a whole
// word, and inside of one.
func (p *Parse) found(words, names []shell.Word) []shell.Word {
	var all []shell.Word
	for _, r := range p.roots() {
		all = append(all, Below(r, names)...)
	}
	if p.follows() {
		for i := range all {
			// Behind a link lies any place, which no reader needs to mind.
			all[i].Pieces = append(all[i].Pieces, shell.Piece{Origin: shell.Supplied})
		}
	}
	var out []shell.Word
	for _, w := range words {
		s, known := w.Known()
		switch {
		case w.Is("{}"):
			out = append(out, all...)
		case known && strings.Contains(s, "{}") && len(all) > 0:
			out = append(out, filled(s, w, all[0]))
		default:
			out = append(out, w)
		}
	}
	return out
}

// filled puts what was found into a longer word: a path, or a text in which it
// stands as it would in a shell.
func filled(s string, w, by shell.Word) shell.Word {
	if strings.ContainsAny(s, " \n\t") {
		out := shell.Text(strings.ReplaceAll(s, "{}", by.String()))
		out.Span = w.Span
		return out
	}
	out := shell.Word{Span: w.Span, Raw: w.Raw}
	for i, part := range strings.Split(s, "{}") {
		if i > 0 {
			out.Pieces = append(out.Pieces, by.Pieces...)
		}
		if part != "" {
			out.Pieces = append(out.Pieces, shell.Piece{Text: part})
		}
	}
	return out.Joined()
}

// Below gives ROOT/**/NAME for each name that narrows a search.
func Below(root shell.Word, narrow []shell.Word) []shell.Word {
	var out []shell.Word
	for _, n := range narrow {
		s, ok := lastName(n)
		if !ok {
			out = nil
			break
		}
		out = append(out, appendGlob(root, "**", s))
	}
	if len(out) == 0 {
		return []shell.Word{appendGlob(root, "**", "")}
	}
	return out
}
