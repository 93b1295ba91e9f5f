// Package lazyjson goes through one JSON text from left to right, without
// reflection and without building what nobody asks for, so that a large file
// costs little when a small part of it is needed.
//
//	r := lazyjson.Over(text)
//	err := r.Object(func(name string) (err error) {
//		switch name {
//		case "about":
//			about, err = r.Text()
//		default:
//			_, err = r.Raw() // left as it is
//		}
//		return err
//	})
//
// What it gives is a part of that text and not a copy of it.
//
// It is for the project's own files, which were read strictly before, or are by
// the tests: what is passed over is not looked at, and a member that stands twice
// comes twice.
package lazyjson

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Reader is a place in a text. Each of its methods reads the value there.
type Reader struct {
	data string
	at   int
}

// Over is the beginning of a text.
func Over(text string) Reader { return Reader{data: text} }

// next is the first byte behind white space, 0 at the end.
func (r *Reader) next() byte {
	for ; r.at < len(r.data); r.at++ {
		switch c := r.data[r.at]; c {
		case ' ', '\n', '\t', '\r':
		default:
			return c
		}
	}
	return 0
}

func (r *Reader) want(what string) error { return fmt.Errorf("offset %d: want %s", r.at, what) }

// Object calls member for each member, to read its value.
func (r *Reader) Object(member func(name string) error) error {
	return r.each('{', '}', func() error {
		name, err := r.Text()
		if err != nil {
			return err
		}
		if r.next() != ':' {
			return r.want("a colon")
		}
		r.at++
		if err := member(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
}

// List calls element for each element, to read it.
func (r *Reader) List(element func() error) error { return r.each('[', ']', element) }

func (r *Reader) each(first, last byte, one func() error) error {
	if r.next() != first {
		return r.want(string(first))
	}
	for r.at++; r.next() != last; {
		if err := one(); err != nil {
			return err
		}
		switch r.next() {
		case ',':
			r.at++
		case last:
		default:
			return r.want("a comma or " + string(last))
		}
	}
	r.at++
	return nil
}

// Text reads a string.
func (r *Reader) Text() (string, error) {
	if r.next() != '"' {
		return "", r.want("a text")
	}
	start, end := r.at, textEnd(r.data, r.at)
	if end < start+2 || r.data[end-1] != '"' {
		return "", r.want("a text that ends")
	}
	r.at = end
	inner := r.data[start+1 : end-1]
	if strings.IndexByte(inner, '\\') < 0 {
		return inner, nil
	}
	if s, ok := unescaped(inner); ok {
		return s, nil
	}
	var s string
	err := json.Unmarshal([]byte(r.data[start:end]), &s)
	return s, err
}

// unescaped is a string's text without its escapes, unless they are unusual.
func unescaped(inner string) (string, bool) {
	out := make([]byte, 0, len(inner))
	for len(inner) > 0 {
		i := strings.IndexByte(inner, '\\')
		if i < 0 {
			return string(append(out, inner...)), true
		}
		out, inner = append(out, inner[:i]...), inner[i:]
		if len(inner) < 2 {
			return "", false
		}
		c := inner[1]
		if short := strings.IndexByte(`"\/bfnrt`, c); short >= 0 {
			out, inner = append(out, "\"\\/\b\f\n\r\t"[short]), inner[2:]
			continue
		}
		if c != 'u' || len(inner) < 6 {
			return "", false
		}
		n, err := strconv.ParseUint(inner[2:6], 16, 16)
		if err != nil || utf16.IsSurrogate(rune(n)) {
			return "", false
		}
		out, inner = utf8.AppendRune(out, rune(n)), inner[6:]
	}
	return string(out), true
}

// Texts reads a list of strings.
func (r *Reader) Texts() (list []string, err error) {
	err = r.List(func() error {
		s, err := r.Text()
		list = append(list, s)
		return err
	})
	return list, err
}

// Bool reads true or false.
func (r *Reader) Bool() (bool, error) {
	text, err := r.Raw()
	switch {
	case err != nil:
	case text == "true":
		return true, nil
	case text != "false":
		err = r.want("true or false")
	}
	return false, err
}

// Int reads a number without a fraction.
func (r *Reader) Int() (int64, error) {
	text, err := r.Raw()
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// Null passes over a null, if there is one.
func (r *Reader) Null() bool {
	null := r.next() == 'n' && strings.HasPrefix(r.data[r.at:], "null")
	if null {
		r.at += len("null")
	}
	return null
}

// Raw passes over a value and gives its text.
func (r *Reader) Raw() (string, error) {
	r.next()
	start := r.at
	if r.at = valueEnd(r.data, start); r.at <= start {
		return "", r.want("a value")
	}
	return r.data[start:r.at], nil
}

// textEnd gives the end of the string that begins at i.
func textEnd(data string, i int) int {
	for i++; ; {
		n := strings.IndexByte(data[min(i, len(data)):], '"')
		if n < 0 {
			return len(data)
		}
		end, slashes := i+n, 0
		for data[end-1-slashes] == '\\' {
			slashes++
		}
		if i = end + 1; slashes%2 == 0 {
			return i
		}
	}
}

// valueEnd gives the end of the value that begins at i.
func valueEnd(data string, i int) int {
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '"':
			i = textEnd(data, i)
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
			if depth == 0 {
				return i + 1
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
}
