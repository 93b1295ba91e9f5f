package walk

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/report"
)

// maxTexts bounds how many texts a value may be one of.
const maxTexts = 64

// Texts is the known texts that v may be, nil if there are others.
func (v Value) Texts() []Value {
	switch {
	case v.Form == OneOf:
		return v.Items
	case v.Form == Text && v.Known:
		return []Value{v}
	}
	return nil
}

// Args is v as arguments: one for each text that it may be.
func (v Value) Args() []report.Arg {
	var out []report.Arg
	for _, x := range v.Texts() {
		out = append(out, x.Arg())
	}
	if out == nil {
		out = []report.Arg{v.Arg()}
	}
	return out
}

// AnyOf is a value that is one of vs. What is not a known text among them
// makes it unknown.
func AnyOf(vs []Value) Value {
	out := Value{Form: OneOf}
	seen := make(map[string]bool, len(vs))
	for _, v := range vs {
		out.Taint |= v.Taint
		texts := v.Texts()
		if len(texts) == 0 {
			return Value{Taint: out.Taint | Computed}
		}
		for _, x := range texts {
			if key := x.Class + "\x00" + x.Text; !seen[key] {
				seen[key] = true
				out.Items = append(out.Items, x)
			}
		}
	}
	switch {
	case len(out.Items) == 0:
		return Value{Taint: out.Taint | Computed}
	case len(out.Items) == 1:
		return out.Items[0]
	case len(out.Items) > maxTexts:
		return Value{Form: Text, Text: out.common(), Taint: out.Taint | Computed}
	}
	return out
}

// common is how all the texts begin.
func (v Value) common() string {
	if len(v.Items) == 0 {
		return ""
	}
	s := v.Items[0].Text
	for _, x := range v.Items {
		n := 0
		for n < len(s) && n < len(x.Text) && s[n] == x.Text[n] {
			n++
		}
		s = s[:n]
	}
	return s
}

// Map gives f of each text that v may be; a value that is no text goes to f
// as it is.
func (v Value) Map(f func(Value) Value) Value {
	if v.Form != OneOf {
		return f(v)
	}
	out := make([]Value, 0, len(v.Items))
	for _, x := range v.Items {
		out = append(out, f(x))
	}
	return AnyOf(out)
}

// joinAny is Join where one side or both may be several texts.
func (r *Reader) joinAny(a, b Value) Value {
	x, y := a.Texts(), b.Texts()
	switch {
	case len(y) == 0: // "a" or "b", then something unknown
		return Value{Form: Text, Text: a.common(), Taint: a.Taint | b.Taint | Computed}
	case len(x) == 0 || len(x)*len(y) > maxTexts:
		out := a.Arg()
		return Value{Form: Text, Text: out.Text, Taint: a.Taint | b.Taint | Computed}
	}
	var all []Value
	for _, s := range x {
		for _, t := range y {
			all = append(all, r.Join(s, t))
		}
	}
	return AnyOf(all)
}

// A variable that gets a value in several places is one of them, if every
// place was seen and all give known texts.

// place notes the value that the name gets where the reader is.
func (r *Reader) place(name string, v Value) {
	if r.places == nil {
		r.places = map[string]map[int]Value{}
	}
	if r.places[name] == nil {
		r.places[name] = map[int]Value{}
	}
	at := r.At(-1).End
	if r.Evals > 0 {
		at = -1 - at // another text with offsets of its own
	}
	r.places[name][at] = v
}

// placed is what a name may be that gets its value in several places.
func (r *Reader) placed(name string) (Value, bool) {
	seen := r.places[name]
	if n := len(seen) + len(r.params[name]); n == 0 || n > maxTexts || n != r.times(name) {
		return Value{}, false
	}
	var all []Value
	for _, p := range r.params[name] {
		given, ok := r.given(p)
		if !ok {
			return Value{}, false
		}
		all = append(all, given)
	}
	for _, v := range seen {
		if len(v.Texts()) == 0 {
			return Value{}, false
		}
		all = append(all, v)
	}
	if r.steps += len(all); strings.Contains(name, ".") {
		return Value{}, false
	}
	return AnyOf(sorted(all)), true
}

// sorted orders texts, so that the same source gives the same report.
func sorted(vs []Value) []Value {
	slices.SortFunc(vs, func(a, b Value) int { return strings.Compare(a.Arg().Text, b.Arg().Text) })
	return vs
}
