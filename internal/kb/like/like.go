// Package like matches words against the patterns of knowledge files, and cuts
// words into the parts that such a pattern looks at.
package like

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Match is a pattern with * and ? over a whole text, without regard to case.
func Match(pat, s string) bool {
	pat, s = strings.ToLower(pat), strings.ToLower(s)
	p, i, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case p < len(pat) && pat[p] == '*':
			star, mark = p, i
			p++
		case p < len(pat) && (pat[p] == '?' || pat[p] == s[i]):
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	for p < len(pat) && pat[p] == '*' {
		p++
	}
	return p == len(pat)
}

// Any tries patterns separated by bars ({bar} is a bar that belongs to a
// pattern); a leading ! turns the list round,
// a leading = says that only known words count.
func Any(list, s string) bool {
	list = strings.TrimPrefix(list, "=")
	not := strings.HasPrefix(list, "!")
	for _, p := range strings.Split(strings.TrimPrefix(list, "!"), "|") {
		if Match(strings.ReplaceAll(p, "{bar}", "|"), s) {
			return !not
		}
	}
	return not
}

// Head tries patterns on a word of which only the beginning is known.
func Head(list, head string) (found, sure bool) {
	if strings.HasPrefix(list, "=") {
		return false, true
	}
	not := strings.HasPrefix(list, "!")
	open := false
	for _, p := range strings.Split(strings.TrimPrefix(list, "!"), "|") {
		p = strings.ReplaceAll(p, "{bar}", "|")
		fixed, wild := p, false
		if i := strings.IndexAny(p, "*?"); i >= 0 {
			fixed, wild = p[:i], true
		}
		f, h := strings.ToLower(fixed), strings.ToLower(head)
		switch {
		case wild && fixed+"*" == p && strings.HasPrefix(h, f):
			return !not, true
		case strings.HasPrefix(h, f) && wild, strings.HasPrefix(f, h):
			open = true
		}
	}
	if open {
		return true, false
	}
	return not, true
}

// maxParts bounds how many parts of one value are looked at.
const maxParts = 64

// Parts cuts a value such as json:FILE or asm=FILE,link=FILE into its parts.
func Parts(w shell.Word) []shell.Word {
	var out []shell.Word
	now := shell.Word{Span: w.Span}
	end := func() {
		if len(now.Pieces) > 0 {
			out = append(out, now)
		}
		now = shell.Word{Span: w.Span}
	}
	for _, p := range w.Pieces {
		for p.Origin == shell.Literal && len(out) < maxParts {
			i := strings.IndexAny(p.Text, "=:,;")
			if i < 0 {
				break
			}
			if i > 0 {
				now.Pieces = append(now.Pieces, shell.Piece{Text: p.Text[:i]})
			}
			end()
			p.Text = p.Text[i+1:]
		}
		if p.Text != "" || p.Origin != shell.Literal {
			now.Pieces = append(now.Pieces, p)
		}
	}
	end()
	if len(out) == 0 {
		return []shell.Word{w}
	}
	return out
}

// Count compares a number of operands with "0", ">1" and the like.
func Count(want string, n int) bool {
	v := 0
	for _, c := range strings.TrimLeft(want, "<>=") {
		v = v*10 + int(c-'0')
	}
	switch want[0] {
	case '>':
		return n > v
	case '<':
		return n < v
	}
	return n == v
}
