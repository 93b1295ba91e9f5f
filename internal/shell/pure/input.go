package pure

import "strings"

// ReadWords is a read command taken apart.
type ReadWords struct {
	Names   []string
	Array   bool
	Plain   bool // backslashes are ordinary (-r)
	Strange bool // stops elsewhere than at a line's end, or reads elsewhere
}

// ReadWordsOf understands the words behind read; those that are not known are
// told by known.
func ReadWordsOf(words []string, known func(int) bool) ReadWords {
	var r ReadWords
	for i := 0; i < len(words); i++ {
		s := words[i]
		if !known(i) {
			r.Strange = true
			continue
		}
		if len(s) < 2 || s[0] != '-' || len(r.Names) > 0 {
			if name, index, _ := strings.Cut(s, "["); ValidName(name) {
				r.Names, r.Strange = append(r.Names, name), r.Strange || index != ""
			} else if name, _, asks := strings.Cut(s, "?"); asks && ValidName(name) { // zsh
				r.Names = append(r.Names, name)
			}
			continue
		}
		if r.option(s[1:]) {
			if i++; strings.HasSuffix(s, "a") && i < len(words) {
				i--
			}
		}
	}
	if len(r.Names) == 0 {
		r.Names = []string{"REPLY"}
	}
	return r
}

// option reads one word of options and tells whether a value follows it.
func (r *ReadWords) option(s string) bool {
	for j := range len(s) {
		switch s[j] {
		case 'r':
			r.Plain = true
		case 'a':
			r.Array = true
			if s[j+1:] != "" {
				r.Names = append(r.Names, s[j+1:])
			}
			return false
		case 'd', 'n', 'N', 'u', 'k', 'A', 'q', 'z', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			r.Strange = true
			if strings.IndexByte("dnNu", s[j]) >= 0 {
				return s[j+1:] == ""
			}
		case 'i', 'p', 't':
			return s[j+1:] == ""
		}
	}
	return false
}

// SplitOption parts -Ovalue; the last option letter of a cluster takes what
// follows.
func SplitOption(s, letters string) (letter byte, value string) {
	for j := 1; j < len(s); j++ {
		if letter = s[j]; letter != 't' || strings.IndexByte(letters, letter) < 0 {
			return letter, s[j+1:]
		}
	}
	return letter, ""
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
// given the words between the two: all of them, or those named.
func Withheld(name string, words []string) (all bool, names []string) {
	switch name {
	case "env", "genv":
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
		for _, w := range words {
			all = all || strings.HasPrefix(w, "-") && strings.Contains(w, "c")
		}
	case "sudo", "doas":
		all = true
		for _, w := range words {
			if strings.HasPrefix(w, "--preserve-env") || strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.Contains(w, "E") {
				all = false
			}
		}
	}
	return all, names
}
