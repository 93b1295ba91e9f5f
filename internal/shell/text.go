package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// backslashes decodes escapes: all of $'...' when ansi, else those of echo -e
// and printf %b (bash manual).
func backslashes(v string, ansi bool) string {
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

// printf computes printf FORMAT WORDS.
func printf(words []Word) (string, bool) {
	if len(words) == 0 {
		return "", true
	}
	format, ok := words[0].Known()
	if !ok {
		return "", false
	}
	args := words[1:]
	var b strings.Builder
	for round := 0; round == 0 || len(args) > 0; round++ {
		before := len(args)
		rest, ok := printfOnce(&b, format, args)
		if !ok || b.Len() > 64<<10 || round > 1000 {
			return "", false
		}
		if args = rest; len(args) == before {
			break
		}
	}
	return b.String(), true
}

// printfOnce goes through the format once and gives the words left over.
func printfOnce(b *strings.Builder, format string, args []Word) ([]Word, bool) {
	next := func() (string, bool) {
		if len(args) == 0 {
			return "", true
		}
		s, ok := args[0].Known()
		args = args[1:]
		return s, ok
	}
	for i := 0; i < len(format); i++ {
		switch format[i] {
		case '\\':
			j := escapeEnd(format, i)
			b.WriteString(backslashes(format[i:j], true))
			i = j - 1
		case '%':
			j := i + 1
			for j < len(format) && strings.IndexByte("-+ #0123456789.*", format[j]) >= 0 {
				j++
			}
			if j >= len(format) {
				b.WriteString(format[i:])
				return args, true
			}
			if format[j] == '%' {
				b.WriteByte('%')
				i = j
				continue
			}
			s, ok := next()
			if !ok {
				return nil, false
			}
			if !formatOne(b, format[i+1:j], format[j], s) {
				return nil, false
			}
			i = j
		default:
			b.WriteByte(format[i])
		}
	}
	return args, true
}

// escapeEnd gives the end of the escape that begins at i.
func escapeEnd(s string, i int) int {
	j := i + 2
	if j > len(s) {
		return len(s)
	}
	most, set := 0, "01234567"
	switch c := s[i+1]; {
	case c == 'x':
		most, set = 2, "0123456789abcdefABCDEF"
	case c == 'u':
		most, set = 4, "0123456789abcdefABCDEF"
	case c == 'U':
		most, set = 8, "0123456789abcdefABCDEF"
	case c >= '0' && c <= '7':
		most = 2
	}
	for n := 0; n < most && j < len(s) && strings.IndexByte(set, s[j]) >= 0; n++ {
		j++
	}
	return j
}

func formatOne(b *strings.Builder, flags string, verb byte, s string) bool {
	if strings.Contains(flags, "*") {
		return false
	}
	_, prec, hasPrec := strings.Cut(flags, ".")
	switch verb {
	case 's', 'b':
		if verb == 'b' {
			s = backslashes(s, false)
		}
		if n, err := strconv.Atoi(prec); hasPrec && err == nil && n < len(s) {
			s = s[:n]
		}
	case 'd', 'i', 'u':
		if s == "" {
			s = "0"
		}
		if n, err := strconv.ParseInt(s, 0, 64); err == nil {
			s = strconv.FormatInt(n, 10)
		}
	case 'x', 'o', 'X':
		n, err := strconv.ParseInt(s, 0, 64)
		if err != nil {
			return false
		}
		s = strconv.FormatInt(n, map[byte]int{'x': 16, 'X': 16, 'o': 8}[verb])
	case 'c':
		if s != "" {
			s = s[:1]
		}
	case 'q':
		if strings.ContainsAny(s, " \t\n'\"\\$`;&|<>()*?[]{}~#!") {
			s = "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
		}
	default:
		return false
	}
	b.WriteString(s)
	return true
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
	r := []rune(backslashes(s, true))
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
