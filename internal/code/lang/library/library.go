// Package library reads libraries in which programs are called like functions:
// git.Repo().git.reset("--hard"), sh.git("push"), local["git"]("push"). The rows that
// lead here stand in package lang.
package library

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// Git is Repo(".").git.reset("--hard"): git with the method's name as its
// verb.
func Git(c *walk.Call) value.Value {
	verb := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	if verb == "execute" {
		c.Argv(c.Args)
		return c.Result()
	}
	return starts(c, []string{"git", verb})
}

// Program is sh.git.push("-f"): the program and its verbs are named like
// functions. What begins with a capital letter is a class of the library.
func Program(c *walk.Call) value.Value {
	name := c.Name
	for _, module := range []string{"plumbum.cmd.", "plumbum.local().", "sh."} {
		name = strings.TrimPrefix(name, module)
	}
	name = strings.TrimSuffix(name, "()")
	if name == "" || name[0] >= 'A' && name[0] <= 'Z' {
		return c.Result()
	}
	return starts(c, strings.Split(name, "."))
}

// starts reports a process start by words that stand in names, the
// arguments, and the named ones as options.
func starts(c *walk.Call, names []string) value.Value {
	var words []value.Value
	for i, n := range names {
		if i > 0 {
			n = strings.ReplaceAll(n, "_", "-")
		}
		words = append(words, value.Known(n))
	}
	words = append(words, c.Args...)
	for i, k := range c.Keys {
		switch {
		case strings.HasPrefix(k, "_") || k == "" || i >= len(c.Vals) || c.Vals[i].Falsy():
		case len(k) == 1:
			words = append(words, value.Known("-"+k))
		default:
			words = append(words, value.Known("--"+strings.ReplaceAll(k, "_", "-")))
		}
	}
	c.Argv(words)
	return c.Result()
}

// Local is local["git"], which is then called.
func Local(c *walk.Call) value.Value {
	v := c.Arg(0)
	if !v.IsText() {
		return value.Value{Taint: value.Computed}
	}
	return value.Value{Form: value.Ref, Text: "plumbum.local()." + v.Text}
}
