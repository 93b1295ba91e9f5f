// Package tasks finds the commands that a named task would run: the recipes behind
// `make test`, `npm run build`, `just x`, `task x`, `mise run x`, the RUN lines of a
// Dockerfile and the like. It opens nothing itself: the caller gives a Reader, so
// that a gate can show files as they will be, and a test can make them up.
//
//	res, err := tasks.NPM(read, "package.json", "test")
//	for _, c := range res.Cmds {
//		// `npm test` runs c.Text (package.json line c.Line)
//	}
//
// Nothing is run to find out: what a task runner would compute by a program stays in
// the text as a shell substitution or variable, so that whoever reads the text sees
// an unknown value there. What cannot be followed is in Result.Unread; a caller must
// not call a task understood while that list is not empty.
//
// To add a runner: one file with one function of the same shape, a line in For and
// one in usualFiles.
package tasks

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Reader gives the content of a file; ok is false if it does not exist or cannot be
// read. Paths are those given to the functions of this package, and names beside
// them.
type Reader func(path string) (content []byte, ok bool)

// Errors that callers branch on. Any other error means that the file is there and
// was not understood.
var (
	ErrNoFile = errors.New("task file not found")
	ErrNoTask = errors.New("task not found")
)

const (
	maxCmds  = 500
	maxDepth = 40                // tasks that run tasks, variables in variables
	maxText  = shelltext.MaxText // bytes of one command
)

// Cmd is one command that a task runs.
type Cmd struct {
	Text string // shell text, or a script's text if Interpreter is set
	Line int    // where it stands in the file, from 1
	Task string // the task that it belongs to; empty if any use of the file runs it
	// Interpreter is set if Text is not for the shell: "python3", "node". "argv"
	// stands for a program that gets its words without a shell.
	Interpreter string
}

// Result is what running a task comes to, in order.
type Result struct {
	File   string
	Cmds   []Cmd
	Unread []string // reasons why this may not be all
}

// Func is the shape of the functions for one runner. A file of "" means the usual
// names; a name of "" means the default task where the runner has one.
type Func func(read Reader, file, name string) (Result, error)

// usualFiles lists the names under which each runner looks for its file, in order.
var usualFiles = [...]struct{ tool, names string }{
	{"make", "GNUmakefile makefile Makefile"},
	{"npm", "package.json"},
	{"just", "justfile Justfile .justfile"},
	{"task", "Taskfile.yml taskfile.yml Taskfile.yaml taskfile.yaml Taskfile.dist.yml Taskfile.dist.yaml"},
	{"pyproject", "pyproject.toml"},
	{"composer", "composer.json"},
	{"cargo", ".cargo/config.toml .cargo/config"},
	{"docker", "Dockerfile Containerfile"},
	{"mise", "mise.toml .mise.toml mise.local.toml .config/mise.toml mise/config.toml"},
	{"deno", "deno.json deno.jsonc"},
}

// For gives the function for a runner: "make", "npm" (pnpm, yarn and bun, too),
// "just", "task", "pyproject", "composer", "cargo", "docker", "mise", "deno".
func For(tool string) (Func, bool) {
	switch tool {
	case "make", "gmake":
		return Make, true
	case "npm", "pnpm", "yarn", "bun":
		return NPM, true
	case "just":
		return Just, true
	case "task", "go-task":
		return Taskfile, true
	case "pyproject", "poe", "hatch", "pdm", "rye", "pixi", "taskipy":
		return Pyproject, true
	case "composer":
		return Composer, true
	case "cargo":
		return Cargo, true
	case "docker", "podman", "buildah":
		return Dockerfile, true
	case "mise":
		return Mise, true
	case "deno":
		return Deno, true
	}
	return nil, false
}

// load reads the given file, or the first of a runner's usual ones.
func load(read Reader, file, tool string) (string, []byte, error) {
	if file != "" {
		if b, ok := read(file); ok {
			return file, b, nil
		}
		return file, nil, fmt.Errorf("%s: %w", file, ErrNoFile)
	}
	for _, u := range usualFiles {
		if u.tool != tool {
			continue
		}
		for _, f := range strings.Fields(u.names) {
			if b, ok := read(f); ok {
				return f, b, nil
			}
		}
	}
	return "", nil, fmt.Errorf("%s: %w", tool, ErrNoFile)
}

// loadTree loads a file and parses it. The result it begins names the file.
func loadTree(read Reader, file, tool string, parse func([]byte) (*tree.Node, error)) (Result, *tree.Node, error) {
	file, b, err := load(read, file, tool)
	res := Result{File: file}
	if err != nil {
		return res, nil, err
	}
	root, err := parse(b)
	if err != nil {
		return res, nil, syntax(file, err)
	}
	return res, root, nil
}

func plainJSON(b []byte) (*tree.Node, error) { return tree.JSON(b, false) }

// looseJSON is JSON with comments and trailing commas.
func looseJSON(b []byte) (*tree.Node, error) { return tree.JSON(b, true) }

// Add appends a command unless a bound is reached.
func (r *Result) Add(c Cmd) {
	switch {
	case strings.TrimSpace(c.Text) == "":
	case len(c.Text) > maxText:
		r.Missed("command too long to read (line %d)", c.Line)
	case len(r.Cmds) >= maxCmds:
		if len(r.Cmds) == maxCmds && (len(r.Unread) == 0 || r.Unread[len(r.Unread)-1] != "too many commands") {
			r.Missed("too many commands")
		}
	default:
		r.Cmds = append(r.Cmds, c)
	}
}

// AddOnce appends a command that is not there yet.
func (r *Result) AddOnce(c Cmd) {
	if !slices.ContainsFunc(r.Cmds, func(have Cmd) bool { return have.Text == c.Text && have.Interpreter == c.Interpreter }) {
		r.Add(c)
	}
}

// Missed notes a reason why this may not be all.
func (r *Result) Missed(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); len(r.Unread) < 50 {
		for _, u := range r.Unread {
			if u == s {
				return
			}
		}
		r.Unread = append(r.Unread, s)
	}
}

// syntax wraps a parse error.
func syntax(file string, err error) error { return fmt.Errorf("read %s: %w", file, err) }

func noTask(file, name string) error { return fmt.Errorf("%s: task %q: %w", file, name, ErrNoTask) }

// Words gives the strings of a scalar or of a list of scalars; anything else in it
// is reported.
func (r *Result) Words(n *tree.Node, what string) []string {
	if s, ok := n.Text(); ok {
		return []string{s}
	}
	var out []string
	if n.Is(tree.List) {
		for _, item := range n.Items {
			if s, ok := item.Text(); ok {
				out = append(out, s)
			} else {
				r.Missed("%s not understood (line %d)", what, item.Line)
			}
		}
	} else if n.Is(tree.Map) {
		r.Missed("%s not understood (line %d)", what, n.Line)
	}
	return out
}
