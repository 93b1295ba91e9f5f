package self

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/paths/known"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Bounds of the arguments of a tool that is not known.
const (
	maxValues = 2000
	maxDepth  = 64
)

// readers begin the names of tools that only look.
var readers = []string{"read", "get", "list", "search", "find", "stat", "view", "show", "fetch", "query", "describe", "info", "tree", "directory_tree", "head", "cat", "open", "grep", "glob"}

// tool: a tool that nothing is known about was given one of the gate's files,
// or a command that does something to the gate.
func (w *watch) tool(call sentinel.Call, try func(string, []later.Text) []sentinel.Finding) string {
	name := strings.ToLower(call.Tool)
	if i := strings.LastIndex(name, "__"); i >= 0 {
		name = name[i+2:]
	}
	reads := slices.ContainsFunc(readers, func(r string) bool { return strings.HasPrefix(name, r) })
	here, n, say := &shell.Command{}, 0, ""
	var walk func(key string, v any, depth int)
	walk = func(key string, v any, depth int) {
		if n++; n > maxValues || depth > maxDepth || say != "" {
			return
		}
		switch v := v.(type) {
		case map[string]any:
			if line := commandLine(v); line != "" {
				say = blocked(try(w.facts.Cwd, []later.Text{{Lang: "sh", Code: line}}))
			}
			for k, e := range v {
				walk(k, e, depth+1)
			}
		case []any:
			for _, e := range v {
				walk(key, e, depth+1)
			}
		case string:
			if !reads && !strings.ContainsAny(v, "\n") && strings.ContainsAny(v, "/\\~") {
				if label := w.gate(here, strings.TrimPrefix(v, "file://"), paths.Delete); label != "" {
					say = "gives " + v + " (" + label + ") to " + call.Tool
				}
			}
		}
	}
	walk("", call.Arguments, 0)
	return say
}

// commandLine joins a command and its words.
func commandLine(args map[string]any) string {
	var b strings.Builder
	for _, k := range []string{"command", "cmd", "commandLine", "command_line", "script", "shell_command", "argv", "args", "arguments"} {
		switch v := args[k].(type) {
		case string:
			b.WriteString(v + " ")
		case []any:
			for _, e := range v {
				if s, ok := e.(string); ok {
					b.WriteString(s + " ")
				}
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// blocked gives the first finding that is never a question.
func blocked(found []sentinel.Finding) string {
	for _, f := range found {
		if f.Block {
			return "has a command run that " + f.Say
		}
	}
	return ""
}

// linked: the file that is written is one of the gate's under another name.
func (w *watch) linked(real string) string {
	if w.place.FS == nil || real == "" {
		return ""
	}
	info, err := w.place.FS.Lstat(real)
	if err != nil || info.Kind != paths.File || info.Links < 2 || info.Inode == 0 {
		return ""
	}
	left := maxBelow
	for _, g := range w.place.GateDirs {
		if own := w.sameFile(g, info.Inode, &left, 2); own != "" {
			return own
		}
	}
	for _, rel := range known.Registrations() {
		for _, in := range []string{w.place.Home, w.place.Root} {
			if own := w.sameFile(in+"/"+rel, info.Inode, &left, 1); own != "" && in != "" {
				return own
			}
		}
	}
	return ""
}

// sameFile looks for a file with that number at or below a path.
func (w *watch) sameFile(file string, inode uint64, left *int, depth int) string {
	if *left--; *left < 0 {
		return ""
	}
	info, err := w.place.FS.Lstat(file)
	switch {
	case err != nil:
		return ""
	case info.Kind == paths.File && info.Inode == inode:
		return file
	case info.Kind == paths.Dir && depth > 0:
		names, _ := w.place.FS.ReadDir(file, maxBelow)
		for _, n := range names {
			if own := w.sameFile(file+"/"+n, inode, left, depth-1); own != "" {
				return own
			}
		}
	}
	return ""
}
