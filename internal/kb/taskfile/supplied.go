package taskfile

import "github.com/sentinelgate/sentinel/internal/shell"

// Supplied gives the inner command of a wrapper that adds words to it: those of
// its standard input, or those in the files of names. What a missing file will
// hold nobody knows.
func Supplied(wrapper string, in shell.Inner, names []shell.Word, files shell.Reader) []shell.Inner {
	in.More = true
	words, lists := in.Words, []shell.Word(nil)
	if wrapper == "parallel" {
		words, lists = cutLists(words)
		words = asText(words)
		in.Words = words
	}
	out := []shell.Inner{in}
	for _, w := range lists {
		cat := in
		cat.Words, cat.More = []shell.Word{shell.Text("cat"), w}, false
		out = append(out, cat)
	}
	for _, w := range append(lists, names...) {
		more := Given(wrapper, w, files)
		if more.More {
			continue
		}
		if len(more.Words) == 1 {
			more.Words = append(more.Words, unknown(w, files))
		}
		words, in.More = append(words[:len(words):len(words)], more.Words[1:]...), false
	}
	out[0].Words, out[0].More = words, in.More
	return out
}

// unknown stands for the names in a file that is not known.
func unknown(w shell.Word, files shell.Reader) shell.Word {
	return shell.Word{Pieces: []shell.Piece{{Origin: shell.Supplied, Text: "{}", Split: true, Inside: inside(w, files)}}}
}

// cutLists takes the files of words off that stand behind :::: in a call of
// parallel.
func cutLists(words []shell.Word) (command, lists []shell.Word) {
	listed := false
	for _, w := range words {
		switch {
		case w.Is("::::") || w.Is("::::+"):
			listed = true
		case w.Is(":::") || w.Is(":::+"):
			listed = false
			command = append(command, w)
		case listed:
			lists = append(lists, w)
		default:
			command = append(command, w)
		}
	}
	return command, lists
}
