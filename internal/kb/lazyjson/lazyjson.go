// Package lazyjson decodes a JSON object but leaves the values of one member as
// text, so that a large file costs little when a small part of it is needed.
package lazyjson

import (
	"encoding/json"
	"fmt"
)

// member is one member of a JSON object, its value still as text.
type member struct {
	key   string
	value []byte
}

// members cuts an object into its members without decoding the values, so that
// a large file costs little when one verb of it is needed. What is cut here is
// decoded strictly by the tests (see Tool.Check).
func members(data []byte) ([]member, error) {
	i := blank(data, 0)
	if i >= len(data) || data[i] != '{' {
		return nil, fmt.Errorf("no object")
	}
	var out []member
	for i = blank(data, i+1); i < len(data) && data[i] != '}'; {
		if data[i] != '"' {
			return nil, fmt.Errorf("offset %d: a name is missing", i)
		}
		end := text(data, i)
		key := string(data[i+1 : end-1])
		i = blank(data, end)
		if i >= len(data) || data[i] != ':' {
			return nil, fmt.Errorf("offset %d: a colon is missing", i)
		}
		start := blank(data, i+1)
		i = value(data, start)
		if i <= start {
			return nil, fmt.Errorf("offset %d: a value is missing", start)
		}
		out = append(out, member{key, data[start:i]})
		if i = blank(data, i); i < len(data) && data[i] == ',' {
			i = blank(data, i+1)
		}
	}
	if i >= len(data) {
		return nil, fmt.Errorf("the object does not end")
	}
	return out, nil
}

func blank(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// text gives the end of the string that begins at i.
func text(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// value gives the end of the value that begins at i.
func value(data []byte, i int) int {
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '"':
			i = text(data, i)
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

// Verbs decodes an object into v but for its verbs, which stay text, and its
// examples, which nobody needs at run time.
func Verbs(data []byte, v any) (verbs map[string]json.RawMessage, err error) {
	list, err := members(data)
	if err != nil {
		return nil, err
	}
	small := make([]byte, 0, 2048)
	small = append(small, '{')
	for _, m := range list {
		switch m.key {
		case "examples":
			continue
		case "verbs":
			inner, err := members(m.value)
			if err != nil {
				return nil, fmt.Errorf("verbs: %w", err)
			}
			verbs = make(map[string]json.RawMessage, len(inner))
			for _, x := range inner {
				verbs[x.key] = x.value
			}
			continue
		}
		if len(small) > 1 {
			small = append(small, ',')
		}
		small = append(append(append(append(small, '"'), m.key...), '"', ':'), m.value...)
	}
	small = append(small, '}')
	return verbs, json.Unmarshal(small, v)
}
