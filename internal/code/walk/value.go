package walk

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// form says what is known about a value.
type form uint8

const (
	Unknown  form = iota
	Text          // text, or its known beginning
	Sequence      // items
	Mapping       // items under keys
	Ref           // something with a dotted name: a module, function, object
	OneOf         // one of items, all of which are known texts
	either        // one of items
)

// taint says where a value comes from.
type taint uint8

const (
	Encoded  taint = 1 << iota // was written in an encoding that hides it
	Fetched                    // came over the network
	Computed                   // was put together at run time
)

// Value is what the reader knows about an expression.
type Value struct {
	Form   form
	Known  bool // text: all of it; list: no item is missing
	Number bool
	Glob   bool   // text: a pattern, one of whose names it is
	spread bool   // *x: its items stand here
	Text   string // text, or the dotted name of a ref
	Class  string // text that is an object of this type: pathlib.Path
	Keys   []string
	Items  []Value // of a list, dict, either; arguments of a call's result
	via    string  // ref: the function self, called another way: call, apply, bind
	Self   *Value  // ref: what the member was taken from
	File   *Value  // path of the file whose content this is
	Each   *Value  // what each item of it is
	Taint  taint
}

// Known is a text that is known.
func Known(s string) Value { return Value{Form: Text, Text: s, Known: true} }

// ListOf is a list of known texts.
func ListOf(words []string) Value {
	v := Value{Form: Sequence, Known: true}
	for _, w := range words {
		v.Items = append(v.Items, Known(w))
	}
	return v
}

// Arg is the value as an argument of an act.
func (v Value) Arg() report.Arg {
	switch v.Form {
	case Text:
		return report.Arg{Text: v.Text, Known: v.Known, Glob: v.Glob}
	case OneOf:
		return report.Arg{Text: v.common()}
	}
	return report.Arg{}
}

// IsText reports a fully known text.
func (v Value) IsText() bool { return v.Form == Text && v.Known && !v.Glob }

// Falsy reports a value that is known to count as false or absent.
func (v Value) Falsy() bool {
	switch v.Form {
	case Ref, Text:
		return wordlist.Has("False false FALSE nil null None undef NULL undefined 0", v.Text) || v.IsText() && v.Text == ""
	}
	return false
}

// Join is the text of a after which comes b. What all joins may make is
// bounded, for doubling is cheap to write.
func (r *Reader) Join(a, b Value) Value {
	out := Value{Form: Text, Taint: a.Taint | b.Taint, Class: a.Class, Glob: a.Glob || b.Glob && a.Known}
	if a.Form == OneOf || b.Form == OneOf && a.Form == Text {
		return r.joinAny(a, b)
	}
	if a.Form != Text {
		return Value{Taint: out.Taint | Computed}
	}
	out.Text = a.Text
	r.Made += len(a.Text)
	if r.Made > MaxMade {
		r.Report.Truncate("texts too large")
		return out
	}
	if a.Known && b.Form == Text && len(a.Text)+len(b.Text) <= MaxText {
		out.Text += b.Text
		out.Known = b.Known
	}
	if !out.Known {
		out.Taint |= Computed
	}
	return out
}

// or is a value that is a or b.
func or(a, b Value) Value {
	if a.Form == Text && b.Form == Text && a.Text == b.Text && a.Known == b.Known {
		a.Taint |= b.Taint
		return a
	}
	if x, y := a.Texts(), b.Texts(); len(x) > 0 && len(y) > 0 {
		return AnyOf(append(x[:len(x):len(x)], y...))
	}
	if a.Form == Text && b.Form == Text {
		n := 0
		for n < len(a.Text) && n < len(b.Text) && a.Text[n] == b.Text[n] {
			n++
		}
		return Value{Form: Text, Text: a.Text[:n], Taint: a.Taint | b.Taint}
	}
	v := Value{Form: either, Taint: a.Taint | b.Taint}
	for _, x := range append(a.choices(), b.choices()...) {
		if !v.offers(x) && len(v.Items) < 8 {
			v.Items = append(v.Items, x)
		}
	}
	if len(v.Items) == 1 {
		return v.Items[0]
	}
	return v
}

// choices is what the value may be.
func (v Value) choices() []Value {
	if v.Form == either {
		return v.Items[:len(v.Items):len(v.Items)]
	}
	return []Value{v}
}

// offers reports that the value may be x already.
func (v Value) offers(x Value) bool {
	for _, have := range v.Items {
		if have.Form == x.Form && have.Text == x.Text && (x.Form == Ref || x.Form == Unknown) {
			return true
		}
	}
	return false
}

// refs keeps of a value only what it refers to: a name that is assigned more
// than once may still stand for a function.
func (v Value) refs() Value {
	switch v.Form {
	case Ref:
		return v
	case either:
		out := Value{Form: either, Taint: v.Taint}
		for _, x := range v.Items {
			if x.Form == Ref {
				out.Items = append(out.Items, x)
			}
		}
		return out
	}
	return Value{Taint: v.Taint}
}

// Flat is the items of vs with spread lists and nested lists opened.
func Flat(vs []Value) []Value {
	var out []Value
	for _, v := range vs {
		if v.Form == Sequence && v.Known {
			out = append(out, v.Items...)
		} else if v.Form == Sequence {
			out = append(append(out, v.Items...), Value{})
		} else {
			out = append(out, v)
		}
	}
	return out
}

// words is the list of arguments that v holds.
func words(v Value) []report.Arg {
	if v.Form != Sequence {
		return []report.Arg{{}}
	}
	if v.Each != nil && v.Each.Form != Sequence && !v.Known {
		return v.Each.Args()
	}
	var out []report.Arg
	for _, x := range v.Items {
		if x.spread || x.Form == Sequence {
			out = append(out, words(x)...)
			continue
		}
		out = append(out, x.Args()...)
	}
	if !v.Known || len(out) == 0 {
		out = append(out, report.Arg{})
	}
	return out
}

// Rename gives a dotted name its usual spelling.
func (l *Language) Rename(name string) string {
	for range 4 {
		before := name
		for _, r := range l.Renames {
			rest, ok := strings.CutPrefix(name, r[0])
			if !ok || rest != "" && !strings.ContainsAny(r[0][len(r[0])-1:], ".:") && rest[0] != '.' && rest[0] != ':' {
				continue
			}
			if r[1] == "" {
				rest = strings.TrimLeft(rest, ".:")
				if rest == "" {
					continue
				}
			}
			name = r[1] + rest
		}
		if name == before {
			break
		}
	}
	return name
}

// ReverseText is a text read backwards, which is a way to hide it.
func ReverseText(v Value) Value {
	if v.Form != Text || !v.Known {
		return Value{Form: Text, Taint: v.Taint | Computed}
	}
	runes := []rune(v.Text)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	out := Known(string(runes))
	out.Taint = Encoded
	return out
}

func arithmetic(op string, a, b Value) Value {
	x, err1 := strconv.ParseInt(a.Text, 0, 32)
	y, err2 := strconv.ParseInt(b.Text, 0, 32)
	if err1 != nil || err2 != nil {
		return Value{Taint: Computed}
	}
	switch op {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	case "^":
		x ^= y
	default:
		return Value{Taint: Computed}
	}
	v := Known(strconv.FormatInt(x, 10))
	v.Number = true
	return v
}
