// Package atom has the last steps of an expansion: the atoms of a word, some of
// them quoted and some made by expansions, become the words of a command, cut at
// $IFS, with wildcards where they count.
//
// Package shell makes the atoms. A new rule of cutting or of quotes goes here, a
// new kind of expansion there.
package atom

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
)

// Lit is an atom of known text.
func Lit(s string, quoted bool) Atom { return Atom{Piece: found.Piece{Text: s}, Quoted: quoted} }

// Atom is a piece of a word in the middle of its expansion.
type Atom struct {
	Piece  found.Piece
	Quoted bool // no wildcards, no splitting
	Expand bool // made by an expansion: split at $IFS when not quoted
	Brk    bool // a word ends here ("$@"); unquoted as if it were a separator
}

// Join makes one word of atoms.
func Join(atoms []Atom, globs bool) found.Word {
	var w found.Word
	if globs {
		atoms = brackets(atoms)
	}
	for _, a := range atoms {
		Add(&w, a, globs)
	}
	return w
}

// brackets makes a wildcard of what stands between brackets of several atoms:
// ["e"]nv, and [$x]nv, where nobody knows which signs it matches.
func brackets(atoms []Atom) []Atom {
	var out []Atom
	from := 0 // atoms before it are in out
	var rest *Atom
	for i := 0; i < len(atoms); i++ {
		a := atoms[i]
		if rest != nil {
			a, rest = *rest, nil
		}
		at := strings.LastIndexByte(a.Piece.Text, '[')
		if at < 0 || !live(a) || strings.IndexByte(a.Piece.Text[at:], ']') >= 0 {
			if from > 0 {
				out, from = append(out, a), i+1
			}
			continue
		}
		glob, j, after := bracket(a.Piece.Text[at+1:], atoms[i+1:])
		if j < 0 {
			if from > 0 {
				out, from = append(out, a), i+1
			}
			continue
		}
		if from == 0 {
			out = append(out, atoms[:i]...)
		}
		a.Piece.Text = a.Piece.Text[:at]
		out = append(out, a, Atom{Piece: glob})
		from, rest = i+1+j, &after
		i += j
	}
	if from == 0 {
		return atoms
	}
	return out
}

// live atoms have wildcards that count.
func live(a Atom) bool { return a.Piece.Origin == found.Literal && !a.Quoted && !a.Brk }

// mostInside bounds the atoms between two brackets.
const mostInside = 20

// bracket reads what stands behind an open bracket: the wildcard, the place of
// the atom that closes it, -1 for none, and what that holds besides.
func bracket(inside string, atoms []Atom) (glob found.Piece, at int, after Atom) {
	known := true
	for j, b := range atoms[:min(mostInside, len(atoms))] {
		if b.Brk {
			break
		}
		end := strings.IndexByte(b.Piece.Text, ']')
		if !live(b) || end < 0 {
			known = known && b.Piece.Origin == found.Literal && !(b.Quoted && strings.ContainsAny(b.Piece.Text, "-!^]\\[")) && !strings.ContainsAny(b.Piece.Text, " \t\n/")
			inside += b.Piece.Text
			continue
		}
		glob = found.Piece{Origin: found.Glob, Text: "[" + inside + b.Piece.Text[:end+1]}
		if inside+b.Piece.Text[:end] == "" || !known {
			glob.Text = "?"
		}
		b.Piece.Text = b.Piece.Text[end+1:]
		return glob, j, b
	}
	return glob, -1, after
}

// Add appends an atom; unquoted wildcards become Glob pieces if wanted.
func Add(w *found.Word, a Atom, globs bool) {
	p := a.Piece
	if p.Origin != found.Literal {
		p.Split = p.Split && !a.Quoted
		w.Pieces = append(w.Pieces, p)
		return
	}
	if p.Text == "" {
		return
	}
	if !globs || a.Quoted || !strings.ContainsAny(p.Text, "*?[") {
		w.AddText(p.Text)
		return
	}
	rest := p.Text
	for rest != "" {
		i := strings.IndexAny(rest, "*?[")
		if i < 0 {
			w.AddText(rest)
			return
		}
		w.AddText(rest[:i])
		n := 1
		if rest[i] == '[' {
			j := strings.IndexByte(rest[i+1:], ']')
			if j < 0 {
				w.AddText(rest[i:])
				return
			}
			n = j + 2
		}
		w.Pieces = append(w.Pieces, found.Piece{Origin: found.Glob, Text: rest[i : i+n]})
		rest = rest[i+n:]
	}
}

// Split cuts atoms into words at $IFS.
func Split(atoms []Atom, ifs string, nullglob bool, span found.Span, raw string) []found.Word {
	var out []found.Word
	cur, open := found.Word{Span: span, Raw: raw}, false
	end := func() {
		if open {
			for i, p := range cur.Pieces {
				cur.Pieces[i].Split = p.Split || p.Origin == found.Glob && nullglob
			}
			out = append(out, cur)
		}
		cur, open = found.Word{Span: span, Raw: raw}, false
	}
	// after is the separator before the place: none, blanks that ended a word,
	// or another one, behind which a further one ends an empty word.
	after := 0
	const blanks, other = 1, 2
	separate := func(by byte) {
		blank := strings.IndexByte(" \t\n", by) >= 0
		switch {
		case open && blank:
			end()
			after = blanks
		case blank:
		default:
			open = open || after != blanks
			end()
			after = other
		}
	}
	for _, a := range brackets(atoms) {
		switch {
		case a.Brk && !a.Quoted && ifs != "":
			separate(ifs[0])
		case a.Brk:
			end()
			after = 0
		case !a.Expand || a.Quoted || a.Piece.Origin != found.Literal:
			open = open || a.Quoted || a.Piece.Origin != found.Literal || a.Piece.Text != ""
			Add(&cur, a, true)
		default:
			for text := a.Piece.Text; text != ""; {
				i := strings.IndexAny(text, ifs)
				if i < 0 || ifs == "" {
					i = len(text)
				}
				if i > 0 {
					Add(&cur, Atom{Piece: found.Piece{Text: text[:i]}}, true)
					open, text = true, text[i:]
					continue
				}
				separate(text[0])
				text = text[1:]
			}
		}
		if open {
			after = 0
		}
	}
	end()
	return out
}

// Quoted makes an atom of a word that is neither split nor globbed.
func Quoted(w found.Word) Atom {
	if s, ok := w.Known(); ok {
		return Lit(s, true)
	}
	for _, p := range w.Pieces {
		if p.Origin > found.Glob {
			return Atom{Piece: p, Quoted: true}
		}
	}
	return Atom{Piece: found.Piece{Origin: found.Other, Text: w.String()}, Quoted: true}
}

// Unescape removes backslashes outside quotes; escaped characters are quoted.
func Unescape(v string) []Atom {
	if !strings.Contains(v, `\`) {
		if v == "" {
			return nil
		}
		return []Atom{Lit(v, false)}
	}
	var out []Atom
	var b strings.Builder
	was := false // quoted; those that follow each other are one atom
	put := func(c byte, quoted bool) {
		if quoted != was && b.Len() > 0 {
			out = append(out, Lit(b.String(), was))
			b.Reset()
		}
		was = quoted
		b.WriteByte(c)
	}
	for i := 0; i < len(v); i++ {
		if v[i] != '\\' || i+1 >= len(v) {
			put(v[i], false)
			continue
		}
		i++
		if v[i] == '\n' {
			continue
		}
		// The others mean the same with and without quotes by now.
		put(v[i], strings.IndexByte("*?[]()|!+@#%^-\\", v[i]) >= 0)
	}
	if b.Len() > 0 {
		out = append(out, Lit(b.String(), was))
	}
	return out
}

// Of turns a word into atoms of an expansion.
func Of(w found.Word, quoted bool) []Atom {
	if len(w.Pieces) == 0 {
		return []Atom{{Quoted: quoted, Expand: true}}
	}
	out := make([]Atom, 0, len(w.Pieces))
	for _, p := range w.Pieces {
		if p.Origin > found.Glob && !quoted && !p.One {
			p.Split = true // whatever it was where it was stored
		}
		out = append(out, Atom{Piece: p, Quoted: quoted, Expand: true})
	}
	return out
}

// ListedPattern gives the pattern that ls -d lists the matches of: what it
// prints, cut into words, is what the pattern itself would be.
func ListedPattern(c *found.Command) (string, bool) {
	if c == nil || len(c.Argv) != 3 || !c.Argv[0].Is("ls") || !c.Argv[1].Is("-d") && !c.Argv[1].Is("-1d") && !c.Argv[1].Is("-d1") {
		return "", false
	}
	text, glob, ok := c.Argv[2].Pattern()
	return text, glob && ok && !strings.ContainsAny(text, " \t\n\\")
}

// Listed is the name of a piece that is a list of variables' names.
const Listed = "!"

// NamesListed tells whether a word holds names of variables taken from a
// listing of them.
func NamesListed(w found.Word) bool {
	for _, p := range w.Pieces {
		if p.Name == Listed {
			return true
		}
		if p.Inside == nil || p.Origin <= found.Glob {
			continue
		}
		for c, n := p.Inside.From, 0; c != nil && n < 20; c, n = c.Stdin.From, n+1 {
			switch name, _ := c.Program(); name {
			case "env", "printenv", "compgen", "declare", "typeset", "export", "set":
				return true
			}
		}
	}
	return false
}
