package pure

import "strings"

// Option is what one call of getopts finds.
type Option struct {
	Name  string // what its variable gets
	Value int    // place, from 0, of the word that holds $OPTARG; -1 if there is none
	From  int    // where in that word it begins
	Text  string // $OPTARG where no word holds it
	Index int    // $OPTIND afterwards
	At    int    // place within that word, 0 at its beginning
	More  bool   // an option was found
}

// Getopts takes the next option from words: that at the place `at` of word
// number index, from 1. ok is false if that is a word that is not known.
func Getopts(options string, words []string, known func(int) bool, index, at int) (o Option, ok bool) {
	silent := strings.HasPrefix(options, ":")
	options = strings.TrimPrefix(options, ":")
	i := index - 1
	if i < 0 {
		return o, false
	}
	o = Option{Name: "?", Value: -1, Index: index}
	if i >= len(words) {
		return o, true
	}
	if !known(i) {
		return o, false
	}
	word := words[i]
	if at == 0 || at >= len(word) {
		if len(word) < 2 || word[0] != '-' {
			return o, true
		}
		if word == "--" {
			o.Index++
			return o, true
		}
		at = 1
	}
	o.More = true
	letter := word[at : at+1]
	next := func() { // behind this option
		if o.At = at + 1; o.At >= len(word) {
			o.Index, o.At = index+1, 0
		}
	}
	found := strings.Index(options, letter)
	switch {
	case found < 0 || letter == ":":
		if silent {
			o.Text = letter
		}
		next()
	case !strings.HasPrefix(options[found+1:], ":"):
		o.Name = letter
		next()
	case at+1 < len(word):
		o.Name, o.Value, o.From, o.Index = letter, i, at+1, index+1
	case i+1 < len(words):
		o.Name, o.Value, o.Index = letter, i+1, index+2
	default:
		if o.Index = index + 1; silent {
			o.Name, o.Text = ":", letter
		}
	}
	return o, true
}
