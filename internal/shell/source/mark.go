package source

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// plainMark writes the end mark of a here-document in ASCII, as the parser finds no
// other at the end of the body. All that stands in the text keeps its place, since each
// byte is replaced by one; so does the meaning, since every line that is the mark,
// wherever it stands, is the new one: no line begins or ends a body that did not.
// It is not ok for a mark in ASCII, or if a line of what was written is the new mark.
func plainMark(written, text, mark string, err error) (out string, ok bool) {
	var parse syntax.ParseError
	if !errors.As(err, &parse) {
		return "", false
	}
	plain := []byte(mark)
	for i, c := range plain {
		if c >= 0x80 {
			plain[i], ok = 'A'+c%26, true
		}
	}
	at := int(parse.Pos.Offset())
	if !ok || at > len(text) || !strings.HasPrefix(text[at:], "<<") || strings.Contains(written, string(plain)) {
		return "", false
	}
	line, rest, _ := strings.Cut(text[at:], "\n")
	i := strings.Index(line, mark)
	if i < 0 || strings.Trim(line[:i], "<- \t'\"\\") != "" {
		return "", false
	}
	var b strings.Builder
	b.WriteString(text[:at+i])
	b.Write(plain)
	b.WriteString(line[i+len(mark):])
	for l := range strings.SplitSeq(rest, "\n") {
		b.WriteByte('\n')
		tabs := len(l) - len(strings.TrimLeft(l, "\t"))
		if l[tabs:] == mark {
			l = l[:tabs] + string(plain)
		}
		b.WriteString(l)
	}
	return b.String(), true
}
