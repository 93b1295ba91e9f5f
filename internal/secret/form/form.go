// Package form matches tokens against short descriptions of their form.
//
// A form is text with classes of characters in it: ghp_<A36> is the letters
// ghp_ and then 36 letters or digits. A number is a length, two with a dash are
// the least and the most, a + stands for no upper bound. The first stretch of
// plain text is the anchor, by which a scanner finds candidates; where another
// should be, it stands in braces: <A14>{.atlasv1.}<U60-70>. Letters in square
// brackets inside plain text are alternatives.
//
// Forms are few and anchors rare, so a form is read anew for every candidate
// and costs nothing before.
package form

import "strings"

// Unbounded is how far a class with + reaches; what follows may still belong
// to it.
const Unbounded = 4096

// maxParts bounds a form.
const maxParts = 28

// part is plain text, or a class of characters with its lengths.
type part struct {
	text     string
	class    byte
	min, max int
	open     bool // no upper bound
}

// In tells whether a character belongs to a class:
//
//	A letters, digits    U A and _-       B A and +/       S B and =
//	h 0-9a-f             H h and A-F      X 0-9A-F         D digits
//	l a-z0-9             L A-Z0-9         2 A-Z2-7         W letters
//	w a-z                T U and .~       P S and _-%
func In(class, c byte) bool {
	switch class {
	case 'A':
		return alnum(c)
	case 'U':
		return alnum(c) || c == '_' || c == '-'
	case 'B':
		return alnum(c) || c == '+' || c == '/'
	case 'S':
		return alnum(c) || c == '+' || c == '/' || c == '='
	case 'P':
		return alnum(c) || strings.IndexByte("+/=_-%", c) >= 0
	case 'T':
		return alnum(c) || strings.IndexByte("_-.~", c) >= 0
	case 'h':
		return digit(c) || 'a' <= c && c <= 'f'
	case 'H':
		return digit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
	case 'X':
		return digit(c) || 'A' <= c && c <= 'F'
	case 'D':
		return digit(c)
	case 'l':
		return digit(c) || 'a' <= c && c <= 'z'
	case 'L':
		return digit(c) || 'A' <= c && c <= 'Z'
	case '2':
		return '2' <= c && c <= '7' || 'A' <= c && c <= 'Z'
	case 'W':
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	case 'w':
		return 'a' <= c && c <= 'z'
	}
	return false
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func alnum(c byte) bool { return digit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// Valid tells whether a form can be read and has an anchor.
func Valid(form string) bool {
	var parts [maxParts]part
	n, anchor := read(form, &parts)
	return n > 0 && anchor >= 0
}

// Whole tells whether the whole of a text has the form. It needs no anchor.
func Whole(form, text string) bool {
	var parts [maxParts]part
	n, _ := read(form, &parts)
	if n == 0 {
		return false
	}
	end, ok := ahead(parts[:n], []byte(text), 0)
	return ok && end == len(text)
}

// At matches a form whose anchor stands at i of text, and gives where the
// token begins and ends.
func At(form string, text []byte, i int) (start, end int, ok bool) {
	var parts [maxParts]part
	n, anchor := read(form, &parts)
	if n == 0 || anchor < 0 {
		return 0, 0, false
	}
	end, ok = ahead(parts[anchor:n], text, i)
	if !ok {
		return 0, 0, false
	}
	start, ok = back(parts[:anchor], text, i)
	return start, end, ok
}

// ahead matches parts from i on. A class takes as much as it can; if it could
// go on after the last part, the token is another, longer one.
func ahead(parts []part, text []byte, i int) (int, bool) {
	if len(parts) == 0 {
		return i, true
	}
	p := parts[0]
	if p.class == 0 {
		if !Literal(p.text, text, i) {
			return 0, false
		}
		return ahead(parts[1:], text, i+width(p.text))
	}
	n := 0
	for n < p.max && i+n < len(text) && In(p.class, text[i+n]) {
		n++
	}
	if len(parts) == 1 {
		longer := i+n < len(text) && In(p.class, text[i+n]) && !p.open
		return i + n, n >= p.min && !longer
	}
	for ; n >= p.min; n-- {
		if end, ok := ahead(parts[1:], text, i+n); ok {
			return end, true
		}
	}
	return 0, false
}

// back matches parts that end before i, the last one first.
func back(parts []part, text []byte, i int) (int, bool) {
	if len(parts) == 0 {
		return i, true
	}
	p := parts[len(parts)-1]
	if p.class == 0 {
		from := i - width(p.text)
		if from < 0 || !Literal(p.text, text, from) {
			return 0, false
		}
		return back(parts[:len(parts)-1], text, from)
	}
	n := 0
	for n < p.max && i-n > 0 && In(p.class, text[i-n-1]) {
		n++
	}
	if len(parts) == 1 {
		return i - n, n >= p.min && !(i-n > 0 && In(p.class, text[i-n-1]))
	}
	for ; n >= p.min; n-- {
		if start, ok := back(parts[:len(parts)-1], text, i-n); ok {
			return start, true
		}
	}
	return 0, false
}

// width is how many characters plain text with alternatives takes.
func width(lit string) int {
	n := 0
	for i := 0; i < len(lit); i++ {
		if lit[i] == '[' {
			i += strings.IndexByte(lit[i:], ']')
		}
		n++
	}
	return n
}

// Literal tells whether plain text with alternatives stands at i of text.
func Literal(lit string, text []byte, i int) bool {
	for ; lit != ""; i++ {
		if i >= len(text) {
			return false
		}
		if lit[0] != '[' {
			if text[i] != lit[0] {
				return false
			}
			lit = lit[1:]
			continue
		}
		end := strings.IndexByte(lit, ']')
		if strings.IndexByte(lit[1:end], text[i]) < 0 {
			return false
		}
		lit = lit[end+1:]
	}
	return true
}

// read cuts a form into its parts and gives their number, 0 if it is not well
// formed, and which of them is the anchor, -1 without.
func read(form string, parts *[maxParts]part) (n, anchor int) {
	anchor = -1
	braced := strings.IndexByte(form, '{') >= 0
	for form != "" && n < maxParts {
		var p part
		ok := true
		switch form[0] {
		case '<':
			p, form, ok = class(form)
		case '{':
			p.text, form, ok = strings.Cut(form[1:], "}")
			anchor = n
		default:
			cut := strings.IndexAny(form, "<{")
			if cut < 0 {
				cut = len(form)
			}
			p.text, form = form[:cut], form[cut:]
			if !braced && anchor < 0 {
				anchor = n
			}
		}
		if !ok || p.class == 0 && (p.text == "" || strings.Count(p.text, "[") != strings.Count(p.text, "]")) {
			return 0, -1
		}
		parts[n] = p
		n++
	}
	if form != "" {
		return 0, -1
	}
	return n, anchor
}

// class reads <A36>, <A24-99> or <U60+> at the beginning of a form.
func class(form string) (part, string, bool) {
	inner, rest, ok := strings.Cut(form[1:], ">")
	if !ok || len(inner) < 2 {
		return part{}, "", false
	}
	p := part{class: inner[0]}
	low, high, ranged := strings.Cut(inner[1:], "-")
	low, p.open = strings.CutSuffix(low, "+")
	p.min = number(low)
	switch {
	case p.open:
		p.max = Unbounded
	case ranged:
		p.max = number(high)
	default:
		p.max = p.min
	}
	return p, rest, p.min >= 0 && p.max >= p.min && p.max > 0
}

func number(s string) int {
	n := 0
	for i := 0; i < len(s) && len(s) < 5; i++ {
		if !digit(s[i]) {
			return -1
		}
		n = n*10 + int(s[i]-'0')
	}
	if s == "" || len(s) >= 5 {
		return -1
	}
	return n
}

// Anchor gives the plain text by which a candidate is found, with its
// alternatives in square brackets.
func Anchor(form string) string {
	var parts [maxParts]part
	n, anchor := read(form, &parts)
	if n == 0 || anchor < 0 {
		return ""
	}
	return parts[anchor].text
}

// Leads tells whether a form begins with its anchor, so that what stands
// before the anchor stands before the token.
func Leads(form string) bool {
	return form != "" && form[0] != '<' && (form[0] == '{' || !strings.Contains(form, "{"))
}
