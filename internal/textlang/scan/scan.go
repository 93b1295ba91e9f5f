// Package scan holds the character tests and small searches that the readers of
// text languages share. All work on bytes and never fail.
package scan

import "strings"

// HarmlessDevice tells whether a file name stands for one of the tool's own
// standard streams, which the shell's redirections have already been judged for.
func HarmlessDevice(name string) bool {
	switch name {
	case "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/null":
		return true
	}
	return strings.HasPrefix(name, "/dev/fd/")
}

// Letter is an ASCII letter or underscore.
func Letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// Digit is an ASCII digit.
func Digit(c byte) bool { return c >= '0' && c <= '9' }

// Blank is a space or tab.
func Blank(c byte) bool { return c == ' ' || c == '\t' }

// Space is ASCII white space.
func Space(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}

// SkipBlank returns the index of the first byte at or after i that is not blank.
func SkipBlank(s string, i int) int {
	for i < len(s) && Blank(s[i]) {
		i++
	}
	return i
}

// LineEnd returns the index of the next newline at or after i, or len(s).
func LineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// BracketEnd returns the index of the bracket that closes the bracket
// expression at s[i], 0 if none does on this line, and whether delim lies
// inside. A backslash escapes in awk's brackets and is an ordinary sign in sed's
// and ed's, as POSIX has it.
func BracketEnd(s string, i int, delim byte, escapes bool) (end int, inside bool) {
	j := i + 1
	if j < len(s) && s[j] == '^' {
		j++
	}
	if j < len(s) && s[j] == ']' {
		j++
	}
	for j < len(s) {
		c := s[j]
		if c == '\n' {
			return 0, inside
		}
		if c == ']' {
			return j, inside
		}
		if c == '[' && j+1 < len(s) && (s[j+1] == ':' || s[j+1] == '.' || s[j+1] == '=') {
			if k := strings.Index(s[j+2:], string(s[j+1])+"]"); k >= 0 {
				inside = inside || strings.IndexByte(s[j:j+2+k], delim) >= 0
				j += 2 + k + 2
				continue
			}
		}
		if c == '\\' && escapes {
			j++
		}
		inside = inside || c == delim
		j++
	}
	return 0, inside
}
