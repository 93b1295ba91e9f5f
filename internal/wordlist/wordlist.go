// Package wordlist looks words up in tables that are written as one text with
// blanks between the words: such a table is readable, and costs nothing at start.
package wordlist

import "strings"

// Has tells whether a list of words, parted by single blanks, has the word.
func Has(list, word string) bool {
	for list != "" {
		var one string
		one, list, _ = strings.Cut(list, " ")
		if one == word {
			return true
		}
	}
	return false
}
