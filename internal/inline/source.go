package inline

import (
	"encoding/json"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// holds tells whether the file that a piece comes from, where one is there and
// can be read, holds a sign that ends the text in which the piece stands: a
// quote, or what cuts the parts of a pattern.
func holds(p shell.Piece, w shell.Word, open func(shell.Word) (string, bool)) bool {
	if open == nil || p.Inside == nil {
		return false
	}
	ends := "'\"`\\" + cuts(w)
	if c := p.Inside.From; c != nil {
		text, known := source(c, open, 0)
		return known && strings.ContainsAny(text, ends)
	}
	text, known := open(p.Inside.File)
	return known && strings.ContainsAny(text, ends)
}

// cuts are the signs that may cut patterns apart in what is known of the code.
func cuts(w shell.Word) string {
	var b strings.Builder
	for _, sign := range "/#|,@!~%" {
		for _, p := range w.Pieces {
			if p.Origin <= shell.Glob && strings.ContainsRune(p.Text, sign) {
				b.WriteRune(sign)
				break
			}
		}
	}
	return b.String()
}

// source is the text that a pipeline begins with, of programs that hand on what
// they read; of jq what a plain path gives.
func source(c *shell.Command, open func(shell.Word) (string, bool), depth int) (string, bool) {
	if depth > 8 {
		return "", false
	}
	name, _ := c.Program()
	switch name {
	case "cat", "head", "tail", "tac", "sort", "uniq", "tee", "read":
	case "jq":
		text, known := fed(c, open, depth)
		path := ""
		for _, o := range c.Argv[1:] {
			if s, _ := o.Known(); strings.HasPrefix(s, ".") && path == "" {
				path = s
			}
		}
		if !known {
			return "", false
		}
		return member(text, path)
	default:
		return "", false
	}
	return fed(c, open, depth)
}

// fed is what a command reads: its files, else its input.
func fed(c *shell.Command, open func(shell.Word) (string, bool), depth int) (string, bool) {
	var b strings.Builder
	found := false
	for _, o := range c.Argv[1:] {
		if s, _ := o.Known(); s == "" || s[0] == '-' {
			continue
		}
		if text, known := open(o); known {
			found = true
			b.WriteString(text)
		}
	}
	switch {
	case found:
		return b.String(), true
	case c.Stdin.Kind == shell.FromFile:
		return open(c.Stdin.File)
	case c.Stdin.From != nil:
		return source(c.Stdin.From, open, depth+1)
	}
	return c.Stdin.Text.Known()
}

// member is the text at a plain path such as .a.b of a JSON text.
func member(text, path string) (string, bool) {
	var v any
	if len(text) > 1<<20 || json.Unmarshal([]byte(text), &v) != nil {
		return "", false
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "."), ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return "", false
		}
		v = m[strings.Trim(name, `"[]`)]
	}
	s, ok := v.(string)
	return s, ok
}
