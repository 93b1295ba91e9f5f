// Package wordlist looks words up in tables that are written as one text with
// blanks between the words: such a table is readable, and costs nothing at start.
package wordlist

import "strings"

// Has tells whether a list of words, parted by single blanks, has the word.
func Has(list, word string) bool {
	if word == "" {
		return strings.HasPrefix(list, " ") || strings.Contains(list, "  ")
	}
	if strings.IndexByte(word, ' ') >= 0 {
		return false
	}
	for at := 0; ; at++ {
		n := strings.Index(list[at:], word)
		if n < 0 {
			return false
		}
		at += n
		end := at + len(word)
		if (at == 0 || list[at-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
	}
}
