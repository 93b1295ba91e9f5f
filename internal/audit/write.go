package audit

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/sentinelgate/sentinel"
)

// A hook writes one line and ends. What encoding/json has to find out about a
// type first costs such a process far more than the line, so lines are written
// member by member. The tests hold them against encoding/json.

// encodeOne is a line as the file has it: as encoding/json writes it, with
// nothing escaped for HTML.
func encodeOne(l sentinel.Line) ([]byte, error) {
	at, err := l.Time.MarshalJSON()
	if err != nil {
		return nil, err
	}
	data := l.Event.Data
	if data == nil {
		data = json.RawMessage("null")
	}
	b := bytes.NewBuffer(make([]byte, 0, len(data)+512))
	w := writer{b.AvailableBuffer()}
	w.raw('{', "seq", strconv.AppendInt(nil, l.Seq, 10))
	w.raw(',', "time", at)
	w.raw(',', "event", nil)
	w.text('{', "kind", l.Event.Kind)
	w.option("request", l.Event.Request)
	w.raw(',', "data", nil)
	b.Write(w.b)
	if err := json.Compact(b, data); err != nil {
		return nil, err
	}
	w.b = append(b.AvailableBuffer(), '}')
	w.text(',', "prev", l.Prev)
	w.text(',', "hash", l.Hash)
	b.Write(append(w.b, "}\n"...))
	return b.Bytes(), nil
}

// encodeEntry is an entry in one line that ends with a line end.
func encodeEntry(e Entry) ([]byte, error) {
	at, err := e.Time.MarshalJSON()
	if err != nil {
		return nil, err
	}
	w := writer{make([]byte, 0, 1024+len(e.Text)+len(e.Edited))}
	w.raw('{', "time", at)
	w.option("agent", e.Agent)
	w.option("session", e.Session)
	w.option("call", e.Call)
	w.text(',', "tool", e.Tool)
	w.text(',', "action", e.Action.String())
	w.text(',', "outcome", e.Outcome.String())
	w.raw(',', "permitted", strconv.AppendBool(nil, e.Permitted))
	w.text(',', "risk", e.Risk.String())
	w.text(',', "colour", e.Colour.String())
	w.option("rule", e.Rule)
	w.option("reason", e.Reason)
	w.option("shape", e.Shape)
	before := byte('[')
	for _, f := range e.Findings {
		if before == '[' {
			w.raw(',', "findings", nil)
		}
		w.b = append(w.b, before)
		w.b = appendText(w.b, f)
		before = ','
	}
	if before == ',' {
		w.b = append(w.b, ']')
	}
	w.option("text", e.Text)
	w.option("edited", e.Edited)
	w.option("remember", e.Remember)
	w.option("cwd", e.Cwd)
	w.option("request", e.Request)
	if e.Number != 0 {
		w.raw(',', "number", strconv.AppendInt(nil, e.Number, 10))
	}
	return append(w.b, "}\n"...), nil
}

// writer writes the members of an object.
type writer struct{ b []byte }

// raw writes a member behind { or a comma; its value follows if it is nil.
func (w *writer) raw(before byte, name string, value []byte) {
	w.b = append(append(append(w.b, before, '"'), name...), '"', ':')
	w.b = append(w.b, value...)
}

func (w *writer) text(before byte, name, value string) {
	w.raw(before, name, nil)
	w.b = appendText(w.b, value)
}

// option is a text that is left out when it is empty.
func (w *writer) option(name, value string) {
	if value != "" {
		w.text(',', name, value)
	}
}

// appendText is a text as a JSON string.
func appendText(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			switch short := bytes.IndexByte([]byte("\"\\\b\f\n\r\t"), c); {
			case short >= 0:
				b = append(b, '\\', `"\bfnrt`[short])
			case c < ' ':
				b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xf])
			default:
				b = append(b, c)
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(b, `\ufffd`...)
		case r == '\u2028' || r == '\u2029': // line ends to JavaScript
			b = append(b, `\u202`...)
			b = append(b, digits[r&0xf])
		default:
			b = append(b, s[i:i+size]...)
		}
		i += size
	}
	return append(b, '"')
}
