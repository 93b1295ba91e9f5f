package client

import (
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel/internal/display"
)

const (
	maxName = 256      // bytes of an id or a name in an event
	maxPath = 32 << 10 // bytes of a path in an event
)

// fields reads members of a decoded event and keeps the first error, so that a
// decoder reads like a list of what it needs.
type fields struct {
	m   map[string]any
	err error
}

func (f *fields) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
}

// text reads a string of any content; a member that is missing or null gives
// "" and fails only if it is needed.
func (f *fields) text(name string, needed bool) string {
	v, ok := f.m[name]
	if !ok || v == nil {
		if needed {
			f.fail("field %q is missing", name)
		}
		return ""
	}
	s, ok := v.(string)
	if !ok {
		f.fail("field %q is no string", name)
	}
	return s
}

// name reads a short string without control characters: an id, a tool, a mode.
func (f *fields) name(name string, needed bool) string {
	s := f.text(name, needed)
	switch {
	case len(s) > maxName:
		f.fail("field %q is longer than %d bytes", name, maxName)
	case strings.ContainsFunc(s, display.Hidden):
		f.fail("field %q has hidden characters", name)
	case needed && s == "":
		f.fail("field %q is empty", name)
	default:
		return s
	}
	return ""
}

// flag reads a boolean that may be missing.
func (f *fields) flag(name string) bool {
	v, ok := f.m[name]
	if !ok || v == nil {
		return false
	}
	b, ok := v.(bool)
	if !ok {
		f.fail("field %q is neither true nor false", name)
	}
	return b
}

// object reads a nested object; one that is missing gives an empty reader and
// fails only if it is needed.
func (f *fields) object(name string, needed bool) map[string]any {
	v, ok := f.m[name]
	if !ok || v == nil {
		if needed {
			f.fail("field %q is missing", name)
		}
		return nil
	}
	m, ok := v.(map[string]any)
	if !ok {
		f.fail("field %q is no object", name)
	}
	return m
}

// has tells whether a member is there and not null.
func (f *fields) has(name string) bool { return f.m[name] != nil }
