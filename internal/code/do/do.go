// Package do has what functions of all languages do where one row of a table
// cannot say it: whether open writes depends on its mode, whether run starts a
// shell on its options. File fold.go has the harmless ones whose result matters,
// because paths and commands are put together with them.
//
// Each is meant for the column Do of a row and reads the columns At and Say of
// that row as its comment says.
package do

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Pure is a harmless function of which nothing is known.
func Pure(c *walk.Call) value.Value { return c.Result() }

// Constant returns the text of the row.
func Constant(c *walk.Call) value.Value { return value.Known(c.Row.Say) }

// Weights unpickles, unless it is told to read nothing but numbers.
func Weights(c *walk.Call) value.Value {
	if v, ok := c.Option("weights_only"); ok && v.Text == "True" {
		return c.Result()
	}
	return walk.Hide(c)
}

// Typed returns its target as an object of the type that the row says.
func Typed(c *walk.Call) value.Value {
	v, _ := c.Pick(strings.TrimPrefix(c.Row.At, "?"))
	if v.Form != value.Text && v.Form != value.OneOf {
		v = value.Value{Form: value.Text, Taint: v.Taint}
	}
	if len(c.Args) > 1 && strings.HasPrefix(c.Row.At, "0") {
		v = JoinPath(c)
	}
	return v.Map(func(x value.Value) value.Value {
		x.Class = c.Row.Say
		return x
	})
}

// Same returns its target unchanged.
func Same(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	if c.Row.Say == "text" {
		return v.Map(func(x value.Value) value.Value {
			x.Class = ""
			return x
		})
	}
	return v
}

// Temp returns a path below the folder for temporary files.
func Temp(*walk.Call) value.Value {
	return value.Value{Form: value.Text, Text: "/tmp/", Taint: value.Computed}
}

// Process is a result whose output is not known.
func Process(c *walk.Call) value.Value {
	instead(c)
	v := c.Result()
	v.Taint = value.Computed
	if c.Row != nil && c.Row.Say != "" && c.Row.Say != "all" {
		v.Text = c.Row.Say
	}
	return v
}

// instead reports what options put in place of the program that is named: another
// one to start, another shell, another place to look programs up.
func instead(c *walk.Call) {
	for _, name := range [...]string{"executable", "shell", "executablePath"} {
		if v, ok := c.Option(name); ok && v.IsText() {
			c.Argv([]value.Value{v})
		}
	}
	env, ok := c.Option("env")
	if !ok || env.Form != value.Mapping {
		return
	}
	for i, k := range env.Keys {
		if v := env.Items[i]; k == "PATH" && v.IsText() && v.Known && strange(v.Text) || wordlist.Has("LD_PRELOAD DYLD_INSERT_LIBRARIES BASH_ENV NODE_OPTIONS PYTHONSTARTUP PERL5OPT RUBYOPT", k) {
			c.R.Hide("starts a program with another " + k)
		}
	}
}

// strange tells whether a search path begins with a folder that anybody may have
// filled, or with one below the working folder.
func strange(list string) bool {
	first, _, _ := strings.Cut(list, ":")
	return !strings.HasPrefix(first, "/") || strings.HasPrefix(first, "/tmp") || strings.HasPrefix(first, "/var/tmp") || strings.HasPrefix(first, "/dev/shm")
}

// Opened is a file or an address that the machine's own program for it opens.
func Opened(c *walk.Call) value.Value {
	if len(c.Args) > 0 {
		c.Argv([]value.Value{value.Known("xdg-open"), c.Arg(0)})
	}
	return c.Result()
}

// Shell starts its target through a shell.
func Shell(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	if v.Form == value.Sequence {
		c.Argv(value.Flat([]value.Value{v}))
	} else {
		c.R.Exec(c, v)
	}
	return Process(c)
}

// Run starts a list as a program, a text (or a list with shell=True) through
// a shell.
func Run(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	switch {
	case v.Form == value.Sequence && c.Set("shell") && len(v.Items) > 0:
		c.R.Exec(c, v.Items[0])
	case v.Form == value.Sequence:
		c.Argv([]value.Value{v})
	case v.Form == value.Text || c.Set("shell"):
		c.R.Exec(c, v)
	default:
		c.Argv([]value.Value{{}})
	}
	return Process(c)
}

// Spawn starts program, [arguments], {shell: true}.
func Spawn(c *walk.Call) value.Value {
	vs := []value.Value{c.Arg(0)}
	rest := c.Arg(1)
	if list, ok := c.Option("args"); ok {
		rest = list
	}
	if rest.Form == value.Sequence {
		vs = append(vs, value.Flat([]value.Value{rest})...)
	} else if rest.Form == value.Unknown && len(c.Args) > 1 {
		vs = append(vs, value.Value{})
	}
	if c.Set("shell") {
		line := value.Known("")
		for i, v := range vs {
			if i > 0 {
				line = c.R.Join(line, value.Known(" "))
			}
			line = c.R.Join(line, v)
		}
		c.R.Exec(c, line)
		return Process(c)
	}
	c.Argv(vs)
	return Process(c)
}

// Command starts a single text through a shell, more of them as a program
// with arguments. Hashes in front and behind are environment and options.
func Command(c *walk.Call) value.Value {
	var vs []value.Value
	for _, v := range value.Flat(c.Args) {
		if v.Form != value.Mapping {
			vs = append(vs, v)
		}
	}
	switch {
	case len(c.Args) == 1 && c.Args[0].Form == value.Sequence:
		c.Argv(vs)
	case len(vs) == 1:
		c.R.Exec(c, vs[0])
	case len(vs) == 0 && c.Row.Say == "fork":
		c.Emit(report.Act{Kind: report.Exec})
	case len(vs) == 0:
		c.R.Exec(c, value.Value{})
	default:
		c.Argv(vs)
	}
	return Process(c)
}

// Program starts all its arguments from number at on.
func Program(c *walk.Call) value.Value {
	from := 0
	if c.Row.At != "" {
		from = int(c.Row.At[0] - '0')
	}
	var vs []value.Value
	for n := from; n < len(c.Args); n++ {
		// os.execl(path, name, ...): the name the program is told is no argument.
		if n == from+1 && c.Row.Say == "named" && c.Args[n].Form != value.Sequence {
			continue
		}
		if v := c.Args[n]; v.Form == value.Sequence && c.Row.Say == "named" && len(v.Items) > 0 && v.Known {
			vs = append(vs, v.Items[1:]...)
		} else if v.Form != value.Mapping {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		vs = []value.Value{{}}
	}
	c.Argv(vs)
	return Process(c)
}

// Fork starts a copy of the process itself.
func Fork(c *walk.Call) value.Value {
	c.Emit(report.Act{Kind: report.Exec})
	c.R.Hide("it starts copies of itself")
	return c.Result()
}

// Open opens a file: the mode decides whether it is read or written. A path
// that begins with a bar starts a process in some languages (say "pipe").
func Open(c *walk.Call) value.Value {
	path, mode, found := fileAndMode(c)
	if c.Row.Say == "pipe" && strings.HasPrefix(path.Text, "|") && path.Form == value.Text {
		path.Text = strings.TrimSpace(path.Text[1:])
		c.R.Exec(c, path)
		return Process(c)
	}
	if path.Number {
		return c.Result() // a file that is open already
	}
	kind := report.Read
	switch m := mode.Text; {
	case !found && !c.Bare:
	case !mode.IsText():
		kind = report.Write
	case strings.Contains(m, "a"):
		kind = report.Append
	case strings.ContainsAny(m, "wxc+"):
		kind = report.Write
	}
	if kind == report.Read && report.IsURL(path.Text) {
		kind = report.Fetch
	}
	c.Emit(report.Act{Kind: kind, Args: path.Args()})
	v := c.Result()
	v.Taint = value.Computed
	if kind == report.Read {
		v.File = &path
	} else if kind == report.Fetch {
		v.Taint |= value.Fetched
	}
	return v
}

func fileAndMode(c *walk.Call) (path, mode value.Value, found bool) {
	specs := strings.Fields(c.Row.At)
	path, _ = c.Pick(specs[0])
	mode, found = c.Pick(specs[1])
	if mode.Form == value.Mapping {
		mode, found = value.Value{}, false
	}
	return path, mode, found
}

// Remove deletes; an option among those the row says makes it recursive.
func Remove(c *walk.Call) value.Value {
	kind := report.Delete
	if c.Set(c.Row.Say) || c.Bare && c.Row.Say != "" {
		kind = report.DeleteTree
	}
	c.Emit(report.Act{Kind: kind, Args: c.Targets()})
	return value.Value{}
}

// Http asks a server for something: a send if there is a body or a method
// that changes, named or in the position after the address that the row says.
func HTTP(c *walk.Call) value.Value {
	kind := report.Fetch
	if m, ok := c.Option("method"); ok && !strings.EqualFold(m.Text, "get") && !strings.EqualFold(m.Text, "head") {
		kind = report.Send
	}
	if c.Set("data json body files form content payload postData multipart") {
		kind = report.Send
	}
	if c.Row.Say != "" {
		if v, ok := c.Pick(c.Row.Say); ok && !v.Falsy() && v.Form != value.Mapping {
			kind = report.Send
		}
	}
	v := c.Result()
	c.Emit(report.Act{Kind: kind, Args: c.Targets()})
	v.Taint = value.Computed | value.Fetched
	return v
}

// Verb is a request whose method is the first argument.
func Verb(c *walk.Call) value.Value {
	kind := report.Send
	if m := c.Arg(0); m.IsText() && (strings.EqualFold(m.Text, "get") || strings.EqualFold(m.Text, "head")) && !c.Set("data json body content files") {
		kind = report.Fetch
	}
	c.Emit(report.Act{Kind: kind, Args: c.Targets()})
	v := c.Result()
	v.Taint |= value.Fetched
	return v
}

// Lookup resolves a name: a computed name can carry data out.
func Lookup(c *walk.Call) value.Value {
	kind := report.Fetch
	args := c.Targets()
	if len(args) > 0 && !args[0].Known {
		kind = report.Send
	}
	c.Emit(report.Act{Kind: kind, Args: args})
	return c.Result()
}

// Env reads one variable. The home folder is known as ~.
func Env(c *walk.Call) value.Value {
	name, _ := c.Pick(c.Row.At)
	if c.Bare {
		c.Emit(report.Act{Kind: report.EnvAll})
		return value.Value{}
	}
	if name.Form != value.Text || !name.Known {
		c.Emit(report.Act{Kind: report.Env, Args: []report.Arg{name.Arg()}})
		return value.Value{Taint: value.Computed}
	}
	c.Emit(report.Act{Kind: report.Env, Args: []report.Arg{name.Arg()}})
	switch name.Text {
	case "HOME", "USERPROFILE":
		return value.Known("~")
	case "PWD":
		return value.Known(".")
	}
	return value.Value{Taint: value.Computed}
}

// Sql runs the text of its target, if it can be one.
func Sql(c *walk.Call) value.Value {
	v, ok := c.Pick(c.Row.At)
	if c.Row.Say == "maybe" && v.Form != value.Text && (!Imports(c, "sqlite3 psycopg psycopg2 pymysql MySQLdb sqlalchemy asyncpg duckdb pg mysql mysql2 better-sqlite3 sqlite cx_Oracle pyodbc knex DBI") || !ok) {
		return c.Result()
	}
	if c.Row.Say == "maybe" && v.IsText() && !looksSQL(v.Text) {
		return c.Result()
	}
	c.Emit(report.Act{Kind: report.DB, Args: []report.Arg{v.Arg()}})
	return c.Result()
}

func looksSQL(s string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return strings.HasPrefix(first, "--") || strings.HasPrefix(first, "/*") ||
		wordlist.Has("select insert update delete drop create alter truncate with replace merge grant revoke call exec pragma vacuum copy set begin explain attach show use do", strings.ToLower(strings.TrimRight(first, ";")))
}

// Imports tells whether the code names one of the modules.
func Imports(c *walk.Call, names string) bool {
	for _, m := range c.R.Report.Modules {
		root, _, _ := strings.Cut(m, ".")
		if wordlist.Has(names, root) {
			return true
		}
	}
	return false
}

// Connect is a method of a socket, if sockets are about.
func Connect(c *walk.Call) value.Value {
	if !Imports(c, c.Row.Say) {
		return c.Result()
	}
	return walk.Do(&walk.Call{R: c.R, Row: &walk.Row{Kind: c.Row.Kind, At: c.Row.At}, Name: c.Name, Self: c.Self, Args: c.Args, Start: c.Start})
}

// Eval runs its target as code of the same language. Say "text" limits it to
// arguments that are texts, "statement" says that such a text is no surprise.
func Eval(c *walk.Call) value.Value {
	v, ok := c.Pick(c.Row.At)
	if (c.Row.Say == "text" || c.Row.Say == "statement") && v.Form != value.Text || c.Row.Say == "given" && (!ok || v.Form == value.Mapping || v.Form == value.Sequence) {
		return c.Result()
	}
	return Evaluate(c, v)
}

// Evaluate reads the value as code of the same language.
func Evaluate(c *walk.Call, v value.Value) value.Value {
	r := c.R
	switch {
	case c.Bare:
		r.Hide("eval is handed on")
	case v.IsText():
		if c.Row == nil || c.Row.Say != "statement" || v.Taint != 0 { // timeit("text") is read like what stands around it
			c.Emit(report.Act{Kind: report.Eval, Args: []report.Arg{v.Arg()}})
		}
		if v.Taint&value.Encoded != 0 {
			r.Hide("eval of a text that was written in an encoding")
		}
		evaluateText(c, v.Text)
	case v.File != nil && v.File.IsText():
		c.Emit(report.Act{Kind: report.Import, Args: []report.Arg{v.File.Arg()}})
	case v.Taint&value.Fetched != 0:
		c.Emit(report.Act{Kind: report.Eval, Args: []report.Arg{{}}})
		r.Hide("eval of a text from the network")
	default:
		c.Emit(report.Act{Kind: report.Eval, Args: []report.Arg{v.Arg()}})
		r.Hide("eval of a computed text")
	}
	return value.Value{Taint: value.Computed}
}

// nested reads a text that the code evaluates.
func evaluateText(c *walk.Call, src string) {
	r := c.R
	if r.Evals >= walk.MaxEvals {
		r.Report.Truncate("eval nested too deeply")
		return
	}
	if r.Made += len(src) * 16; r.Made > walk.MaxMade {
		r.Report.Truncate("texts too large")
		return
	}
	toks, i, end, span := r.Toks, r.I, r.End, r.Span
	if span == nil {
		r.Span = &[2]int{c.Start, r.End}
	}
	r.Evals++
	r.Text(src)
	r.Evals--
	r.Toks, r.I, r.End, r.Span = toks, i, end, span
}

// Load imports the module that its target names. Say "top" keeps only the
// first part of a dotted name.
func Load(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	if c.Bare {
		return value.Value{}
	}
	if !v.IsText() {
		if v.Form == value.Ref && strings.HasSuffix(v.Text, "()") || v.Form == value.Unknown || v.Form == value.Text {
			c.R.Hide("import of a computed name")
		}
		return value.Value{Taint: value.Computed}
	}
	name := v.Text
	if c.Row.Say == "top" {
		name, _, _ = strings.Cut(name, ".")
	}
	return Loaded(c.R, c, name)
}

// Loaded is the module with the given name.
func Loaded(r *walk.Reader, c *walk.Call, name string) value.Value {
	switch {
	case strings.HasPrefix(name, "data:") || report.IsURL(name):
		r.Hide("a module from an address")
	case strings.HasSuffix(name, ".json"):
		c.Emit(report.Act{Kind: report.Read, Args: []report.Arg{{Text: name, Known: true}}})
	case strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~"):
		c.Emit(report.Act{Kind: report.Import, Args: []report.Arg{{Text: name, Known: true}}})
	default:
		r.Report.Module(name)
	}
	name = r.Lang.Rename(name)
	if r.Rows["module:"+name] != nil { // a module that is a function, of a common name
		name = "module:" + name
	}
	return value.Value{Form: value.Ref, Text: name}
}

// Attribute is getattr: the member of its first argument that the second
// names.
func Attribute(c *walk.Call) value.Value {
	if c.Bare {
		return value.Value{}
	}
	return AttributeOf(c.R, c.Arg(0), c.Arg(1))
}

// AttributeOf is the member of a value with a name that is a value itself.
func AttributeOf(r *walk.Reader, of, name value.Value) value.Value {
	if name.IsText() {
		return r.Selected(of, name.Text)
	}
	if of.Form == value.Ref && (r.Rows[of.Text+".*"] != nil || r.Roots[of.Text] || wordlist.Has(r.Lang.Globals, of.Text)) {
		r.Hide("a member of " + of.Text + " with a computed name")
	}
	self := of
	return value.Value{Taint: value.Computed, Self: &self}
}
