package pure

import "strings"

// Fields splits a line as the shell's read does: blanks of ifs around and
// between fields count once, every other character of ifs ends a field. The
// last of most fields takes the rest; most 0 means as many as there are.
func Fields(line, ifs string, most int) []string {
	blank := func(r rune) bool { return strings.ContainsRune(ifs, r) && strings.ContainsRune(" \t\n", r) }
	rest := strings.TrimFunc(line, blank)
	var out []string
	for rest != "" && (most == 0 || len(out) < most-1) {
		field, after := cutField(rest, ifs, blank)
		out, rest = append(out, field), after
	}
	if rest == "" {
		return out
	}
	// A single separator at the end of the rest does not belong to it.
	if field, after := cutField(rest, ifs, blank); after == "" {
		rest = field
	}
	return append(out, rest)
}

// cutField takes the first field and what separates it from the rest.
func cutField(s, ifs string, blank func(rune) bool) (field, rest string) {
	i := strings.IndexAny(s, ifs)
	if i < 0 || ifs == "" {
		return s, ""
	}
	field, rest = s[:i], strings.TrimLeftFunc(s[i:], blank)
	if j := strings.IndexAny(rest, ifs); j == 0 {
		rest = strings.TrimLeftFunc(rest[1:], blank)
	}
	return field, rest
}

// Items splits the input of xargs. separator "" means blanks, with quotes and
// backslashes; lines means that only ends of lines separate.
func Items(in, separator string, lines bool) []string {
	if separator != "" {
		out := strings.Split(in, separator)
		if n := len(out); out[n-1] == "" {
			out = out[:n-1]
		}
		return out
	}
	var out []string
	var b strings.Builder
	open, quote := false, byte(0)
	for i := 0; i < len(in); i++ {
		c := in[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0 && c == '\n': // xargs ends there, with the items before
			return out
		case quote != 0:
			b.WriteByte(c)
		case c == '\'' || c == '"':
			quote, open = c, true
		case c == '\\' && i+1 < len(in):
			i++
			b.WriteByte(in[i])
			open = true
		case c == '\n' || !lines && (c == ' ' || c == '\t'):
			if open {
				out = append(out, b.String())
			}
			b.Reset()
			open = false
		case !open && (c == ' ' || c == '\t'):
		default:
			b.WriteByte(c)
			open = true
		}
	}
	if open && quote == 0 {
		out = append(out, b.String())
	}
	return out
}
