package tasks

import (
	"errors"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Mise reads mise.toml: a task and the tasks that it depends on, or one that is a file of its own (mise-tasks/NAME and the like). What the values of
// the environment are computed by runs with every task.
func Mise(read Reader, file, name string) (Result, error) {
	res, root, err := loadTree(read, file, "mise", tree.TOML)
	if errors.Is(err, ErrNoFile) && file == "" {
		if own, ok := miseFile(read, name); ok {
			return own, nil
		}
	}
	if err != nil {
		return res, err
	}
	m := mise{res: &res, read: read, file: res.File, tasks: root.Get("tasks"), seen: map[string]bool{}}
	full := m.resolve(name)
	if full == "" {
		if own, ok := miseFile(read, name); ok && file == "" {
			own.computed(root.Get("env"))
			return own, nil
		}
		if root.Path("task_config", "includes") != nil {
			res.Missed("tasks in other files")
		}
		return res, noTask(res.File, name)
	}
	if root.Path("env", "_") != nil {
		res.Missed("environment from other files or plugins")
	}
	res.computed(root.Get("env"))
	m.run(full, 0)
	return res, nil
}

// miseFolders are where tasks lie that are files of their own.
var miseFolders = [...]string{"mise-tasks", ".mise-tasks", "mise/tasks", ".mise/tasks", ".config/mise/tasks"}

// miseFile reads a task that is a file of its own.
func miseFile(read Reader, name string) (Result, bool) {
	if name == "" || strings.Contains(name, "..") {
		return Result{}, false
	}
	for _, dir := range miseFolders {
		file := dir + "/" + strings.ReplaceAll(name, ":", "/")
		b, ok := read(file)
		if !ok {
			continue
		}
		res := Result{File: file}
		c := Cmd{Text: string(b), Line: 1, Task: name}
		if first, _, _ := strings.Cut(c.Text, "\n"); strings.HasPrefix(first, "#!") {
			c.Interpreter = shelltext.Interpreter(first)
		}
		res.Add(c)
		return res, true
	}
	return Result{}, false
}

// computed adds the programs that templates run for the values of the environment.
func (r *Result) computed(env *tree.Node) {
	if !env.Is(tree.Map) {
		return
	}
	for _, n := range env.Items {
		s, ok := n.Text()
		if !ok || !strings.Contains(s, "{{") {
			continue
		}
		for i, part := range strings.Split(s, "exec(") {
			_, part, ok := strings.Cut(part, "command")
			part = strings.TrimLeft(part, " =")
			if i == 0 || !ok || part == "" || !strings.ContainsRune("'\"`", rune(part[0])) {
				continue
			}
			if command, _, ok := strings.Cut(part[1:], part[:1]); ok {
				r.Add(Cmd{Text: command, Line: n.Line})
			}
		}
	}
}

type mise struct {
	res   *Result
	read  Reader
	file  string
	tasks *tree.Node
	seen  map[string]bool
}

// resolve finds a task by name or alias.
func (m *mise) resolve(name string) string {
	if name == "" {
		name = "default"
	}
	if m.tasks.Get(name) != nil {
		return name
	}
	if m.tasks.Is(tree.Map) {
		for i, t := range m.tasks.Items {
			for _, key := range [...]string{"alias", "aliases"} {
				a := t.Get(key)
				if s, ok := a.Text(); ok && s == name {
					return m.tasks.Keys[i]
				}
				if a.Is(tree.List) {
					for _, item := range a.Items {
						if s, ok := item.Text(); ok && s == name {
							return m.tasks.Keys[i]
						}
					}
				}
			}
		}
	}
	return ""
}

func (m *mise) run(name string, depth int) {
	if m.seen[name] {
		return
	}
	if depth > maxDepth {
		m.res.Missed("tasks nested too deep")
		return
	}
	m.seen[name] = true
	n := m.tasks.Get(name)
	if n.Is(tree.String) || n.Is(tree.List) {
		m.commands(name, n, "", depth)
		return
	}
	m.depends(n.Get("depends"), depth)
	m.depends(n.Get("wait_for"), depth)
	shell := ""
	if s, ok := n.Get("shell").Text(); ok {
		first, _, _ := strings.Cut(s, " ")
		if shell = first[strings.LastIndexByte(first, '/')+1:]; shelltext.IsShell(shell) {
			shell = ""
		}
	}
	m.commands(name, n.Get("run"), shell, depth)
	if f, ok := n.Get("file").Text(); ok {
		m.res.Add(Cmd{Text: shelltext.Quote(f), Line: n.Get("file").Line, Task: name})
	}
	if n.Get("extends") != nil || n.Get("template") != nil {
		m.res.Missed("task %s extends another", name)
	}
	if n.Get("run") == nil && n.Get("file") == nil && n.Get("depends") == nil && n.Get("depends_post") == nil {
		m.res.Missed("task %s not understood", name)
	}
	m.depends(n.Get("depends_post"), depth)
}

// commands adds run lines. A line may be a script with #!, or a table that names
// other tasks.
func (m *mise) commands(name string, n *tree.Node, shell string, depth int) {
	items := []*tree.Node{n}
	if n.Is(tree.List) {
		items = n.Items
	}
	for _, item := range items {
		if item == nil {
			continue
		}
		if item.Kind == tree.Map {
			if item.Get("task") != nil {
				m.depends(item.Get("task"), depth)
			}
			m.depends(item.Get("tasks"), depth)
			continue
		}
		s, ok := item.Text()
		if !ok {
			m.res.Missed("task %s not understood (line %d)", name, item.Line)
			continue
		}
		c := Cmd{Text: shelltext.Fill(s, func(string) (string, bool) { return "", false }), Line: item.Line, Task: name, Interpreter: shell}
		if strings.Contains(s, "exec(") && strings.Contains(s, "{{") {
			m.res.Missed("template that runs a program (line %d)", item.Line)
		}
		if strings.HasPrefix(s, "#!") {
			first, _, _ := strings.Cut(s, "\n")
			c.Interpreter = shelltext.Interpreter(first)
		}
		m.res.Add(c)
	}
}

// depends runs the tasks that a list names; they may carry arguments and patterns.
func (m *mise) depends(n *tree.Node, depth int) {
	for _, d := range m.res.Words(n, "dependencies") {
		fields := strings.Fields(d)
		if len(fields) == 0 {
			continue
		}
		for len(fields) > 1 && strings.Contains(fields[0], "=") {
			fields = fields[1:]
		}
		if strings.ContainsAny(fields[0], "*?{[") {
			m.pattern(fields[0], depth)
			continue
		}
		full := m.resolve(fields[0])
		if full == "" {
			m.res.Missed("task %s not found", fields[0])
			continue
		}
		m.run(full, depth+1)
	}
}

// pattern runs all tasks whose names a pattern may fit: those with the text before
// its first wildcard.
func (m *mise) pattern(p string, depth int) {
	prefix := p[:strings.IndexAny(p, "*?{[")]
	if !m.tasks.Is(tree.Map) {
		return
	}
	for _, k := range m.tasks.Keys {
		if strings.HasPrefix(k, prefix) {
			m.run(k, depth+1)
		}
	}
}
