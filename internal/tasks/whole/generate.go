package whole

import (
	"fmt"
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks"
	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
)

// Generate finds the `//go:generate` lines of the Go files in the named
// packages (folders, with `...` for all below; none is this folder). go starts
// programs without a shell.
func Generate(read tasks.Reader, list tasks.Lister, _ string, names []string) (tasks.Result, error) {
	g := goFiles{read: read, list: list}
	g.res.File = "."
	if len(names) == 0 {
		names = []string{"."}
	}
	for _, n := range names {
		dir, below := strings.CutSuffix(n, "...")
		switch dir = strings.TrimSuffix(dir, "/"); {
		case dir == "" && below:
			dir = "."
		case strings.HasSuffix(dir, ".go"):
			g.file(dir)
			continue
		case dir != "." && !strings.HasPrefix(dir, "./") && !path.IsAbs(dir) && list(dir) == nil:
			continue // a package by its import path
		}
		g.folder(dir, below, 0)
	}
	if g.looks >= maxLooks {
		g.res.Missed("too many files")
	}
	if len(g.res.Cmds) == 0 && len(g.res.Unread) == 0 {
		return g.res, fmt.Errorf("go generate: %w", tasks.ErrNoFile)
	}
	return g.res, nil
}

type goFiles struct {
	res   tasks.Result
	read  tasks.Reader
	list  tasks.Lister
	looks int
}

func (g *goFiles) folder(dir string, below bool, depth int) {
	for _, name := range g.list(dir) {
		switch {
		case g.looks >= maxLooks || name == "":
			return
		case strings.HasSuffix(name, ".go"):
			g.looks++
			g.file(path.Join(dir, name))
		case !below || depth > maxDepth || name[0] == '.' || name[0] == '_' || name == "testdata" || name == "vendor" || name == "node_modules" || strings.Contains(name, "."):
		default:
			g.looks++
			g.folder(path.Join(dir, name), below, depth+1)
		}
	}
}

// file adds the lines of one file. `-command NAME WORDS` makes a short name.
func (g *goFiles) file(name string) {
	b, ok := g.read(name)
	if !ok {
		return
	}
	text, line := string(b), 0
	short := map[string]string{}
	for text != "" {
		at := strings.Index(text, "//go:generate")
		if at < 0 {
			return
		}
		line += strings.Count(text[:at], "\n")
		begins := at == 0 || text[at-1] == '\n'
		l, rest, _ := strings.Cut(text[at+len("//go:generate"):], "\n")
		text = rest
		if line++; !begins || l == "" || l[0] != ' ' && l[0] != '\t' {
			continue
		}
		l = strings.TrimSpace(l)
		if words, ok := strings.CutPrefix(l, "-command "); ok {
			n, of, _ := strings.Cut(strings.TrimSpace(words), " ")
			short[n] = of
			continue
		}
		if first, args, _ := strings.Cut(l, " "); short[first] != "" {
			l = short[first] + " " + args
		}
		l = strings.NewReplacer("${GOFILE}", path.Base(name), "$GOFILE", path.Base(name), "$GOLINE", "1", "$DOLLAR", "$").Replace(l)
		g.res.AddOnce(tasks.Cmd{Text: "cd " + shelltext.Quote(path.Dir(name)) + " && " + l, Line: line, Task: name, Interpreter: "argv"})
	}
}
