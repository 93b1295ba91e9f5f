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
		in.Words = append(in.Words, unknown(w))
		return in
	}
	for _, l := range lines {
		in.Words = append(in.Words, shell.Text(strings.TrimSpace(l)))
	}
	return in
}

// inside is what a process substitution holds, nil if the word is none.
func inside(w shell.Word) *shell.Captured {
	if len(w.Pieces) == 1 {
		return w.Pieces[0].Inside
	}
	return nil
}
