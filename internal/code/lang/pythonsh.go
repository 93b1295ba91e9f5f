package lang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// pythonCommands are libraries in which a program is called like a function.
var pythonCommands = []row{
	{"git.Repo().git.* git.Git().* git.Repo.init().git.* git.Repo.clone_from().git.* git.cmd.Git().*", report.Exec, pythonGit, "", "git"},
	{"git.Repo().remote().push git.Repo().remotes.origin.push", report.Exec, pythonGit, "", "git"},
	{"sh.** plumbum.cmd.** plumbum.local().*", report.Exec, pythonProgram, "", ""},
	{"plumbum.local[] plumbum.local.get", report.Through, pythonLocal, "", ""},
	{"invoke.Context().run invoke.Context().sudo fabric.Connection().local fabric.api.local fabric.operations.local", report.Exec, do.Shell, "command|0", ""},
}

// pythonGit is Repo(".").git.reset("--hard"): git with the method's name as its
// verb.
func pythonGit(c *walk.Call) value.Value {
	verb := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
	if verb == "execute" {
		c.Argv(c.Args)
		return c.Result()
	}
	return pythonStarts(c, []string{"git", verb})
}

// pythonProgram is sh.git.push("-f"): the program and its verbs are named like
// functions. What begins with a capital letter is a class of the library.
func pythonProgram(c *walk.Call) value.Value {
	name := c.Name
	for _, module := range []string{"plumbum.cmd.", "plumbum.local().", "sh."} {
		name = strings.TrimPrefix(name, module)
	}
	name = strings.TrimSuffix(name, "()")
	if name == "" || name[0] >= 'A' && name[0] <= 'Z' {
		return c.Result()
	}
	return pythonStarts(c, strings.Split(name, "."))
}

// pythonStarts reports a process start by words that stand in names, the
// arguments, and the named ones as options.
func pythonStarts(c *walk.Call, names []string) value.Value {
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

// pythonLocal is local["git"], which is then called.
func pythonLocal(c *walk.Call) value.Value {
	v := c.Arg(0)
	if !v.IsText() {
		return value.Value{Taint: value.Computed}
	}
	return value.Value{Form: value.Ref, Text: "plumbum.local()." + v.Text}
}
