package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
	list := expandBraces(c.Parts, 512)
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

// expandBraces gives every combination, nil when there are more than most.
func expandBraces(parts []syntax.WordPart, most int) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, p := range parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			for i := range out {
				out[i] = append(out[i : i+1 : i+1][0], p)
			}
			continue
		}
		choices := braceChoices(b, most)
		if choices == nil || len(choices)*len(out) > most {
			return nil
		}
		var next [][]syntax.WordPart
		for _, o := range out {
			for _, c := range choices {
				next = append(next, append(append([]syntax.WordPart(nil), o...), c...))
			}
		}
		out = next
	}
	return out
}

func braceChoices(b *syntax.BraceExp, most int) [][]syntax.WordPart {
	if b.Sequence {
		return braceSequence(b, most)
	}
	out := [][]syntax.WordPart{}
	for _, e := range b.Elems {
		sub := expandBraces(e.Parts, most)
		if sub == nil || len(out)+len(sub) > most {
			return nil
		}
		out = append(out, sub...)
	}
	return out
}

func braceSequence(b *syntax.BraceExp, most int) [][]syntax.WordPart {
	a, z := b.Elems[0].Lit(), b.Elems[1].Lit()
	step := 1
	if len(b.Elems) > 2 {
		step, _ = strconv.Atoi(b.Elems[2].Lit())
	}
	step = max(1, abs(step))
	from, err1 := strconv.Atoi(a)
	to, err2 := strconv.Atoi(z)
	chars := err1 != nil || err2 != nil
	if chars {
		if len(a) != 1 || len(z) != 1 {
			return nil
		}
		from, to = int(a[0]), int(z[0])
	}
	if abs(to-from)/step >= most {
		return nil
	}
	width := 0
	if !chars && (strings.HasPrefix(strings.TrimPrefix(a, "-"), "0") || strings.HasPrefix(strings.TrimPrefix(z, "-"), "0")) {
		width = max(len(a), len(z))
	}
	var out [][]syntax.WordPart
	for n := from; ; {
		s := strconv.Itoa(n)
		if chars {
			s = string(rune(n))
		} else if len(s) < width {
			s = strings.Repeat("0", width-len(s)) + s
		}
		out = append(out, []syntax.WordPart{&syntax.Lit{Value: s, ValuePos: b.Pos(), ValueEnd: b.End()}})
		if from <= to {
			if n += step; n > to {
				return out
			}
		} else if n -= step; n < to {
			return out
		}
	}
}

func abs(n int) int { return max(n, -n) }

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
				v = ansiC(v)
			}
			if quoted {
				out = append(out, sc.quotesInQuotes(x, v)...)
				continue
			}
			out = append(out, lit(v, true))
		case *syntax.DblQuoted:
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
			if runsInZsh(sc.source(x)) {
				sc.problem("a wildcard that runs code in zsh", sc.node(x))
			}
			out = append(out, atom{piece: Piece{Origin: Glob, Text: sc.source(x)}})
		default:
			out = append(out, atom{piece: Piece{Origin: Other, Text: sc.source(p), Split: !quoted}})
		}
	}
	return out
}
