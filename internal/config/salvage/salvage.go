// Package salvage finds the denies in a configuration file that does not parse:
// what such a file denied must stay denied until it is mended.
//
// It goes over the text without minding the grammar. Whatever looks like
// "pattern": "deny" below "permission", or like an element of
// "autoDenyPatterns", is taken for one. Too much may come of it, for a comma
// that is missing here or a quote there, but only denies do.
package salvage

import (
	"encoding/json"
	"slices"
	"strconv"
)

// most bounds the denies of one file.
const most = 1000

// Denies gives what a text denies: as rules from tool to pattern, and as
// patterns of the permission gate.
func Denies(data []byte) (rules map[string]map[string]string, patterns []string) {
	w := salvager{data: data, rules: map[string]map[string]string{}}
	w.run()
	return w.rules, w.patterns
}

type salvager struct {
	data     []byte
	stack    []string // the keys of the objects and lists that are open
	rules    map[string]map[string]string
	patterns []string
	n        int
}

// run goes over the tokens. last is the text before, and key whether a colon
// came after it.
func (w *salvager) run() {
	last, key := "", ""
	for i := 0; i < len(w.data) && w.n < most; i++ {
		switch c := w.data[i]; c {
		case '"':
			text, end := w.quoted(i)
			i = end
			w.text(key, text)
			last, key = text, ""
		case ':':
			key = last
		case '{', '[':
			if len(w.stack) < 100 {
				w.stack = append(w.stack, key)
			}
			key = ""
		case '}', ']':
			if len(w.stack) > 0 {
				w.stack = w.stack[:len(w.stack)-1]
			}
			key = ""
		case ',':
			key = ""
		case '/':
			i = w.comment(i)
		}
	}
}

// quoted reads a text, which ends at the line's end if no quote does.
func (w *salvager) quoted(i int) (string, int) {
	for j := i + 1; j < len(w.data); j++ {
		switch w.data[j] {
		case '\\':
			j++
		case '\n':
			return string(w.data[i+1 : j]), j
		case '"':
			text, err := strconv.Unquote(string(w.data[i : j+1]))
			if json.Unmarshal(w.data[i:j+1], &text) != nil && err != nil {
				text = string(w.data[i+1 : j])
			}
			return text, j
		}
	}
	return string(w.data[i+1:]), len(w.data)
}

func (w *salvager) comment(i int) int {
	if i+1 >= len(w.data) {
		return i
	}
	for j := i + 2; j < len(w.data); j++ {
		switch {
		case w.data[i+1] == '/' && w.data[j] == '\n':
			return j
		case w.data[i+1] == '*' && w.data[j] == '/' && w.data[j-1] == '*':
			return j
		case w.data[i+1] != '/' && w.data[i+1] != '*':
			return i
		}
	}
	return len(w.data)
}

// text takes in a value with its key, if it denies.
func (w *salvager) text(key, value string) {
	inside := slices.Contains(w.stack, "permission")
	deepest := ""
	if len(w.stack) > 0 {
		deepest = w.stack[len(w.stack)-1]
	}
	switch {
	case deepest == "autoDenyPatterns" && value != "":
		w.patterns = append(w.patterns, value)
		w.n++
	case value != "deny" || !inside || key == "":
	case key == "decision" && len(w.stack) > 1:
		w.deny(w.stack[len(w.stack)-2], deepest)
	case deepest == "permission":
		w.deny(key, "*")
	default:
		w.deny(deepest, key)
	}
}

func (w *salvager) deny(tool, pattern string) {
	if tool == "" || pattern == "" || len(tool) > 200 || len(pattern) > 1000 {
		return
	}
	if w.rules[tool] == nil {
		w.rules[tool] = map[string]string{}
	}
	w.rules[tool][pattern] = "deny"
	w.n++
}
