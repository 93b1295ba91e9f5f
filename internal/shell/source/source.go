// Package source turns a shell text into a tree. The parser has no bound of its own on
// nesting and dies of it, so that is counted first; and what bash takes although the
// parser does not is put right: a here-document without its end mark ends with the text,
// and an end mark may be written in any script.
package source

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"mvdan.cc/sh/v3/syntax"
)

// mostOpen bounds the here-documents of one text that need help.
const mostOpen = 8

// Parse turns a text into a tree, or says why not. Positions behind the end of the
// text are those of end marks that are missing.
func Parse(text string, v syntax.LangVariant, nesting int) (*syntax.File, error) {
	if strings.IndexByte(text, 0) >= 0 {
		return nil, fmt.Errorf("text holds a NUL byte")
	}
	if n := pure.Nesting(text); n > nesting {
		return nil, fmt.Errorf("nested more than %d deep", nesting)
	}
	text, restore, err := returns(text)
	if err != nil {
		return nil, err
	}
	text = comments(text, v)
	p := syntax.NewParser(syntax.Variant(v))
	written := text
	f, err := p.Parse(strings.NewReader(text), "")
	for range mostOpen {
		mark, open := endMark(err)
		if !open {
			break
		}
		if plain, ok := plainMark(written, text, mark, err); ok {
			text = plain
			f, err = p.Parse(strings.NewReader(text), "")
			continue
		}
		if strings.HasSuffix(text, "\\") { // which would join the mark to the last line
			break
		}
		text += "\n" + mark + "\n"
		f, err = p.Parse(strings.NewReader(text), "")
	}
	if f == nil {
		return nil, err
	}
	restore(f)
	if err == nil {
		err = windows(written, f)
	}
	return f, err
}

// endMark is the one that a here-document lacks.
func endMark(err error) (mark string, open bool) {
	var parse syntax.ParseError
	if !errors.As(err, &parse) {
		return "", false
	}
	quoted, open := strings.CutPrefix(parse.Text, "unclosed here-document ")
	if !open {
		return "", false
	}
	mark, err = strconv.Unquote(quoted)
	return mark, err == nil && mark != ""
}

// mostComments bounds how often a text is read for comments.
const mostComments = 32

// comments puts a dot for a backslash at the end of a comment's line. To shells it is
// part of the comment; the parser takes the next line for part of it, too, and would
// not see what runs there. All positions stay as they are.
func comments(text string, v syntax.LangVariant) string {
	for range mostComments {
		if !strings.Contains(text, "#") || !strings.Contains(text, "\\\n") {
			return text
		}
		f, _ := syntax.NewParser(syntax.Variant(v), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
		if f == nil {
			return text
		}
		was := text
		syntax.Walk(f, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.Comment); ok {
				text = closed(text, int(c.Hash.Offset()))
			}
			return true
		})
		if text == was {
			return text
		}
	}
	return text
}

// closed is a text in which the comment that begins at a place ends with its line.
func closed(text string, at int) string {
	if at < 0 || at >= len(text) || text[at] != '#' {
		return text
	}
	end := strings.IndexByte(text[at:], '\n')
	if end < 1 || text[at+end-1] != '\\' {
		return text
	}
	return text[:at+end-1] + "." + text[at+end:]
}

// Why is the first line of an error.
func Why(err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return strings.TrimPrefix(first, ":")
}
