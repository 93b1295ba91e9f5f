package do

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// The functions here give names to the items of lists and of listed folders,
// so that a file that a loop opens is known as far as the folder tells.

// Item is what each item of v is.
func Item(v value.Value) value.Value {
	unknown := value.Value{Taint: v.Taint, File: v.File}
	switch {
	case v.Each != nil:
		return *v.Each
	case v.Form == value.Mapping && v.Known:
		return value.AnyOf(value.ListOf(v.Keys).Items)
	case v.Form != value.Sequence || !v.Known || len(v.Items) == 0:
		return unknown
	}
	if any := value.AnyOf(v.Items); any.Form != value.Unknown {
		return any
	}
	width := len(v.Items[0].Items)
	out := value.Value{Form: value.Sequence, Known: true}
	for column := range width {
		var all []value.Value
		for _, row := range v.Items {
			if row.Form != value.Sequence || !row.Known || len(row.Items) != width {
				return unknown
			}
			all = append(all, row.Items[column])
		}
		out.Items = append(out.Items, value.AnyOf(all))
	}
	if width == 0 {
		return unknown
	}
	return out
}

// Pairs is a hash as a list of keys with their values.
func Pairs(c *walk.Call) value.Value {
	v := c.Self
	if v.Form != value.Mapping || !v.Known {
		return c.Result()
	}
	out := value.Value{Form: value.Sequence, Known: true}
	for i, k := range v.Keys {
		out.Items = append(out.Items, value.Value{Form: value.Sequence, Known: true, Items: []value.Value{value.Known(k), v.Items[i]}})
	}
	return out
}

// Numbered is enumerate: a number with each item.
func Numbered(c *walk.Call) value.Value {
	v := c.Result()
	v.Each = &value.Value{Form: value.Sequence, Known: true, Items: []value.Value{{}, Item(c.Arg(0))}}
	return v
}

// Loop reads the head of a loop over a list: for x in y, for (const x of y),
// foreach (y as x), foreach my $x (y).
func Loop(r *walk.Reader) bool {
	at := r.I
	r.Next()
	for r.IsWord("await my our const let var") {
		r.Next()
	}
	opened := r.IsOp("(")
	if opened {
		r.Next()
	}
	if opened && r.Lang.Name == "php" {
		v := r.Expr(0)
		r.Use(v)
		if !r.IsWord("as") {
			r.I = at
			return false
		}
		r.Next()
		names := loopNames(r)
		bindNames(r, names[max(0, len(names)-1):], Item(v))
		return true
	}
	names := loopNames(r)
	if opened && r.IsOp(")") { // for (a, b) in c
		r.Next()
	}
	list := r.IsWord("in of") || r.Lang.Name == "perl" && r.IsOp("(")
	if len(names) == 0 || !list {
		r.I = at
		return false
	}
	if !r.IsOp("(") {
		r.Next()
	}
	v := r.Expr(0)
	r.Use(v)
	if v.Form == value.Text && r.Lang.Name == "perl" {
		v = value.Value{Form: value.Sequence, Known: true, Items: []value.Value{v}}
	}
	bindNames(r, names, Item(v))
	return true
}

// loopNames reads a, b or (a, b).
func loopNames(r *walk.Reader) []string {
	var names []string
	depth := 0
	for range 64 {
		t := r.Peek()
		switch {
		case r.IsWord("const let var my"), r.IsOp("( [") && len(names) == 0 && (t.Is("[") || r.Lang.Name != "perl"):
			if t.Kind == lex.Op {
				depth++
			}
			r.Next()
			continue
		case t.Kind == lex.Name && !r.IsWord("in of as") || t.Kind == lex.Var:
			names = append(names, r.Next().Text)
		default:
			return names
		}
		for depth > 0 && r.IsOp(") ]") {
			depth--
			r.Next()
		}
		if !r.IsOp(", =>") {
			return names
		}
		r.Next()
		if r.IsOp("(") {
			depth++
			r.Next()
		}
	}
	return nil
}

func bindNames(r *walk.Reader, names []string, item value.Value) {
	if len(names) == 1 {
		r.Bind(names[0], item)
		return
	}
	for n, name := range names {
		v := value.Value{Taint: item.Taint, File: item.File}
		if item.Form == value.Sequence && item.Known && n < len(item.Items) {
			v = item.Items[n]
		}
		r.Bind(name, v)
	}
}

// Block gives the parameter of a function that is called for each item its
// value: y.forEach(x => ..), y.each { |x| .. }. What is read stays.
func Block(r *walk.Reader, of value.Value, method string) {
	if method == "then" && of.Form == value.Ref && !strings.Contains(of.Text, "(") {
		loaded(r, of)
		return
	}
	if !wordlist.Has("forEach map filter flatMap some every find each each_with_index collect select reject sort_by each_entry", method) {
		return
	}
	n := 0
	for n < 6 && (r.At(n).Is("(") || r.At(n).Is("{") || r.At(n).Is("|") || r.At(n).Kind == lex.Name && wordlist.Has("async function do", r.At(n).Text)) {
		n++
	}
	t := r.At(n)
	after := r.At(n + 1)
	if t.Kind != lex.Name || n == 0 || !after.Is("=>") && !after.Is("|") && !after.Is(")") && !after.Is(",") && !after.Is(":") {
		return
	}
	if before := r.At(n - 1); after.Is(")") && !before.Is("(") || before.Is("{") {
		return
	}
	if item := Item(of); len(item.Texts()) > 0 {
		r.BindAt(t, item)
	}
}

// loaded gives the parameter of a function that gets a module its value:
// import("x").then(m => ..), .then(({a, b: c}) => ..). What is read stays.
func loaded(r *walk.Reader, of value.Value) {
	member, inside := "", false
	for n := range 40 {
		t := r.At(n)
		switch {
		case t.Is("{"):
			inside = true
		case t.Is("=>") || t.Is("}") || n > 0 && t.Is(")"):
			return
		case t.Is(":") || t.Is("(") || t.Kind == lex.Name && wordlist.Has("async function", t.Text):
		case t.Is(","):
			member = ""
		case t.Kind == lex.Name && !inside:
			r.BindAt(t, of)
			return
		case t.Kind == lex.Name && r.At(n+1).Is(":"):
			member = t.Text
		case t.Kind == lex.Name:
			if member == "" {
				member = t.Text
			}
			r.BindAt(t, r.Selected(of, member))
			member = ""
		default:
			return
		}
	}
}

// List lists names; say tells how they stand to the target: "pattern" (what it
// matches), "names" (bare names in the folder), "children" (paths in it),
// "inside" (what a pattern matches in it), "below" (the same at any depth),
// "walk" (folder, names of folders, names of files).
func List(c *walk.Call) value.Value {
	c.Emit(report.Act{Kind: report.List, Args: c.Targets()})
	v := c.Result()
	dir, ok := c.Pick(strings.TrimPrefix(c.Row.At, "?"))
	if !ok {
		dir = value.Known(".")
	}
	if len(dir.Texts()) == 0 || c.Bare || c.Set("root_dir dir_fd cwd base withFileTypes") {
		return v
	}
	v.Each = listed(c, dir)
	return v
}

func listed(c *walk.Call, dir value.Value) *value.Value {
	wild := func(s string) value.Value {
		x := value.Known(s)
		x.Glob = true
		return x
	}
	var out value.Value
	switch c.Row.Say {
	case "pattern":
		out = dir.Map(func(x value.Value) value.Value { x.Glob = true; return x })
	case "children":
		out = c.R.Join(dir, wild("/*"))
	case "inside", "below":
		pattern := c.Arg(0)
		if !pattern.IsText() {
			pattern = value.Known("**")
		}
		if c.Row.Say == "below" {
			pattern.Text = "**/" + pattern.Text
		}
		out = c.R.Join(dir, wild("/"+pattern.Text))
	case "walk":
		name := wild("*")
		names := value.Value{Form: value.Ref, Text: "names", Each: &name}
		out = value.Value{Form: value.Sequence, Known: true, Items: []value.Value{c.R.Join(dir, wild("/**")), names, names}}
	default:
		out = wild("*")
		if c.Set("recursive") {
			out = wild("**/*")
		}
		if c.Set("full.names join") {
			out = c.R.Join(dir, wild("/*"))
		}
	}
	return &out
}
