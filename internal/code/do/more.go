package do

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// Chdir goes to another folder, from which paths then count. One that is put
// together from unknown parts is mostly the script's own.
func Chdir(c *walk.Call) value.Value {
	if v, ok := c.Pick("path|0"); ok && v.Form == value.Text && !c.Bare {
		c.R.Dir = v
	}
	return c.Result()
}

// Rest is a list from the item on that its argument numbers.
func Rest(c *walk.Call) value.Value {
	v, n := c.Self, 0
	if c.Row.At == "0" {
		v = c.Arg(0)
		c.Args = c.Args[min(1, len(c.Args)):]
	}
	if k, err := strconv.Atoi(c.Arg(0).Text); err == nil && k > 0 {
		n = k
	}
	if v.Form != value.Sequence {
		return c.Result()
	}
	if v.Known && n <= len(v.Items) && len(c.Args) < 2 {
		v.Items = v.Items[n:]
	}
	return v
}

// Truncate empties a file: what it held is gone. A length that is known to be
// another one only cuts it.
func Truncate(c *walk.Call) value.Value {
	if n := c.Arg(1); n.Number && n.Text != "0" {
		return walk.Do(c)
	}
	c.Emit(report.Act{Kind: report.Delete, Args: c.Targets()})
	return value.Value{}
}

// Emptied is open(PATH, "w").close(): the file holds nothing then.
func Emptied(c *walk.Call) value.Value {
	open := walk.Call{R: c.R, Args: c.Self.Items}
	if mode := open.Arg(1); mode.IsText() && strings.HasPrefix(mode.Text, "w") {
		path := open.Arg(0)
		c.Emit(report.Act{Kind: report.Empty, Args: path.Args()})
	}
	return c.Result()
}

// Bang runs the rest of the line through a shell, as notebooks and their
// prompts do: !ls, %sx ls.
func Bang(r *walk.Reader) {
	c := walk.Call{R: r, Name: "!", Start: r.At(-1).Start}
	magic := r.At(-1).Is("%")
	if magic && (r.IsOp("%") || !r.IsWord("sx system sh bash script")) {
		if r.IsOp("%") || r.IsWord("run load macro rerun recall alias writefile env set_env") {
			r.Hide("a command of the prompt that runs or shows something else")
		}
		return
	}
	if magic {
		r.Next()
	}
	line := ""
	for r.I < len(r.Toks) && r.Peek().Kind != lex.Newline && len(line) < 4096 {
		t := r.Next()
		if t.Space && line != "" {
			line += " "
		}
		if t.Kind == lex.Str && strings.ContainsAny(t.Text, " *?$") {
			line += "'" + t.Text + "'"
		} else {
			line += t.Text
		}
	}
	r.Exec(&c, value.Known(line))
}

// EnvOrAll reads the variable that is named, or all of them.
func EnvOrAll(c *walk.Call) value.Value {
	if len(c.Args) == 0 {
		c.Emit(report.Act{Kind: report.EnvAll})
		return value.Value{}
	}
	return Env(c)
}

// Array makes a list, or a hash, of its arguments.
func Array(c *walk.Call) value.Value {
	if len(c.Keys) > 0 {
		v := value.Value{Form: value.Mapping, Known: true, Keys: c.Keys, Items: c.Vals}
		for _, x := range c.Args { // those without a name
			v.Keys, v.Items = append(v.Keys, ""), append(v.Items, x)
		}
		return v
	}
	return value.Value{Form: value.Sequence, Known: true, Items: c.Args}
}

// Dotted reads a.b.c.
func Dotted(r *walk.Reader) string {
	name := ""
	for r.Peek().Kind == lex.Name && r.Peek().Text != "import" || r.IsOp(". ...") {
		name += r.Next().Text
		if !r.IsOp(". ...") && r.At(-1).Kind == lex.Name || len(name) > 160 {
			break
		}
	}
	return name
}
