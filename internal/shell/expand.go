package shell

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"mvdan.cc/sh/v3/syntax"
)

// atom is a piece of a word in the middle of its expansion.
type atom struct {
	piece  Piece
	quoted bool // no wildcards, no splitting
	expand bool // made by an expansion: split at $IFS when not quoted
	brk    bool // a word ends here ("$@")
}

func lit(s string, quoted bool) atom { return atom{piece: Piece{Text: s}, quoted: quoted} }

// fields expands a word as bash does for the words of a command: braces,
// tilde, parameters, substitutions, splitting, wildcards.
func (sc *scope) fields(w *syntax.Word) []Word {
	var out []Word
	for _, b := range sc.braces(w) {
		out = append(out, sc.split(sc.atoms(b.Parts, false, true), sc.node(w), sc.source(w))...)
	}
	return out
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
		if a.brk {
			a = lit(" ", true)
		}
		w.add(a, globs)
	}
	return w
}

// add appends an atom; unquoted wildcards become Glob pieces if wanted.
func (w *Word) add(a atom, globs bool) {
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
		w.literal(p.Text)
		return
	}
	rest := p.Text
	for rest != "" {
		i := strings.IndexAny(rest, "*?[")
		if i < 0 {
			w.literal(rest)
			return
		}
		w.literal(rest[:i])
		n := 1
		if rest[i] == '[' {
			j := strings.IndexByte(rest[i+1:], ']')
			if j < 0 {
				w.literal(rest[i:])
				return
			}
			n = j + 2
		}
		w.Pieces = append(w.Pieces, Piece{Origin: Glob, Text: rest[i : i+n]})
		rest = rest[i+n:]
	}
}

func (w *Word) literal(s string) {
	if s == "" {
		return
	}
	// A long text is kept in several pieces: adding to one copies it.
	if n := len(w.Pieces); n > 0 && w.Pieces[n-1].Origin == Literal && len(w.Pieces[n-1].Text) < 4096 {
		w.Pieces[n-1].Text += s
		return
	}
	w.Pieces = append(w.Pieces, Piece{Text: s})
}

// split cuts atoms into words at $IFS.
func (sc *scope) split(atoms []atom, span Span, raw string) []Word {
	var out []Word
	cur, open := Word{Span: span, Raw: raw}, false
	end := func() {
		if open {
			out = append(out, cur)
		}
		cur, open = Word{Span: span, Raw: raw}, false
	}
	ifs := sc.ifs()
	for _, a := range atoms {
		switch {
		case a.brk:
			end()
		case !a.expand || a.quoted || a.piece.Origin != Literal:
			open = open || a.quoted || a.piece.Origin != Literal || a.piece.Text != ""
			cur.add(a, true)
		default:
			text := a.piece.Text
			for text != "" {
				i := strings.IndexAny(text, ifs)
				if i < 0 || ifs == "" {
					cur.add(atom{piece: Piece{Text: text}}, true)
					open = true
					break
				}
				if i > 0 {
					cur.add(atom{piece: Piece{Text: text[:i]}}, true)
					open = true
				}
				end()
				text = text[i+1:]
			}
		}
	}
	end()
	return out
}

func (sc *scope) ifs() string {
	v, ok := sc.s.vars.Get("IFS")
	if !ok || len(v.values) != 1 {
		return " \t\n"
	}
	if s, known := v.values[0].Known(); known {
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
	w := sc.promptText(v)
	if x.Dollar {
		return valueAtoms(w, true)
	}
	return append(append([]atom{lit("'", true)}, valueAtoms(w, true)...), lit("'", true))
}

// runsInZsh: the same text is a glob with qualifiers to zsh, and the
// qualifiers e and + run code (zsh manual, Glob Qualifiers).
func runsInZsh(src string) bool {
	if !strings.HasPrefix(src, "*(") && !strings.HasPrefix(src, "?(") {
		return false
	}
	body := strings.TrimSuffix(src[2:], ")")
	for i := 0; i+1 < len(body); i++ {
		next := body[i+1]
		switch body[i] {
		case 'e':
			if next < '0' || next > '9' && next < 'A' || next == '{' || next == '[' || next == '|' && strings.Count(body, "|") > 1 {
				return i == 0 || !letterRun(body[:i])
			}
		case '+':
			if i+1 < len(body) && (next == '_' || next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z') {
				return true
			}
		}
	}
	return false
}

// letterRun tells whether a text is longer than qualifiers ordinarily are.
func letterRun(s string) bool { return len(s) > 3 }

// onlyArgs tells whether a quoted word is just "$@", which may vanish.
func onlyArgs(parts []syntax.WordPart) bool {
	p, ok := parts[0].(*syntax.ParamExp)
	return ok && len(parts) == 1 && p.Param != nil && (p.Param.Value == "@" || p.Index != nil)
}

// literal unescapes literal text and expands a leading tilde. more tells that
// other parts follow in the same word.
func (sc *scope) literal(v string, quoted, first, more bool) []atom {
	if quoted {
		return []atom{lit(unescapeQuoted(v), true)}
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
	if i := strings.LastIndexByte(sc.e.o.Home, '/'); i > 0 && validName(strings.ReplaceAll(name, "-", "_")) {
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

// unescapeQuoted removes the backslashes that count between double quotes.
func unescapeQuoted(v string) string {
	if !strings.Contains(v, `\`) {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] == '\\' && i+1 < len(v) {
			switch v[i+1] {
			case '$', '`', '"', '\\':
				i++
			case '\n':
				i++
				continue
			}
		}
		b.WriteByte(v[i])
	}
	return b.String()
}

// ansiC decodes the inside of $'...' (bash manual, ANSI-C Quoting).
func ansiC(v string) string { return pure.Backslashes(v, true) }

// cmdSubst evaluates $(...) in a subshell and takes up its output.
func (sc *scope) cmdSubst(x *syntax.CmdSubst, quoted bool) atom {
	sub := sc.sub()
	out := &output{}
	sub.out = out
	sub.in = Input{}
	before := len(sc.e.cmds)
	sub.stmts(x.Stmts)
	if f, ok := sc.fileSubst(x); ok {
		return f
	}
	if x.TempFile || x.ReplyVar {
		sc.s.merge(sub.s, sc.e.o.Limits.Choices)
	}
	if out.unknown || out.from == nil && len(sc.e.cmds) > before {
		p := Piece{Origin: Output, Text: sc.source(x), Split: !quoted}
		p.Inside = &Captured{From: out.from}
		return atom{piece: p, quoted: quoted}
	}
	text := strings.TrimRight(out.b.String(), "\n")
	return atom{piece: Piece{Text: text}, quoted: quoted, expand: !quoted}
}

// fileSubst is $(< FILE).
func (sc *scope) fileSubst(x *syntax.CmdSubst) (atom, bool) {
	if len(x.Stmts) != 1 || x.Stmts[0].Cmd != nil || len(x.Stmts[0].Redirs) != 1 {
		return atom{}, false
	}
	p := Piece{Origin: Output, Text: sc.source(x), Split: true}
	if n := len(sc.e.cmds); n > 0 {
		p.Inside = &Captured{From: sc.e.cmds[n-1]}
	}
	return atom{piece: p}, true
}

// procSubst evaluates <(...) and >(...); the word is a file that holds what the
// commands print, or takes what they read.
func (sc *scope) procSubst(x *syntax.ProcSubst) atom {
	sub := sc.sub()
	p := Piece{Origin: Other, Text: sc.source(x)}
	if x.Op == syntax.CmdOut { // >(...)
		sub.in = Input{Kind: Pipe, Text: unknown(Supplied, "", false)}
		sub.stmts(x.Stmts)
		return atom{piece: p, quoted: true}
	}
	out := &output{}
	sub.out = out
	before := len(sc.e.cmds)
	sub.stmts(x.Stmts)
	p.Inside = &Captured{Text: out.b.String(), Known: !out.unknown && out.from != nil, From: out.from}
	if p.Inside.From == nil && len(sc.e.cmds) > before {
		p.Inside.From = sc.e.cmds[len(sc.e.cmds)-1]
	}
	return atom{piece: p, quoted: true}
}
