// Package exlang reads the command language of the editors ed, ex, vi, vim and
// nvim and says which commands run programs, open files or run code.
package exlang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang"
	"github.com/sentinelgate/sentinel/internal/textlang/scan"
)

// Ex reads editor commands: what vim and nvim take with -c, --cmd and +, what
// ex, vi and vim -es read from standard input, and ed's scripts. One command a
// line; vim's `|` separates commands, too. Leading colons are optional.
//
// The commands of ed and ex are read together: where they differ, whichever
// does more counts. Commands that only move, show or change text in the
// editor's memory give no act.
func Ex(src string) []textlang.Act {
	if len(src) > textlang.MaxSource {
		return textlang.Oversize(src)
	}
	r := exReader{src: src}
	for i := 0; i < len(src); {
		end := scan.LineEnd(src, i)
		r.line(i, end, 0)
		i = end + 1
		if r.textFollows {
			r.textFollows = false
			i = r.skipText(i)
		}
	}
	return r.out.Acts
}

// maxNesting bounds commands inside commands.
const maxNesting = 32

type exReader struct {
	src string
	out textlang.List
	// textFollows is set by a, i and c alone on a line: lines up to "." are text.
	textFollows bool
	noDot       bool // no closing "." in the rest of the text
	moved       bool // after cd, relative names are no longer known
}

func (r *exReader) add(kind, text string, known bool, start, end int) {
	if (kind == textlang.Read || kind == textlang.Write || kind == textlang.Load) && r.moved && !strings.HasPrefix(text, "/") {
		known = false
	}
	r.out.Add(textlang.Act{Kind: kind, Text: text, Known: known, Start: start, End: end})
}

func (r *exReader) unread(what string, start, end int) {
	r.out.Add(textlang.Unreadable("ex: "+what, start, end))
}

// skipText passes over the text lines of a, i and c. Without a closing "." the
// lines are read as commands, because not every editor expects text there.
func (r *exReader) skipText(i int) int {
	if r.noDot {
		return i
	}
	for j := i; j < len(r.src); {
		end := scan.LineEnd(r.src, j)
		if r.src[j:end] == "." {
			return end + 1
		}
		j = end + 1
	}
	r.noDot = true
	return i
}

// line reads the commands in src[i:end].
func (r *exReader) line(i, end, depth int) {
	if depth > maxNesting {
		r.unread("nested too deep", i, end)
		return
	}
	for i < end {
		next := r.command(i, end, depth)
		if next <= i {
			return
		}
		i = next
	}
}

// command reads one command and returns the index after it.
func (r *exReader) command(i, end, depth int) int {
	s := r.src
	start := i
	for i < end && (scan.Space(s[i]) || s[i] == ':' || s[i] == '|') {
		i++
	}
	if i < end && s[i] == '"' { // a comment in vim; ed knows no such command
		return end
	}
	i, ok := r.rangeEnd(i, end)
	if !ok {
		r.unread("address not understood", start, end)
		return end
	}
	for i < end && scan.Blank(s[i]) {
		i++
	}
	if i >= end || s[i] == '|' {
		return i + 1
	}
	if s[i] == '!' {
		text := strings.TrimSpace(s[i+1 : end])
		// `!!` repeats the last command, an unescaped % or # is a file name, and in
		// vim a bar belongs to the shell text.
		r.add(textlang.Exec, text, text != "" && !strings.HasPrefix(text, "!"), start, end)
		return end
	}
	name, after := r.commandName(i, end)
	if name == "" {
		return r.sign(i, end, depth)
	}
	bang := after < end && s[after] == '!'
	if bang {
		after++
	}
	return r.named(exCall{name: name, bang: bang, start: start, arg: after, end: end, depth: depth})
}

// exCall is one command as found: src[arg:end] are its arguments, up to the end
// of the line.
type exCall struct {
	name            string
	bang            bool
	start, arg, end int
	depth           int
}

// commandName reads the letters of a command name. vim allows the argument of
// s, k and digits to follow at once; py3 and lua names hold digits.
func (r *exReader) commandName(i, end int) (string, int) {
	s := r.src
	j := i
	for j < end && scan.Letter(s[j]) && s[j] != '_' {
		j++
	}
	word := s[i:j]
	if len(word) > 0 && word[0] >= 'A' && word[0] <= 'Z' && len(word) > 1 { // a user's own command may hold digits
		for j < end && (scan.Letter(s[j]) || scan.Digit(s[j])) {
			j++
		}
		return s[i:j], j
	}
	if strings.HasPrefix(word, "py") && j < end && s[j] == '3' {
		j++
		for j < end && scan.Letter(s[j]) {
			j++
		}
		return s[i:j], j
	}
	return word, j
}

// sign reads commands whose name is a sign.
func (r *exReader) sign(i, end, depth int) int {
	s := r.src
	switch s[i] {
	case '=', '&', '~', '#', '<', '>':
		return r.bar(i+1, end)
	case '@', '*':
		r.unread("register run as commands", i, end)
		return end
	case '}', '{':
		return i + 1
	}
	r.unread("command not understood", i, end)
	return end
}

// bar returns the index after the next command separator.
func (r *exReader) bar(i, end int) int {
	for ; i < end; i++ {
		switch r.src[i] {
		case '\\', 0x16:
			i++
		case '|':
			return i + 1
		}
	}
	return end
}

// rangeEnd passes over an address range such as `1,$`, `%`, `/x/;+3`, `'a,'b`.
func (r *exReader) rangeEnd(i, end int) (int, bool) {
	s := r.src
	for i < end {
		switch c := s[i]; {
		case scan.Blank(c), scan.Digit(c), strings.IndexByte("%$.,;+-^", c) >= 0:
			i++
		case c == '\'':
			i += 2
		case c == '\\' && i+1 < end && strings.IndexByte("/?&", s[i+1]) >= 0:
			i += 2
		case c == '*' && i+1 < end && s[i+1] != '*': // ex: the visual area; alone it runs a register
			return i, true
		case c == '/' || c == '?':
			next, clear := r.pattern(i+1, end, c)
			if !clear {
				return i, false
			}
			i = next
		default:
			return i, true
		}
	}
	return min(i, end), true
}

// pattern returns the index after the delimiter that ends the pattern at i.
// Where a delimiter stands in brackets editors disagree: clear is then false.
func (r *exReader) pattern(i, end int, delim byte) (next int, clear bool) {
	s := r.src[:end]
	for ; i < end; i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == delim:
			return i + 1, true
		case c == '[':
			if close, inside := scan.BracketEnd(s, i, delim, true); close > 0 && inside {
				return i, false
			}
		}
	}
	return end, true
}
