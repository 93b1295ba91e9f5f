// Package strictjson decodes JSON that a stranger wrote.
//
// encoding/json is made for friends: it takes the last of two members with one
// name, matches names in any letter case, replaces broken UTF-8, and a Decoder
// leaves whatever follows the value unread. Each of these lets one text mean
// two things: one to the gate, another to the program that acts on it. This
// package refuses such texts, so whatever it accepts has one reading.
//
// Refused are: a member name that occurs twice in one object (also when the
// two differ in letter case only), anything but white space behind the value,
// invalid UTF-8, lone surrogates, NUL, and texts beyond the Limits.
//
//	v, err := strictjson.Decode(data, strictjson.Limits{})
//	obj, err := strictjson.Object(data)
//	err := strictjson.Into(data, &event, strictjson.Options{})
//
// Every error is an *Error with the place of the problem.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Defaults for the fields of Limits that are zero or negative.
const (
	DefaultBytes   = 1 << 20
	DefaultDepth   = 64
	DefaultMembers = 10_000

	// maxDepth caps Limits.Depth: the parser recurses, and a stack overflow
	// cannot be recovered from.
	maxDepth = 1000
)

// Limits bound the work that a text may cause. The zero value means the
// defaults, never "no limit".
type Limits struct {
	Bytes   int // length of the text
	Depth   int // objects and arrays inside each other; at most 1000 counts
	Members int // object members and array elements in the whole text
	// DataNames takes names that differ in letter case only for two names.
	// It is for texts whose names are data (shapes, paths), not for texts that
	// are stored in Go structs.
	DataNames bool
}

func (l Limits) orDefaults() Limits {
	if l.Bytes <= 0 {
		l.Bytes = DefaultBytes
	}
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	l.Depth = min(l.Depth, maxDepth)
	if l.Members <= 0 {
		l.Members = DefaultMembers
	}
	return l
}

// Error says what is wrong with a text and where.
type Error struct {
	Offset  int    // bytes before the problem, from 0
	Line    int    // from 1
	Column  int    // characters, from 1
	Problem string // lower case, holds nothing of the text but quoted names
}

// Error gives the place and the problem in one line.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d column %d (byte %d): %s", e.Line, e.Column, e.Offset, e.Problem)
}

func newError(data []byte, offset int, problem string) *Error {
	offset = max(0, min(offset, len(data)))
	before := data[:offset]
	line := 1 + bytes.Count(before, []byte{'\n'})
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return &Error{Offset: offset, Line: line, Column: column, Problem: problem}
}

// Decode reads the one value of data: nil, bool, json.Number, string, []any or
// map[string]any. Numbers keep the digits they were written with.
func Decode(data []byte, limits Limits) (any, error) {
	return run(data, limits, maxDepth+1)
}

// Raw is the text of a value that was checked and not built.
type Raw string

// DecodeTop is Decode that builds the upper levels only: objects and arrays
// below that many others come as Raw. Who needs a few parts of a large text
// saves most of the work and still has all of it checked.
func DecodeTop(data []byte, limits Limits, levels int) (any, error) {
	return run(data, limits, max(levels, 0))
}

// Check reads data as Decode does and builds nothing.
func Check(data []byte, limits Limits) error {
	_, err := run(data, limits, 0)
	return err
}

// Object is Decode within the default limits for a text that must be an object.
func Object(data []byte) (map[string]any, error) {
	return ObjectWithin(data, Limits{})
}

// ObjectWithin is Object within other limits.
func ObjectWithin(data []byte, limits Limits) (map[string]any, error) {
	v, err := Decode(data, limits)
	if err != nil {
		return nil, err
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, newError(data, firstByte(data), "want an object")
	}
	return object, nil
}

// Options change what Into accepts. The zero value accepts unknown members,
// since clients add some with each release.
type Options struct {
	Limits       Limits
	KnownMembers bool // refuse members that the Go type does not have
}

// Into checks data and then stores it in what v points to, as encoding/json
// does. Interface values receive json.Number for numbers.
func Into(data []byte, v any, options Options) error {
	if err := Check(data, options.Limits); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if options.KnownMembers {
		d.DisallowUnknownFields()
	}
	err := d.Decode(v)
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		problem := fmt.Sprintf("member %q cannot be a %s", wrong.Field, wrong.Value)
		return newError(data, int(wrong.Offset), problem)
	}
	return newError(data, firstByte(data), err.Error())
}

// firstByte is the offset of the value itself.
func firstByte(data []byte) int {
	return len(data) - len(bytes.TrimLeft(data, " \t\r\n"))
}
