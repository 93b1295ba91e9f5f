package pure

import (
	"fmt"
	"strconv"
	"strings"
)

// Printf computes printf FORMAT WORDS.
func Printf(words []string) (string, bool) {
	if len(words) == 0 {
		return "", true
	}
	format, args := words[0], words[1:]
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
func printfOnce(b *strings.Builder, format string, args []string) ([]string, bool) {
	next := func() string {
		if len(args) == 0 {
			return ""
		}
		s := args[0]
		args = args[1:]
		return s
	}
	for i := 0; i < len(format); i++ {
		switch format[i] {
		case '\\':
			j := escapeEnd(format, i)
			if strings.HasPrefix(format[i:j], `\c`) {
				b.WriteString(`\c`)
				i++
				continue
			}
			b.WriteString(Backslashes(format[i:j], true))
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
			ends, ok := formatOne(b, format[i+1:j], format[j], next())
			if !ok || ends {
				return nil, ok
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

// formatOne writes one word as a directive says. ends tells that a \c in it ends
// all output.
func formatOne(b *strings.Builder, flags string, verb byte, s string) (ends, ok bool) {
	if strings.Contains(flags, "*") || !IsASCII(s) {
		return false, false
	}
	switch verb {
	case 's', 'b', 'q', 'c':
		if verb == 'b' {
			s, ends = escapes(s, true)
		}
		if verb == 'q' {
			if s, ok = Backslashed(s); !ok {
				return false, false
			}
		}
		if verb == 'c' {
			if s == "" {
				return false, false
			}
			s = s[:1]
		}
		if strings.Trim(flags, "-0123456789.") != "" || strings.HasPrefix(strings.TrimLeft(flags, "-"), "0") {
			return false, false
		}
		fmt.Fprintf(b, "%"+flags+"s", s)
		return ends, true
	case 'd', 'i', 'u', 'x', 'o', 'X':
		n, err := whole(s)
		if err != nil || n < 0 && verb != 'd' && verb != 'i' {
			return false, false
		}
		if verb == 'i' || verb == 'u' {
			verb = 'd'
		}
		if strings.Contains(flags, ".") && strings.Contains(flags, "0") {
			return false, false
		}
		fmt.Fprintf(b, "%"+flags+string(verb), n)
		return false, true
	}
	return false, false
}

// whole reads a number as C writes them.
func whole(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	digits := strings.TrimLeft(s, "+-")
	if strings.Contains(digits, "_") || len(digits) > 1 && digits[0] == '0' && strings.IndexByte("bBoO", digits[1]) >= 0 {
		return 0, strconv.ErrSyntax // Go's own ways to write them
	}
	return strconv.ParseInt(s, 0, 64)
}

// Backslashed writes a text with backslashes so that the shell reads it as it is,
// as %q does; ok is false for texts that bash writes with escapes.
func Backslashed(s string) (quoted string, ok bool) {
	if s == "" {
		return "''", true
	}
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c > '~':
			return "", false
		case strings.IndexByte(" !\"$&'()*,;<>?[\\]^`{|}", c) >= 0, c == '#' && i == 0, c == '~' && (i == 0 || s[i-1] == ':' || s[i-1] == '='):
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String(), true
}
