// Package values walks through decoded JSON: maps, lists and single values.
// Arguments of calls come from strangers, so every walk is bounded by counts.
//
//	err := values.Each(arguments, func(text string) bool { return !found(text) })
package values

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Bounds of a walk.
const (
	MaxDepth = 64
	MaxCount = 10000
)

// ErrComplex is what lies beyond the bounds: nobody has looked at it.
var ErrComplex = errors.New("arguments too complex")

// Each calls f for every key, text and number, one by one and in a fixed order,
// until f says no. Values are never joined: two innocent ones make no match.
func Each(v any, f func(text string) bool) error {
	w := walk{f: f}
	w.value(v, 0)
	if w.complex {
		return ErrComplex
	}
	return nil
}

type walk struct {
	f       func(string) bool
	count   int
	done    bool
	complex bool
}

func (w *walk) value(v any, depth int) {
	if w.count++; depth > MaxDepth || w.count > MaxCount {
		w.complex = true
	}
	if w.done || w.complex {
		return
	}
	switch x := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			w.text(k)
			w.value(x[k], depth+1)
		}
	case []any:
		for _, e := range x {
			w.value(e, depth+1)
		}
	case []string:
		for _, e := range x {
			w.value(e, depth+1)
		}
	case string:
		w.text(x)
	case nil, bool:
	case json.Number:
		w.text(x.String())
	case float64:
		w.text(strconv.FormatFloat(x, 'f', -1, 64))
	case int, int64, uint64:
		w.text(fmt.Sprint(x))
	default: // of a caller's own type: nobody can look into it here
		w.complex = true
	}
}

func (w *walk) text(s string) { w.done = w.done || !w.f(s) }

// Clone copies maps and lists, so that nobody who was shown arguments can change
// them afterwards.
func Clone(m map[string]any) (map[string]any, error) {
	if m == nil {
		return nil, nil
	}
	count := 0
	v, err := clone(m, 0, &count)
	if err != nil {
		return nil, err
	}
	return v.(map[string]any), nil
}

func clone(v any, depth int, count *int) (any, error) {
	if *count++; depth > 4*MaxDepth || *count > 100*MaxCount {
		return nil, ErrComplex
	}
	var err error
	switch x := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(x))
		for k, e := range x {
			if out[k], err = clone(e, depth+1, count); err != nil {
				return nil, err
			}
		}
		return out, nil
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			if out[i], err = clone(e, depth+1, count); err != nil {
				return nil, err
			}
		}
		return out, nil
	case []string:
		return slices.Clone(x), nil
	}
	return v, nil
}

// Digest identifies a value as JSON has it. It goes through JSON and back, so that it
// does not matter whether arguments come from a caller or from a store.
func Digest(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var plain any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err = d.Decode(&plain); err == nil {
		b, err = json.Marshal(plain)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}
