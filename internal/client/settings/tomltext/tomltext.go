// Package tomltext edits TOML that people write, without touching a byte that
// need not change.
//
// Parse reads a text and refuses one that is no TOML. Its tables know where in
// the text they stand; Doc.Set, Doc.Append and Doc.Remove give the edited text,
// which is read once more before it is handed out.
//
//	doc, err := tomltext.Parse(data)
//	t := doc.Table("hooks", "state", "x")      // [hooks.state.x]
//	out, err := doc.Set(t, "trusted_hash", "sha256:...")
package tomltext

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// MaxBytes bounds a text.
const MaxBytes = 1 << 20

// Doc is one text that was read.
type Doc struct {
	Source []byte
	Tables []Table
	// Values is the whole text as values.
	Values map[string]any
}

// Table is one table with a header of its own: [a.b] or [[a.b]]. What stands in
// front of the first header belongs to none.
type Table struct {
	Path  []string
	Array bool
	Pairs []Pair
	// Start is the offset of the header's line, End the one behind the last line
	// that says something in it.
	Start, End int
}

// Pair is one line in a table.
type Pair struct {
	Key        []string
	Text       string // the value if it is a string
	IsText     bool
	start, end int // of the value
}

// Parse reads a text.
func Parse(data []byte) (*Doc, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("read TOML: text of %d bytes is longer than %d", len(data), MaxBytes)
	}
	d := &Doc{Source: data}
	if err := toml.Unmarshal(data, &d.Values); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, col := at.Position()
			return nil, fmt.Errorf("read TOML: %d:%d: %s", line, col, strings.TrimPrefix(at.Error(), "toml: "))
		}
		return nil, fmt.Errorf("read TOML: %w", err)
	}
	p := &unstable.Parser{}
	p.Reset(data)
	for p.NextExpression() {
		d.add(p.Expression())
	}
	if err := p.Error(); err != nil {
		return nil, fmt.Errorf("read TOML: %w", err)
	}
	d.close()
	return d, nil
}

// close finds the ends of tables whose last value is a list over several lines:
// what stands in front of the next header and is neither blank nor a comment
// belongs to them.
func (d *Doc) close() {
	next := len(d.Source)
	for i := len(d.Tables) - 1; i >= 0; i-- {
		t := &d.Tables[i]
		for end := next; end > t.End; {
			start := d.lineStart(end - 1)
			if line := bytes.TrimSpace(d.Source[start:end]); len(line) > 0 && line[0] != '#' {
				t.End = end
				break
			}
			end = start
		}
		next = t.Start
	}
}

// add takes over one header or line.
func (d *Doc) add(e *unstable.Node) {
	var path []string
	first, last := -1, 0
	for it := e.Key(); it.Next(); {
		n := it.Node()
		path = append(path, string(n.Data))
		if first < 0 {
			first = int(n.Raw.Offset)
		}
		last = int(n.Raw.Offset + n.Raw.Length)
	}
	switch e.Kind {
	case unstable.Table, unstable.ArrayTable:
		d.Tables = append(d.Tables, Table{Path: path, Array: e.Kind == unstable.ArrayTable, Start: d.lineStart(first), End: d.lineEnd(last)})
	case unstable.KeyValue:
		if len(d.Tables) == 0 {
			return
		}
		t := &d.Tables[len(d.Tables)-1]
		v := e.Value()
		pair := Pair{Key: path, IsText: v.Kind == unstable.String, Text: string(v.Data)}
		if pair.IsText {
			pair.start, pair.end = int(v.Raw.Offset), int(v.Raw.Offset+v.Raw.Length)
			last = pair.end
		} else {
			pair.Text = ""
		}
		t.Pairs = append(t.Pairs, pair)
		t.End = d.lineEnd(last)
	}
}

func (d *Doc) lineStart(at int) int { return 1 + bytes.LastIndexByte(d.Source[:at], '\n') }

func (d *Doc) lineEnd(at int) int {
	if n := bytes.IndexByte(d.Source[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(d.Source)
}

// Table finds the table of a path, nil if none has a header of its own.
func (d *Doc) Table(path ...string) *Table {
	for i := range d.Tables {
		if !d.Tables[i].Array && slices.Equal(d.Tables[i].Path, path) {
			return &d.Tables[i]
		}
	}
	return nil
}

// Find gives the value at a path, however it was written; nil if there is none.
func (d *Doc) Find(path ...string) any {
	var v any = d.Values
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

// Get gives the text of a key of a table.
func (t *Table) Get(key string) (string, bool) {
	for _, p := range t.Pairs {
		if len(p.Key) == 1 && p.Key[0] == key {
			return p.Text, p.IsText
		}
	}
	return "", false
}

// Set gives a key of a table a text.
func (d *Doc) Set(t *Table, key, text string) ([]byte, error) {
	for _, p := range t.Pairs {
		if len(p.Key) == 1 && p.Key[0] == key && p.IsText {
			return d.checked(d.replace(p.start, p.end, Quote(text)))
		}
	}
	return d.checked(d.replace(t.End, t.End, d.fresh(t.End)+key+" = "+Quote(text)+d.newline()))
}

// Append puts a text behind everything.
func (d *Doc) Append(text string) ([]byte, error) {
	sep := d.fresh(len(d.Source))
	if len(bytes.TrimSpace(d.Source)) > 0 && !bytes.HasSuffix(d.Source, []byte("\n\n")) && !bytes.HasSuffix(d.Source, []byte("\r\n\r\n")) {
		sep += d.newline()
	}
	return d.checked(d.replace(len(d.Source), len(d.Source), sep+strings.ReplaceAll(text, "\n", d.newline())))
}

// Remove takes out tables, each with the blank line above it.
func (d *Doc) Remove(gone func(*Table) bool) ([]byte, error) {
	out, from := []byte{}, 0
	for i := range d.Tables {
		t := &d.Tables[i]
		if !gone(t) {
			continue
		}
		head := d.Source[from:max(from, t.Start)]
		for _, blank := range []string{"\r\n", "\n"} {
			if shorter, ok := bytes.CutSuffix(head, []byte(blank)); ok && (len(shorter) == 0 || shorter[len(shorter)-1] == '\n') {
				head = shorter
				break
			}
		}
		out, from = append(out, head...), t.End
	}
	return d.checked(append(out, d.Source[from:]...))
}

func (d *Doc) replace(start, end int, text string) []byte {
	return slices.Concat(d.Source[:start], []byte(text), d.Source[end:])
}

func (d *Doc) newline() string {
	if bytes.Contains(d.Source, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// fresh ends a last line that has no end.
func (d *Doc) fresh(at int) string {
	if at == len(d.Source) && at > 0 && d.Source[at-1] != '\n' {
		return d.newline()
	}
	return ""
}

func (d *Doc) checked(out []byte) ([]byte, error) {
	if _, err := Parse(out); err != nil {
		return nil, fmt.Errorf("edit TOML: the file is written in a form that this program does not edit: %w", err)
	}
	return out, nil
}

// Quote writes a basic string.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
