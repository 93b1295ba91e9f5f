package reach

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lang/library"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// git is a method of a library that does what git does: its name is the verb,
// texts are arguments, keys that are options too.
func git(c *walk.Call) value.Value {
	verb := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	words := []value.Value{value.Known("git"), value.Known(verb)}
	if verb == "raw" {
		words = words[:1]
	}
	if verb == "reset" && c.Row.Say == "hard" {
		words = append(words, value.Known("--hard"))
	}
	for _, v := range value.Flat(c.Args) {
		switch {
		case v.Form == value.Mapping:
			for _, k := range v.Keys {
				if strings.HasPrefix(k, "-") {
					words = append(words, value.Known(k))
				}
			}
		case v.IsText() && (v.Text == "hard" || v.Text == "HARD"):
			words = append(words, value.Known("--hard"))
		case v.Form == value.Text && c.Row.Say == "":
			words = append(words, v)
		}
	}
	if c.Set("force") {
		words = append(words, value.Known("--force"))
	}
	c.Argv(words)
	return c.Result()
}

// scripts is the scripts of package.json by their names.
func scripts(c *walk.Call) value.Value {
	for _, v := range value.Flat(c.Args) {
		if v.Form != value.Mapping {
			c.Argv([]value.Value{value.Known("npm"), value.Known("run"), v})
		}
	}
	return c.Result()
}

// bound is rm["-rf", "x"]: a program with its arguments, which is then called.
func bound(c *walk.Call) value.Value {
	c.Args = value.Flat(c.Args)
	return library.Program(c)
}

// several starts each text of a list through a shell, or each one's command.
func several(c *walk.Call) value.Value {
	for _, v := range value.Flat(c.Args[:min(len(c.Args), 1)]) {
		if v.Form == value.Mapping {
			v, _ = (&walk.Call{Args: []value.Value{v}}).Option("command")
		}
		c.R.Exec(c, v)
	}
	return c.Result()
}
