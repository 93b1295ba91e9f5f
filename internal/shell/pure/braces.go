package pure

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ExpandBraces gives every combination, nil when there are more than most.
func ExpandBraces(parts []syntax.WordPart, most int) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, p := range parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			for i := range out {
				out[i] = with(out[i], p)
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
				next = append(next, joined(o, c))
			}
		}
		out = next
	}
	return out
}

// joined puts parts together.
func joined(a, b []syntax.WordPart) []syntax.WordPart {
	out := append(make([]syntax.WordPart, 0, len(a)+len(b)), a...)
	for _, p := range b {
		out = with(out, p)
	}
	return out
}

// with appends a part; literal texts that meet become one, because a tilde counts
// at the beginning of a word, with the name behind it.
func with(parts []syntax.WordPart, p syntax.WordPart) []syntax.WordPart {
	l, ok := p.(*syntax.Lit)
	if ok && l.Value == "" {
		return parts
	}
	if n := len(parts); ok && n > 0 {
		if last, is := parts[n-1].(*syntax.Lit); is {
			sum := *last
			sum.Value += l.Value
			parts[n-1] = &sum
			return parts
		}
	}
	return append(parts, p)
}

func braceChoices(b *syntax.BraceExp, most int) [][]syntax.WordPart {
	if b.Sequence {
		return braceSequence(b, most)
	}
	out := [][]syntax.WordPart{}
	for _, e := range b.Elems {
		sub := ExpandBraces(e.Parts, most)
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
			sign := s[:len(s)-len(strings.TrimPrefix(s, "-"))]
			s = sign + strings.Repeat("0", width-len(s)) + s[len(sign):]
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

// AtColons parts a value at the colons of its literal texts, behind each of which
// a tilde counts as at the beginning of a word.
func AtColons(parts []syntax.WordPart) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, p := range parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			out[len(out)-1] = append(out[len(out)-1], p)
			continue
		}
		for i, text := range strings.Split(l.Value, ":") {
			one := *l
			if i > 0 {
				colon := *l
				colon.Value = ":"
				out = append(out, []syntax.WordPart{&colon}, nil)
			}
			if one.Value = text; text != "" {
				out[len(out)-1] = append(out[len(out)-1], &one)
			}
		}
	}
	return out
}

// mostAlternatives bounds the words that are made of patterns such as @(a|b).
const mostAlternatives = 64

// Alternatives gives a word for each text that a pattern of plain alternatives
// matches. In each of them the pattern stays, without a text, behind its match.
func Alternatives(parts []syntax.WordPart) [][]syntax.WordPart {
	if !slices.ContainsFunc(parts, func(p syntax.WordPart) bool { _, is := p.(*syntax.ExtGlob); return is }) {
		return [][]syntax.WordPart{parts}
	}
	out := [][]syntax.WordPart{nil}
	for _, p := range parts {
		ways := [][]syntax.WordPart{{p}}
		if x, ok := p.(*syntax.ExtGlob); ok && len(out) <= mostAlternatives {
			ways = waysOf(x)
		}
		var next [][]syntax.WordPart
		for _, o := range out {
			for _, w := range ways {
				next = append(next, joined(o, w))
			}
		}
		out = next
	}
	return out
}

func waysOf(x *syntax.ExtGlob) [][]syntax.WordPart {
	text := x.Pattern.Value
	if strings.ContainsAny(text, "()$`'\"\\") || text == "" || strings.Count(text, "|") >= mostAlternatives || RunsInZsh(x.Op.String()+text+")") {
		return [][]syntax.WordPart{{x}}
	}
	none := *x
	none.Pattern = &syntax.Lit{ValuePos: x.Pattern.ValuePos, ValueEnd: x.Pattern.ValueEnd}
	lit := func(s string) []syntax.WordPart {
		return []syntax.WordPart{&syntax.Lit{ValuePos: x.Pattern.ValuePos, ValueEnd: x.Pattern.ValueEnd, Value: s}, &none}
	}
	if x.Op == syntax.GlobExcept {
		return [][]syntax.WordPart{lit("*")}
	}
	var out [][]syntax.WordPart
	if x.Op == syntax.GlobZeroOrOne || x.Op == syntax.GlobZeroOrMore {
		out = append(out, []syntax.WordPart{&none})
	}
	for _, s := range strings.Split(text, "|") {
		if x.Op == syntax.GlobZeroOrMore || x.Op == syntax.GlobOneOrMore {
			s += "*" // and again
		}
		out = append(out, lit(s))
	}
	return out
}
