package taskfile

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// asText turns a command of parallel that is written as one shell text
// (`parallel 'jq . {}' ::: a b`) into the shell that reads it, with the items
// as its parameters: parallel quotes each item that it puts in place of a mark
// (GNU parallel's manual).
func asText(words []shell.Word) []shell.Word {
	if len(words) == 0 {
		return words
	}
	text, known := words[0].Known()
	if !known || !strings.ContainsAny(text, " \t\n;|&<>") {
		return words
	}
	items := len(words)
	for i, w := range words {
		if w.Is(":::") || w.Is(":::+") {
			items = i
			break
		}
	}
	for _, w := range words[1:items] {
		s, known := w.Known()
		if !known {
			return words
		}
		text += " " + s
	}
	filled := marks().Replace(text)
	if filled == text {
		filled += ` "$1"`
	}
	text = "for item do set -- \"$item\"\n" + filled + "\ndone"
	first := shell.Text(text)
	first.Span, first.Raw = words[0].Span, words[0].Raw
	out := []shell.Word{shell.Text("sh"), shell.Text("-c"), first, shell.Text("sh")}
	for _, w := range words[items:] {
		if !w.Is(":::") && !w.Is(":::+") {
			out = append(out, w)
		}
	}
	if items == len(words) { // they come from elsewhere
		out = append(out, shell.Word{Pieces: []shell.Piece{{Origin: shell.Supplied, Text: "{}", Split: true}}})
	}
	return out
}

// marks are what parallel puts an item, or a part of it, in place of.
func marks() *strings.Replacer {
	return strings.NewReplacer("{}", `"$1"`, "{.}", `"${1%.*}"`, "{/}", `"${1##*/}"`, "{//}", `"${1%/*}"`, "{/.}", `"${1##*/}"`,
		"{#}", "1", "{%}", "1", "{1}", `"$1"`, "{2}", `"$1"`, "{3}", `"$1"`)
}
