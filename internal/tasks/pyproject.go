package tasks

import (
	"errors"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Pyproject reads the tasks in pyproject.toml: those of poe, pdm, taskipy, rye, pixi,
// the scripts of hatch's environments, and the project's own entry points. pixi and
// pipenv have files of their own beside it, which are read if there is no such task.
func Pyproject(read Reader, file, name string) (Result, error) {
	res, err := pyprojectTask(read, file, name)
	if file != "" || !errors.Is(err, ErrNoFile) && !errors.Is(err, ErrNoTask) {
		return res, err
	}
	for _, own := range [...]struct{ file, table string }{{"pixi.toml", "tasks"}, {"Pipfile", "scripts"}} {
		res, root, err := loadTree(read, own.file, "pyproject", tree.TOML)
		if errors.Is(err, ErrNoFile) {
			continue
		}
		if err != nil {
			return res, err
		}
		p := pyTasks{res: &res, seen: map[string]bool{}, tables: []*tree.Node{root.Get(own.table)}}
		if p.has(name) {
			p.run(name, 0)
			return res, nil
		}
	}
	return res, err
}

func pyprojectTask(read Reader, file, name string) (Result, error) {
	res, root, err := loadTree(read, file, "pyproject", tree.TOML)
	if err != nil {
		return res, err
	}
	p := pyTasks{res: &res, seen: map[string]bool{}}
	for _, table := range [][]string{{"tool", "poe", "tasks"}, {"tool", "pdm", "scripts"}, {"tool", "taskipy", "tasks"}, {"tool", "rye", "scripts"}, {"tool", "pixi", "tasks"}, {"tool", "uv", "scripts"}} {
		if t := root.Path(table...); t != nil {
			p.tables = append(p.tables, t)
		}
	}
	if envs := root.Path("tool", "hatch", "envs"); envs.Is(tree.Map) {
		for _, e := range envs.Items {
			if s := e.Get("scripts"); s != nil {
				p.tables = append(p.tables, s)
			}
		}
	}
	// hatch: `hatch run env:script`
	if _, script, ok := strings.Cut(name, ":"); ok && !p.has(name) {
		name = script
	}
	if p.has(name) {
		p.run(name, 0)
		return res, nil
	}
	for _, table := range [][]string{{"project", "scripts"}, {"project", "gui-scripts"}, {"tool", "poetry", "scripts"}} {
		if e := root.Path(append(table, name)...); e != nil {
			target, _ := e.Text()
			res.Missed("runs Python code: %s (line %d)", target, e.Line)
			return res, nil
		}
	}
	return res, noTask(res.File, name)
}

type pyTasks struct {
	res    *Result
	tables []*tree.Node
	seen   map[string]bool
}

func (p *pyTasks) has(name string) bool {
	for _, t := range p.tables {
		if t.Get(name) != nil {
			return true
		}
	}
	return false
}

// run adds a task of that name from every table that has one.
func (p *pyTasks) run(name string, depth int) {
	if p.seen[name] {
		return
	}
	if depth > maxDepth {
		p.res.Missed("tasks nested too deep")
		return
	}
	p.seen[name] = true
	for _, hook := range []string{"pre_" + name} {
		if p.has(hook) {
			p.run(hook, depth+1)
		}
	}
	for _, t := range p.tables {
		if n := t.Get(name); n != nil {
			p.task(name, n, depth, true)
		}
	}
	if p.has("post_" + name) {
		p.run("post_"+name, depth+1)
	}
}

// task adds one definition. A text that begins with the name of another task is
// that task, as hatch and rye have it.
func (p *pyTasks) task(name string, n *tree.Node, depth int, top bool) {
	switch n.Kind {
	case tree.String:
		first, _, _ := strings.Cut(strings.TrimPrefix(n.Str, "- "), " ")
		if first != name && p.has(first) {
			p.run(first, depth+1)
			if !top {
				return
			}
		}
		p.res.Add(Cmd{Text: strings.TrimPrefix(n.Str, "- "), Line: n.Line, Task: name})
	case tree.List:
		for _, item := range n.Items {
			p.task(name, item, depth+1, false)
		}
	case tree.Map:
		p.table(name, n, depth)
	default:
		p.res.Missed("task %s not understood (line %d)", name, n.Line)
	}
}

func (p *pyTasks) table(name string, n *tree.Node, depth int) {
	if depth > maxDepth {
		p.res.Missed("tasks nested too deep")
		return
	}
	done := false
	for i, k := range n.Keys {
		v := n.Items[i]
		switch k {
		case "cmd", "shell":
			words := p.res.Words(v, "task "+name)
			text := strings.Join(words, " ")
			c := Cmd{Text: text, Line: v.Line, Task: name}
			if it, ok := n.Get("interpreter").Text(); ok && !shelltext.IsShell(it) && it != "posix" && k == "shell" {
				c.Interpreter = it
			}
			p.res.Add(c)
			done = true
		case "composite", "sequence", "chain", "all", "parallel", "depends-on", "depends_on", "deps", "uses":
			done = true
			items := []*tree.Node{v}
			if v.Kind == tree.List || v.Kind == tree.Map {
				items = v.Items
			}
			for _, item := range items {
				if s, ok := item.Text(); ok && p.has(strings.Fields(s + " x")[0]) {
					p.run(strings.Fields(s + " x")[0], depth+1)
					continue
				}
				p.task(name, item, depth+1, false)
			}
		case "ref":
			done = true
			s, _ := v.Text()
			first, _, _ := strings.Cut(s, " ")
			p.run(first, depth+1)
		case "script", "call", "expr":
			done = true
			s, _ := v.Text()
			p.res.Missed("runs Python code: %s (line %d)", s, v.Line)
		case "switch", "case", "env_file", "envfile":
			done = done || k == "switch"
			p.res.Missed("%s of task %s (line %d)", k, name, v.Line)
		}
	}
	if !done {
		p.res.Missed("task %s not understood (line %d)", name, n.Line)
	}
}
