package whole

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks"
	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Nodemon reads nodemon.json, or nodemonConfig of package.json: what it runs in
// place of node, and at its events.
func Nodemon(read tasks.Reader, _ tasks.Lister, file string, _ []string) (tasks.Result, error) {
	res, root, err := fromJSON(read, cmp.Or(file, "nodemon.json"))
	if err != nil && !errors.Is(err, tasks.ErrNoFile) {
		return res, err
	}
	if err != nil {
		pkg, whole, err := fromJSON(read, "package.json")
		if root = whole.Get("nodemonConfig"); err != nil || root == nil {
			return pkg, fmt.Errorf("nodemon: %w", tasks.ErrNoFile)
		}
		res = pkg
	}
	add := func(n *tree.Node) {
		if s, ok := n.Text(); ok {
			res.AddOnce(tasks.Cmd{Text: s, Line: n.Line})
		} else if n != nil {
			res.Missed("command not understood (line %d)", n.Line)
		}
	}
	add(root.Get("exec"))
	for _, key := range []string{"execMap", "events"} {
		if all := root.Get(key); all.Is(tree.Map) {
			for _, n := range all.Items {
				add(n)
			}
		}
	}
	slices.SortFunc(res.Cmds, func(a, b tasks.Cmd) int { return a.Line - b.Line })
	return res, nil
}

// Nx reads the project.json files of a repository: what the targets run, each
// named as PROJECT:TARGET, where no project is all of them.
func Nx(read tasks.Reader, list tasks.Lister, _ string, names []string) (tasks.Result, error) {
	n := nxRepo{read: read, list: list, names: names}
	n.res.File = "nx.json"
	if b, ok := read("nx.json"); ok {
		root, err := tree.JSON(b, true)
		if err != nil {
			n.res.Missed("nx.json not understood")
		}
		n.targets(root.Get("targetDefaults"), "", "")
	}
	n.look(".", 0)
	if n.looks >= maxLooks {
		n.res.Missed("too many folders")
	}
	if len(n.res.Cmds) == 0 && len(n.res.Unread) == 0 {
		return n.res, fmt.Errorf("nx: %w", tasks.ErrNoFile)
	}
	return n.res, nil
}

type nxRepo struct {
	res   tasks.Result
	read  tasks.Reader
	list  tasks.Lister
	names []string
	looks int
}

// look goes through the folders below one.
func (n *nxRepo) look(dir string, depth int) {
	if n.looks++; n.looks >= maxLooks || depth > 6 {
		return
	}
	for _, name := range n.list(dir) {
		switch {
		case name == "project.json":
			n.project(dir, path.Join(dir, name))
		case name == "" || name[0] == '.' || name == "node_modules" || name == "dist" || strings.Contains(name, "."):
		default:
			n.look(path.Join(dir, name), depth+1)
		}
	}
}

func (n *nxRepo) project(dir, file string) {
	b, _ := n.read(file)
	root, err := tree.JSON(b, true)
	if err != nil {
		n.res.Missed("%s not understood", file)
		return
	}
	name, ok := root.Get("name").Text()
	if !ok {
		name = path.Base(dir)
	}
	n.targets(root.Get("targets"), name, dir)
}

// targets adds those that are named.
func (n *nxRepo) targets(all *tree.Node, project, dir string) {
	for _, name := range n.names {
		of, target, _ := strings.Cut(name, ":")
		target, _, _ = strings.Cut(target, ":") // behind it is a configuration
		if of == "" || project == "" || of == project || of == dir || strings.ContainsAny(of, "*!") {
			n.target(all.Get(target), target, project)
		}
	}
}

// target adds what a target runs, in any of its configurations.
func (n *nxRepo) target(t *tree.Node, name, project string) {
	if t == nil {
		return
	}
	task := strings.Trim(project+":"+name, ":")
	commands := []*tree.Node{t.Get("command")}
	for _, from := range []*tree.Node{t.Get("options"), t} {
		commands = append(commands, from.Get("command"))
		if l := from.Get("commands"); l.Is(tree.List) {
			commands = append(commands, l.Items...)
		}
		if s := from.Get("script"); s != nil && !strings.HasPrefix(executor(t), "nx:run-script") {
			commands = append(commands, s)
		}
	}
	if all := t.Get("configurations"); all.Is(tree.Map) {
		for _, c := range all.Items {
			commands = append(commands, c.Get("command"))
			if l := c.Get("commands"); l.Is(tree.List) {
				commands = append(commands, l.Items...)
			}
		}
	}
	for _, c := range commands {
		if c.Is(tree.Map) {
			c = c.Get("command")
		}
		if s, ok := c.Text(); ok {
			text := strings.NewReplacer("{projectRoot}", ".", "{workspaceRoot}", ".", "{projectName}", project).Replace(s)
			n.res.AddOnce(tasks.Cmd{Text: shelltext.Fill(text, func(string) (string, bool) { return "", false }), Line: c.Line, Task: task})
		}
	}
	if e := executor(t); strings.HasPrefix(e, ".") || strings.HasPrefix(e, "/") {
		n.res.Missed("runs code of its own: %s (line %d)", e, t.Line)
	}
}

func executor(t *tree.Node) string {
	s, _ := t.Get("executor").Text()
	return s
}
