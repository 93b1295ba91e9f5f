package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
)

// gather is how a command such as xargs makes command lines of its input.
type gather struct {
	mark      string // what an item is put in place of (-I); "" appends items
	separator string // what parts items (-d, -0); "" for blanks and quotes
	each      int    // items of one command line (-n, -L), 0 for all
	lines     bool   // only ends of lines part items
	unsure    bool
}

// gatherOf reads the options in front of the inner command.
func gatherOf(options []Word) gather {
	var g gather
	for i := 0; i < len(options); i++ {
		s, ok := options[i].Known()
		if !ok {
			g.unsure = true
			continue
		}
		if len(s) < 2 || s[0] != '-' {
			continue
		}
		name, value, has := s[:2], s[2:], len(s) > 2
		if strings.HasPrefix(s, "--") {
			name, value, has = strings.Cut(s, "=")
		}
		if !has && i+1 < len(options) && slices.Contains([]string{"-I", "-J", "-d", "--delimiter", "-n", "--max-args", "-L"}, name) {
			i++
			value, ok = options[i].Known()
			g.unsure = g.unsure || !ok
		}
		g.option(name, value)
	}
	return g
}

func (g *gather) option(name, value string) {
	number := func() {
		n, err := strconv.Atoi(value)
		g.each, g.unsure = max(n, 1), g.unsure || err != nil
	}
	switch name {
	case "-0", "--null":
		g.separator = "\x00"
	case "-d", "--delimiter":
		g.separator = pure.Backslashes(value, true)
	case "-I", "-J", "-i", "--replace":
		g.lines, g.mark = true, value
		if value == "" {
			g.mark = "{}"
		}
	case "-n", "--max-args":
		number()
	case "-L", "-l", "--max-lines":
		if value == "" {
			value = "1"
		}
		number()
		g.lines, g.unsure = true, g.unsure || g.each > 1
	case "-a", "-E", "-e", "--eof", "--arg-file", "-s", "-S", "-R":
		g.unsure = true
	default:
		// A cluster such as -0n1 or -r0.
		if len(value) > 0 && strings.IndexByte("0rtxpo", name[1]) >= 0 && name[1] != '-' {
			g.option("-"+value[:1], value[1:])
		}
	}
}

// moreWords gives the command lines that xargs makes of its standard input:
// those of a known text, or one with a word that is not known.
func (sc *scope) moreWords(c *Command, words []Word) [][]Word {
	g := gatherOf(c.Argv[1:max(1, len(c.Argv)-len(words))])
	if g.mark == "" && slices.ContainsFunc(words, func(w Word) bool { return strings.Contains(w.String(), "{}") }) && !c.Argv[0].Is("xargs") {
		g.mark = "{}"
	}
	text, known := c.Stdin.Text.Known()
	known = known && !g.unsure && c.Stdin.Kind != Inherited && c.Stdin.Kind != FromFile
	var items []Word
	if known {
		for _, s := range pure.Items(text, g.separator, g.lines) {
			items = append(items, Text(s))
		}
	}
	if !known || len(items) > 200 {
		p := Piece{Origin: Supplied, Text: "{}", Split: true}
		p.Inside = &Captured{From: c.Stdin.From}
		items = []Word{{Pieces: []Piece{p}, Raw: "words from standard input"}}
	}
	if g.mark == "" {
		return batches(words, items, g.each)
	}
	return sc.filled(words, items, g.mark)
}

// batches appends items, each at a time.
func batches(words, items []Word, each int) [][]Word {
	if each == 0 || each >= len(items) {
		return [][]Word{append(slices.Clone(words), items...)}
	}
	var out [][]Word
	for part := range slices.Chunk(items, each) {
		out = append(out, append(slices.Clone(words), part...))
	}
	return out
}

// filled puts each item in place of the mark: a command line for each where it
// stands in a text, else one with all of them.
func (sc *scope) filled(words, items []Word, mark string) [][]Word {
	var out [][]Word
	for _, it := range items {
		line := make([]Word, 0, len(words))
		for _, w := range words {
			sc.grow(len(w.Raw))
			line = append(line, replaceIn(w, mark, it))
		}
		out = append(out, line)
	}
	return out
}
