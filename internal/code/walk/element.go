package walk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// subscript reads v[..]; the opening bracket is consumed.
func (r *Reader) subscript(v value.Value, open *lex.Token) value.Value {
	end := open.Match
	var key value.Value
	if t := r.Peek(); open.Is("{") && t.Kind == lex.Name && r.I+1 == end {
		key = value.Known(t.Text)
	} else {
		if from, ok := lex.Range(r.Toks, r.I, end); ok && v.Form == value.Sequence {
			r.items(end, false)
			r.I = end + 1
			return v.From(from)
		}
		items := r.items(end, false)
		if len(items.Items) > 0 {
			key = items.Items[0]
		}
		if s := "[::-1]"; v.Form == value.Text && end < len(r.Toks) && lex.Line(r.Toks, end-5, end) == s {
			r.I = end + 1
			return value.ReverseText(v)
		}
		if len(items.Items) != 1 || items.Form != value.Sequence || !items.Known {
			key = value.Value{}
		}
	}
	r.I = end + 1
	return r.Element(v, key)
}

// Element is v[key].
func (r *Reader) Element(v, key value.Value) value.Value {
	switch v.Form {
	case value.Either:
		out := value.Value{}
		for _, x := range v.Items {
			out = value.Or(out, r.Element(x, key))
		}
		return out
	case value.Sequence:
		n, err := strconv.Atoi(key.Text)
		if err == nil && key.Number && n >= 0 && n < len(v.Items) && v.Known && r.Lang.Name != "r" && r.Lang.Name != "julia" && r.Lang.Name != "lua" {
			return v.Items[n]
		}
		if v.Each != nil {
			return *v.Each
		}
		if any := value.AnyOf(v.Items); v.Known && any.Form != value.Unknown {
			return any
		}
		return value.Choice(v.Items)
	case value.Mapping:
		for i, k := range v.Keys {
			if key.IsText() && k == key.Text {
				return v.Items[i]
			}
		}
		if key.IsText() && r.Lang.has(DotKeys) {
			return r.Selected(v, key.Text)
		}
		return value.Choice(v.Items)
	case value.Ref:
		return r.memberOf(v, key)
	}
	if key.IsText() && !key.Number && r.Lang.has(DotKeys) {
		return r.Selected(v, key.Text)
	}
	return value.Value{Taint: v.Taint | value.Computed}
}

// memberOf is v[key] of something that has a name.
func (r *Reader) memberOf(v, key value.Value) value.Value {
	if row := cmp.Or(r.Rows[v.Text+"[]"], r.Rows[v.Text[:strings.LastIndexByte(v.Text, '.')+1]+"[]"]); row != nil {
		if row.Kind == report.Env && r.IsOp("=") {
			return value.Value{} // it is set, not read
		}
		c := Call{R: r, Row: row, Name: v.Text, Self: v, Args: []value.Value{key}, Start: r.At(-1).Start}
		return c.run()
	}
	guarded := r.Rows[v.Text+".*"] != nil || wordlist.Has(r.Lang.Globals, v.Text) || r.Lang.Inner != nil && slices.Contains(r.Report.Modules, v.Text)
	switch {
	case key.IsText() && !key.Number && (r.Lang.has(DotKeys) || guarded):
		return r.Selected(v, key.Text)
	case guarded && !key.Number:
		r.Hide("a member of " + v.Text + " with a computed name")
	}
	return value.Value{Taint: v.Taint | value.Computed, File: v.File}
}
