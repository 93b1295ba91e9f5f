package pure

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Backslashes decodes escapes: all of $'...' when ansi, else those of echo -e
// (bash manual).
func Backslashes(v string, ansi bool) string {
	s, _ := unescape(v, ansi, false)
	return s
}

// EchoEscapes decodes the escapes of echo -e and tells whether one of them ends
// the output.
func EchoEscapes(v string) (s string, ends bool) { return unescape(v, false, false) }

// escapes decodes those of printf %b, which has digits without a zero, too.
func escapes(v string, digits bool) (s string, ends bool) { return unescape(v, false, digits) }

func unescape(v string, ansi, octal bool) (s string, ends bool) {
	if !strings.Contains(v, `\`) {
		return v, false
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] != '\\' || i+1 >= len(v) {
			b.WriteByte(v[i])
			continue
		}
		i++
		switch c := v[i]; c {
		case 'a':
			b.WriteByte(7)
		case 'b':
			b.WriteByte(8)
		case 'e', 'E':
			b.WriteByte(27)
		case 'f':
			b.WriteByte(12)
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'v':
			b.WriteByte(11)
		case '\\':
			b.WriteByte('\\')
		case '\'', '"', '?':
			if !ansi {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		case 'x':
			n, k := digits(v[i+1:], 16, 2)
			if k == 0 {
				b.WriteString(`\x`)
			} else {
				b.WriteByte(byte(n))
			}
			i += k
		case 'u', 'U':
			most := 4
			if c == 'U' {
				most = 8
			}
			n, k := digits(v[i+1:], 16, most)
			b.WriteString(string(utf8.AppendRune(nil, rune(n))))
			i += k
		case 'c':
			if ansi && i+1 < len(v) {
				i++
				b.WriteByte(v[i] & 0x1f)
				continue
			}
			return b.String(), true
		case '0', '1', '2', '3', '4', '5', '6', '7':
			if c != '0' && !ansi && !octal {
				b.WriteByte('\\')
				b.WriteByte(c)
				continue
			}
			most, at := 3, i
			if c == '0' && !ansi {
				most, at = 3, i+1
			}
			n, k := digits(v[at:], 8, most)
			b.WriteByte(byte(n))
			i = at + k - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String(), false
}

// digits reads up to most digits and tells how many there were.
func digits(s string, base, most int) (n, k int) {
	for k < most && k < len(s) {
		d, err := strconv.ParseInt(s[k:k+1], base, 32)
		if err != nil {
			break
		}
		n = n*base + int(d)
		k++
	}
	return n, k
}

// UnescapeQuoted removes the backslashes that count between double quotes.
func UnescapeQuoted(v string) string {
	if !strings.Contains(v, `\`) {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] == '\\' && i+1 < len(v) {
			switch v[i+1] {
			case '$', '`', '"', '\\':
				i++
			case '\n':
				i++
				continue
			}
		}
		b.WriteByte(v[i])
	}
	return b.String()
}

// Quote writes a text so that the shell reads it as it is, as ${name@Q} does;
// ok is false for texts that bash writes with escapes.
func Quote(s string) (quoted string, ok bool) {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return "", false
		}
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'", true
}

// Assigned gives the names that a text assigns as NAME=, wherever it does, but
// those that the surroundings of a shell commonly set.
func Assigned(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := 0; ; at++ {
			n := strings.IndexByte(text[at:], '=')
			if n < 0 {
				return
			}
			at += n
			first := at
			for first > 0 && ValidName("_"+text[first-1:first]) {
				first--
			}
			name := text[first:at]
			if ValidName(name) && !surrounding(name) && !yield(name) {
				return
			}
		}
	}
}

func surrounding(name string) bool {
	switch name {
	case "HOME", "PATH", "PWD", "OLDPWD", "USER", "LOGNAME", "SHELL", "TMPDIR", "TEMP", "HOSTNAME", "IFS":
		return true
	}
	return strings.HasPrefix(name, "XDG_")
}

// IsASCII tells whether bytes and signs are the same in a text.
func IsASCII(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r > 126 }) < 0 }

// Unescaped takes backslashes away as read does, each with the sign behind it kept;
// false for one at the end, which would join the next line.
func Unescaped(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			if i++; i == len(s) {
				return "", false
			}
		}
		b.WriteByte(s[i])
	}
	return b.String(), true
}

// Counts tells whether a variable of bash's own holds a number, so that what it
// is given is evaluated as arithmetic.
func Counts(name string) bool {
	switch name {
	case "RANDOM", "SRANDOM", "SECONDS", "LINENO", "OPTIND", "HISTCMD", "BASHPID", "EPOCHSECONDS", "BASH_SUBSHELL":
		return true
	}
	return false
}
