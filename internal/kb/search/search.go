// Package search reads the expression of find: which names a file must have to reach an
// action.
package search

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Search follows the expression of find from left to right: which names a file
// must have to reach an action. Tests in front of an action narrow it, those
// behind it do not; alternatives and negations narrow nothing.
type Search struct {
	groups  []group
	negated bool
	deep    bool           // nested too deeply to be followed: nothing is narrow
	Acted   [][]shell.Word // names that each action is limited to; nil is all
	Printed [][]shell.Word // the same of the actions that print
}

// group is what stands between parentheses; the whole expression is one.
type group struct {
	must    [][]shell.Word // of the present alternative: one of these names each
	earlier [][]shell.Word // the best of each alternative that is complete
	negated bool
}

// maxGroups bounds how deep parentheses may stand in each other.
const maxGroups = 64

func (s *Search) top() *group {
	if len(s.groups) == 0 {
		s.groups = append(s.groups, group{})
	}
	return &s.groups[len(s.groups)-1]
}

// Test is one condition; names is nil when it says nothing about names.
func (s *Search) Test(names []shell.Word) {
	if names != nil && !s.negated {
		g := s.top()
		g.must = append(g.must, names)
	}
	s.negated = false
}

// Word reads an operator that stands as a word of its own.
func (s *Search) Word(w string) {
	switch w {
	case "!", "-not":
		s.negated = !s.negated
	case "(":
		s.top()
		if s.deep = s.deep || len(s.groups) == maxGroups; !s.deep {
			s.groups = append(s.groups, group{negated: s.negated})
		}
		s.negated = false
	case ")":
		if g := s.top(); len(s.groups) > 1 {
			names := g.result()
			s.groups, s.negated = s.groups[:len(s.groups)-1], g.negated
			s.Test(names)
		}
	case "-o", "-or", ",":
		g := s.top()
		g.earlier, g.must, s.negated = append(g.earlier, best(g.must)), nil, false
	}
}

// Action notes an action with what holds where it stands.
func (s *Search) Action(prints bool) {
	s.negated = false
	s.top()
	var must [][]shell.Word
	for _, g := range s.groups {
		if s.deep {
			break
		}
		must = append(must, g.must...)
	}
	if prints {
		s.Printed = append(s.Printed, best(must))
		return
	}
	s.Acted = append(s.Acted, best(must))
}

// result is what all files that a group lets through have in common.
func (g *group) result() []shell.Word { return Union(append(g.earlier, best(g.must))) }

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

// Union joins alternatives; one without names leaves none.
func Union(list [][]shell.Word) []shell.Word {
	var out []shell.Word
	for _, names := range list {
		if names == nil {
			return nil
		}
		out = append(out, names...)
	}
	return out
}

// Prints tells the actions of find that only show what was found.
func Prints(name string) bool {
	switch name {
	case "-print", "-print0", "-printf", "-ls", "-printx", "-fprint", "-fprint0", "-fprintf", "-fls":
		return true
	}
	return false
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

// folder is the part in front of the last of a pattern for paths. There a star stands
// for a leading dot, too.
func folder(n shell.Word) string {
	s, _, _ := n.Pattern()
	parts := strings.Split(s, "/")
	if len(parts) < 2 {
		return ""
	}
	p := parts[len(parts)-2]
	if rest := strings.TrimLeft(p, "*?"); rest != "" && rest != p && rest[0] != '.' {
		return ".*" + rest
	}
	return strings.Trim(p, "*?.")
}

// Filled puts what was found into a longer word: a path, or a text in which it
// stands as it would in a shell.
func Filled(s string, w, by shell.Word) shell.Word {
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
		if p := folder(n); p != "" {
			out = append(out, appendGlob(root, "**/"+p, s))
		}
	}
	if len(out) == 0 {
		out = []shell.Word{appendGlob(root, "**", "")}
		if home(root) {
			out = append(out, appendGlob(root, ".*", "")) // which a pattern of the shell would leave out
		}
	}
	return out
}

// Ending gives the files with one of these endings (fd -e) below the roots, by
// default below the present folder.
func Ending(roots, endings []shell.Word) []shell.Word {
	if len(roots) == 0 {
		roots = []shell.Word{shell.Text(".")}
	}
	var names, out []shell.Word
	for _, e := range endings {
		names = append(names, shell.Text("*.").Plus(e))
	}
	for _, r := range roots {
		out = append(out, Below(r, names)...)
	}
	return out
}

// Marked adds the mark that fd puts at the end of a command without one.
func Marked(words []shell.Word) []shell.Word {
	for _, w := range words {
		if s := w.String(); strings.Contains(s, "{") && strings.Contains(s, "}") {
			return words
		}
	}
	return append(words[:len(words):len(words)], shell.Text("{}"))
}

// home tells whether a search begins at the top of somebody's home, where files
// with secrets lie beside others.
func home(root shell.Word) bool {
	s, ok := root.Known()
	parts := strings.Split(strings.Trim(s, "/"), "/")
	switch {
	case !ok:
		return len(root.Pieces) == 1 && root.Pieces[0].Name == "HOME"
	case strings.Trim(s, "/") == "~", strings.TrimRight(s, "/") == "/root":
		return true
	}
	return len(parts) == 2 && strings.HasPrefix(s, "/") && (parts[0] == "home" || parts[0] == "Users")
}

func appendGlob(root shell.Word, glob, name string) shell.Word {
	out := shell.Word{Span: root.Span, Raw: root.Raw}
	out.Pieces = append(out.Pieces, root.Pieces...)
	if s, ok := root.Known(); !ok || !strings.HasSuffix(s, "/") {
		out.Pieces = append(out.Pieces, shell.Piece{Text: "/"})
	}
	out.Pieces = append(out.Pieces, shell.Piece{Origin: shell.Glob, Text: glob})
	if name != "" {
		out.Pieces = append(out.Pieces, shell.Piece{Text: "/"}, shell.Piece{Origin: shell.Glob, Text: name})
	}
	return out.Joined()
}

// Names gives the names of all that the search prints; nil is all.
func (s *Search) Names() []shell.Word {
	switch {
	case s.deep:
		return nil
	case len(s.Printed) == 0:
		return s.top().result()
	}
	return Union(s.Printed)
}
