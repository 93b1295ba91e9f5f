package shell

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
)

// moreWords gives the command lines that xargs makes of its standard input:
// those of a known text, or one with a word that is not known.
func (sc *scope) moreWords(c *Command, words []Word) [][]Word {
	options := c.Argv[1:]
	if at := len(c.Argv) - len(words); at > 0 && found.Same(c.Argv[at], words[0]) {
		options = c.Argv[1:at]
	}
	texts := make([]string, len(options))
	for i, w := range options {
		texts[i] = w.String()
	}
	g := pure.GatherOf(texts, func(i int) bool { _, ok := options[i].Known(); return ok })
	if g.Mark == "" && slices.ContainsFunc(words, func(w Word) bool { return strings.Contains(w.String(), "{}") }) && !c.Argv[0].Is("xargs") {
		g.Mark = "{}"
	}
	text, known := sc.content(c.Stdin)
	known = known && !g.Unsure
	var items []Word
	if known && g.Mark == "" && g.Lines && g.Separator == "" {
		lines, ok := pure.Lines(text, mostLines)
		if ok {
			return found.ByLine(words, lines)
		}
		known = false
	}
	if known {
		for _, s := range pure.Items(text, g.Separator, g.Lines) {
			if g.Mark == "" {
				s, _, _ = strings.Cut(s, "\x00") // which ends an argument
			}
			items = append(items, Text(s))
		}
	}
	if !known || len(items) > mostLines {
		p := Piece{Origin: Supplied, Text: "{}", Split: true, Inside: sc.captured(c.Stdin)}
		items = []Word{{Pieces: []Piece{p}, Raw: "words from standard input"}}
	}
	if g.Mark == "" {
		return found.Batches(words, items, g.Each)
	}
	return sc.filled(words, items, g.Mark)
}

// mostLines bounds the command lines that are made of one input.
const mostLines = 200

// filled puts each item in place of the mark: a command line for each where it
// stands in a text, else one with all of them.
func (sc *scope) filled(words, items []Word, mark string) [][]Word {
	var out [][]Word
	for _, it := range items {
		line := make([]Word, 0, len(words))
		for _, w := range words {
			text := w.String()
			if sc.grow(len(text) + strings.Count(text, mark)*len(it.String())); sc.e.stopped {
				return out
			}
			line = append(line, found.ReplaceIn(w, mark, it).Ended())
		}
		out = append(out, line)
	}
	return out
}
