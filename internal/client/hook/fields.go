package hook

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

const (
	MaxName = 256      // bytes of an id or a name in an event
	MaxPath = 32 << 10 // bytes of a path in an event
)

// Fields reads members of a decoded event and keeps the first error, so that a
// decoder reads like a list of what it needs.
type Fields struct {
	M   map[string]any
	Err error
}

func (f *Fields) Fail(format string, args ...any) {
	if f.Err == nil {
		f.Err = fmt.Errorf(format, args...)
	}
}

// Text reads a string of any content; a member that is missing or null gives
// "" and fails only if it is needed.
func (f *Fields) Text(name string, needed bool) string {
	v, ok := f.M[name]
	if !ok || v == nil {
		if needed {
			f.Fail("field %q is missing", name)
		}
		return ""
	}
	s, ok := v.(string)
	if !ok {
		f.Fail("field %q is no string", name)
	}
	return s
}

// Name reads a short string without control characters: an id, a tool, a mode.
func (f *Fields) Name(name string, needed bool) string {
	s := f.Text(name, needed)
	switch {
	case len(s) > MaxName:
		f.Fail("field %q is longer than %d bytes", name, MaxName)
	case strings.ContainsFunc(s, display.Hidden):
		f.Fail("field %q has hidden characters", name)
	case needed && s == "":
		f.Fail("field %q is empty", name)
	default:
		return s
	}
	return ""
}

// Flag reads a boolean that may be missing.
func (f *Fields) Flag(name string) bool {
	v, ok := f.M[name]
	if !ok || v == nil {
		return false
	}
	b, ok := v.(bool)
	if !ok {
		f.Fail("field %q is neither true nor false", name)
	}
	return b
}

// Object reads a nested object; one that is missing gives an empty reader and
// fails only if it is needed.
func (f *Fields) Object(name string, needed bool) map[string]any {
	v, ok := f.M[name]
	if !ok || v == nil {
		if needed {
			f.Fail("field %q is missing", name)
		}
		return nil
	}
	m, ok := v.(map[string]any)
	if !ok {
		f.Fail("field %q is no object", name)
	}
	return m
}

// Has tells whether a member is there and not null.
func (f *Fields) Has(name string) bool { return f.M[name] != nil }

// Open reads an event's JSON strictly: one object, no member twice, nothing
// behind it.
func Open(event []byte) (*Fields, error) {
	if len(event) > MaxEvent {
		return nil, fmt.Errorf("decode event: %d bytes are more than %d", len(event), MaxEvent)
	}
	m, err := strictjson.ObjectWithin(event, strictjson.Limits{Bytes: MaxEvent, Members: 200_000})
	if err != nil {
		return nil, fmt.Errorf("decode event: %w", err)
	}
	return &Fields{M: m}, nil
}

// In reads the members of a nested object with the same error.
func (f *Fields) In(name string, needed bool) *Fields {
	return &Fields{M: f.Object(name, needed), Err: f.Err}
}

// Folder reads an absolute path.
func (f *Fields) Folder(name string, needed bool) string {
	s := f.Text(name, needed)
	if f.Err == nil && (s != "" || needed) && !absolute(s) {
		f.Fail("field %q is no absolute path", name)
	}
	return s
}

// Close ends the reading of an event: with an error, only what tells which event
// it was is left of it.
func (f *Fields) Close(ev Event) (Event, error) {
	if f.Err != nil {
		return Event{Kind: ev.Kind, Name: ev.Name, Form: ev.Form}, fmt.Errorf("decode event: %w", f.Err)
	}
	return ev, nil
}

// absolute knows paths of Windows, too, since a client may run there.
func absolute(s string) bool {
	drive := len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/')
	return len(s) <= MaxPath && (filepath.IsAbs(s) || drive)
}
