package secret

import (
	"bytes"
	"strings"
)

// blanks skips blanks from i on.
func (r *run) blanks(i int) int {
	for n := 0; i < len(r.text) && n < maxGap && (r.text[i] == ' ' || r.text[i] == '\t'); n++ {
		i++
	}
	return i
}

func (r *run) byteAt(i int) byte {
	if i >= 0 && i < len(r.text) {
		return r.text[i]
	}
	return 0
}

// until reads a value up to one of some characters.
func (r *run) until(i int, ends string) (literal, bool) {
	limit := min(len(r.text), i+4096)
	n := bytes.IndexAny(r.text[i:limit], ends)
	if n < 0 {
		n = limit - i
	}
	return r.trimmed(i, i+n)
}

func (r *run) trimmed(from, to int) (literal, bool) {
	for from < to && strings.IndexByte(" \t\r", r.text[from]) >= 0 {
		from++
	}
	for to > from && strings.IndexByte(" \t\r", r.text[to-1]) >= 0 {
		to--
	}
	return literal{start: from, end: to, text: string(r.text[from:to])}, to-from >= 6
}

// quoted reads a value in quotes.
func (r *run) quoted(i int) (literal, bool) {
	for n := 0; n < 2 && strings.IndexByte("bBrRuUfFL@$", r.byteAt(i)) >= 0 && i+1 < len(r.text) && strings.IndexByte("\"'bBrRuUfF@$", r.text[i+1]) >= 0; n++ {
		i++
	}
	escapes := 0
	for r.byteAt(i) == '\\' && escapes < 4 {
		i++
		escapes++
	}
	quote := r.byteAt(i)
	if quote != '"' && quote != '\'' && quote != '`' {
		if bytes.HasPrefix(r.text[min(i, len(r.text)):], []byte("&quot;")) {
			return r.until(i+6, "&\n")
		}
		return literal{}, false
	}
	end := r.closing(i+1, quote, escapes)
	if end < i+2 {
		return literal{}, false
	}
	v, _ := r.trimmed(i+1, end)
	v.quoted = true
	return v, true
}

// closing is where a quote that was opened before i is closed, -1 if it is not
// on this line.
func (r *run) closing(i int, quote byte, escapes int) int {
	for limit := min(len(r.text), i+4200); i < limit; i++ {
		switch c := r.text[i]; {
		case c == '\n':
			return -1
		case c == quote:
			return i
		case c == '\\' && escapes > 0 && r.byteAt(i+escapes) == quote:
			return i
		case c == '\\' && escapes == 0:
			i++
		}
	}
	return -1
}

// joined adds the further pieces of a value that is put together from
// literals.
func (r *run) joined(v literal) literal {
	i := v.end
	for range 6 {
		j := r.blanks(i + 1)
		if c := r.byteAt(j); c != '+' && c != '.' && c != '\\' {
			return v
		}
		j++
		for n := 0; n < maxGap && strings.IndexByte(" \t\r\n", r.byteAt(j)) >= 0 && j < len(r.text); n++ {
			j++
		}
		quote := r.byteAt(j)
		end := -1
		if quote == '"' || quote == '\'' {
			end = r.closing(j+1, quote, 0)
		}
		if end < 0 {
			return v
		}
		v.text += string(r.text[j+1 : end])
		v.pieces = true
		i = end
	}
	return v
}
