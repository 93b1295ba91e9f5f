// Package tool computes what pure text tools print: echo, base64 -d, tr, cut
// and others, whose output depends on nothing but their words and their input.
// The reader of shell texts uses it to see through commands that are built or
// hidden by such tools. What is not exactly known is not computed: an option or
// operand that a function does not know makes its output unknown.
//
// To teach it a tool, add a function, its case in Find, and lines to the test that
// compares with the tool itself.
package tool

import (
	"path"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
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
		return base64s
	case "base32":
		return base32s
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
	case "sort":
		return sorted
	case "uniq":
		return uniq
	case "cut":
		return cut
	case "openssl":
		return openssl
	case "sed":
		return sed
	case "mktemp":
		return mktemp
	case "realpath":
		return realpath
	case "readlink":
		return readlink
	case "tee":
		return tee
	case "paste":
		return paste
	case "fold":
		return fold
	case "awk", "gawk", "mawk":
		return awk
	}
	return nil
}

// IgnoresInput tells whether a tool does not read its standard input.
func IgnoresInput(name string) bool {
	switch name {
	case "echo", "basename", "dirname", "seq", "true", "false", ":", "mktemp", "realpath", "readlink", "sleep":
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
		for _, digit := range "1234567" { // read as a byte by some of them only
			if strings.Contains(s, `\`+string(digit)) {
				return "", false
			}
		}
		var ends bool
		s, ends = pure.EchoEscapes(s)
		newline = newline && !ends
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

func tee(_ []string, in string, hasIn bool) (string, bool) { return in, hasIn }

// base is basename NAME [SUFFIX].
func base(args []string, _ string, _ bool) (string, bool) {
	suffix, several := "", len(args) > 1 && args[0] == "-a"
	switch {
	case several:
		args = args[1:]
	case len(args) > 2 && args[0] == "-s":
		suffix, args, several = args[1], args[2:], true
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	} else if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		return "", false
	}
	if len(args) == 2 && !several {
		suffix, args = args[1], args[:1]
	}
	if len(args) == 0 || len(args) > 1 && !several {
		return "", false
	}
	var b strings.Builder
	for _, s := range args {
		if s != "" {
			s = path.Base(s)
		}
		if s != suffix {
			s = strings.TrimSuffix(s, suffix)
		}
		b.WriteString(s + "\n")
	}
	return b.String(), true
}

// dir is dirname NAME...: without the last name of each, and without the slashes
// around it.
func dir(args []string, _ string, _ bool) (string, bool) {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	} else if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		return "", false
	}
	var b strings.Builder
	for _, s := range args {
		rest := strings.TrimRight(s, "/")
		switch at := strings.LastIndexByte(rest, '/'); {
		case rest == "" && s != "":
			b.WriteString("/")
		case at < 0:
			b.WriteString(".")
		case strings.Trim(rest[:at], "/") == "":
			b.WriteString("/")
		default:
			b.WriteString(strings.TrimRight(rest[:at], "/"))
		}
		b.WriteByte('\n')
	}
	return b.String(), len(args) > 0
}

func realpath(args []string, _ string, _ bool) (string, bool) {
	if len(args) == 0 || !strings.HasPrefix(args[len(args)-1], "/") {
		return "", false
	}
	return path.Clean(args[len(args)-1]) + "\n", true
}

// readlink prints what a link says, unless it is asked for the path behind it.
func readlink(args []string, in string, hasIn bool) (string, bool) {
	if !hasAny(args, "-f", "-e", "-m", "--canonicalize", "--canonicalize-existing", "--canonicalize-missing") {
		return "", false
	}
	return realpath(args, in, hasIn)
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
	nums := make([]int, len(args))
	for i, a := range args {
		n, err := strconv.Atoi(a)
		if err != nil || strconv.Itoa(n) != a {
			return "", false
		}
		nums[i] = n
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

// only tells whether all words are among those named.
func only(args []string, names ...string) bool {
	for _, a := range args {
		if !hasAny(names, a) {
			return false
		}
	}
	return true
}

// ascii: some tools count bytes and some count signs, so that only texts count
// in which these are the same.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 || s[i] == 0 {
			return false
		}
	}
	return true
}
