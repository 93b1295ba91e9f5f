package source

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A carriage return is an ordinary character to bash, in the middle of a word and at
// its start, while the parser takes one for a blank: behind it `#` would begin a
// comment that hides what bash runs. At the end of a line the parser drops it, as the
// shells of Windows do, and bash does not. The words differ by no more than that, so
// the parser's reading is kept there; where what runs differs, the text is said not to
// be readable.

// mostStandIn bounds the control characters that are tried in a return's stead.
const mostStandIn = 8

// returns puts a character that is nowhere in the text for each return within a line.
// All positions stay as they are. restore puts the returns back into the tree.
func returns(text string) (out string, restore func(*syntax.File), err error) {
	alone := strings.Count(text, "\r") - strings.Count(text, "\r\n")
	if strings.HasSuffix(text, "\r") {
		alone-- // a line may end with the text
	}
	if alone <= 0 {
		return text, func(*syntax.File) {}, nil
	}
	stand := byte(1)
	for ; strings.IndexByte(text, stand) >= 0; stand++ {
		if stand == mostStandIn {
			return "", nil, errors.New("holds carriage returns within lines and other control characters")
		}
	}
	b := []byte(text)
	for i, c := range b {
		if c == '\r' && i+1 < len(b) && b[i+1] != '\n' {
			b[i] = stand
		}
	}
	return string(b), func(f *syntax.File) { putBack(f, string(stand)) }, nil
}

func putBack(f *syntax.File, stand string) {
	syntax.Walk(f, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.Lit:
			x.Value = strings.ReplaceAll(x.Value, stand, "\r")
		case *syntax.SglQuoted:
			x.Value = strings.ReplaceAll(x.Value, stand, "\r")
		}
		return true
	})
}

// mostLooked bounds the here-documents whose ends are looked for, each of which reads
// the text once.
const mostLooked = 32

// windows says why a text means one thing to shells that drop a return at the end of a
// line and another to those that do not.
func windows(text string, f *syntax.File) (err error) {
	if !strings.Contains(text, "\r\n") {
		return nil
	}
	if strings.Contains(text, "\\\r\n") {
		return errors.New("a backslash and a carriage return end a line, which some shells join to the next and some do not")
	}
	looked := 0
	syntax.Walk(f, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Redirect)
		if ok && (r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc) {
			looked++
			if looked <= mostLooked && !endsOtherwise(text, r) {
				return true
			}
			err = errors.New("a here-document ends at another line for shells that keep the carriage returns at the end of lines")
		}
		return err == nil
	})
	return err
}

// endsOtherwise tells whether a line behind a here-document's mark is like it only
// without their returns.
func endsOtherwise(text string, r *syntax.Redirect) bool {
	from, to := int(r.Word.Pos().Offset()), int(r.Word.End().Offset())
	if from > to || to > len(text) {
		return false
	}
	mark := strings.TrimSuffix(text[from:to], "\r") // where the parser drops it, it is taken for a part of the word
	kept := len(mark) < to-from || strings.HasPrefix(text[to:], "\r\n")
	mark = strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(mark)
	_, rest, _ := strings.Cut(text[to:], "\n")
	for rest != "" {
		line, behind, more := strings.Cut(rest, "\n")
		rest = behind
		plain, returned := strings.CutSuffix(line, "\r")
		if more && returned != kept && strings.TrimLeft(plain, "\t") == mark {
			return true
		}
	}
	return false
}
