package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Match reports whether pattern covers the whole of subject. '*' stands for
// any run of characters, also none, also newlines and slashes; '?' stands for
// exactly one code point; every other character for itself. There is no
// escape character and case counts.
//
// The time grows with the length of the subject, not with the number of ways
// to spread it over the stars.
func Match(pattern, subject string) bool {
	star := strings.IndexByte(pattern, '*')
	if star < 0 {
		return prefixLen(pattern, subject) == len(subject)
	}
	n := prefixLen(pattern[:star], subject)
	if n < 0 {
		return false
	}
	subject = subject[n:]
	last := strings.LastIndexByte(pattern, '*')
	n = suffixLen(pattern[last+1:], subject)
	if n < 0 {
		return false
	}
	subject = subject[:len(subject)-n]
	// Between the first and the last star each piece may stand anywhere
	// after the one before it, so the leftmost place is always right.
	for middle := pattern[star:last]; middle != ""; {
		piece, _, _ := strings.Cut(middle[1:], "*")
		middle = middle[1+len(piece):]
		end := indexEnd(piece, subject)
		if end < 0 {
			return false
		}
		subject = subject[end:]
	}
	return true
}

// MatchFold is [Match] without regard to case, for paths of credentials: on a
// file system that ignores case .ENV is .env.
func MatchFold(pattern, subject string) bool {
	return Match(foldCase(pattern), foldCase(subject))
}

// prefixLen returns how many bytes of s the star-free piece takes at its
// start, or -1 if it does not match there.
func prefixLen(piece, s string) int {
	if strings.IndexByte(piece, '?') < 0 {
		if !strings.HasPrefix(s, piece) {
			return -1
		}
		return len(piece)
	}
	at := 0
	for i := 0; i < len(piece); i++ {
		if at >= len(s) {
			return -1
		}
		if piece[i] == '?' {
			_, size := utf8.DecodeRuneInString(s[at:])
			at += size
			continue
		}
		if piece[i] != s[at] {
			return -1
		}
		at++
	}
	return at
}

// suffixLen returns how many bytes of s the star-free piece takes at its end,
// or -1 if it does not match there.
func suffixLen(piece, s string) int {
	if strings.IndexByte(piece, '?') < 0 {
		if !strings.HasSuffix(s, piece) {
			return -1
		}
		return len(piece)
	}
	start := len(s)
	for range utf8.RuneCountInString(piece) {
		if start == 0 {
			return -1
		}
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	if prefixLen(piece, s[start:]) != len(s)-start {
		return -1
	}
	return len(s) - start
}

// indexEnd returns where the leftmost match of the star-free piece in s ends,
// or -1 if there is none.
func indexEnd(piece, s string) int {
	mark := strings.IndexByte(piece, '?')
	if mark < 0 {
		i := strings.Index(s, piece)
		if i < 0 {
			return -1
		}
		return i + len(piece)
	}
	for at := 0; at <= len(s); {
		skip := strings.Index(s[at:], piece[:mark])
		if skip < 0 {
			return -1
		}
		at += skip
		if n := prefixLen(piece, s[at:]); n >= 0 {
			return at + n
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += max(size, 1)
	}
	return -1
}

// foldCase maps each character to one chosen member of its case orbit, so
// that texts which differ in case only become equal. Lower-case ASCII, the
// usual path, is returned as it is.
func foldCase(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return strings.Map(foldRune, s)
		}
	}
	return s
}

func foldRune(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	if r < utf8.RuneSelf {
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	// The least member of an orbit with ASCII in it is the capital letter.
	if 'A' <= least && least <= 'Z' {
		least += 'a' - 'A'
	}
	return least
}

func equalFold(a, b string) bool { return foldCase(a) == foldCase(b) }

// Kind says what a subject is, since a rule on a command may be written
// shorter than a rule on a path. The zero value is Plain.
type Kind uint8

// The kinds of subjects.
const (
	Plain   Kind = iota // matched by Match alone: URLs, names, search patterns
	Command             // one simple command, its words joined by blanks
	Path                // a file or folder; a folder may end with a slash
)

// String returns "plain", "command" or "path".
func (k Kind) String() string {
	switch k {
	case Command:
		return "command"
	case Path:
		return "path"
	case Plain:
	}
	return "plain"
}

// ParseKind is the inverse of String. An unknown word is Plain, which reads
// patterns most literally.
func ParseKind(word string) Kind {
	switch word {
	case "command":
		return Command
	case "path":
		return Path
	}
	return Plain
}

// covers reports whether a pattern covers one form of a subject of kind k.
//
// Commands: "git stash *" also covers "git stash", and a single word without
// a wildcard names a program, whatever its arguments.
//
// Paths: a pattern that ends with a slash covers the folder and everything
// below it, and "./" or "**/" in front may stand for nothing.
func (k Kind) covers(pattern, form string) bool {
	switch {
	case Match(pattern, form):
		return true
	case k == Command:
		return coversCommand(pattern, form)
	case k == Path:
		return coversPath(pattern, form)
	}
	return false
}

func coversCommand(pattern, form string) bool {
	if head, ok := strings.CutSuffix(pattern, " *"); ok && head != "" {
		return Match(head, form)
	}
	if !isWord(pattern) {
		return false
	}
	return len(form) > len(pattern) && form[len(pattern)] == ' ' && form[:len(pattern)] == pattern
}

// isWord reports whether a pattern is one literal word, and so a program.
func isWord(pattern string) bool {
	return pattern != "" && !strings.ContainsAny(pattern, "*? \t\r\n")
}

func coversPath(pattern, form string) bool {
	if coversFolder(pattern, form) {
		return true
	}
	if isAbsolute(form) {
		return false
	}
	for _, prefix := range [...]string{"./", "**/"} {
		if rest, ok := strings.CutPrefix(pattern, prefix); ok && rest != "" {
			return Match(rest, form) || coversFolder(rest, form)
		}
	}
	return false
}

func coversFolder(pattern, form string) bool {
	if len(pattern) < 2 || !strings.HasSuffix(pattern, "/") {
		return false
	}
	return Match(pattern[:len(pattern)-1], form) || Match(pattern+"*", form)
}

// isAbsolute reports whether a path does not start at the project: a rooted
// path, one of a home, or one with a drive letter.
func isAbsolute(path string) bool {
	if path == "" {
		return false
	}
	return path[0] == '/' || path[0] == '\\' || path[0] == '~' || len(path) > 1 && path[1] == ':'
}

// climbs reports whether a path has an element "..": what it names depends on
// links, so its text proves nothing in favour of the call.
func climbs(path string) bool {
	if !strings.Contains(path, "..") {
		return false
	}
	for rest := path; ; {
		i := strings.IndexAny(rest, `/\`)
		if i < 0 {
			return rest == ".."
		}
		if rest[:i] == ".." {
			return true
		}
		rest = rest[i+1:]
	}
}

// reachesBelow reports whether everything the pattern covers lies below the
// folder: its literal start says so. "src/generated/*" lies below "src".
func reachesBelow(pattern, folder string) bool {
	literal := pattern
	if i := strings.IndexAny(pattern, "*?"); i >= 0 {
		literal = pattern[:i]
	}
	literal = strings.TrimPrefix(literal, "./")
	folder = strings.TrimSuffix(folder, "/")
	if folder == "." {
		return literal != "" && !isAbsolute(literal) && !climbs(literal)
	}
	return len(literal) > len(folder) && literal[len(folder)] == '/' && literal[:len(folder)] == folder
}
