package search

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Fd gives what fd finds, if its words say so: files with one of the endings of -e,
// or the very name that a pattern between ^ and $ spells, also among hidden files. It
// asks for the options, operands and values that were given.
func Fd(has func(...string) bool, words, values func(string) []shell.Word) []shell.Word {
	if has("-C", "--search-path", "-L") {
		return nil
	}
	roots := append(words("list"), words("read")...)
	if endings := values("-e"); len(endings) > 0 {
		if has("-H", "-u") {
			return nil
		}
		return Ending(roots, endings)
	}
	pattern := words("pattern")
	if len(pattern) != 1 || has("-p", "-g") {
		return nil
	}
	name, ok := exactly(pattern[0])
	if !ok {
		return nil
	}
	if len(roots) == 0 {
		roots = []shell.Word{shell.Text(".")}
	}
	var out []shell.Word
	for _, r := range roots {
		out = append(out, Below(r, []shell.Word{shell.Text(name)})...)
	}
	return out
}

// exactly reads an expression that only one name fits.
func exactly(w shell.Word) (string, bool) {
	s, ok := w.Known()
	s, begins := strings.CutPrefix(s, "^")
	s, ends := strings.CutSuffix(s, "$")
	if !ok || !begins || !ends || s == "" {
		return "", false
	}
	name := strings.ReplaceAll(s, `\.`, ".")
	if strings.Count(s, ".") != strings.Count(s, `\.`) || strings.ContainsAny(name, `\*+?()[]{}|^$/`) {
		return "", false
	}
	return name, true
}
