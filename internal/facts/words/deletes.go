package words

import "strings"

// nearRM is how many words behind rm are taken for its own.
const nearRM = 7

// DeletesAll gives the word of a text by which an rm seems to delete everything,
// "" if there is none. It keeps no list of the words: the text may be a large
// here-document.
func DeletesAll(text string) string {
	i, rm, recursive := 0, -nearRM-1, -nearRM-1 // places: the last rm, and the one that the last -r belongs to
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\n;&|()`\"'", r) }) {
		switch {
		case w == "rm":
			rm = i
		case strings.HasPrefix(w, "-"):
			if strings.ContainsAny(w, "rR") && i-rm <= nearRM {
				recursive = rm
			}
		case i-recursive <= nearRM && (w == "/" || w == "/*" || w == "~" || w == "~/" || w == "$HOME"):
			return w
		}
		i++
	}
	return ""
}
