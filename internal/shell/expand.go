package shell

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/atom"
	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// fields expands a word as bash does for the words of a command: braces,
// tilde, parameters, substitutions, splitting, wildcards.
func (sc *scope) fields(w *syntax.Word) []Word {
	var out []Word
	for _, b := range sc.braces(w) {
		for _, parts := range pure.Alternatives(b.Parts) {
			out = append(out, atom.Split(sc.commandAtoms(parts), sc.ifs(), sc.s.Nullglob, sc.node(w), sc.source(w))...)
		}
	}
	return out
}

// commandAtoms expands a word of a command: in one that looks like an assignment
// a tilde counts behind the = (dd of=~/x).
func (sc *scope) commandAtoms(parts []syntax.WordPart) []atom.Atom {
	if len(parts) == 0 { // {,x} has a word of nothing
		return nil
	}
	l, ok := parts[0].(*syntax.Lit)
	if !ok {
		return sc.atoms(parts, false, true)
	}
	name, rest, ok := strings.Cut(l.Value, "=")
	if !ok || !strings.HasPrefix(rest, "~") && !strings.Contains(rest, ":~") || !pure.ValidName(name) {
		return sc.atoms(parts, false, true)
	}
	value := *l
	value.Value = rest
	all := []atom.Atom{atom.Lit(name+"=", false)}
	for _, parts := range pure.AtColons(append([]syntax.WordPart{&value}, parts[1:]...)) {
		all = append(all, sc.atoms(parts, false, true)...)
	}
	return all
}

// word expands a word where no splitting happens: assignments, redirections.
func (sc *scope) word(w *syntax.Word) Word {
	if w == nil {
		return Word{}
	}
	r := atom.Join(sc.atoms(w.Parts, false, true), false)
	r.Span, r.Raw = sc.node(w), sc.source(w)
	return r
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
func (sc *scope) quotesInQuotes(x *syntax.SglQuoted, v string) []atom.Atom {
	if _, after, ends := strings.Cut(v, "}"); ends && strings.ContainsAny(after, "\"\n") {
		sc.problem("quotes within an expansion that shells read differently", sc.node(x))
	}
	open := "'"
	if x.Dollar && sc.here {
		v, open = x.Value, "$'"
	}
	w := sc.promptText(v)
	if x.Dollar && !sc.here {
		return atom.Of(w, true)
	}
	return append(append([]atom.Atom{atom.Lit(open, true)}, atom.Of(w, true)...), atom.Lit("'", true))
}

// literal unescapes literal text and expands a leading tilde. more tells that
// other parts follow in the same word.
func (sc *scope) literal(v string, quoted, first, more bool) []atom.Atom {
	if quoted {
		return []atom.Atom{atom.Lit(pure.UnescapeQuoted(v), true)}
	}
	if first && strings.HasPrefix(v, "~") {
		name, rest, slash := strings.Cut(v[1:], "/")
		if slash {
			rest = "/" + rest
		}
		if slash || !more {
			if a, ok := sc.tilde(name); ok {
				return append([]atom.Atom{a}, atom.Unescape(rest)...)
			}
		}
	}
	return atom.Unescape(v)
}

// tilde gives what ~NAME stands for.
func (sc *scope) tilde(name string) (atom.Atom, bool) {
	switch name {
	case "":
		return atom.Quoted(sc.value("HOME")), true
	case "+":
		return atom.Quoted(sc.value("PWD")), true
	case "-":
		return atom.Quoted(sc.value("OLDPWD")), true
	}
	if strings.ContainsAny(name, `\"'$`) {
		return atom.Atom{}, false
	}
	if strings.Trim(name, "+-0123456789") == "" { // from the stack of folders, or what is written where none is there
		return atom.Atom{Piece: Piece{Origin: Other, Text: "~" + name, One: true}, Quoted: true}, true
	}
	if name == "root" {
		return atom.Lit("/root", true), true
	}
	if i := strings.LastIndexByte(sc.e.o.Home, '/'); i > 0 && pure.ValidName(strings.ReplaceAll(name, "-", "_")) {
		return atom.Lit(sc.e.o.Home[:i+1]+name, true), true
	}
	return atom.Atom{}, false
}

// cmdSubst evaluates $(...) in a subshell and takes up its output.
func (sc *scope) cmdSubst(x *syntax.CmdSubst, quoted bool) atom.Atom {
	sub := sc.sub()
	out := &found.Printout{}
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
	if out.Unknown || out.From == nil && len(sc.e.cmds) > before {
		if g, ok := atom.ListedPattern(out.From); ok && len(x.Stmts) == 1 && !quoted {
			return atom.Atom{Piece: Piece{Origin: Glob, Text: g}}
		}
		p := Piece{Origin: Output, Text: sc.source(x), Split: !quoted}
		p.Inside = &Captured{From: out.From}
		return atom.Atom{Piece: p, Quoted: quoted}
	}
	text := strings.TrimRight(strings.ReplaceAll(string(out.Text), "\x00", ""), "\n")
	return atom.Atom{Piece: Piece{Text: text}, Quoted: quoted, Expand: !quoted}
}

// fileSubst is $(< FILE).
func (sc *scope) fileSubst(x *syntax.CmdSubst, quoted bool) (atom.Atom, bool) {
	if len(x.Stmts) != 1 || x.Stmts[0].Cmd != nil || len(x.Stmts[0].Redirs) != 1 {
		return atom.Atom{}, false
	}
	if p := sc.absolute(sc.fileWord(x.Stmts[0].Redirs[0].Word)); len(p) == 1 && x.Stmts[0].Redirs[0].Op == syntax.RdrIn {
		if w, ok := sc.e.overlay.Get(p[0]); ok && w.known && !w.built {
			return atom.Atom{Piece: Piece{Text: strings.TrimRight(strings.ReplaceAll(w.text, "\x00", ""), "\n")}, Quoted: quoted, Expand: !quoted}, true
		}
	}
	p := Piece{Origin: Output, Text: sc.source(x), Split: !quoted}
	if n := len(sc.e.cmds); n > 0 {
		p.Inside = &Captured{From: sc.e.cmds[n-1]}
	}
	return atom.Atom{Piece: p, Quoted: quoted}, true
}

// procSubst evaluates <(...) and >(...); the word is a file that holds what the
// commands print, or takes what they read.
func (sc *scope) procSubst(x *syntax.ProcSubst) atom.Atom {
	sub := sc.sub()
	sub.here = false
	p := Piece{Origin: Other, Text: sc.source(x)}
	if x.Op == syntax.CmdOut { // >(...)
		sub.in = Input{Kind: Pipe, Text: vars.Unknown(Supplied, "", false)}
		sub.stmts(x.Stmts)
		return atom.Atom{Piece: p, Quoted: true}
	}
	out := &found.Printout{}
	sub.out = out
	before := len(sc.e.cmds)
	sub.stmts(x.Stmts)
	p.Inside = &Captured{Text: string(out.Text), Known: !out.Unknown && out.From != nil, From: out.From}
	if p.Inside.From == nil && len(sc.e.cmds) > before {
		p.Inside.From = sc.e.cmds[len(sc.e.cmds)-1]
	}
	return atom.Atom{Piece: p, Quoted: true}
}

// atoms expands the parts of a word. first tells that the word begins here, so
// that a tilde counts.
func (sc *scope) atoms(parts []syntax.WordPart, quoted, first bool) []atom.Atom {
	var out []atom.Atom
	for i, p := range parts {
		if !sc.step() {
			return append(out, atom.Atom{Piece: Piece{Origin: Other, Text: "...", Split: !quoted}})
		}
		switch x := p.(type) {
		case *syntax.Lit:
			out = append(out, sc.literal(x.Value, quoted, first && i == 0, i+1 < len(parts))...)
		case *syntax.SglQuoted:
			v := x.Value
			if x.Dollar {
				v, _, _ = strings.Cut(pure.Backslashes(v, true), "\x00") // which ends the text
			}
			if quoted {
				out = append(out, sc.quotesInQuotes(x, v)...)
				continue
			}
			out = append(out, atom.Lit(v, true))
		case *syntax.DblQuoted:
			if x.Dollar && sc.here { // quotes are ordinary there, but not these
				out = append(out, atom.Atom{Piece: Piece{Origin: Other, Text: sc.source(x)}, Quoted: true})
			}
			inner := sc.atoms(x.Parts, true, false)
			if len(x.Parts) == 0 || len(inner) == 0 && !onlyArgs(x.Parts) {
				inner = append(inner, atom.Lit("", true))
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
			out = append(out, sc.extGlob(x))
		default:
			out = append(out, atom.Atom{Piece: Piece{Origin: Other, Text: sc.source(p), Split: !quoted}})
		}
	}
	return out
}

// extGlob is @(a|b) and the like. One without a text marks a word that was made
// of one: it may be none.
func (sc *scope) extGlob(x *syntax.ExtGlob) atom.Atom {
	if x.Pattern.Value == "" {
		return atom.Atom{Piece: Piece{Origin: Glob, Split: true}}
	}
	if pure.RunsInZsh(sc.source(x)) {
		sc.problem("a wildcard that runs code in zsh", sc.node(x))
	}
	if sc.promptText(x.Pattern.Value).Unknown() {
		return atom.Atom{Piece: Piece{Origin: Other, Text: sc.source(x), Split: true}}
	}
	return atom.Atom{Piece: Piece{Origin: Glob, Text: sc.source(x)}}
}

// onlyArgs tells whether a quoted word is just "$@", which may vanish.
func onlyArgs(parts []syntax.WordPart) bool {
	p, ok := parts[0].(*syntax.ParamExp)
	return ok && len(parts) == 1 && p.Param != nil && (p.Param.Value == "@" || p.Index != nil)
}

// assigned expands the value of an assignment, in which a tilde counts behind
// each colon, too.
func (sc *scope) assigned(w *syntax.Word) Word {
	if done, ok := sc.ahead[w]; ok {
		return done
	}
	if w == nil || !strings.Contains(sc.source(w), "~") {
		return sc.word(w)
	}
	var all []atom.Atom
	for _, parts := range pure.AtColons(w.Parts) {
		all = append(all, sc.atoms(parts, false, true)...)
	}
	r := atom.Join(all, false)
	r.Span, r.Raw = sc.node(w), sc.source(w)
	return r
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
