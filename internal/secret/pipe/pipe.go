// Package pipe finds the word that a shell hands to a command's input: printed
// into a pipe, or behind <<<. Results are the offsets of its first character and
// behind its last; both 0 if there is none.
package pipe

import (
	"bytes"
	"strings"
)

// Printed finds the word that echo or printf prints last on a line that goes
// into a pipe, without its options and its format.
func Printed(line []byte) (from, to int) {
	n, size := bytes.LastIndex(line, []byte("echo ")), len("echo ")
	if m := bytes.LastIndex(line, []byte("printf ")); m > n {
		n, size = m, len("printf ")
	}
	if n < 0 || bytes.IndexByte(line[n:], '|') < 0 {
		return 0, 0
	}
	i := n + size
	for range 3 {
		from, to, next := word(line, i)
		w := line[from:to]
		if len(w) > 0 && (w[0] == '-' || bytes.HasPrefix(w, []byte("%s"))) {
			i = next
			continue
		}
		return from, to - len(w) + len(bytes.TrimSuffix(w, []byte(`\n`)))
	}
	return 0, 0
}

// Handed finds the word behind <<<.
func Handed(line []byte) (from, to int) {
	n := bytes.Index(line, []byte("<<<"))
	if n < 0 {
		return 0, 0
	}
	from, to, _ = word(line, n+len("<<<"))
	return from, to
}

// word reads one word, in quotes or not, and says where the next may begin.
func word(line []byte, i int) (from, to, next int) {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\\') {
		i++
	}
	if i < len(line) && (line[i] == '"' || line[i] == '\'') {
		n := bytes.IndexByte(line[i+1:], line[i])
		if n < 0 {
			return i, i, len(line)
		}
		inner := bytes.TrimRight(line[i+1:i+1+n], `\`)
		return i + 1, i + 1 + len(inner), i + 2 + n
	}
	to = i
	for to < len(line) && strings.IndexByte(" |\t\n\"'`;&<>", line[to]) < 0 {
		to++
	}
	return i, to, to
}
