package shape

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// class gives what is printed for a word: an option as written with the class
// of its value, else the class of the word.
func class(w shell.Word) string {
	if name, ok := strings.CutPrefix(w.Raw, "$"); ok && identifier(name) {
		return "<word>" // a variable, whatever it holds now
	}
	s, ok := w.Known()
	if !ok {
		text, _, all := w.Pattern()
		if all {
			return Class(text)
		}
		if name, _, found := strings.Cut(text, "="); found && strings.HasPrefix(text, "-") {
			return name + "=<word>"
		}
		if strings.HasPrefix(text, "/") {
			return "<path>"
		}
		return "<word>"
	}
	return Class(s)
}

// Class classes one word by its looks, in the order: option, url, absolute
// path, number, hash, path, name, word.
func Class(s string) string {
	for i, m := range marks {
		if s == m {
			return Placeholders()[i]
		}
	}
	switch {
	case s == "":
		return "<word>"
	case s[0] == '-':
		return option(s)
	case s == "..":
		return "<path>"
	case isURL(s):
		return "<url>"
	case s[0] == '/' || s[0] == '~' || len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') && letter(s[0]):
		return "<path>"
	case number(s):
		return "<n>"
	case hash(s):
		return "<sha>"
	}
	if name, value, ok := strings.Cut(s, "="); ok && identifier(name) {
		return name + "=" + Class(value)
	}
	switch {
	case strings.Contains(s, "/"):
		return "<path>"
	case strings.Contains(s, ".") && strings.Trim(s, ".") != "":
		return "<name>"
	}
	return "<word>"
}

// option keeps an option as it is; a value behind = is classed. A lone dash and
// anything else that begins with a dash stays, too.
func option(s string) string {
	name, value, ok := strings.Cut(s, "=")
	if !ok || value == "" {
		return strings.Map(func(r rune) rune {
			if r == ' ' || r == '\t' || r == '\n' || r == '<' || r == '>' {
				return '_'
			}
			return r
		}, s)
	}
	return name + "=" + Class(value)
}

func isURL(s string) bool {
	i := strings.Index(s, "://")
	if i <= 0 || strings.ContainsAny(s, " \t\n") {
		return false
	}
	for j := 0; j < i; j++ {
		if !letter(s[j]) && (j == 0 || s[j] != '+' && s[j] != '-' && s[j] != '.' && (s[j] < '0' || s[j] > '9')) {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func number(s string) bool {
	digits, dots := 0, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] >= '0' && s[i] <= '9':
			digits++
		case s[i] == '.' && i > 0 && i < len(s)-1:
			dots++
		default:
			return false
		}
	}
	return digits > 0 && dots <= 1
}

func hash(s string) bool {
	if len(s) < 7 || len(s) > 40 {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func identifier(s string) bool {
	for i := 0; i < len(s); i++ {
		if !letter(s[i]) && s[i] != '_' && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}
