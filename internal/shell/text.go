package shell

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
)

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
			b.WriteString(pure.Backslashes(format[i:j], true))
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
			s = pure.Backslashes(s, false)
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
