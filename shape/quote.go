package shape

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// keywords are words that a shell would not take for a program, were they
// printed bare in its place (POSIX and the bash manual).
const keywords = " if then else elif fi for while until do done case esac select function time coproc let in "

// quote writes a word that stands literally in a shape so that a shell reads
// the very same word from it.
func quote(s string) string {
	if safe(s, true) {
		return s
	}
	return forceQuote(s)
}

// quoteProgram is quote for a program's place, where more must be quoted.
func quoteProgram(s string) string {
	if s == "[" || safe(s, false) && !strings.Contains(keywords, " "+s+" ") {
		return s
	}
	return forceQuote(s)
}

func forceQuote(s string) string {
	if printable(s) {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return ansiQuote(s)
}

// ansiQuote is $'...' for text with control characters or bad UTF-8, so that
// nothing in a shape can move a terminal's cursor.
func ansiQuote(s string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == utf8.RuneError && n == 1 || r < utf8.RuneSelf && !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	b.WriteString("'")
	return b.String()
}

func printable(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// safe tells whether a shell reads a bare word as itself. An equals sign is
// safe everywhere but in the program's place.
func safe(s string, equals bool) bool {
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
		case strings.ContainsRune("_-./:@%+,^", r) || r == '=' && equals:
		case r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		default:
			return false
		}
	}
	return s != ""
}

func runeLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}
