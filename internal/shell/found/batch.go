package found

import (
	"slices"
	"strings"
)

// This file has what is made of many words: command lines in batches, and what
// it costs to judge one.

// ByLine appends the items of each line at a time.
func ByLine(words []Word, lines [][]string) [][]Word {
	var out [][]Word
	for _, items := range lines {
		all := slices.Clone(words)
		for _, s := range items {
			all = append(all, Text(s).Ended())
		}
		out = append(out, all)
	}
	return out
}

// Batches appends items, each at a time.
func Batches(words, items []Word, each int) [][]Word {
	if each == 0 || each >= len(items) {
		return [][]Word{append(slices.Clone(words), items...)}
	}
	var out [][]Word
	for part := range slices.Chunk(items, each) {
		out = append(out, append(slices.Clone(words), part...))
	}
	return out
}

// Weight says in steps what it costs to judge a command: every word may be a
// path, every folder of a path is looked at, and every variable is looked up.
func (c *Command) Weight() int {
	n := 4 + 2*len(c.Argv) + len(c.Redirs) + len(c.Env)/4
	for _, words := range [][]Word{c.Dirs, c.Argv} {
		for _, w := range words {
			for _, p := range w.Pieces {
				n += strings.Count(p.Text, "/") / 2
				if p.Origin == Glob {
					n += 8 // asks for a look at what is there
				}
			}
		}
	}
	return n
}
