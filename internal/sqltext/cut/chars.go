package cut

import "strings"

// IsLetter tells whether a byte is a letter of a name: ASCII ones, the underscore
// and all of what is not ASCII.
func IsLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

// IsDigit tells whether a byte is a decimal digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsSpace tells whether a byte parts words; NUL does.
func IsSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' || c == 0 }

// LineEnd is where the line at i ends: at its line feed, or with the text.
func LineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}
