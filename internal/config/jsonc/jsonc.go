// Package jsonc reads JSON with comments and trailing commas, as people write
// it in configuration files, and keeps what a map would lose: the order of
// members and the place of everything.
//
// It is hujson with the checks that hujson leaves out: a bound on size, a bound
// on nesting before the parser (which recurses) sees the text, and no object
// with a member twice. Whatever it accepts can be edited through Doc.Root and
// packed again byte for byte, or turned into plain JSON with Plain.
package jsonc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// Bounds of a text.
const (
	MaxBytes = 4 << 20
	MaxDepth = 100
)

// Doc is one text that was read.
type Doc struct {
	// Root is the text's value with all blanks and comments. Its offsets count
	// bytes of Source.
	Root hujson.Value
	// Source is the text without a byte order mark.
	Source []byte
	// BOM tells that the text began with a byte order mark.
	BOM bool

	open bool // the text's last line has no line feed
}

// Error is a problem at a place in a text.
type Error struct {
	Offset int    // bytes in front of it
	Line   int    // from 1
	Col    int    // from 1, in characters
	Msg    string // lower case
}

// Error gives place and problem in one line.
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

var bom = []byte("\xef\xbb\xbf")

// Parse reads a text. Every error is an *Error.
func Parse(data []byte) (*Doc, error) {
	d := &Doc{Source: data}
	if d.BOM = bytes.HasPrefix(data, bom); d.BOM {
		d.Source = data[len(bom):]
	}
	if len(data) > MaxBytes {
		return nil, &Error{Line: 1, Col: 1, Msg: fmt.Sprintf("text of %d bytes is longer than %d", len(data), MaxBytes)}
	}
	if at := tooDeep(d.Source); at >= 0 {
		return nil, d.Errorf(at, "more than %d brackets inside each other", MaxDepth)
	}
	root, err := d.parse()
	if err != nil {
		return nil, d.syntax(err)
	}
	d.Root = root
	if err := d.unique(&d.Root); err != nil {
		return nil, err
	}
	return d, nil
}

// parse reads a copy of Source: hujson aliases what it reads, and Source must not
// change under edits. hujson wants a line feed behind a comment.
func (d *Doc) parse() (hujson.Value, error) {
	b := bytes.Clone(d.Source)
	if d.open = !bytes.HasSuffix(b, []byte("\n")); d.open {
		b = append(b, '\n')
	}
	return hujson.Parse(b)
}

// Pack gives the text of Root as it is now.
func (d *Doc) Pack() []byte {
	b := d.Root.Pack()
	if d.open {
		b = bytes.TrimSuffix(b, []byte("\n"))
	}
	if d.BOM {
		b = append(bytes.Clone(bom), b...)
	}
	return b
}

// Plain gives Source as plain JSON of the same length: comments and trailing
// commas are blanks, so that every offset and line still holds.
func (d *Doc) Plain() []byte {
	root, err := d.parse()
	if err != nil { // Parse has accepted it
		return nil
	}
	root.Standardize()
	return root.Pack()[:len(d.Source)]
}

// Pos gives the line and the column (in characters) of an offset, both from 1.
func (d *Doc) Pos(offset int) (line, col int) {
	before := d.Source[:max(0, min(offset, len(d.Source)))]
	last := before[1+bytes.LastIndexByte(before, '\n'):]
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(last)
}

// Errorf makes an error at an offset.
func (d *Doc) Errorf(offset int, format string, args ...any) *Error {
	line, col := d.Pos(offset)
	return &Error{Offset: offset, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// syntax turns hujson's error, which has its place in the text only, into ours.
func (d *Doc) syntax(err error) *Error {
	e := &Error{Line: 1, Col: 1, Msg: err.Error()}
	m := regexp.MustCompile(`^hujson: line (\d+), column (\d+): `).FindStringSubmatch(e.Msg)
	if m == nil {
		return e
	}
	e.Line, _ = strconv.Atoi(m[1])
	e.Col, _ = strconv.Atoi(m[2])
	e.Msg = strings.TrimPrefix(e.Msg, m[0])
	if len(e.Msg) > 200 { // it quotes the literal it could not read
		e.Msg = strings.ToValidUTF8(e.Msg[:200], "") + "..."
	}
	for line := 1; line < e.Line; line++ {
		n := bytes.IndexByte(d.Source[e.Offset:], '\n')
		if n < 0 {
			e.Offset = len(d.Source)
			break
		}
		e.Offset += 1 + n
	}
	e.Offset = min(e.Offset+e.Col-1, len(d.Source))
	e.Line, e.Col = d.Pos(e.Offset) // hujson counts bytes, and the line feed that parse adds
	if strings.HasSuffix(e.Msg, io.ErrUnexpectedEOF.Error()) {
		e.Msg = "the text ends too early"
	}
	return e
}

// unique refuses an object that has a member twice.
func (d *Doc) unique(v *hujson.Value) error {
	switch c := v.Value.(type) {
	case *hujson.Array:
		for i := range c.Elements {
			if err := d.unique(&c.Elements[i]); err != nil {
				return err
			}
		}
	case *hujson.Object:
		seen := make(map[string]int, len(c.Members))
		for i := range c.Members {
			m := &c.Members[i]
			name := Text(m.Name)
			if first, ok := seen[name]; ok {
				line, _ := d.Pos(first)
				return d.Errorf(m.Name.StartOffset, "%q stands here again, it is on line %d already", name, line)
			}
			seen[name] = m.Name.StartOffset
			if err := d.unique(&m.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// tooDeep gives the offset of the bracket that passes MaxDepth, or -1. Brackets
// in strings and comments do not count.
func tooDeep(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '/':
			i = commentEnd(b, i)
		case '[', '{':
			if depth++; depth > MaxDepth {
				return i
			}
		case ']', '}':
			depth--
		}
	}
	return -1
}

// commentEnd gives the offset of the last byte of a comment that starts at i,
// or i if none does.
func commentEnd(b []byte, i int) int {
	end := []byte("\n")
	switch {
	case bytes.HasPrefix(b[i:], []byte("/*")):
		end = []byte("*/")
	case !bytes.HasPrefix(b[i:], []byte("//")):
		return i
	}
	n := bytes.Index(b[i+2:], end)
	if n < 0 {
		return len(b)
	}
	return i + 1 + n + len(end)
}

// String gives the content of a string; ok is false for every other value.
func String(v hujson.Value) (s string, ok bool) {
	lit, ok := v.Value.(hujson.Literal)
	if !ok || lit.Kind() != '"' {
		return "", false
	}
	return lit.String(), true
}

// Text is String for a value that is known to be one, such as a member's name.
func Text(v hujson.Value) string {
	s, _ := String(v)
	return s
}

// Member finds a member of an object, nil if there is none.
func Member(o *hujson.Object, name string) *hujson.ObjectMember {
	for i := range o.Members {
		if Text(o.Members[i].Name) == name {
			return &o.Members[i]
		}
	}
	return nil
}

// AsError gives the place of an error that this package made.
func AsError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
