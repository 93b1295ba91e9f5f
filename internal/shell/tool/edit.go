package tool

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
)

// This file has the tools that change what stands in lines.

// tr is tr SET1 SET2, with -d, -s and -c, over known text.
func tr(args []string, in string, hasIn bool) (string, bool) {
	drop, squeeze, other := false, false, false
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && len(args[0]) > 1 {
		for _, f := range args[0][1:] {
			switch f {
			case 'd':
				drop = true
			case 's':
				squeeze = true
			case 'c', 'C':
				other = true
			default:
				return "", false
			}
		}
		args = args[1:]
	}
	if !hasIn || len(args) == 0 || len(args) > 2 || !ascii(in) {
		return "", false
	}
	from, ok := trSet(args[0])
	to, ok2 := trSet(args[len(args)-1])
	switch {
	case !ok || !ok2 || drop && (squeeze || len(args) > 1) || !drop && !squeeze && len(args) == 1:
		return "", false
	case len(args) == 2 && to == "":
		return "", false
	case other:
		from = complement(from)
	}
	if other && len(args) == 2 {
		to = to[len(to)-1:]
	}
	var b strings.Builder
	for i := range len(in) {
		c := in[i]
		at := strings.LastIndexByte(from, c)
		if at >= 0 && drop {
			continue
		}
		if at >= 0 && len(args) == 2 {
			c = to[min(at, len(to)-1)]
		}
		if s := b.String(); squeeze && s != "" && s[len(s)-1] == c && strings.IndexByte(to, c) >= 0 {
			continue
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

func complement(set string) string {
	var b strings.Builder
	for c := range 128 {
		if strings.IndexByte(set, byte(c)) < 0 {
			b.WriteByte(byte(c))
		}
	}
	return b.String()
}

// trSet expands a-z, escapes and the classes of letters and digits.
func trSet(s string) (string, bool) {
	s = strings.NewReplacer("[:lower:]", "abcdefghijklmnopqrstuvwxyz", "[:upper:]", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		"[:digit:]", "0123456789", "[:space:]", "\t\n\v\f\r ", "[:blank:]", "\t ",
		"[:alnum:]", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
		"[:alpha:]", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz").Replace(s)
	for _, strange := range []string{"[:", "[=", "*]"} {
		if strings.Contains(s, strange) {
			return "", false
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if i++; i == len(s) || strings.IndexByte(`abfnrtv01234567\`, s[i]) < 0 {
			return "", false
		}
	}
	if !ascii(s) {
		return "", false
	}
	r := pure.Backslashes(s, true)
	var b strings.Builder
	for i := 0; i < len(r); i++ {
		if i+2 < len(r) && r[i+1] == '-' {
			if r[i+2] < r[i] {
				return "", false
			}
			for c := int(r[i]); c <= int(r[i+2]); c++ {
				b.WriteByte(byte(c))
			}
			i += 2
			continue
		}
		b.WriteByte(r[i])
	}
	return b.String(), ascii(r)
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
	if len(parts) != 4 || parts[1] == "" || strings.ContainsAny(parts[1], `.*[]^$\+?(){}|`) || strings.ContainsAny(parts[2], "&\\\n") {
		return "", false
	}
	all := lines(in)
	for i, l := range all {
		switch parts[3] {
		case "":
			all[i] = strings.Replace(l, parts[1], parts[2], 1)
		case "g":
			all[i] = strings.ReplaceAll(l, parts[1], parts[2])
		default:
			return "", false
		}
	}
	return strings.Join(all, ""), true
}

// awk folds only programs that print some fields of every line.
func awk(args []string, in string, hasIn bool) (string, bool) {
	by := ""
	for len(args) > 1 && strings.HasPrefix(args[0], "-F") {
		if by = args[0][2:]; by == "" {
			by, args = args[1], args[1:]
		}
		args = args[1:]
	}
	if len(args) != 1 || !hasIn || !ascii(in) || by != "" && (len(by) != 1 || strings.Contains(` \t^$|.*+?()[]{}`, by)) {
		return "", false
	}
	program, ok1 := strings.CutPrefix(strings.TrimSpace(args[0]), "{")
	program, ok2 := strings.CutSuffix(program, "}")
	program, ok3 := strings.CutPrefix(strings.TrimSpace(program), "print ")
	if !ok1 || !ok2 || !ok3 {
		return "", false
	}
	var b strings.Builder
	for l := range strings.Lines(in) {
		l = strings.TrimSuffix(l, "\n")
		fields := strings.FieldsFunc(l, func(r rune) bool { return r == ' ' || r == '\t' })
		if by != "" && l != "" {
			fields = strings.Split(l, by)
		}
		for i, name := range strings.Split(program, ",") {
			text, ok := field(strings.TrimSpace(name), l, fields)
			if !ok {
				return "", false
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	return b.String(), true
}

// field is $N or $NF.
func field(name, line string, fields []string) (string, bool) {
	if name == "$NF" {
		name = "$" + strconv.Itoa(len(fields))
	}
	digits, ok := strings.CutPrefix(name, "$")
	n, err := strconv.Atoi(digits)
	switch {
	case !ok || err != nil || n < 0:
		return "", false
	case n == 0:
		return line, true
	case n > len(fields):
		return "", true
	}
	return fields[n-1], true
}
