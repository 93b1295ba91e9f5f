package tasks

import (
	"errors"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// NPM reads package.json: a script with its pre and post scripts, for npm, pnpm, yarn
// and bun. The names t, tst and test are one; start without a script runs server.js.
// The name "install" stands for the scripts that an install runs. Further scripts
// that a text names (`npm run x`) stay text.
func NPM(read Reader, file, name string) (Result, error) {
	res, root, err := loadTree(read, file, "npm", plainJSON)
	if err != nil {
		return res, err
	}
	switch name {
	case "t", "tst":
		name = "test"
	}
	scripts := root.Get("scripts")
	if scripts != nil && scripts.Kind != tree.Map {
		res.Missed("scripts not understood (line %d)", scripts.Line)
	}
	names := []string{"pre" + name, name, "post" + name}
	switch name {
	case "install", "ci", "i", "add":
		names = []string{"preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"}
	case "publish", "pack":
		names = []string{"prepublishOnly", "prepack", "prepare", "postpack", "publish", "postpublish"}
	case "version":
		names = []string{"preversion", "version", "postversion"}
	case "restart":
		names = []string{"prerestart", "restart", "postrestart"}
		if scripts.Get("restart") == nil {
			names = []string{"prerestart", "prestop", "stop", "poststop", "prestart", "start", "poststart", "postrestart"}
		}
	}
	found := false
	for _, n := range names {
		v := scripts.Get(n)
		if v == nil {
			continue
		}
		found = true
		if s, ok := v.Text(); ok && v.Kind == tree.String {
			res.Add(Cmd{Text: s, Line: v.Line, Task: n})
		} else {
			res.Missed("script %s not understood (line %d)", n, v.Line)
		}
	}
	if !found && name == "start" {
		res.Add(Cmd{Text: "node server.js", Task: "start"})
		return res, nil
	}
	if scripts.Get(name) == nil && (len(names) == 3 && names[0] == "pre"+name || name == "restart" && !found) && name != "install" {
		return res, noTask(res.File, name)
	}
	return res, nil
}

// Composer reads composer.json: a script, which may name others by @. The names
// install and update stand for the scripts that these run.
func Composer(read Reader, file, name string) (Result, error) {
	res, root, err := loadTree(read, file, "composer", plainJSON)
	if err != nil {
		return res, err
	}
	c := composer{res: &res, scripts: root.Get("scripts"), seen: map[string]bool{}}
	switch name {
	case "install", "update", "require", "remove", "dump-autoload":
		verb := name
		if name == "require" || name == "remove" {
			verb = "update"
		}
		for _, n := range []string{"pre-" + verb + "-cmd", "pre-autoload-dump", "post-autoload-dump", "post-" + verb + "-cmd", "post-package-install", "post-package-update", "pre-operations-exec", "post-package-uninstall"} {
			c.script(n, 0)
		}
		return res, nil
	}
	if c.scripts.Get(name) == nil {
		return res, noTask(res.File, name)
	}
	c.script(name, 0)
	return res, nil
}

type composer struct {
	res     *Result
	scripts *tree.Node
	seen    map[string]bool
}

func (c *composer) script(name string, depth int) {
	n := c.scripts.Get(name)
	if n == nil || c.seen[name] {
		return
	}
	if depth > maxDepth {
		c.res.Missed("scripts nested too deep")
		return
	}
	c.seen[name] = true
	items := []*tree.Node{n}
	if n.Kind == tree.List {
		items = n.Items
	}
	for _, item := range items {
		s, ok := item.Text()
		if !ok {
			c.res.Missed("script %s not understood (line %d)", name, item.Line)
			continue
		}
		first, rest, _ := strings.Cut(s, " ")
		switch {
		case first == "@php" || first == "@composer":
			c.res.Add(Cmd{Text: strings.TrimPrefix(s, "@"), Line: item.Line, Task: name})
		case first == "@putenv":
			c.res.Add(Cmd{Text: "export " + rest, Line: item.Line, Task: name})
		case strings.HasPrefix(s, "@"):
			if c.scripts.Get(first[1:]) == nil {
				c.res.Missed("script %s not found", first)
			}
			c.script(first[1:], depth+1)
		case strings.Contains(first, "::") || strings.Contains(first, "\\") && !strings.Contains(s, " "):
			c.res.Missed("calls PHP code: %s (line %d)", s, item.Line)
		default:
			c.res.Add(Cmd{Text: s, Line: item.Line, Task: name})
		}
	}
}

// Deno reads deno.json: a task and the tasks that it depends on. What is no task
// there may be a script of package.json.
func Deno(read Reader, file, name string) (Result, error) {
	res, root, err := loadTree(read, file, "deno", looseJSON)
	if err != nil && !errors.Is(err, ErrNoFile) {
		return res, err
	}
	tasks := root.Get("tasks")
	if tasks.Get(name) == nil {
		if file == "" { // scripts of a package count, too
			if res, err := NPM(read, "", name); err == nil {
				return res, nil
			}
		}
		if err != nil {
			return res, err
		}
		return res, noTask(res.File, name)
	}
	seen := map[string]bool{}
	var run func(name string, depth int)
	run = func(name string, depth int) {
		n := tasks.Get(name)
		if seen[name] || depth > maxDepth {
			return
		}
		seen[name] = true
		cmd := n
		if n.Is(tree.Map) {
			for _, d := range res.Words(n.Get("dependencies"), "dependencies") {
				if tasks.Get(d) == nil {
					res.Missed("task %s not found", d)
				}
				run(d, depth+1)
			}
			cmd = n.Get("command")
		}
		if s, ok := cmd.Text(); ok {
			res.Add(Cmd{Text: s, Line: cmd.Line, Task: name})
		} else if cmd != nil {
			res.Missed("task %s not understood", name)
		}
	}
	run(name, 0)
	return res, nil
}

// Cargo reads the aliases of cargo's config: `cargo NAME`. An alias is a list of
// words for cargo itself.
func Cargo(read Reader, file, name string) (Result, error) {
	res, root, err := loadTree(read, file, "cargo", tree.TOML)
	if err != nil {
		return res, err
	}
	alias := root.Path("alias", name)
	if alias == nil {
		return res, noTask(res.File, name)
	}
	if root.Get("include") != nil {
		res.Missed("includes other files")
	}
	if words := res.Words(alias, "alias"); len(words) > 0 {
		if alias.Kind == tree.List {
			for i, w := range words {
				words[i] = shelltext.Quote(w)
			}
		}
		res.Add(Cmd{Text: "cargo " + strings.Join(words, " "), Line: alias.Line, Task: name})
	}
	return res, nil
}
