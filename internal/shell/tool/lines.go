package tool

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// This file has the tools that choose and order lines.

// lines parts a text into its lines, each with its end; none of an empty one.
func lines(in string) []string { return slices.Collect(strings.Lines(in)) }

func tac(args []string, in string, hasIn bool) (string, bool) {
	if len(args) > 0 || !hasIn {
		return "", false
	}
	all := lines(in)
	slices.Reverse(all)
	return strings.Join(all, ""), true
}

func rev(args []string, in string, hasIn bool) (string, bool) {
	if len(args) > 0 || !hasIn {
		return "", false
	}
	all := strings.Split(in, "\n")
	for i, l := range all {
		r := []rune(l)
		slices.Reverse(r)
		all[i] = string(r)
	}
	return strings.Join(all, "\n"), true
}

func head(args []string, in string, hasIn bool) (string, bool) {
	return someOf(args, in, hasIn, func(n, size int, sign byte) (from, to int) {
		if sign == '-' { // all but the last
			return 0, max(0, size-n)
		}
		return 0, min(n, size)
	})
}

func tail(args []string, in string, hasIn bool) (string, bool) {
	return someOf(args, in, hasIn, func(n, size int, sign byte) (from, to int) {
		if sign == '+' { // from that one on
			return min(max(0, n-1), size), size
		}
		return max(0, size-n), size
	})
}

// someOf is head and tail: of the lines, or of the bytes, those that part says.
func someOf(args []string, in string, hasIn bool, part func(n, size int, sign byte) (from, to int)) (string, bool) {
	count, bytes := "10", false
	for i := 0; i < len(args); i++ {
		a := args[i]
		value, long := strings.CutPrefix(a, "--lines=")
		switch {
		case a == "-q" || a == "--quiet" || a == "-":
			continue
		case long:
		case len(a) > 1 && (a[:2] == "-n" || a[:2] == "-c"):
			if bytes, value = a[1] == 'c', a[2:]; value == "" && i+1 < len(args) {
				i++
				value = args[i]
			}
		case len(a) > 1 && a[0] == '-' && i == 0:
			if value = a[1:]; strings.Trim(value, "0123456789") != "" {
				return "", false
			}
		default:
			return "", false
		}
		count = value
	}
	sign := byte(0)
	if count != "" && (count[0] == '-' || count[0] == '+') {
		sign, count = count[0], count[1:]
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 || !hasIn {
		return "", false
	}
	if bytes {
		from, to := part(n, len(in), sign)
		return in[from:to], ascii(in)
	}
	all := lines(in)
	from, to := part(n, len(all), sign)
	return strings.Join(all[from:to], ""), true
}

// sorted is sort, where every language orders the lines alike: those of small
// letters and digits, all of one kind.
func sorted(args []string, in string, hasIn bool) (string, bool) {
	all := lines(in)
	for i, l := range all {
		plain := strings.TrimSuffix(l, "\n")
		if len(all) > 1 && strings.Trim(plain, "abcdefghijklmnopqrstuvwxyz") != "" && (strings.Trim(plain, "0123456789") != "" || len(plain) != len(strings.TrimSuffix(all[0], "\n"))) {
			return "", false
		}
		all[i] = plain + "\n"
	}
	if !hasIn || !only(args, "-u", "-r", "-ru", "-ur", "--unique", "--reverse") {
		return "", false
	}
	slices.Sort(all)
	if text := strings.Join(args, ""); strings.Contains(text, "u") {
		all = slices.Compact(all)
	}
	if hasAny(args, "-r", "-ru", "-ur", "--reverse") {
		slices.Reverse(all)
	}
	return strings.Join(all, ""), true
}

func uniq(args []string, in string, hasIn bool) (string, bool) {
	if len(args) > 0 || !hasIn {
		return "", false
	}
	all := lines(in)
	for i, l := range all {
		all[i] = strings.TrimSuffix(l, "\n") + "\n"
	}
	return strings.Join(slices.Compact(all), ""), true
}

// paste is paste -s, with another separator than the tab.
func paste(args []string, in string, hasIn bool) (string, bool) {
	serial, by := false, "\t"
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-":
		case a == "-s":
			serial = true
		case strings.HasPrefix(a, "-sd"), strings.HasPrefix(a, "-d"):
			serial = serial || a[1] == 's'
			if _, by, _ = strings.Cut(a, "d"); by == "" && i+1 < len(args) {
				i++
				by = args[i]
			}
		default:
			return "", false
		}
	}
	if !serial || !hasIn || len(by) != 1 || by == `\` {
		return "", false
	}
	return strings.ReplaceAll(strings.TrimSuffix(in, "\n"), "\n", by) + "\n", true
}

// fold breaks the lines that are longer than -w says.
func fold(args []string, in string, hasIn bool) (string, bool) {
	width := 80
	if len(args) > 0 {
		text, is := strings.CutPrefix(strings.Join(args, ""), "-w") // -w2 and -w 2
		n, err := strconv.Atoi(text)
		if !is || err != nil || n < 1 || len(args) > 2 || len(args) == 2 && args[0] != "-w" {
			return "", false
		}
		width = n
	}
	var b strings.Builder
	for l := range strings.Lines(in) {
		end := strings.TrimSuffix(l, "\n")
		if strings.ContainsFunc(end, unicode.IsControl) {
			return "", false
		}
		for len(end) > width {
			b.WriteString(end[:width] + "\n")
			end, l = end[width:], l[width:]
		}
		b.WriteString(l)
	}
	return b.String(), hasIn && ascii(in)
}

// cut is cut -d X -f N and cut -c N-M over known lines.
func cut(args []string, in string, hasIn bool) (string, bool) {
	by, list, fields := "\t", "", false
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' || strings.IndexByte("dfcb", a[1]) < 0 {
			return "", false
		}
		v := a[2:]
		if v == "" && i+1 < len(args) {
			i++
			v = args[i]
		}
		if a[1] == 'd' {
			by = v
			continue
		}
		if list != "" {
			return "", false
		}
		list, fields = v, a[1] == 'f'
	}
	if _, ok := pick(list, nil); !ok || !hasIn || len(by) != 1 || !fields && !ascii(in) {
		return "", false
	}
	var b strings.Builder
	for l := range strings.Lines(in) {
		l = strings.TrimSuffix(l, "\n")
		parts := strings.Split(l, by)
		if !fields {
			by, parts = "", strings.Split(l, "")
		}
		if fields && len(parts) == 1 { // a line without the separator stays
			b.WriteString(l + "\n")
			continue
		}
		chosen, _ := pick(list, parts)
		b.WriteString(strings.Join(chosen, by) + "\n")
	}
	return b.String(), true
}

// pick takes the parts that a list such as 1,3-5,7- names, in their order.
func pick(list string, parts []string) (chosen []string, ok bool) {
	take := make([]bool, len(parts))
	for _, one := range strings.Split(list, ",") {
		a, z, dash := strings.Cut(one, "-")
		from, to := 1, len(parts)
		var err1, err2 error
		if a != "" {
			from, err1 = strconv.Atoi(a)
		}
		if z != "" {
			to, err2 = strconv.Atoi(z)
		}
		if !dash {
			to = from
		}
		if err1 != nil || err2 != nil || from < 1 || to < from && (z != "" || !dash) || a == "" && z == "" {
			return nil, false
		}
		for i := from; i <= min(to, len(parts)); i++ {
			take[i-1] = true
		}
	}
	for i, is := range take {
		if is {
			chosen = append(chosen, parts[i])
		}
	}
	return chosen, true
}
