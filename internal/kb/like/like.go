// Package like matches words against the patterns of knowledge files, and cuts
// words into the parts that such a pattern looks at.
package like

import (
	"iter"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Match is a pattern with * and ? over a whole text, without regard to case.
// It is tried many times for each command, so it makes no copies: letters are
// folded where they stand, unless some are not of ASCII.
func Match(pat, s string) bool {
	if !ascii(pat) || !ascii(s) {
		pat, s = strings.ToLower(pat), strings.ToLower(s)
	}
	p, i, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case p < len(pat) && pat[p] == '*':
			star, mark = p, i
			p++
		case p < len(pat) && (pat[p] == '?' || lower(pat[p]) == lower(s[i])):
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

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// begins is strings.HasPrefix without regard to case.
func begins(s, prefix string) bool {
	if !ascii(s) || !ascii(prefix) {
		return strings.HasPrefix(strings.ToLower(s), strings.ToLower(prefix))
	}
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// patterns gives the parts of a list one by one. {bar} is a bar that belongs to
// a pattern.
func patterns(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for more := true; more; {
			var p string
			p, list, more = strings.Cut(list, "|")
			if strings.Contains(p, "{bar}") {
				p = strings.ReplaceAll(p, "{bar}", "|")
			}
			if !yield(p) {
				return
			}
		}
	}
}

// Any tries patterns separated by bars; a leading ! turns the list round, a
// leading = says that only known words count.
func Any(list, s string) bool {
	list = strings.TrimPrefix(list, "=")
	not := strings.HasPrefix(list, "!")
	for p := range patterns(strings.TrimPrefix(list, "!")) {
		if Match(p, s) {
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
	for p := range patterns(strings.TrimPrefix(list, "!")) {
		fixed, wild := p, ""
		if i := strings.IndexAny(p, "*?"); i >= 0 {
			fixed, wild = p[:i], p[i:]
		}
		switch {
		case wild == "*" && begins(head, fixed):
			return !not, true
		case wild != "" && begins(head, fixed), begins(fixed, head):
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
