package taskfile

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Listed is the reading of files whose names stand in another file, or come
// from standard input, one a line: what cat would do with them.
func Listed(w shell.Word, files shell.Reader) shell.Inner {
	in := shell.Inner{Kind: shell.InnerArgv, Words: []shell.Word{shell.Text("cat")}, Via: "names from " + w.String()}
	if w.Is("-") || w.Is("/dev/stdin") {
		in.More = true
		return in
	}
	text, known := "", false
	if len(w.Pieces) == 1 && w.Pieces[0].Inside != nil {
		text, known = w.Pieces[0].Inside.Text, w.Pieces[0].Inside.Known
	} else if o := files.Open(w); o.Known {
		text, known = o.Text, true
	} else if !o.Exists {
		return in
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == 0 })
	if !known || len(lines) > 200 {
		in.Words = append(in.Words, unknown(w, files))
		return in
	}
	for _, l := range lines {
		in.Words = append(in.Words, shell.Text(strings.TrimSpace(l)))
	}
	return in
}

// Given are the words that a tool takes from a file for its command: xargs each
// word of a line, others each line.
func Given(tool string, w shell.Word, files shell.Reader) shell.Inner {
	in := Listed(w, files)
	if tool != "xargs" || in.More {
		return in
	}
	words := in.Words[:1:1]
	for _, l := range in.Words[1:] {
		s, known := l.Known()
		if !known || strings.ContainsAny(s, `'"\`) {
			words = append(words, l)
			continue
		}
		for _, f := range strings.Fields(s) {
			words = append(words, shell.Text(f))
		}
	}
	in.Words = words
	return in
}

// inside is what a process substitution holds, or the file that the word names.
func inside(w shell.Word, files shell.Reader) *shell.Captured {
	if len(w.Pieces) == 1 && w.Pieces[0].Inside != nil {
		return w.Pieces[0].Inside
	}
	if p, ok := files.Resolve(w); ok {
		return &shell.Captured{File: shell.Text(p[0])}
	}
	return nil
}

// Echoed is what xargs runs unless it is told.
func Echoed(in shell.Inner) shell.Inner {
	in.Kind, in.Words, in.More = shell.InnerArgv, []shell.Word{shell.Text("echo")}, true
	return in
}
