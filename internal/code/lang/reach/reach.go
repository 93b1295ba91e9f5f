// Package reach has what code reaches through libraries: the same module under
// another module's name (logging.os.remove), and libraries that write, delete
// or start programs. Package lang adds these tables to those of a language.
//
// To teach it a library, add a name to a row of [Python] or [Javascript]. A
// method of something unknown, as in x.save("/home/dev/.bashrc"), counts only
// if an argument lies in a place of the machine: see [Elsewhere].
package reach

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Inner is the module that a chain of modules ends in: modules import each
// other, so logging.os is os. Other names stay as they are.
func Inner(name string) string {
	n := strings.LastIndexByte(name, '.')
	if n <= 0 || strings.Contains(name, "()") {
		return name
	}
	root, _, _ := strings.Cut(name, ".")
	last := strings.TrimLeft(name[n+1:], "_")
	switch {
	case name == "asyncio.subprocess", wordlist.Has("self cls str list dict ? args sys", root):
		return name
	case last == "open" && (strings.HasSuffix(name, ".io.open") || strings.HasSuffix(name, ".codecs.open")):
		return last
	case wordlist.Has("os subprocess builtins shutil sys posix pickle joblib ctypes pty runpy codecs", last):
		return last
	}
	return name
}

// places are beginnings of paths that are somewhere on the machine. An
// address on a server, like /users/1, begins with none of them.
const places = "home Users data tmp root etc usr var opt bin sbin lib boot dev mnt media srv sys proc private Library System Applications Volumes"

// outside reports that v is a path of the machine, or leads out of the
// folder, or into a folder with settings.
func outside(v value.Value) bool {
	if v.Form != value.Text || v.Number || strings.ContainsAny(v.Text, "\n") {
		return false
	}
	t := strings.ReplaceAll(v.Text, `\`, "/")
	if rest, ok := strings.CutPrefix(t, "/"); ok {
		first, _, _ := strings.Cut(rest, "/")
		return wordlist.Has(places, first) || rest == "" && v.Known
	}
	return t == "~" || strings.HasPrefix(t, "~/") || t == ".." || strings.HasPrefix(t, "../") || strings.HasPrefix(t, ".git/") ||
		len(t) > 2 && t[1] == ':' && t[2] == '/'
}

// Elsewhere is an act of the row's kind on those arguments that are paths
// outside: what a method of something unknown does with another text is not
// known, and mostly nothing with files.
func Elsewhere(c *walk.Call) value.Value {
	root, _, _ := strings.Cut(c.Name, ".")
	if wordlist.Has("list str dict set() set requests httpx axios", root) {
		return c.Result()
	}
	if strings.HasSuffix(c.Name, ".remove") && (root == "os" || root == "sys" || !do.Imports(c, root) || strings.Contains(c.Name, "split")) {
		return c.Result() // a list or a set of texts, as far as can be seen
	}
	if strings.HasSuffix(c.Name, ".write") && (wordlist.Has("os sys io subprocess tempfile socket serial zipfile csv logging asyncio http hashlib pexpect paramiko", root) || !do.Imports(c, root)) {
		return c.Result() // a text, written into what is open
	}
	vs := append([]value.Value{}, c.Args[:min(len(c.Args), 3)]...)
	if c.Row.Kind == report.Delete || c.Row.Kind == report.DeleteTree {
		vs = append(vs, c.Self.Items[:min(len(c.Self.Items), 2)]...)
	}
	for _, key := range strings.Fields("path filename fname file fp dest target output outfile outdir dir C cwd where uri sink write_to file_name save_path") {
		if v, ok := c.Option(key); ok {
			vs = append(vs, v)
		}
	}
	for _, v := range vs {
		if outside(v) {
			c.Emit(report.Act{Kind: c.Row.Kind, Args: v.Args()})
		}
	}
	return c.Result()
}

// remote is a method that deletes: on a server, if the row's modules are in
// use, else a file.
func remote(c *walk.Call) value.Value {
	if do.Imports(c, "stripe github gitlab azure kubernetes googleapiclient kafka cloudflare digitalocean linode_api4 hcloud openstack firebase_admin") {
		c.R.Hide("a client that deletes on a server")
		return c.Result()
	}
	return Elsewhere(c)
}

// ends is the end of a process that was picked from those of the machine.
func ends(c *walk.Call) value.Value {
	if do.Imports(c, "psutil") && !strings.Contains(c.Name, "Popen()") {
		c.R.Hide("it ends processes that it looks for")
	}
	return c.Result()
}

// named is the function that a text names: "os:system".
func named(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	if !v.IsText() {
		c.R.Hide("a function chosen by its name")
		return value.Value{Taint: value.Computed}
	}
	return value.Value{Form: value.Ref, Text: c.R.Lang.Rename(strings.ReplaceAll(v.Text, ":", "."))}
}

// flagged opens a file with a flag: all but r write.
func flagged(c *walk.Call) value.Value {
	kind := report.Write
	flag, given := c.Pick("flag|1")
	if !given && c.Row.Say == "r" || flag.IsText() && flag.Text == "r" {
		kind = report.Read
	}
	c.Emit(report.Act{Kind: kind, Args: c.Targets()})
	return c.Result()
}

// arrays reads a file with numbers, or with objects if it is told to.
func arrays(c *walk.Call) value.Value {
	if c.Set("allow_pickle") {
		c.R.Hide("unpickling, which can run anything")
	}
	return walk.Do(c)
}

// Eval reads a text that stands in the code like the code around it. One that
// imports or looks inside the interpreter is worth a look though it can be read.
func Eval(c *walk.Call) value.Value {
	if v, _ := c.Pick(c.Row.At); v.IsText() && v.Taint == 0 && !c.Bare && plain(c) && !strings.Contains(v.Text, "import") && !strings.Contains(v.Text, "__") {
		row := *c.Row
		row.Say = "statement"
		c.Row = &row
	}
	return do.Eval(c)
}

// plain reports that the function is called by its own name, not by a way
// around it.
func plain(c *walk.Call) bool {
	for n := min(c.R.I, len(c.R.Toks)) - 1; n >= 0; n-- {
		if t := c.R.Toks[n]; t.Start <= c.Start {
			return t.Start == c.Start && t.Text == c.Name
		}
	}
	return false
}

// interpreter is the one that runs the code.
func interpreter(*walk.Call) value.Value { return value.Known("python3") }

// connected is a database: one in memory is gone with the process.
func connected(c *walk.Call) value.Value {
	v := c.Result()
	if at, _ := c.Pick(c.Row.At); at.IsText() && at.Text == ":memory:" {
		v.Text = "sqlite3.memory()"
	}
	return v
}

// inMemory is a statement to a database in memory, which can still reach
// files: attach, vacuum into, extensions.
func inMemory(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	low := strings.ToLower(v.Text)
	if !v.Known || strings.Contains(low, "attach") || strings.Contains(low, "vacuum") || strings.Contains(low, "load_extension") ||
		strings.Contains(low, "writefile") || strings.Contains(low, "pragma") {
		do.Sql(c)
	}
	out := c.Result()
	out.Text = "sqlite3.memory().cursor()"
	return out
}
