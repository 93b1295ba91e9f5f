package taskfile

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Asked is what a command line tells a runner that has a file of its own.
type Asked struct {
	Kind    string
	Verb    string
	Words   []shell.Word
	Options []shell.Word // values of the options that name tasks
	File    shell.Word
}

// Names gives the tasks that are meant, as package tasks names them, and the
// file; ok is false if a word is not known.
func (a Asked) Names() (names []string, file string, ok bool) {
	file, ok = a.File.Known()
	text := func(list []shell.Word) (out []string) {
		for _, w := range list {
			s, known := w.Known()
			ok = ok && known
			out = append(out, strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })...)
		}
		return out
	}
	words, options := text(a.Words), text(a.Options)
	switch a.Kind {
	case "ninja", "generate":
		names = words
	case "nx":
		names = nxNames(a.Verb, words, options)
	default:
		names = options
	}
	return names, file, ok
}

// nxNames writes targets as PROJECT:TARGET.
func nxNames(verb string, words, options []string) (names []string) {
	switch {
	case verb == "run":
		return words
	case verb == "run-many" || verb == "affected":
		for _, target := range append(options, words...) { // -t lint test
			names = append(names, ":"+target)
		}
		return names
	case verb == "" && len(words) > 0:
		verb, words = words[0], words[1:]
	}
	for _, project := range words {
		names = append(names, project+":"+verb)
	}
	if len(words) == 0 && verb != "" {
		names = append(names, ":"+verb)
	}
	return names
}

// First is the first of some words that is one of those meant: a verb as it
// stands there, where the knowledge has many as one.
func First(words []shell.Word, meant func(string) bool) string {
	for _, w := range words {
		if s, ok := w.Known(); ok && meant(s) {
			return s
		}
	}
	return ""
}
