package pure

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Backslashes decodes escapes: all of $'...' when ansi, else those of echo -e
// and printf %b (bash manual).
func Backslashes(v string, ansi bool) string {
	if !strings.Contains(v, `\`) {
		return v
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
			return b.String()
		case '0', '1', '2', '3', '4', '5', '6', '7':
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
	return b.String()
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

// tr is tr SET1 SET2 and tr -d SET over known text.
func tr(args []string, in string, hasIn bool) (string, bool) {
	if !hasIn {
		return "", false
	}
	del := false
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && len(args[0]) > 1 {
		if args[0] != "-d" {
			return "", false
		}
		del, args = true, args[1:]
	}
	if del && len(args) == 1 {
		set, ok := trSet(args[0])
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(set, r) {
				return -1
			}
			return r
		}, in), ok
	}
	if del || len(args) != 2 {
		return "", false
	}
	from, ok1 := trSet(args[0])
	to, ok2 := trSet(args[1])
	if !ok1 || !ok2 || to == "" {
		return "", false
	}
	f, t := []rune(from), []rune(to)
	return strings.Map(func(r rune) rune {
		for i := len(f) - 1; i >= 0; i-- {
			if f[i] == r {
				return t[min(i, len(t)-1)]
			}
		}
		return r
	}, in), true
}

// trSet expands a-z, escapes and the classes of letters and digits.
func trSet(s string) (string, bool) {
	s = strings.NewReplacer("[:lower:]", "abcdefghijklmnopqrstuvwxyz", "[:upper:]", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"[:digit:]", "0123456789", "[:space:]", " \t\n\r\v\f", "[:blank:]", " \t").Replace(s)
	if strings.Contains(s, "[:") {
		return "", false
	}
	r := []rune(Backslashes(s, true))
	var b strings.Builder
	for i := 0; i < len(r); i++ {
		if i+2 < len(r) && r[i+1] == '-' && r[i+2] >= r[i] && r[i+2]-r[i] < 256 {
			for c := r[i]; c <= r[i+2]; c++ {
				b.WriteRune(c)
			}
			i += 2
			continue
		}
		b.WriteRune(r[i])
	}
	return b.String(), true
}

// sed folds only plain s/old/new/ without metacharacters.
func sed(args []string, in string, hasIn bool) (string, bool) {
	if !hasIn || len(args) == 0 {
		return "", false
	}
	if args[0] == "-e" {
		args = args[1:]
	}
	if len(args) != 1 || len(args[0]) < 4 || args[0][0] != 's' {
		return "", false
	}
	parts := strings.Split(args[0][1:], args[0][1:2])
	if len(parts) != 4 || strings.ContainsAny(parts[1], `.*[]^$\+?(){}|`) || strings.ContainsAny(parts[2], `&\`) {
		return "", false
	}
	lines := strings.SplitAfter(in, "\n")
	for i, l := range lines {
		switch parts[3] {
		case "":
			lines[i] = strings.Replace(l, parts[1], parts[2], 1)
		case "g":
			lines[i] = strings.ReplaceAll(l, parts[1], parts[2])
		default:
			return "", false
		}
	}
	return strings.Join(lines, ""), true
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
