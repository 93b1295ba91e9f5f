// Package pure computes what pure text tools print: echo, base64 -d, tr, cut
// and others, whose output depends on nothing but their words and their input.
// The reader of shell texts uses it to see through commands that are built or
// hidden by such tools. What is not exactly known is not computed.
//
// To teach it a tool, add a function and its line in the table.
package pure

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
)

// Tool computes what a tool prints for its words, and whether that is known.
// hasIn says whether its standard input is known.
type Tool func(args []string, in string, hasIn bool) (out string, known bool)

// Find gives the pure text tool of a name, whose output is computed when its
// words and input are known; nil for most. args are the words behind the program;
// in is the input. (No map: it would be made at each start.)
func Find(name string) Tool {
	switch name {
	case "echo":
		return echo
	case "cat":
		return cat
	case "tac":
		return tac
	case "rev":
		return rev
	case "tr":
		return tr
	case "base64":
		return decode64
	case "base32":
		return decode32
	case "xxd":
		return xxd
	case "basename":
		return base
	case "dirname":
		return dir
	case "seq":
		return seq
	case "true", "false", ":", "sleep":
		return empty
	case "head":
		return head
	case "tail":
		return tail
	case "sort", "uniq", "paste", "fold":
		return pass
	case "cut":
		return cut
	case "openssl":
		return openssl
	case "sed":
		return sed
	case "mktemp":
		return mktemp
	case "realpath", "readlink":
		return realpath
	case "tee":
		return tee
	}
	return nil
}

// IgnoresInput tells whether a tool does not read its standard input.
func IgnoresInput(name string) bool {
	switch name {
	case "echo", "basename", "dirname", "seq", "true", "false", ":", "mktemp", "realpath", "sleep":
		return true
	}
	return false
}

func empty([]string, string, bool) (string, bool) { return "", true }

func echo(args []string, _ string, _ bool) (string, bool) {
	newline, escapes := true, false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, f := range args[0][1:] {
			switch f {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	s := strings.Join(args, " ")
	if escapes {
		s = Backslashes(s, false)
	}
	if newline {
		s += "\n"
	}
	return s, true
}

func cat(args []string, in string, hasIn bool) (string, bool) {
	for _, a := range args {
		if a != "-" && a != "-u" {
			return "", false
		}
	}
	return in, hasIn
}

func pass(args []string, in string, hasIn bool) (string, bool) {
	if len(args) > 0 || strings.Count(in, "\n") > 1 {
		return "", false
	}
	return in, hasIn
}

func tee(args []string, in string, hasIn bool) (string, bool) { return in, hasIn }

func tac(args []string, in string, hasIn bool) (string, bool) {
	if len(args) > 0 || !hasIn {
		return "", false
	}
	lines := strings.SplitAfter(in, "\n")
	var b strings.Builder
	for i := len(lines) - 1; i >= 0; i-- {
		b.WriteString(lines[i])
	}
	return b.String(), true
}

func rev(args []string, in string, hasIn bool) (string, bool) {
	if len(args) > 0 || !hasIn {
		return "", false
	}
	lines := strings.Split(in, "\n")
	for i, l := range lines {
		r := []rune(l)
		for a, b := 0, len(r)-1; a < b; a, b = a+1, b-1 {
			r[a], r[b] = r[b], r[a]
		}
		lines[i] = string(r)
	}
	return strings.Join(lines, "\n"), true
}

func decode64(args []string, in string, hasIn bool) (string, bool) {
	if !hasIn || !hasAny(args, "-d", "-D", "--decode", "-di", "-id") {
		return "", false
	}
	return unbase64(in)
}

func unbase64(in string) (string, bool) {
	clean := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return -1
		}
		return r
	}, in)
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding} {
		if b, err := enc.DecodeString(clean); err == nil {
			return string(b), true
		}
	}
	return "", false
}

func decode32(args []string, in string, hasIn bool) (string, bool) {
	if !hasIn || !hasAny(args, "-d", "-D", "--decode") {
		return "", false
	}
	return unbase32(strings.TrimSpace(in))
}

// unbase32 decodes base32 text, which may be broken into lines. (The library's
// package makes its tables at each start.)
func unbase32(in string) (string, bool) {
	in = strings.NewReplacer("\n", "", "\r", "").Replace(in)
	text := strings.TrimRight(in, "=")
	if len(in)%8 != 0 || len(in)-len(text) > 6 {
		return "", false
	}
	var out []byte
	var bits, have uint
	for i := range len(text) {
		n := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", text[i])
		if n < 0 {
			return "", false
		}
		if bits, have = bits<<5|uint(n), have+5; have >= 8 {
			have -= 8
			out = append(out, byte(bits>>have))
			bits &= 1<<have - 1
		}
	}
	return string(out), have < 5 // no character is without use
}

func openssl(args []string, in string, hasIn bool) (string, bool) {
	if !hasIn || !hasAny(args, "-d") || !(hasAny(args, "base64") || hasAny(args, "-base64", "-a")) || hasAny(args, "-in", "-k", "-K", "-pass") {
		return "", false
	}
	return unbase64(in)
}

func xxd(args []string, in string, hasIn bool) (string, bool) {
	flags := strings.Join(args, "")
	if !hasIn || !strings.Contains(flags, "r") || !strings.Contains(flags, "p") || strings.Trim(flags, "-rpsl") != "" {
		return "", false
	}
	clean := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return -1
		}
		return r
	}, in)
	b, err := hex.DecodeString(clean)
	return string(b), err == nil
}

func hasAny(args []string, names ...string) bool {
	for _, a := range args {
		for _, n := range names {
			if a == n {
				return true
			}
		}
	}
	return false
}

func base(args []string, _ string, _ bool) (string, bool) {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return "", false
	}
	s := path.Base(args[0])
	if len(args) > 1 {
		s = strings.TrimSuffix(s, args[1])
	}
	return s + "\n", true
}

func dir(args []string, _ string, _ bool) (string, bool) {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		return "", false
	}
	return path.Dir(args[0]) + "\n", true
}

func realpath(args []string, _ string, _ bool) (string, bool) {
	if len(args) == 0 || !strings.HasPrefix(args[len(args)-1], "/") {
		return "", false
	}
	return path.Clean(args[len(args)-1]) + "\n", true
}

// mktemp gives a stand-in below /tmp: the name differs, the place does not.
func mktemp(args []string, _ string, _ bool) (string, bool) {
	for _, a := range args {
		if a == "-p" || strings.HasPrefix(a, "--tmpdir") || !strings.HasPrefix(a, "-") && a != "" && !strings.HasPrefix(a, "/tmp/") && strings.Contains(a, "/") {
			return "", false
		}
		if strings.HasPrefix(a, "/tmp/") {
			return path.Clean(a) + "\n", true
		}
	}
	if len(args) > 0 && !strings.HasPrefix(args[len(args)-1], "-") && !hasAny(args, "-t") {
		return "", false
	}
	return "/tmp/tmp.XXXXXXXXXX\n", true
}

func seq(args []string, _ string, _ bool) (string, bool) {
	from, step, to := 1, 1, 0
	var err error
	nums := make([]int, len(args))
	for i, a := range args {
		if nums[i], err = strconv.Atoi(a); err != nil {
			return "", false
		}
	}
	switch len(nums) {
	case 1:
		to = nums[0]
	case 2:
		from, to = nums[0], nums[1]
	case 3:
		from, step, to = nums[0], nums[1], nums[2]
	default:
		return "", false
	}
	if step == 0 || (to-from)/step > 512 {
		return "", false
	}
	var b strings.Builder
	for n := from; step > 0 && n <= to || step < 0 && n >= to; n += step {
		b.WriteString(strconv.Itoa(n) + "\n")
	}
	return b.String(), true
}

func head(args []string, in string, hasIn bool) (string, bool) {
	return someLines(args, in, hasIn, true)
}
func tail(args []string, in string, hasIn bool) (string, bool) {
	return someLines(args, in, hasIn, false)
}

func someLines(args []string, in string, hasIn, front bool) (string, bool) {
	n := 10
	text := strings.Join(args, " ")
	if text != "" {
		d := strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(text, "-n"), "-"), " =")
		v, err := strconv.Atoi(d)
		if err != nil || v < 0 || strings.HasPrefix(d, "+") || strings.HasPrefix(text, "-c") {
			return "", false
		}
		n = v
	}
	if !hasIn {
		return "", false
	}
	lines := strings.SplitAfter(strings.TrimSuffix(in, "\n"), "\n")
	if front {
		lines = lines[:min(n, len(lines))]
	} else {
		lines = lines[max(0, len(lines)-n):]
	}
	return strings.TrimSuffix(strings.Join(lines, ""), "\n") + "\n", true
}

// cut is cut -d X -f N and cut -c N-M over known lines.
func cut(args []string, in string, hasIn bool) (string, bool) {
	delim, field, chars := "\t", "", ""
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' {
			return "", false
		}
		v := a[2:]
		if v == "" && i+1 < len(args) {
			i++
			v = args[i]
		}
		switch a[1] {
		case 'd':
			delim = v
		case 'f':
			field = v
		case 'c', 'b':
			chars = v
		default:
			return "", false
		}
	}
	if !hasIn || delim == "" {
		return "", false
	}
	var b strings.Builder
	for _, l := range strings.Split(strings.TrimSuffix(in, "\n"), "\n") {
		if chars != "" {
			from, to, ok := rangeOf(chars, len(l))
			if !ok {
				return "", false
			}
			b.WriteString(l[from:to] + "\n")
			continue
		}
		parts := strings.Split(l, delim)
		from, to, ok := rangeOf(field, len(parts))
		if !ok {
			return "", false
		}
		b.WriteString(strings.Join(parts[from:to], delim) + "\n")
	}
	return b.String(), true
}

func rangeOf(s string, n int) (from, to int, ok bool) {
	a, z, dash := strings.Cut(s, "-")
	from, err := strconv.Atoi(a)
	if a == "" {
		from, err = 1, nil
	}
	if err != nil || from < 1 {
		return 0, 0, false
	}
	to = from
	if dash {
		if to = n; z != "" {
			if to, err = strconv.Atoi(z); err != nil {
				return 0, 0, false
			}
		}
	}
	to = max(0, min(to, n))
	return min(from-1, to), to, true
}
