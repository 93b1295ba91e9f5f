package vars

import (
	"strconv"
	"strings"
)

// Plain tells whether a subscript that is written in a text is a key as it stands: a
// number of an array that has numbers, for which a name or a sum would be computed.
func (v Variable) Plain(key string) bool {
	if v.Assoc {
		return !strings.ContainsAny(key, "$`@*-+ \"'")
	}
	n, err := strconv.Atoi(key)
	return err == nil && strconv.Itoa(n) == key
}

// FromEnd is the key that a number below zero stands for, which counts from behind the
// highest key: with holes that is not the number of elements. It is not ok where a key
// is not known, or where there is none.
func (v *Elements) FromEnd(n int) (key string, ok bool) {
	if v.Keys == nil {
		return strconv.Itoa(n + len(v.List)), true
	}
	highest := -1
	for _, k := range v.Keys {
		s, known := k.Known()
		at, err := strconv.Atoi(s)
		if !known || err != nil {
			return "", false
		}
		highest = max(highest, at)
	}
	return strconv.Itoa(highest + 1 + n), true
}
