// Package display makes a stranger's text fit to be shown to a person or
// written to a log: what the person sees is what is there.
//
// Text of an agent may hold terminal sequences that overwrite what was
// printed, characters that turn the reading direction, characters nobody sees,
// and letters that look like others. All of them come out as \u{HEX}; bytes
// that are no UTF-8 come out as \x{HEX}. A text that holds such an escape
// already gets its backslash escaped, so every output has one reading.
//
//	display.Line(text)               one line: newline and tab are escaped, too
//	display.Block(text)              several lines
//	display.Clip(text, 200, span...) shortens and says by how much
//
// Order matters: clip first, escape last, colour around the result.
package display

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is text in one line.
func Line(text string) string { return escape(text, false) }

// Block is text with its newlines and tabs. A carriage return is escaped
// always: it would let what follows overwrite what stands before.
func Block(text string) string { return escape(text, true) }

// Plain reports whether Line would show text as it is.
func Plain(text string) bool { return Line(text) == text }

func escape(text string, lines bool) string {
	if plainASCII(text, lines) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 16)
	foreign := foreignLetters(text)
	marks := 0
	var before rune
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		shown := r
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteString(`\x{` + hex(rune(text[i])) + "}")
			shown = '}'
		case lines && (r == '\n' || r == '\t'):
			b.WriteRune(r)
		case r == '\\' && escapeAt(text[i:]):
			b.WriteString(`\u{5C}`)
		case r == emojiStyle && unicode.Is(unicode.So, before):
			// Asks for the coloured form of the symbol before it.
			b.WriteRune(r)
		case Hidden(r) || lookalike(text, i, r, foreign) || marks >= maxMarks && unicode.Is(unicode.M, r):
			b.WriteString(`\u{` + hex(r) + "}")
		default:
			b.WriteString(text[i : i+size])
		}
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		before = shown
		i += size
	}
	return b.String()
}

const (
	emojiStyle = '\ufe0f'
	// maxMarks is how many combining marks may stand on one letter: more than
	// any written language needs, fewer than it takes to cover other lines.
	maxMarks = 4
)

func hex(r rune) string { return strings.ToUpper(strconv.FormatInt(int64(r), 16)) }

// escapeAt reports whether text begins like an escape of ours.
func escapeAt(text string) bool {
	return strings.HasPrefix(text, `\u{`) || strings.HasPrefix(text, `\x{`)
}

func plainASCII(text string, lines bool) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf || c == 0x7f || c < ' ' && !(lines && (c == '\n' || c == '\t')) {
			return false
		}
		if c == '\\' && escapeAt(text[i:]) {
			return false
		}
	}
	return true
}

// Hidden reports whether r shows as nothing, as a blank that is none, or
// changes how other characters show: controls, formats (reading direction,
// zero width, tags), variation selectors, fillers, separators other than the
// blank, private and unassigned characters. Newline and tab count as hidden.
func Hidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	switch r {
	case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0, 0xfffc:
		return true // joiner, Hangul and Khmer fillers, blank Braille, object
	}
	if unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Z, r) {
		return true
	}
	// Graphic characters are letters, marks, numbers, punctuation, symbols and
	// blanks; the rest is Cc, Cf, Co, Cs and what is not assigned.
	return !unicode.IsGraphic(r)
}

// Clip shortens text to about limit characters and says in the gap how many
// characters are left out. It keeps the beginning, the end and, if keep is
// given, the bytes keep[0]:keep[1] of text: the part that matters must not be
// what is cut. Limits below 20 count as 20.
func Clip(text string, limit int, keep ...int) string {
	limit = max(limit, 20)
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	// Three pieces of a third each; a piece without use goes to the others.
	third := limit / 3
	if len(keep) < 2 || keep[0] < 0 || keep[1] > len(text) || keep[0] >= keep[1] {
		return join(text, [2]int{0, forward(text, 0, 2*third)}, [2]int{backward(text, len(text), third), len(text)})
	}
	start := keep[0]
	end := min(keep[1], forward(text, start, limit))
	room := max(0, limit-utf8.RuneCountInString(text[start:end])) / 4
	return join(text,
		[2]int{0, forward(text, 0, room)},
		[2]int{backward(text, boundary(text, start), room), forward(text, boundary(text, end), room)},
		[2]int{backward(text, len(text), room), len(text)})
}

// join puts the pieces of text together; they are in order and may overlap.
func join(text string, pieces ...[2]int) string {
	var b strings.Builder
	done := 0
	for _, p := range pieces {
		start, end := max(p[0], done), max(p[1], done)
		if left := utf8.RuneCountInString(text[done:start]); left > 0 {
			b.WriteString(gap(left))
		}
		b.WriteString(text[start:end])
		done = end
	}
	if left := utf8.RuneCountInString(text[done:]); left > 0 {
		b.WriteString(gap(left))
	}
	return b.String()
}

func gap(n int) string { return " [... " + strconv.Itoa(n) + " characters left out ...] " }

// boundary is the start of the character that the byte at i belongs to.
func boundary(text string, i int) int {
	for n := 0; n < utf8.UTFMax && i > 0 && i < len(text) && !utf8.RuneStart(text[i]); n++ {
		i--
	}
	return i
}

func forward(text string, i, n int) int {
	for ; n > 0 && i < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[i:])
		i += size
	}
	return i
}

func backward(text string, i, n int) int {
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:i])
		i -= size
	}
	return i
}
