package walk

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/value"
)

// Join is the text of a after which comes b. What all joins may make is
// bounded, for doubling is cheap to write.
func (r *Reader) Join(a, b value.Value) value.Value {
	out := value.Value{Form: value.Text, Taint: a.Taint | b.Taint, Class: a.Class, Glob: a.Glob || b.Glob && a.Known}
	if a.Form == value.OneOf || b.Form == value.OneOf && a.Form == value.Text {
		return r.joinAny(a, b)
	}
	if a.Form != value.Text {
		return value.Value{Taint: out.Taint | value.Computed}
	}
	out.Text = a.Text
	r.Made += len(a.Text)
	if r.Made > MaxMade {
		r.Report.Truncate("texts too large")
		return out
	}
	if a.Known && b.Form == value.Text && len(a.Text)+len(b.Text) <= MaxText {
		out.Text += b.Text
		out.Known = b.Known
	}
	if !out.Known {
		out.Taint |= value.Computed
	}
	return out
}

// joinAny is Join where one side or both may be several texts.
func (r *Reader) joinAny(a, b value.Value) value.Value {
	x, y := a.Texts(), b.Texts()
	r.steps += len(x) * len(y)
	switch {
	case len(y) == 0: // "a" or "b", then something unknown
		return value.Value{Form: value.Text, Text: a.Common(), Taint: a.Taint | b.Taint | value.Computed}
	case len(x) == 0 || len(x)*len(y) > value.MaxTexts:
		out := a.Arg()
		return value.Value{Form: value.Text, Text: out.Text, Taint: a.Taint | b.Taint | value.Computed}
	}
	var all []value.Value
	for _, s := range x {
		for _, t := range y {
			all = append(all, r.Join(s, t))
		}
	}
	return value.AnyOf(all)
}

// A variable that gets a value in several places is one of them, if every
// place was seen and all give known texts.

// place notes the value that the name gets where the reader is.
func (r *Reader) place(name string, v value.Value) {
	if r.places[name] == nil {
		r.places[name] = map[int]value.Value{}
	}
	at := r.At(-1).End
	if r.Evals > 0 {
		at = -1 - at // another text with offsets of its own
	}
	r.places[name][at] = v
}

// placed is what a name may be that gets its value in several places.
func (r *Reader) placed(name string) (value.Value, bool) {
	seen := r.places[name]
	if n := len(seen) + len(r.params[name]); n == 0 || n > value.MaxTexts || n != r.times(name) || strings.Contains(name, ".") {
		return value.Value{}, false
	}
	var all []value.Value
	for _, p := range r.params[name] {
		given, ok := r.given(p)
		if !ok {
			return value.Value{}, false
		}
		all = append(all, given)
	}
	for _, v := range seen {
		if len(v.Texts()) == 0 {
			return value.Value{}, false
		}
		all = append(all, v)
	}
	r.steps += len(all)
	return value.AnyOf(all).Sorted(), true
}
