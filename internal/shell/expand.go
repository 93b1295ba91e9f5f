package shell

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// atom is a piece of a word in the middle of its expansion.
type atom struct {
	piece  Piece
	quoted bool // no wildcards, no splitting
	expand bool // made by an expansion: split at $IFS when not quoted
	brk    bool // a word ends here ("$@"); unquoted as if it were a separator
}

func lit(s string, quoted bool) atom { return atom{piece: Piece{Text: s}, quoted: quoted} }

// fields expands a word as bash does for the words of a command: braces,
// tilde, parameters, substitutions, splitting, wildcards.
func (sc *scope) fields(w *syntax.Word) []Word {
	var out []Word
	for _, b := range sc.braces(w) {
		out = append(out, sc.split(sc.commandAtoms(b.Parts), sc.node(w), sc.source(w))...)
	}
	return out
}

// commandAtoms expands a word of a command: in one that looks like an assignment
// a tilde counts behind the = (dd of=~/x).
func (sc *scope) commandAtoms(parts []syntax.WordPart) []atom {
	l, ok := parts[0].(*syntax.Lit)
	if !ok {
		return sc.atoms(parts, false, true)
	}
	name, rest, ok := strings.Cut(l.Value, "=")
	if !ok || !strings.HasPrefix(rest, "~") || !pure.ValidName(name) {
		return sc.atoms(parts, false, true)
	}
	value := *l
	value.Value = rest
	return append([]atom{lit(name+"=", false)}, sc.atoms(append([]syntax.WordPart{&value}, parts[1:]...), false, true)...)
}

// word expands a word where no splitting happens: assignments, redirections.
func (sc *scope) word(w *syntax.Word) Word {
	if w == nil {
		return Word{}
	}
	r := join(sc.atoms(w.Parts, false, true), false)
	r.Span, r.Raw = sc.node(w), sc.source(w)
	return r
}

// join makes one word of atoms.
func join(atoms []atom, globs bool) Word {
	var w Word
	for _, a := range atoms {
		add(&w, a, globs)
	}
	return w
}

// add appends an atom; unquoted wildcards become Glob pieces if wanted.
func add(w *Word, a atom, globs bool) {
	p := a.piece
	if p.Origin != Literal {
		p.Split = p.Split && !a.quoted
		w.Pieces = append(w.Pieces, p)
		return
	}
	if p.Text == "" {
		return
	}
	if !globs || a.quoted || !strings.ContainsAny(p.Text, "*?[") {
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
		w.Pieces = append(w.Pieces, Piece{Origin: Glob, Text: rest[i : i+n]})
		rest = rest[i+n:]
	}
}

// split cuts atoms into words at $IFS.
func (sc *scope) split(atoms []atom, span Span, raw string) []Word {
	var out []Word
	cur, open := Word{Span: span, Raw: raw}, false
	end := func() {
		if open {
			for i, p := range cur.Pieces {
				cur.Pieces[i].Split = p.Split || p.Origin == Glob && sc.s.Nullglob
			}
			out = append(out, cur)
		}
		cur, open = Word{Span: span, Raw: raw}, false
	}
	ifs := sc.ifs()
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
	for _, a := range atoms {
		switch {
		case a.brk && !a.quoted && ifs != "":
			separate(ifs[0])
		case a.brk:
			end()
			after = 0
		case !a.expand || a.quoted || a.piece.Origin != Literal:
			open = open || a.quoted || a.piece.Origin != Literal || a.piece.Text != ""
			add(&cur, a, true)
		default:
			for text := a.piece.Text; text != ""; {
				i := strings.IndexAny(text, ifs)
				if i < 0 || ifs == "" {
					i = len(text)
				}
				if i > 0 {
					add(&cur, atom{piece: Piece{Text: text[:i]}}, true)
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

func (sc *scope) ifs() string {
	v, ok := sc.s.Vars.Get("IFS")
	if !ok || len(v.Values) != 1 || v.Gone {
		return " \t\n"
	}
	if s, known := v.Values[0].Known(); known {
		return s
	}
	return " \t\n"
}

// quotesInQuotes reads single quotes in ${x:-'...'} that stands between double
// quotes or in a here-document: they are ordinary characters there, and what
// is between them is expanded. Where they hide the closing brace, shells do not
// agree on where the expansion ends.
func (sc *scope) quotesInQuotes(x *syntax.SglQuoted, v string) []atom {
	if _, after, ends := strings.Cut(v, "}"); ends && strings.ContainsAny(after, "\"\n") {
		sc.problem("quotes within an expansion that shells read differently", sc.node(x))
	}
	open := "'"
	if x.Dollar && sc.here {
		v, open = x.Value, "$'"
	}
	w := sc.promptText(v)
	if x.Dollar && !sc.here {
		return valueAtoms(w, true)
	}
	return append(append([]atom{lit(open, true)}, valueAtoms(w, true)...), lit("'", true))
}

// literal unescapes literal text and expands a leading tilde. more tells that
// other parts follow in the same word.
func (sc *scope) literal(v string, quoted, first, more bool) []atom {
	if quoted {
		return []atom{lit(pure.UnescapeQuoted(v), true)}
	}
	if first && strings.HasPrefix(v, "~") {
		name, rest, slash := strings.Cut(v[1:], "/")
		if slash {
			rest = "/" + rest
		}
		if slash || !more {
			if a, ok := sc.tilde(name); ok {
				return append([]atom{a}, unescape(rest)...)
			}
		}
	}
	return unescape(v)
}

// tilde gives what ~NAME stands for.
func (sc *scope) tilde(name string) (atom, bool) {
	switch name {
	case "":
		return quotedWord(sc.value("HOME")), true
	case "+":
		return quotedWord(sc.value("PWD")), true
	case "-":
		return quotedWord(sc.value("OLDPWD")), true
	}
	if strings.ContainsAny(name, `\"'$`) {
		return atom{}, false
	}
	if name == "root" {
		return lit("/root", true), true
	}
	if i := strings.LastIndexByte(sc.e.o.Home, '/'); i > 0 && pure.ValidName(strings.ReplaceAll(name, "-", "_")) {
		return lit(sc.e.o.Home[:i+1]+name, true), true
	}
	return atom{}, false
}

// quotedWord makes an atom of a word that is neither split nor globbed.
func quotedWord(w Word) atom {
	if s, ok := w.Known(); ok {
		return lit(s, true)
	}
	for _, p := range w.Pieces {
		if p.Origin > Glob {
			return atom{piece: p, quoted: true}
		}
	}
	return atom{piece: Piece{Origin: Other, Text: w.String()}, quoted: true}
}

// unescape removes backslashes outside quotes; escaped characters are quoted.
func unescape(v string) []atom {
	if !strings.Contains(v, `\`) {
		if v == "" {
			return nil
		}
		return []atom{lit(v, false)}
	}
	var out []atom
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] != '\\' || i+1 >= len(v) {
			b.WriteByte(v[i])
			continue
		}
		i++
		if v[i] == '\n' {
			continue
		}
		if strings.IndexByte("*?[]()|!+@#%^-\\", v[i]) < 0 {
			b.WriteByte(v[i]) // means the same with and without quotes by now
			continue
		}
		if b.Len() > 0 {
			out = append(out, lit(b.String(), false))
			b.Reset()
		}
		out = append(out, lit(v[i:i+1], true))
	}
	if b.Len() > 0 {
		out = append(out, lit(b.String(), false))
	}
	return out
}

// cmdSubst evaluates $(...) in a subshell and takes up its output.
func (sc *scope) cmdSubst(x *syntax.CmdSubst, quoted bool) atom {
	sub := sc.sub()
	out := &output{}
	sub.out, sub.here = out, false
	sub.in = Input{}
	before := len(sc.e.cmds)
	sub.stmts(x.Stmts)
	if f, ok := sc.fileSubst(x, quoted); ok {
		return f
	}
	if x.TempFile || x.ReplyVar {
		sc.s.Merge(sub.s, sc.e.o.Limits.Choices)
	}
	if out.unknown || out.from == nil && len(sc.e.cmds) > before {
		if g, ok := listedPattern(out.from); ok && len(x.Stmts) == 1 && !quoted {
			return atom{piece: Piece{Origin: Glob, Text: g}}
		}
		p := Piece{Origin: Output, Text: sc.source(x), Split: !quoted}
		p.Inside = &Captured{From: out.from}
		return atom{piece: p, quoted: quoted}
	}
	text := strings.TrimRight(string(out.text), "\n")
	return atom{piece: Piece{Text: text}, quoted: quoted, expand: !quoted}
}

// listedPattern gives the pattern that ls -d lists the matches of: what it
// prints, cut into words, is what the pattern itself would be.
func listedPattern(c *Command) (string, bool) {
	if c == nil || len(c.Argv) != 3 || !c.Argv[0].Is("ls") || !c.Argv[1].Is("-d") && !c.Argv[1].Is("-1d") && !c.Argv[1].Is("-d1") {
		return "", false
	}
	text, glob, ok := c.Argv[2].Pattern()
	return text, glob && ok && !strings.ContainsAny(text, " \t\n\\")
}

// fileSubst is $(< FILE).
func (sc *scope) fileSubst(x *syntax.CmdSubst, quoted bool) (atom, bool) {
	if len(x.Stmts) != 1 || x.Stmts[0].Cmd != nil || len(x.Stmts[0].Redirs) != 1 {
		return atom{}, false
	}
	if p := sc.absolute(sc.fileWord(x.Stmts[0].Redirs[0].Word)); len(p) == 1 && x.Stmts[0].Redirs[0].Op == syntax.RdrIn {
		if w, ok := sc.e.overlay[p[0]]; ok && w.known && !w.built {
			return atom{piece: Piece{Text: strings.TrimRight(w.text, "\n")}, quoted: quoted, expand: !quoted}, true
		}
	}
	p := Piece{Origin: Output, Text: sc.source(x), Split: !quoted}
	if n := len(sc.e.cmds); n > 0 {
		p.Inside = &Captured{From: sc.e.cmds[n-1]}
	}
	return atom{piece: p, quoted: quoted}, true
}

// procSubst evaluates <(...) and >(...); the word is a file that holds what the
// commands print, or takes what they read.
func (sc *scope) procSubst(x *syntax.ProcSubst) atom {
	sub := sc.sub()
	sub.here = false
	p := Piece{Origin: Other, Text: sc.source(x)}
	if x.Op == syntax.CmdOut { // >(...)
		sub.in = Input{Kind: Pipe, Text: vars.Unknown(Supplied, "", false)}
		sub.stmts(x.Stmts)
		return atom{piece: p, quoted: true}
	}
	out := &output{}
	sub.out = out
	before := len(sc.e.cmds)
	sub.stmts(x.Stmts)
	p.Inside = &Captured{Text: string(out.text), Known: !out.unknown && out.from != nil, From: out.from}
	if p.Inside.From == nil && len(sc.e.cmds) > before {
		p.Inside.From = sc.e.cmds[len(sc.e.cmds)-1]
	}
	return atom{piece: p, quoted: true}
}

// atoms expands the parts of a word. first tells that the word begins here, so
// that a tilde counts.
func (sc *scope) atoms(parts []syntax.WordPart, quoted, first bool) []atom {
	var out []atom
	for i, p := range parts {
		if !sc.step() {
			return append(out, atom{piece: Piece{Origin: Other, Text: "...", Split: !quoted}})
		}
		switch x := p.(type) {
		case *syntax.Lit:
			out = append(out, sc.literal(x.Value, quoted, first && i == 0, i+1 < len(parts))...)
		case *syntax.SglQuoted:
			v := x.Value
			if x.Dollar {
				v = pure.Backslashes(v, true)
			}
			if quoted {
				out = append(out, sc.quotesInQuotes(x, v)...)
				continue
			}
			out = append(out, lit(v, true))
		case *syntax.DblQuoted:
			if x.Dollar && sc.here { // quotes are ordinary there, but not these
				out = append(out, atom{piece: Piece{Origin: Other, Text: sc.source(x)}, quoted: true})
			}
			inner := sc.atoms(x.Parts, true, false)
			if len(x.Parts) == 0 || len(inner) == 0 && !onlyArgs(x.Parts) {
				inner = append(inner, lit("", true))
			}
			out = append(out, inner...)
		case *syntax.ParamExp:
			out = append(out, sc.param(x, quoted)...)
		case *syntax.CmdSubst:
			out = append(out, sc.cmdSubst(x, quoted))
		case *syntax.ArithmExp:
			out = append(out, sc.arithmAtom(x.X, sc.source(x)))
		case *syntax.ProcSubst:
			out = append(out, sc.procSubst(x))
		case *syntax.ExtGlob:
			if pure.RunsInZsh(sc.source(x)) {
				sc.problem("a wildcard that runs code in zsh", sc.node(x))
			}
			out = append(out, atom{piece: Piece{Origin: Glob, Text: sc.source(x)}})
		default:
			out = append(out, atom{piece: Piece{Origin: Other, Text: sc.source(p), Split: !quoted}})
		}
	}
	return out
}

// onlyArgs tells whether a quoted word is just "$@", which may vanish.
func onlyArgs(parts []syntax.WordPart) bool {
	p, ok := parts[0].(*syntax.ParamExp)
	return ok && len(parts) == 1 && p.Param != nil && (p.Param.Value == "@" || p.Index != nil)
}

// braces expands {a,b} and {1..3}; too many results become one unknown word.
func (sc *scope) braces(w *syntax.Word) []*syntax.Word {
	if !strings.Contains(sc.source(w), "{") {
		return []*syntax.Word{w}
	}
	c := *w
	c.Parts = append([]syntax.WordPart(nil), w.Parts...)
	if !syntax.SplitBraces(&c) {
		return []*syntax.Word{w}
	}
	list := pure.ExpandBraces(c.Parts, 512)
	if list == nil {
		sc.problem("braces that make too many words", sc.node(w))
		return []*syntax.Word{w}
	}
	out := make([]*syntax.Word, len(list))
	for i, parts := range list {
		out[i] = &syntax.Word{Parts: parts}
	}
	return out
}
