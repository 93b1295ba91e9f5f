package walk

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Row says what a known function does. A name is dotted from the module or
// type on: "os.system", "pathlib.Path.unlink" (a method of a value that is a
// Path), "socket.socket().connect" (a method of what socket.socket returns),
// "os.environ[]" (a subscript). Wildcards: "os.*" is any other function of
// a module, "ctypes.**" also one of what is inside it, "*.unlink" the method of a value of unknown type.
type Row struct {
	Names string // separated by blanks
	Kind  report.Kind
	Do    func(*Call) Value // nil: an act of this kind on the arguments at
	// at says which arguments are meant, one word each: 0 the first, 0.1 the
	// second item of the first, @ the receiver, * all, path|0 the named
	// argument path or else the first. A leading ? leaves a missing one out.
	At  string
	Say string // a reason, a fixed result, a type: see the do function
}

// Call is one call under judgement.
type Call struct {
	R     *Reader
	Row   *Row
	Name  string // dotted name of the function
	Self  Value  // what the function is a method of
	Args  []Value
	Keys  []string // names of the named arguments
	Vals  []Value  // and their values
	Start int      // byte offset
	Bare  bool     // the function is handed on, not called: arguments unknown
}

// arguments reads the arguments up to the token with index end.
func (r *Reader) arguments(c *Call, end int) {
	defer r.closed()()
	for r.I < end && !r.spent() {
		before := r.I
		if r.IsOp(", ;") || r.Peek().Kind == lex.Newline {
			r.Next()
			continue
		}
		x, key := r.item(end, false)
		for r.I < end && !r.IsOp(",") && r.I > before && !r.spent() {
			at := r.I
			if r.IsWord("for") { // f(x for x in y)
				item := x
				x = Value{Form: Sequence, Items: []Value{x}, Each: &item}
			} else if t := r.Peek(); t.Kind != lex.Newline && !t.Is("{") {
				x = Value{Taint: x.Taint | Computed}
			}
			r.Use(r.statement(end))
			if r.I == at {
				r.Next()
			}
		}
		switch {
		case key != nil:
			c.Keys, c.Vals = append(c.Keys, key.Text), append(c.Vals, x)
		case x.spread && x.Form == Sequence && x.Known:
			c.Args = append(c.Args, x.Items...)
		default:
			c.Args = append(c.Args, x)
		}
		if r.I == before {
			r.Next()
		}
	}
	r.I = min(max(r.I, end), len(r.Toks))
}

// Arg is positional argument n.
func (c *Call) Arg(n int) Value {
	for i, v := range c.Args {
		if v.spread {
			return Value{Taint: v.Taint}
		}
		if i == n {
			return v
		}
	}
	return Value{}
}

// Option is a named argument, or a key of a hash among the arguments.
func (c *Call) Option(name string) (Value, bool) {
	for i, k := range c.Keys {
		if k == name {
			return c.Vals[i], true
		}
	}
	for _, a := range c.Args {
		if a.Form != Mapping {
			continue
		}
		for i, k := range a.Keys {
			if k == name {
				return a.Items[i], true
			}
		}
	}
	return Value{}, false
}

// Set reports that an option is given and not known to be false.
func (c *Call) Set(names string) bool {
	for _, n := range strings.Fields(names) {
		if v, ok := c.Option(n); ok && !v.Falsy() {
			return true
		}
	}
	return false
}

// find is the row of a dotted name; asked for a call, wildcards count.
func (r *Reader) find(name string, called bool) *Row {
	if row := r.Rows[name]; row != nil || !called {
		return row
	}
	n := strings.LastIndexByte(name, '.')
	if n < 0 || strings.HasSuffix(name, "()") {
		return nil
	}
	if row := r.Rows[name[:n]+".*"]; row != nil {
		return row
	}
	for module := name[:n]; !strings.Contains(module, "()"); {
		if row := r.Rows[module+".**"]; row != nil {
			return row
		}
		k := strings.LastIndexByte(module, '.')
		if k < 0 {
			break
		}
		module = module[:k]
	}
	return r.Rows["*"+name[n:]]
}

// Selected is the member of v with the given name.
func (r *Reader) Selected(v Value, name string) Value {
	if r.Lang.has(FoldCalls) {
		name = strings.ToLower(name)
	}
	out := Value{Form: Ref, Self: &v, Taint: v.Taint, File: v.File}
	if name == "__dict__" && v.Form == Ref {
		return v
	}
	switch v.Form {
	case either:
		for _, x := range v.Items {
			out = or(out, r.Selected(x, name))
		}
		return out
	case Mapping:
		for i, k := range v.Keys {
			if k == name {
				return v.Items[i]
			}
		}
		out.Text = "dict." + name
	case Text, OneOf:
		class := v.Class
		if v.Form == OneOf {
			class = v.Items[0].Class
		}
		out.Text = "str." + name
		if class != "" {
			out.Text = class + "." + name
		}
	case Sequence:
		out.Text = "list." + name
	case Ref:
		if row := r.Rows[v.Text+"[]"]; row != nil && r.Lang.has(DotKeys) && r.Rows[v.Text+"."+name] == nil {
			if row.Kind == report.Env && r.IsOp("=") {
				return Value{} // it is set, not read
			}
			c := Call{R: r, Row: row, Name: v.Text, Self: v, Args: []Value{Known(name)}, Start: r.At(-1).Start}
			return c.run()
		}
		of := v.Text
		if r.Lang.has(BareCalls) && strings.HasSuffix(of, ".new") {
			of += "()" // Class->new without parentheses
		}
		out.Text = r.Lang.Rename(of + "." + name)
	default:
		out.Text = "?." + name
	}
	if len(out.Text) > 160 {
		out.Text = "?." + name
	}
	if wordlist.Has("call apply bind __call__ Invoke", name) && (r.Rows[v.Text] != nil) && v.Form == Ref {
		out.Text, out.via = v.Text, name
		return out
	}
	if have, ok := r.Variable(out.Text); ok && v.Form == Ref && have.Form != Unknown {
		return have
	}
	if have, ok := r.vars["."+name]; ok && out.Text != "" && r.Rows[out.Text] == nil {
		return or(out, have)
	}
	if row := r.Rows[out.Text]; row != nil && row.Say == "=" {
		c := Call{R: r, Row: row, Name: out.Text, Self: v}
		return row.Do(&c)
	}
	if row := r.Rows["*."+name]; row != nil && row.Say == "inside" {
		c := Call{R: r, Row: row, Name: out.Text, Self: v}
		return row.Do(&c)
	}
	return out
}

// memberBy is the member of v selected with an operator. Where the language
// writes a::b for a name inside a package, it is kept.
func (r *Reader) memberBy(v Value, op, name string) Value {
	keep := wordlist.Has(r.Lang.Keep, op) || op == "::" && name[0] >= 'A' && name[0] <= 'Z'
	if !keep || v.Form != Ref {
		return r.Selected(v, name)
	}
	full := r.Lang.Rename(v.Text + op + name)
	if r.Lang.has(FoldCalls) {
		full = strings.ToLower(full)
	}
	if len(full) > 160 {
		return Value{}
	}
	if have, ok := r.Variable(full); ok {
		return have
	}
	return Value{Form: Ref, Text: full}
}

// subscript reads v[..]; the opening bracket is consumed.
func (r *Reader) subscript(v Value, open *lex.Token) Value {
	end := open.Match
	var key Value
	if t := r.Peek(); open.Is("{") && t.Kind == lex.Name && r.I+1 == end {
		key = Known(t.Text)
	} else {
		if from, ok := r.cut(end); ok && v.Form == Sequence {
			r.items(end, false)
			r.I = end + 1
			return v.from(from)
		}
		items := r.items(end, false)
		if len(items.Items) > 0 {
			key = items.Items[0]
		}
		if s := "[::-1]"; v.Form == Text && end < len(r.Toks) && r.slice(end) == s {
			r.I = end + 1
			return ReverseText(v)
		}
		if len(items.Items) != 1 || items.Form != Sequence || !items.Known {
			key = Value{}
		}
	}
	r.I = end + 1
	return r.Element(v, key)
}

// cut reports that the brackets hold a range, and from which item on.
func (r *Reader) cut(end int) (from int, ok bool) {
	for n := r.I; n < end && n < r.I+8 && n < len(r.Toks); n++ {
		if t := &r.Toks[n]; t.Is(":") || t.Is("..") || t.Is("...") {
			k, err := strconv.Atoi(r.Toks[max(0, n-1)].Text)
			if err != nil || n != r.I+1 {
				k = 0
			}
			return k, true
		}
	}
	return 0, false
}

// from is a list without its first n items.
func (v Value) from(n int) Value {
	if v.Known && n <= len(v.Items) {
		v.Items = v.Items[n:]
	}
	return v
}

// slice is the text of the bracketed tokens that end at the index end.
func (r *Reader) slice(end int) string {
	var b strings.Builder
	for n := max(0, end-5); n <= end; n++ {
		b.WriteString(r.Toks[n].Text)
	}
	return b.String()
}

// Element is v[key].
func (r *Reader) Element(v, key Value) Value {
	switch v.Form {
	case either:
		out := Value{}
		for _, x := range v.Items {
			out = or(out, r.Element(x, key))
		}
		return out
	case Sequence:
		n, err := strconv.Atoi(key.Text)
		if err == nil && key.Number && n >= 0 && n < len(v.Items) && v.Known && r.Lang.Name != "r" && r.Lang.Name != "julia" && r.Lang.Name != "lua" {
			return v.Items[n]
		}
		if v.Each != nil {
			return *v.Each
		}
		if any := AnyOf(v.Items); v.Known && any.Form != Unknown {
			return any
		}
		return choice(v.Items)
	case Mapping:
		for i, k := range v.Keys {
			if key.IsText() && k == key.Text {
				return v.Items[i]
			}
		}
		if key.IsText() && r.Lang.has(DotKeys) {
			return r.Selected(v, key.Text)
		}
		return choice(v.Items)
	case Ref:
		return r.memberOf(v, key)
	}
	if key.IsText() && !key.Number && r.Lang.has(DotKeys) {
		return r.Selected(v, key.Text)
	}
	return Value{Taint: v.Taint | Computed}
}

// memberOf is v[key] of something that has a name.
func (r *Reader) memberOf(v, key Value) Value {
	if row := r.Rows[v.Text+"[]"]; row != nil {
		if row.Kind == report.Env && r.IsOp("=") {
			return Value{} // it is set, not read
		}
		c := Call{R: r, Row: row, Name: v.Text, Self: v, Args: []Value{key}, Start: r.At(-1).Start}
		return c.run()
	}
	guarded := r.Rows[v.Text+".*"] != nil || wordlist.Has(r.Lang.Globals, v.Text)
	switch {
	case key.IsText() && !key.Number && (r.Lang.has(DotKeys) || guarded):
		return r.Selected(v, key.Text)
	case guarded && !key.Number:
		r.Hide("a member of " + v.Text + " with a computed name")
	}
	return Value{Taint: v.Taint | Computed, File: v.File}
}

// choice is a value that is one of vs: what matters is what they refer to.
func choice(vs []Value) Value {
	out := Value{Taint: Computed}
	for _, v := range vs {
		if v.Form == Ref || v.Form == either {
			out = or(out, v)
		}
	}
	return out
}

// Invoke calls f.
func (r *Reader) Invoke(f Value, c *Call) Value {
	if r.depth++; r.depth > 2*MaxDepth {
		r.Report.Truncate("nested too deeply")
		r.depth--
		return Value{}
	}
	defer func() { r.depth-- }()
	switch {
	case f.Form == either:
		out := Value{}
		for _, x := range f.Items {
			again := *c
			out = or(out, r.Invoke(x, &again))
		}
		return out
	case f.Form == Text && r.Lang.has(TextCalls):
		if !f.Known {
			r.Hide("call of a function with a computed name")
			break
		}
		name := f.Text
		if r.Lang.has(FoldCalls) {
			name = strings.ToLower(name)
		}
		f = Value{Form: Ref, Text: r.Lang.Rename(name)}
	case f.Form == Unknown && f.Taint&Computed != 0 && (r.Lang.has(FoldCalls) || r.Lang.has(KeywordArg) && f.Self != nil):
		r.Hide("call of a function with a computed name")
	}
	c.Name = f.Text
	if f.Form != Ref {
		c.Name = "?"
	}
	if f.Self != nil {
		c.Self = *f.Self
	}
	if f.via != "" {
		return r.indirect(f.via, c)
	}
	c.Row = r.find(c.Name, true)
	if c.Row != nil {
		return c.run()
	}
	r.passed(c)
	c.mention()
	c.UseAll()
	return c.Result()
}

// indirect handles f.call(this, x), f.apply(this, [x]) and f.bind(this).
func (r *Reader) indirect(how string, c *Call) Value {
	f := c.Self
	switch {
	case how == "bind":
		return f
	case how == "apply" && len(c.Args) > 1:
		c.Args = Flat(c.Args[1:])
	case how == "call" && len(c.Args) > 0 && r.Lang.has(CommaLast):
		c.Args = c.Args[1:]
	}
	return r.Invoke(f, c)
}

// run does what the row says.
func (c *Call) run() Value {
	switch c.Row.Kind {
	case report.Through:
	case report.Quiet, report.Exec, report.Env, report.EnvAll, report.Eval, report.DB, report.List, report.Signal:
		c.UseAll()
	default:
		c.mention()
		c.UseAll()
	}
	if c.Row.Do != nil {
		return c.Row.Do(c)
	}
	return Do(c)
}

// UseAll notes that all arguments go where they are no longer followed.
func (c *Call) UseAll() {
	for _, v := range c.Args {
		c.R.Use(v)
	}
	for i, v := range c.Vals {
		if strings.EqualFold(c.Keys[i], "env") {
			continue // the environment is handed on, not shown
		}
		c.R.Use(v)
	}
}

// Result is what an unknown function returns: something with a name, so that
// its methods can have rows.
func (c *Call) Result() Value {
	v := Value{Form: Ref, Text: c.Name + "()", Items: c.Args, Taint: Computed | c.Self.Taint, File: c.Self.File}
	if wordlist.Has("filter select reject sort sort_by reverse toSorted uniq each forEach to_a", c.Name[strings.LastIndexByte(c.Name, '.')+1:]) {
		v.Each = c.Self.Each
	}
	for _, a := range c.Args {
		v.Taint |= a.Taint
	}
	if c.Name == "?" || len(v.Text) > 160 {
		v.Form, v.Text = Unknown, ""
	}
	return v
}

// Use notes that v goes where it is no longer followed: a known function may
// then be called with anything.
func (r *Reader) Use(v Value) {
	switch v.Form {
	case Sequence, Mapping, either:
		r.steps += len(v.Items)
		for i, x := range v.Items {
			if r.steps > MaxSteps {
				return
			}
			if v.Form == Mapping && strings.EqualFold(v.Keys[i], "env") {
				continue
			}
			r.Use(x)
		}
	case Ref:
		row := r.find(v.Text, false)
		if row == nil || row.Kind >= report.Through {
			return
		}
		c := Call{R: r, Row: row, Name: v.Text, Start: r.At(-1).Start, Bare: true}
		if v.Self != nil {
			c.Self = *v.Self
		}
		c.run()
	}
}

// bare is the row of v if v is a call without parentheses.
func (r *Reader) bare(v Value, t *lex.Token) *Row {
	if v.Form != Ref || t.Is("=>") || t.Is("=") || t.Is(":") || strings.HasSuffix(v.Text, "[]") {
		return nil
	}
	prev := r.At(-1)
	if prev.Kind != lex.Name || strings.HasSuffix(v.Text, "()") {
		return nil
	}
	row := r.find(v.Text, false)
	if row == nil && r.argument(t) {
		row = r.find(v.Text, true)
	}
	return row
}

// argument reports that t begins an argument of a call without parentheses.
func (r *Reader) argument(t *lex.Token) bool {
	switch t.Kind {
	case lex.Str, lex.Cmd, lex.Words, lex.Var, lex.Num, lex.Regex:
		return true
	case lex.Name:
		return !wordlist.Has(r.Lang.WordOps, t.Text) && !wordlist.Has("if unless while until do then end rescue and or not for x eq ne lt gt cmp", t.Text)
	case lex.Op:
		return (t.Text == "[" || t.Text == "*" || t.Text == ":" || t.Text == "\\" || t.Text == "-" || t.Text == "{" && r.Lang.Name != "ruby") &&
			t.Space && !r.At(1).Space
	}
	return false
}

// bareCall reads the arguments of a call without parentheses.
func (r *Reader) bareCall(v Value, start int) Value {
	c := Call{R: r, Start: start}
	was := r.open
	defer func() { r.open = was }()
	r.open = true
	for r.argument(r.Peek()) && !r.spent() {
		before := r.I
		x, key := r.item(len(r.Toks), false)
		if key != nil {
			c.Keys, c.Vals = append(c.Keys, key.Text), append(c.Vals, x)
		} else if x.spread && x.Form == Sequence && x.Known {
			c.Args = append(c.Args, x.Items...)
		} else {
			c.Args = append(c.Args, x)
		}
		if !r.IsOp(",") && !r.IsOp("=>") || r.I == before {
			break
		}
		r.Next()
		r.Blanks()
	}
	return r.Invoke(v, &c)
}
