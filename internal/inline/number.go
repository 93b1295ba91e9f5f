package inline

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// number tells whether a piece is a number, whatever it is: a result of
// arithmetic, a variable of the shell that holds one, or what a program prints
// that prints nothing else.
func number(p shell.Piece) bool {
	if p.Origin == shell.Other && strings.HasPrefix(p.Text, "$") {
		return true
	}
	return p.Inside != nil && p.Inside.From != nil && counts(p.Inside.From, 0)
}

// counts tells whether a command prints numbers and nothing else.
func counts(c *shell.Command, depth int) bool {
	if depth > 8 {
		return false
	}
	name, known := c.Program()
	if !known {
		return false
	}
	words := make([]string, 0, len(c.Argv))
	for _, w := range c.Argv[1:] {
		s, _ := w.Known()
		words = append(words, s)
	}
	first := ""
	if len(words) > 0 {
		first = words[0]
	}
	fed := c.Stdin.Kind != shell.Inherited
	switch name {
	case "wc":
		return fed && !slices.ContainsFunc(words, func(s string) bool { return !strings.HasPrefix(s, "-") })
	case "nproc", "seq", "pgrep":
		return !strings.Contains(strings.Join(words, " "), "l")
	case "grep", "rg":
		return strings.HasPrefix(first, "-") && strings.ContainsAny(first, "c") && (fed || len(words) == 3)
	case "date":
		f, ok := strings.CutPrefix(first, "+")
		return ok && strings.Trim(f, "%sYmdHMSNjuV-:") == "" // a sign or a colon is no letter
	case "awk", "gawk", "mawk":
		return sums(first)
	case "stat":
		return len(words) > 1 && first == "-c" && (words[1] == "%s" || words[1] == "%Y")
	case "git":
		if first == "log" || first == "show" {
			return slices.ContainsFunc(words, func(s string) bool { return s == "--format=%ct" || s == "--format=%at" || s == "--pretty=%ct" }) &&
				!slices.ContainsFunc(words, func(s string) bool {
					return strings.HasPrefix(s, "-") && strings.Trim(s, "-1234567890") != "" && !strings.Contains(s, "=%")
				})
		}
		return first == "rev-list" && slices.ContainsFunc(words, func(s string) bool { return s == "--count" })
	case "id":
		return first == "-u" || first == "-g"
	case "head", "tail", "sort", "uniq", "tr", "tac":
		return c.Stdin.From != nil && !slices.ContainsFunc(words, func(s string) bool { return s == "-c" && name == "uniq" }) &&
			(name != "tr" || first == "-d") && counts(c.Stdin.From, depth+1)
	case "cut":
		return strings.Join(words, "") == "-d:-f1" && c.Stdin.From != nil && numbered(c.Stdin.From, depth)
	}
	return false
}

// numbered tells whether each line that a command prints begins with its number:
// grep -n over one file or its input.
func numbered(c *shell.Command, depth int) bool {
	name, _ := c.Program()
	if (name == "head" || name == "tail") && c.Stdin.From != nil && depth < 8 {
		return numbered(c.Stdin.From, depth+1)
	}
	if name != "grep" && name != "rg" || len(c.Argv) < 3 {
		return false
	}
	flags, _ := c.Argv[1].Known()
	return strings.HasPrefix(flags, "-") && strings.Contains(flags, "n") && !strings.ContainsAny(flags, "rRH") &&
		(len(c.Argv) == 4 || len(c.Argv) == 3 && c.Stdin.Kind != shell.Inherited)
}

// sums tells whether a program of awk prints one variable at its end, which it
// only counts and adds up.
func sums(code string) bool {
	body, end, ok := strings.Cut(code, "END")
	end = strings.Trim(end, " {}")
	name, printed := strings.CutPrefix(end, "print ")
	name = strings.TrimSpace(name)
	if before, _, ok := strings.Cut(name, "/NR"); ok {
		name = before
	}
	if !ok || !printed || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzNR") != "" {
		return false
	}
	body = strings.ReplaceAll(body, " ", "")
	return name == "NR" || (strings.Contains(body, name+"+=") || strings.Contains(body, name+"++")) && !strings.Contains(body, name+"=") && !strings.Contains(body, "print")
}
