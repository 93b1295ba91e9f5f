package shape

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// looks classes a value by its looks alone, in this order: address, path from
// a root, number, hash, other path, name with a dot, word.
func looks(s string) string {
	switch {
	case isURL(s):
		return URL
	case isDrive(s) || strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~"):
		return Path
	case isNumber(s):
		return Number
	case isSHA(s):
		return SHA
	case strings.Contains(s, "/") || s == "..":
		return Path
	case strings.Contains(s, ".") && strings.Trim(s, ".") != "":
		return Name
	}
	return Word
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// isURL: a scheme as in RFC 3986, "://", and no blank.
func isURL(s string) bool {
	i := strings.Index(s, "://")
	if i < 1 || !isLetter(s[0]) || strings.ContainsAny(s, " \t\r\n") {
		return false
	}
	for j := 1; j < i; j++ {
		if c := s[j]; !isLetter(c) && !isDigit(c) && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

func isDrive(s string) bool {
	return len(s) > 2 && isLetter(s[0]) && s[1] == ':' && (s[2] == '\\' || s[2] == '/')
}

func isNumber(s string) bool {
	whole, part, dot := strings.Cut(s, ".")
	return digits(whole) && (!dot || digits(part))
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func isSHA(s string) bool {
	return len(s) >= 7 && len(s) <= 40 && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// assigned splits NAME=value; ok is false for anything else. Names may hold
// dots and dashes, as settings do.
func assigned(s string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(s, "=")
	if !ok || name == "" || !isLetter(name[0]) && name[0] != '_' {
		return "", "", false
	}
	for i := 1; i < len(name); i++ {
		if c := name[i]; !isLetter(c) && !isDigit(c) && c != '_' && c != '-' && c != '.' {
			return "", "", false
		}
	}
	return name, value, true
}

// isText: roles whose words are data that nobody interprets.
func isText(role string) bool {
	switch role {
	case "text", "secret", "data", "data@", "pattern", "narrow":
		return true
	}
	return strings.HasPrefix(role, "code:")
}

// plain tells what is known of a word. A quoted piece that is not known leaves
// the word one word; an unquoted one may become several, flags among them.
func plain(w shell.Word) (text string, known, splits bool) {
	text, _, known = w.Pattern()
	if known {
		return text, true, false
	}
	for _, p := range w.Pieces {
		if p.Origin > shell.Glob && p.Split {
			splits = true
		}
	}
	return text, false, splits
}

// value prints a word that is neither program, verb nor flag.
func (p *printer) value(w shell.Word, role string) string {
	s, known, splits := plain(w)
	if !known {
		if isText(role) && !splits {
			return Word
		}
		if name, v, ok := assigned(s); ok && v == "" {
			return name + "=" + Expansion
		}
		return Expansion
	}
	if isDrive(w.Raw) {
		return Path
	}
	return p.class(s, role)
}

// class prints a known value.
func (p *printer) class(s, role string) string {
	if p.tok.exact(s) || s == "-" || s == "{}" {
		return s
	}
	if len(s) > 1 && s[0] == '-' {
		return p.dashed(s, role)
	}
	name, v, assign := assigned(s)
	if assign && p.tok.exact(v) {
		return s
	}
	switch {
	case role == "verb":
		return quote(s)
	case role == "ref" && len(s) > 1 && (s[0] == '+' || s[0] == ':'):
		return s[:1] + p.class(s[1:], "")
	case isText(role):
		return Word
	case role == "url" && !strings.ContainsAny(s[:min(1, len(s))], "/.~"):
		return URL
	case assign && v == "":
		return s
	case assign:
		return name + "=" + p.assignedValue(v)
	}
	return looks(s)
}

// assignedValue is the class of what stands behind NAME=.
func (p *printer) assignedValue(v string) string {
	if p.tok.exact(v) {
		return v
	}
	return looks(v)
}

// dashed prints a word that begins with a dash: as written, but for a value
// that hangs on it.
func (p *printer) dashed(s, role string) string {
	if i := strings.IndexByte(s, '='); i > 0 && i+1 < len(s) {
		v := s[i+1:]
		if !p.tok.exact(v) {
			if v = looks(v); isText(role) {
				v = Word
			}
		}
		return quote(s[:i]) + "=" + v
	}
	if !p.tok.within(s) && !strings.HasPrefix(s, "--") && !safe(s, true) {
		if i := len(s[:1]) + runeLen(s[1:]); i < len(s) {
			return quote(s[:i]) + Word
		}
	}
	return quote(s)
}
