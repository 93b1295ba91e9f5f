package kb

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/search"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// searches follows an option of find.
func (ps *parser) searches(o Option) {
	s := &ps.p.search
	switch {
	case o.Name == "-not" || o.Name == "-o" || o.Name == "-or":
		s.Word(o.Name)
	case o.Name == "-delete" || o.Name == "-rm":
		s.Action(false)
		ps.p.deletes = append(ps.p.deletes, s.Acted[len(s.Acted)-1])
	case search.Prints(o.Name):
		s.Action(true)
	case o.Role == "narrow" && o.Has:
		s.Test([]shell.Word{o.Value})
	case o.Name != "-a" && o.Name != "-and":
		s.Test(nil)
	}
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
func (p *Parse) Found() []shell.Word { return p.below(p.search.Names()) }

// below gives what find hands on of the folders that it looks through.
func (p *Parse) below(names []shell.Word) (all []shell.Word) {
	for _, r := range p.roots() {
		all = append(all, search.Below(r, names)...)
	}
	return all
}

// itself tells whether find hands on the places themselves that it begins at:
// nothing that it looks at keeps them back.
func (p *Parse) itself(names []shell.Word) bool {
	for _, o := range p.Options {
		if o.Name == "-mindepth" || o.Name == "-type" && !strings.Contains(o.Value.String(), "d") {
			return false
		}
	}
	return names == nil
}

// found fills the {} of find -exec with what it finds: in the place of a whole
// word, and inside of one.
func (p *Parse) found(words, all []shell.Word) []shell.Word {
	if p.follows() {
		for i := range all {
			// Behind a link lies any place, which no reader needs to mind.
			all[i].Pieces = append(slices.Clip(all[i].Pieces), shell.Piece{Origin: shell.Supplied})
		}
	}
	var out []shell.Word
	for _, w := range words {
		s, known := w.Known()
		switch {
		case w.Is("{}"):
			out = append(out, all...)
		case known && strings.Contains(s, "{}") && len(all) > 0:
			by := all[0]
			if last := all[len(all)-1]; strings.Contains(last.String(), "**/.") { // the one that says more
				by = last
			}
			out = append(out, search.Filled(s, w, by))
		default:
			out = append(out, w)
		}
	}
	return out
}
