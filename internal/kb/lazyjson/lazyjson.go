// Package lazyjson decodes a JSON object but leaves the values of one member as
// text, so that a large file costs little when a small part of it is needed.
package lazyjson

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// member is one member of a JSON object, its value still as text, or cut into
// its own members.
type member struct {
	key   string
	value []byte
	inner []member
}

// members cuts the object that begins at i into its members without decoding
// the values, and gives its end. The value of the member called nested is cut
// as well, so that the text is gone through once only. What is cut here is
// decoded strictly by the tests (see Tool.Check).
func members(data []byte, i int, nested string) (list []member, end int, err error) {
	if i = blank(data, i); i >= len(data) || data[i] != '{' {
		return nil, i, fmt.Errorf("no object")
	}
	for i = blank(data, i+1); i < len(data) && data[i] != '}'; {
		if data[i] != '"' {
			return nil, i, fmt.Errorf("offset %d: a name is missing", i)
		}
		end := text(data, i)
		m := member{key: string(data[i+1 : max(i+1, end-1)])}
		i = blank(data, end)
		if i >= len(data) || data[i] != ':' {
			return nil, i, fmt.Errorf("offset %d: a colon is missing", i)
		}
		start := blank(data, i+1)
		if nested != "" && m.key == nested {
			if m.inner, i, err = members(data, start, ""); err != nil {
				return nil, i, fmt.Errorf("%s: %w", nested, err)
			}
		} else {
			i = value(data, start)
		}
		if i <= start {
			return nil, i, fmt.Errorf("offset %d: a value is missing", start)
		}
		m.value = data[start:i]
		list = append(list, m)
		if i = blank(data, i); i < len(data) && data[i] == ',' {
			i = blank(data, i+1)
		}
	}
	if i >= len(data) {
		return nil, i, fmt.Errorf("the object does not end")
	}
	return list, i + 1, nil
}

func blank(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// text gives the end of the string that begins at i.
func text(data []byte, i int) int {
	for i++; ; {
		n := bytes.IndexByte(data[min(i, len(data)):], '"')
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
	list, _, err := members(data, 0, "verbs")
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
			verbs = make(map[string]json.RawMessage, len(m.inner))
			for _, x := range m.inner {
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
