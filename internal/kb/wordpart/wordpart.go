// Package wordpart takes words apart that name several places, or name one
// behind a mark.
package wordpart

import "strings"

// Places splits a text at commas, and at colons that a path follows: the value
// of an option that loads code. @FILE and file: addresses give the file. With
// valued only what stands behind the = of a part counts (lib=DIR).
func Places(s string, valued bool) []string {
	if strings.Contains(s, "::") || strings.HasPrefix(s, "data:") {
		return []string{s}
	}
	var out []string
	add := func(part string) {
		if valued {
			_, value, found := strings.Cut(part, "=")
			switch {
			case found:
				part = value
			case len(out) == 0:
				return
			}
		}
		part = strings.TrimPrefix(strings.TrimPrefix(part, "file://"), "file:")
		if part = strings.TrimPrefix(part, "@"); part != "" {
			out = append(out, part)
		}
	}
	for _, part := range strings.Split(s, ",") {
		for i := pathColon(part); i >= 0; i = pathColon(part) {
			add(part[:i])
			part = part[i+1:]
		}
		add(part)
	}
	return out
}

// pathColon finds a colon that separates two places; the one of an address
// does not.
func pathColon(s string) int {
	i := strings.IndexByte(s, ':')
	if i < 0 || s[:i] == "file" {
		return -1
	}
	rest := s[i+1:]
	if strings.HasPrefix(rest, "//") || !strings.HasPrefix(rest, "/") && !strings.HasPrefix(rest, "~") && !strings.HasPrefix(rest, "..") {
		return -1
	}
	return i
}

// Behind gives what stands behind a mark in each part between commas:
// html:DIR, key=FILE. Parts without the mark give nothing.
func Behind(s string, mark byte) []string {
	var out []string
	for _, part := range strings.Split(s, ",") {
		if i := strings.IndexByte(part, mark); i >= 0 && i+1 < len(part) {
			out = append(out, part[i+1:])
		}
	}
	return out
}

// Quoted adds words to a shell text so that they stay words. One that is not
// known is nil.
func Quoted(text string, words []*string) string {
	for _, w := range words {
		if w == nil {
			text += ` "${unknown_word}"` // a variable that nobody sets is as little known
			continue
		}
		text += " '" + strings.ReplaceAll(*w, "'", `'\''`) + "'"
	}
	return text
}

// Revision gives where in git's REV:PATH the colon stands that the path follows,
// -1 if there is none. Without a revision (:PATH, :N:PATH) the path is one of
// the index; :/TEXT and :(WORD) are no paths.
func Revision(s string) int {
	i := strings.IndexByte(s, ':')
	switch {
	case i < 0 || strings.Contains(s, "://"):
		return -1
	case i > 0:
		return i
	case len(s) > 2 && s[1] >= '0' && s[1] <= '3' && s[2] == ':':
		return 2
	case len(s) < 2 || strings.IndexByte("/(!^", s[1]) >= 0:
		return -1
	}
	return 0
}
