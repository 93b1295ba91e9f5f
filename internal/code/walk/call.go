package walk

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
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
	Do    func(*Call) value.Value // nil: an act of this kind on the arguments at
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
	Name  string      // dotted name of the function
	Self  value.Value // what the function is a method of
	Args  []value.Value
	Keys  []string      // names of the named arguments
	Vals  []value.Value // and their values
	Start int           // byte offset
	Bare  bool          // the function is handed on, not called: arguments unknown
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
				x = value.Value{Form: value.Sequence, Items: []value.Value{x}, Each: &item}
			} else if t := r.Peek(); t.Kind != lex.Newline && !t.Is("{") {
				x = value.Value{Taint: x.Taint | value.Computed}
			}
			r.Use(r.statement(end))
			if r.I == at {
				r.Next()
			}
		}
		switch {
		case key != nil:
			c.Keys, c.Vals = append(c.Keys, key.Text), append(c.Vals, x)
		case x.Spread && x.Form == value.Sequence && x.Known:
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
func (c *Call) Arg(n int) value.Value {
	for i, v := range c.Args {
		if v.Spread {
			return value.Value{Taint: v.Taint}
		}
		if i == n {
			return v
		}
	}
	return value.Value{}
}

// Option is a named argument, or a key of a hash among the arguments.
func (c *Call) Option(name string) (value.Value, bool) {
	for i, k := range c.Keys {
		if k == name {
			return c.Vals[i], true
		}
	}
	for _, a := range c.Args {
		if a.Form != value.Mapping {
			continue
		}
		for i, k := range a.Keys {
			if k == name {
				return a.Items[i], true
			}
		}
	}
	return value.Value{}, false
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
func (r *Reader) Selected(v value.Value, name string) value.Value {
	if r.Lang.has(FoldCalls) {
		name = strings.ToLower(name)
	}
	out := value.Value{Form: value.Ref, Self: &v, Taint: v.Taint, File: v.File}
	if name == "__dict__" && v.Form == value.Ref {
		return v
	}
	switch v.Form {
	case value.Either:
		for _, x := range v.Items {
			out = value.Or(out, r.Selected(x, name))
		}
		return out
	case value.Mapping:
		for i, k := range v.Keys {
			if k == name {
				return v.Items[i]
			}
		}
		out.Text = "dict." + name
	case value.Text, value.OneOf:
		class := v.Class
		if v.Form == value.OneOf {
			class = v.Items[0].Class
		}
		out.Text = "str." + name
		if class != "" {
			out.Text = class + "." + name
		}
	case value.Sequence:
		out.Text = "list." + name
	case value.Ref:
		if row := r.Rows[v.Text+"[]"]; row != nil && r.Lang.has(DotKeys) && r.Rows[v.Text+"."+name] == nil {
			if row.Kind == report.Env && r.IsOp("=") {
				return value.Value{} // it is set, not read
			}
			c := Call{R: r, Row: row, Name: v.Text, Self: v, Args: []value.Value{value.Known(name)}, Start: r.At(-1).Start}
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
	if wordlist.Has("call apply bind __call__ Invoke", name) && (r.Rows[v.Text] != nil) && v.Form == value.Ref {
		out.Text, out.Via = v.Text, name
		return out
	}
	if have, ok := r.Variable(out.Text); ok && v.Form == value.Ref && have.Form != value.Unknown {
		return have
	}
	if have, ok := r.vars["."+name]; ok && out.Text != "" && r.Rows[out.Text] == nil {
		return value.Or(out, have)
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
func (r *Reader) memberBy(v value.Value, op, name string) value.Value {
	keep := wordlist.Has(r.Lang.Keep, op) || op == "::" && name[0] >= 'A' && name[0] <= 'Z'
	if !keep || v.Form != value.Ref {
		return r.Selected(v, name)
	}
	full := r.Lang.Rename(v.Text + op + name)
	if r.Lang.has(FoldCalls) {
		full = strings.ToLower(full)
	}
	if len(full) > 160 {
		return value.Value{}
	}
	if have, ok := r.Variable(full); ok {
		return have
	}
	return value.Value{Form: value.Ref, Text: full}
}

// Invoke calls f.
func (r *Reader) Invoke(f value.Value, c *Call) value.Value {
	if r.depth++; r.depth > 2*MaxDepth {
		r.Report.Truncate("nested too deeply")
		r.depth--
		return value.Value{}
	}
	defer func() { r.depth-- }()
	switch {
	case f.Form == value.Either:
		out := value.Value{}
		for _, x := range f.Items {
			again := *c
			out = value.Or(out, r.Invoke(x, &again))
		}
		return out
	case f.Form == value.Text && r.Lang.has(TextCalls):
		if !f.Known {
			r.Hide("call of a function with a computed name")
			break
		}
		name := f.Text
		if r.Lang.has(FoldCalls) {
			name = strings.ToLower(name)
		}
		f = value.Value{Form: value.Ref, Text: r.Lang.Rename(name)}
	case f.Form == value.Unknown && f.Taint&value.Computed != 0 && (r.Lang.has(FoldCalls) || r.Lang.has(KeywordArg) && f.Self != nil):
		r.Hide("call of a function with a computed name")
	}
	c.Name = f.Text
	if f.Form != value.Ref {
		c.Name = "?"
	}
	if f.Self != nil {
		c.Self = *f.Self
		r.steps += len(f.Self.Items)
	}
	if f.Via != "" {
		return r.indirect(f.Via, c)
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
func (r *Reader) indirect(how string, c *Call) value.Value {
	f := c.Self
	switch {
	case how == "bind":
		return f
	case how == "apply" && len(c.Args) > 1:
		c.Args = value.Flat(c.Args[1:])
	case how == "call" && len(c.Args) > 0 && r.Lang.has(CommaLast):
		c.Args = c.Args[1:]
	}
	return r.Invoke(f, c)
}

// run does what the row says.
func (c *Call) run() value.Value {
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
func (c *Call) Result() value.Value {
	v := value.Value{Form: value.Ref, Text: c.Name + "()", Items: c.Args, Taint: value.Computed | c.Self.Taint, File: c.Self.File}
	if wordlist.Has("filter select reject sort sort_by reverse toSorted uniq each forEach to_a", c.Name[strings.LastIndexByte(c.Name, '.')+1:]) {
		v.Each = c.Self.Each
	}
	for _, a := range c.Args {
		v.Taint |= a.Taint
	}
	if c.Name == "?" || len(v.Text) > 160 {
		v.Form, v.Text = value.Unknown, ""
	}
	return v
}

// Use notes that v goes where it is no longer followed: a known function may
// then be called with anything.
func (r *Reader) Use(v value.Value) {
	switch v.Form {
	case value.Sequence, value.Mapping, value.Either:
		r.steps += len(v.Items)
		for i, x := range v.Items {
			if r.steps > MaxSteps {
				return
			}
			if v.Form == value.Mapping && strings.EqualFold(v.Keys[i], "env") {
				continue
			}
			r.Use(x)
		}
	case value.Ref:
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
func (r *Reader) bare(v value.Value, t *lex.Token) *Row {
	if v.Form != value.Ref || t.Is("=>") || t.Is("=") || t.Is(":") || strings.HasSuffix(v.Text, "[]") {
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
func (r *Reader) bareCall(v value.Value, start int) value.Value {
	c := Call{R: r, Start: start}
	was := r.open
	defer func() { r.open = was }()
	r.open = true
	for r.argument(r.Peek()) && !r.spent() {
		before := r.I
		x, key := r.item(len(r.Toks), false)
		if key != nil {
			c.Keys, c.Vals = append(c.Keys, key.Text), append(c.Vals, x)
		} else if x.Spread && x.Form == value.Sequence && x.Known {
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
