package textlang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang/scan"
)

// SedOptions says how sed was called. The zero value is the usual call.
type SedOptions struct {
	// Sandbox is set if --sandbox was given: GNU sed then refuses e, r and w.
	Sandbox bool
}

// Sed reads a sed script (GNU forms, which include those of POSIX and BSD).
// Scripts of several -e options are joined by newlines before the call; files
// named by -f, the edited files and -i are the caller's to look at.
func Sed(src string, opts SedOptions) []Act {
	if len(src) > MaxSource {
		return Oversize(src)
	}
	r := sedReader{src: src}
	r.script()
	acts := r.out.Acts
	if r.differ {
		// Older and other seds do not treat a delimiter in brackets as text.
		o := sedReader{src: src, plainBrackets: true}
		o.script()
		switch {
		case !hasUnread(o.out.Acts) && hasUnread(acts):
			acts = o.out.Acts
		case !hasUnread(o.out.Acts):
			acts = merge(acts, o.out.Acts)
		}
	}
	if opts.Sandbox {
		kept := acts[:0]
		for _, a := range acts {
			if a.Kind == Unread {
				kept = append(kept, a)
			}
		}
		return kept
	}
	return acts
}

type sedReader struct {
	src           string
	i             int
	out           List
	plainBrackets bool
	differ        bool
	failed        bool
}

func (r *sedReader) fail(what string) {
	if !r.failed {
		r.failed = true
		r.out.Add(Unreadable("sed: "+what, min(r.i, len(r.src)), len(r.src)))
	}
	r.i = len(r.src)
}

func (r *sedReader) peek() byte {
	if r.i < len(r.src) {
		return r.src[r.i]
	}
	return 0
}

func (r *sedReader) blanks() {
	for r.i < len(r.src) && scan.Space(r.src[r.i]) && r.src[r.i] != '\n' {
		r.i++
	}
}

// script reads commands until the end of the text.
func (r *sedReader) script() {
	for r.i < len(r.src) {
		c := r.src[r.i]
		switch {
		case scan.Space(c) || c == ';':
			r.i++
		case c == '#':
			r.i = scan.LineEnd(r.src, r.i)
		default:
			r.addresses()
			r.command()
		}
	}
}

// addresses passes over `a`, `a,b`, `a!` and the like.
func (r *sedReader) addresses() {
	if r.address() {
		r.blanks()
		if r.peek() == ',' {
			r.i++
			r.blanks()
			if c := r.peek(); c == '+' || c == '~' {
				r.i++
			}
			if !r.address() {
				r.fail("address missing after a comma")
			}
		}
	}
	for r.blanks(); r.peek() == '!'; r.blanks() {
		r.i++
	}
}

func (r *sedReader) address() bool {
	switch c := r.peek(); {
	case c == '$':
		r.i++
	case scan.Digit(c):
		r.digits()
		r.blanks()
		if r.peek() == '~' {
			r.i++
			r.blanks()
			r.digits()
		}
	case c == '/' || c == '\\':
		if c == '\\' {
			r.i++
		}
		delim := r.peek()
		if delim == 0 || delim == '\n' || delim == '\\' {
			r.fail("address without a delimiter")
			return true
		}
		r.i++
		r.part(delim, true)
		for c := r.peek(); c == 'I' || c == 'M'; c = r.peek() {
			r.i++
		}
	default:
		return false
	}
	return true
}

func (r *sedReader) digits() {
	for scan.Digit(r.peek()) {
		r.i++
	}
}

// part reads up to the delimiter and returns the text before it.
func (r *sedReader) part(delim byte, regex bool) string {
	start := r.i
	for r.i < len(r.src) {
		switch c := r.src[r.i]; {
		case c == delim:
			r.i++
			return r.src[start : r.i-1]
		case c == '\\':
			r.i++
		case c == '[' && regex:
			end, inside := scan.BracketEnd(r.src, r.i, delim, false)
			if end > 0 && inside {
				r.differ = true
				if !r.plainBrackets {
					r.i = end
				}
			}
		case c == '\n' && regex:
			r.fail("newline in a regular expression")
			return ""
		}
		r.i++
	}
	r.fail("delimiter missing")
	return ""
}

func (r *sedReader) command() {
	start := r.i
	c := r.peek()
	if c == 0 {
		r.fail("command missing")
		return
	}
	r.i++
	switch {
	case strings.IndexByte("{}=dDgGhHnNpPxzF", c) >= 0:
	case c == '#':
		r.i = scan.LineEnd(r.src, r.i)
	case c == ':' || c == 'b' || c == 't' || c == 'T':
		r.label()
	case c == 'q' || c == 'Q' || c == 'l' || c == 'L':
		r.blanks()
		r.digits()
	case c == 'v':
		for r.blanks(); r.i < len(r.src) && !scan.Space(r.peek()) && r.peek() != ';'; r.i++ {
		}
	case c == 'a' || c == 'i' || c == 'c':
		r.text()
	case c == 'r' || c == 'R':
		r.file(Read, start)
	case c == 'w' || c == 'W':
		r.file(Write, start)
	case c == 'e':
		r.blanks()
		text := r.rest()
		// Without a command, e runs what the input line says.
		r.out.Add(Act{Kind: Exec, Text: text, Known: text != "", Start: start, End: r.i})
	case c == 's':
		r.substitute(start)
	case c == 'y':
		delim := r.peek()
		if delim == 0 || delim == '\n' || delim == '\\' {
			r.fail("y without a delimiter")
			return
		}
		r.i++
		r.part(delim, false)
		r.part(delim, false)
	default:
		r.i = start
		r.fail("unknown command " + string(c))
	}
}

// label ends at a blank or semicolon, as in GNU sed. Other seds take the whole
// line, and so do less with what follows than is reported here.
func (r *sedReader) label() {
	r.blanks()
	for r.i < len(r.src) && !scan.Space(r.src[r.i]) && r.src[r.i] != ';' && r.src[r.i] != '}' {
		r.i++
	}
}

// text passes over the text of a, i and c: to the end of the line, and on where
// a line ends in a backslash.
func (r *sedReader) text() {
	r.blanks()
	if strings.HasPrefix(r.src[r.i:], "\\\n") {
		r.i += 2
	}
	for r.i < len(r.src) && r.src[r.i] != '\n' {
		if r.src[r.i] == '\\' {
			r.i++
		}
		r.i++
	}
	r.i = min(r.i, len(r.src))
}

// rest takes the text up to the end of the line.
func (r *sedReader) rest() string {
	start := r.i
	r.i = scan.LineEnd(r.src, r.i)
	return r.src[start:r.i]
}

func (r *sedReader) file(kind string, start int) {
	r.blanks()
	name := r.rest()
	if name == "" {
		r.fail("file name missing")
		return
	}
	if !scan.HarmlessDevice(name) {
		r.out.Add(Act{Kind: kind, Text: name, Known: true, Start: start, End: r.i})
	}
}

// substitute reads s/regex/replacement/flags; the flag e runs the result, the
// flag w writes it to a file.
func (r *sedReader) substitute(start int) {
	delim := r.peek()
	if delim == 0 || delim == '\n' || delim == '\\' {
		r.fail("s without a delimiter")
		return
	}
	r.i++
	r.part(delim, true)
	replacement := r.part(delim, false)
	for !r.failed && r.i < len(r.src) {
		c := r.src[r.i]
		switch {
		case c == 'e':
			r.i++
			r.out.Add(Act{Kind: Exec, Text: replacement, Start: start, End: r.i})
		case c == 'w':
			r.i++
			r.file(Write, start)
			return
		case strings.IndexByte("gpiImM", c) >= 0 || scan.Digit(c):
			r.i++
		case scan.Space(c) || c == ';' || c == '}' || c == '#':
			return
		default:
			r.fail("unknown flag of s")
		}
	}
}
