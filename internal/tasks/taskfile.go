package tasks

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Taskfile reads a Taskfile.yml: a task with what it depends on and calls. Values of
// templates that are plain text are filled in.
func Taskfile(read Reader, file, name string) (Result, error) {
	res, root, err := loadTree(read, file, "task", tree.YAML)
	if err != nil {
		return res, err
	}
	if name == "" {
		name = "default"
	}
	t := taskfile{res: &res, tasks: root.Get("tasks"), vars: map[string]string{}, seen: map[string]bool{}}
	full := t.resolve(name)
	if full == "" {
		if root.Get("includes") != nil {
			res.Missed("tasks in other files")
		}
		return res, noTask(res.File, name)
	}
	t.variables(root.Get("vars"))
	t.variables(root.Get("env"))
	if s := root.Get("dotenv"); s != nil {
		res.Missed("environment from other files (line %d)", s.Line)
	}
	t.run(full, 0)
	return res, nil
}

type taskfile struct {
	res   *Result
	tasks *tree.Node
	vars  map[string]string
	seen  map[string]bool
}

// resolve finds a task by name, alias or pattern.
func (t *taskfile) resolve(name string) string {
	if t.tasks.Get(name) != nil {
		return name
	}
	if !t.tasks.Is(tree.Map) {
		return ""
	}
	for i, k := range t.tasks.Keys {
		if a := t.tasks.Items[i].Get("aliases"); a.Is(tree.List) {
			for _, item := range a.Items {
				if s, ok := item.Text(); ok && s == name {
					return k
				}
			}
		}
		if before, after, ok := strings.Cut(k, "*"); ok && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) {
			return k
		}
	}
	return ""
}

// variables takes plain values; those from programs run when the task does. A
// variable that has two values is not known.
func (t *taskfile) variables(n *tree.Node) {
	if !n.Is(tree.Map) {
		return
	}
	for i, k := range n.Keys {
		v := n.Items[i]
		if s, ok := v.Text(); ok {
			if old, had := t.vars[k]; had && old != s || strings.Contains(s, "{{") {
				t.vars[k] = "\x00"
			} else {
				t.vars[k] = s
			}
			continue
		}
		t.vars[k] = "\x00"
		if sh, ok := v.Get("sh").Text(); ok {
			t.res.Add(Cmd{Text: t.fill(sh), Line: v.Get("sh").Line})
		}
	}
}

func (t *taskfile) fill(text string) string {
	return shelltext.Fill(text, func(expr string) (string, bool) {
		v, ok := t.vars[strings.TrimPrefix(expr, ".")]
		return v, ok && strings.HasPrefix(expr, ".") && v != "\x00"
	})
}

func (t *taskfile) run(name string, depth int) {
	if t.seen[name] {
		return
	}
	if depth > maxDepth {
		t.res.Missed("tasks nested too deep")
		return
	}
	t.seen[name] = true
	n := t.tasks.Get(name)
	if !n.Is(tree.Map) {
		t.commands(name, n, depth)
		return
	}
	for i, k := range n.Keys {
		v := n.Items[i]
		switch k {
		case "vars", "env":
			t.variables(v)
		case "deps", "cmds", "cmd", "preconditions", "status", "desc", "summary", "dir", "sources", "generates", "silent", "aliases", "internal", "method", "run", "platforms", "ignore_error", "label", "interactive", "prompt", "requires", "watch", "prefix", "set", "shopt", "failfast", "if":
		default:
			t.res.Missed("%s of task %s (line %d)", k, name, v.Line)
		}
	}
	t.commands(name, n.Get("deps"), depth, "task")
	t.checks(name, n.Get("preconditions"))
	t.checks(name, n.Get("status"))
	t.commands(name, n.Get("cmds"), depth)
	t.commands(name, n.Get("cmd"), depth)
}

// checks adds the commands that decide whether the task runs.
func (t *taskfile) checks(name string, n *tree.Node) {
	if !n.Is(tree.List) {
		return
	}
	for _, item := range n.Items {
		if item.Is(tree.Map) {
			item = item.Get("sh")
		}
		if s, ok := item.Text(); ok {
			t.res.Add(Cmd{Text: t.fill(s), Line: item.Line, Task: name})
		}
	}
}

// commands adds a list of commands. With kind "task" plain text names tasks.
func (t *taskfile) commands(name string, n *tree.Node, depth int, kind ...string) {
	if n == nil || n.Kind == tree.Null {
		return
	}
	if depth > maxDepth {
		t.res.Missed("tasks nested too deep")
		return
	}
	items := []*tree.Node{n}
	if n.Is(tree.List) {
		items = n.Items
	}
	for _, item := range items {
		if s, ok := item.Text(); ok {
			if len(kind) > 0 {
				t.call(s, depth)
			} else {
				t.res.Add(Cmd{Text: t.fill(s), Line: item.Line, Task: name})
			}
			continue
		}
		if !item.Is(tree.Map) {
			if item != nil && item.Kind != tree.Null {
				t.res.Missed("task %s not understood (line %d)", name, item.Line)
			}
			continue
		}
		found := false
		t.variables(item.Get("vars"))
		if s, ok := item.Get("task").Text(); ok {
			t.call(s, depth)
			found = true
		}
		for _, k := range [...]string{"cmd", "defer"} {
			if v := item.Get(k); v != nil {
				t.commands(name, v, depth+1)
				found = true
			}
		}
		if sh, ok := item.Path("for", "sh").Text(); ok {
			t.res.Add(Cmd{Text: t.fill(sh), Line: item.Line, Task: name})
		}
		if !found {
			t.res.Missed("task %s not understood (line %d)", name, item.Line)
		}
	}
}

// call runs another task of the file.
func (t *taskfile) call(name string, depth int) {
	if strings.Contains(name, "{{") {
		t.res.Missed("task by a computed name: %s", name)
		return
	}
	full := t.resolve(strings.TrimPrefix(name, ":"))
	if full == "" {
		t.res.Missed("task %s not found", name)
		return
	}
	t.run(full, depth+1)
}
