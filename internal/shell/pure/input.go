package pure

import (
	"strconv"
	"strings"
)

// ReadWords is a read command taken apart.
type ReadWords struct {
	Names   []string
	Array   bool
	Plain   bool   // backslashes are ordinary (-r)
	Whole   bool   // the line stays as it is: it goes into $REPLY, or -N
	Until   string // what ends a line
	Most    int    // signs that are read at most (-n, -N), -1 for all
	From    int    // the descriptor it reads (-u)
	Strange bool   // something about it is not known
}

// ReadWordsOf understands the words behind read; those that are not known are
// told by known.
func ReadWordsOf(words []string, known func(int) bool) ReadWords {
	r := ReadWords{Until: "\n", Most: -1}
	for i := 0; i < len(words); i++ {
		s := words[i]
		if !known(i) {
			r.Strange = true
			continue
		}
		if len(s) < 2 || s[0] != '-' || len(r.Names) > 0 && !r.Array {
			if name, index, _ := strings.Cut(s, "["); ValidName(name) {
				r.Names, r.Strange = append(r.Names, name), r.Strange || index != ""
			} else if name, _, asks := strings.Cut(s, "?"); asks && ValidName(name) { // zsh
				r.Names = append(r.Names, name)
			}
			continue
		}
		letter, value, follows := r.letters(s[1:])
		if follows && i+1 < len(words) {
			i++
			value = words[i]
			r.Strange = r.Strange || !known(i)
		}
		r.option(letter, value)
	}
	if len(r.Names) == 0 {
		r.Names, r.Whole = []string{"REPLY"}, true
	}
	return r
}

// letters reads one word of options: the last of them may take a value, which
// stands behind it or follows.
func (r *ReadWords) letters(s string) (letter byte, value string, follows bool) {
	for j := range len(s) {
		switch s[j] {
		case 'r':
			r.Plain = true
		case 'e', 's', '-':
		case 'a', 'd', 'n', 'N', 'u', 'i', 'p', 't':
			return s[j], s[j+1:], s[j+1:] == ""
		default: // of other shells
			r.Strange = true
		}
	}
	return 0, "", false
}

func (r *ReadWords) option(letter byte, value string) {
	switch letter {
	case 'a':
		r.Array = true
		r.Names, r.Strange = append(r.Names, value), r.Strange || !ValidName(value)
	case 'd':
		if r.Until = "\x00"; value != "" {
			r.Until = value[:1]
		}
	case 'n', 'N', 'u':
		n, err := strconv.Atoi(value)
		r.Strange = r.Strange || err != nil || n < 0
		if letter == 'u' {
			r.From = n
			return
		}
		if r.Most = n; letter == 'N' {
			r.Whole, r.Until = true, ""
		}
	}
}

// Line gives what one read takes of a text, and what is left.
func (r ReadWords) Line(text string) (line, rest string) {
	line = text
	if r.Until != "" {
		line, rest, _ = strings.Cut(text, r.Until)
	}
	if r.Most >= 0 && len(line) > r.Most {
		return text[:r.Most], text[r.Most:]
	}
	return strings.ReplaceAll(line, "\x00", ""), rest
}

// QuotedMark tells whether the mark of a here-document is quoted.
func QuotedMark(s string) bool { return strings.ContainsAny(s, `'"\`) }

// StripTabs takes the tabs in front of lines away.
func StripTabs(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	return strings.Join(lines, "\n")
}

// Withheld tells which variables a wrapper keeps from the command behind it,
// given the words between the two: all of them, or those named. Most wrappers keep
// none, and are not asked for their words, which may be many for each command.
func Withheld(name string, between func() []string) (all bool, names []string) {
	switch name {
	case "env", "genv":
		words := between()
		for i, w := range words {
			option, unset, long := strings.Cut(w, "=")
			long = long && strings.HasPrefix(option, "--u")
			letters := strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--")
			switch {
			case w == "-" || len(w) > 2 && strings.HasPrefix("--ignore-environment", w) || letters && strings.Contains(w[:min(3, len(w))], "i"):
				return true, nil
			case long:
				names = append(names, unset)
			case (letters && strings.HasSuffix(w, "u") || len(w) > 2 && strings.HasPrefix("--unset", w)) && i+1 < len(words):
				names = append(names, words[i+1])
			case letters && strings.HasPrefix(w, "-u"):
				names = append(names, w[2:])
			}
		}
	case "exec":
		for _, w := range between() {
			all = all || strings.HasPrefix(w, "-") && strings.Contains(w, "c")
		}
	case "sudo", "doas":
		all = true
		for _, w := range between() {
			if strings.HasPrefix(w, "--preserve-env") || strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.Contains(w, "E") {
				all = false
			}
		}
	}
	return all, names
}
