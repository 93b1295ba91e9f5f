// Package self finds ways around the gate that no path alone tells: other
// agents that are started without it, signals to it, copies of its program,
// programs that were named one of its files and do with it what cannot be
// followed. What lies where is known to package paths, which names the gate's
// files and the clients' settings; what is written there is blocked by the
// table of risks and needs nothing of this.
//
// Each way is a method of watch that gives a sentence. To add one, write it and
// call it in Of.
package self

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Hit is one way around the gate.
type Hit struct {
	Rule, Say string
	Command   *shell.Command
}

// maxProgram is the size of a program that is compared with the gate's.
const maxProgram = 64 << 20

type watch struct {
	place *paths.Place
	facts seen.Facts
	names bool // the text asks for the processes of the gate
}

// Of gives what a call does against the gate.
func Of(call sentinel.Call, f seen.Facts, place *paths.Place, try func(cwd string, texts []later.Text) []sentinel.Finding) []Hit {
	w := &watch{place: place, facts: f}
	if f.Action == sentinel.ActionMCP || f.Action == sentinel.ActionOther {
		if say := w.tool(call, try); say != "" {
			return []Hit{{Rule: "self.tool", Say: say}}
		}
	}
	for _, c := range f.Commands {
		w.names = w.names || looksFor(c)
	}
	var out []Hit
	for _, c := range f.Commands {
		v, _ := c.Parsed.(*kb.View)
		if v == nil || len(c.Argv) == 0 || c.Place.Host != "" || c.Place.Container != "" {
			continue
		}
		for _, way := range []func(*shell.Command, *kb.View) (rule, say string){w.named, w.code, w.loaded(try), w.mounts, w.signals, w.agent, w.program, w.links, w.timed, w.patched, w.unpacked, w.settled, w.cleaned, w.installs} {
			if rule, say := way(c, v); say != "" {
				out = append(out, Hit{"self." + rule, say, c})
				break
			}
		}
	}
	for _, t := range f.Touches {
		if say := w.touched(t); say != "" {
			out = append(out, Hit{"self.reached", say, t.Command})
		}
	}
	return out
}

// gate says what of the gate's own lies at a path, "" for nothing.
func (w *watch) gate(c *shell.Command, text string, use paths.Use) string {
	if text == "" || len(text) > 4096 {
		return ""
	}
	loc := w.place.Judge(paths.Target{Text: text, Dir: w.dir(c), Use: use})
	if loc.Scope != sentinel.ScopeGate {
		return ""
	}
	return loc.Label
}

// dir is the folder that a command works in.
func (w *watch) dir(c *shell.Command) string {
	if len(c.Dirs) > 0 {
		if d, ok := c.Dirs[0].Known(); ok && d != "" {
			return d
		}
	}
	return w.facts.Cwd
}

// rewriting are verbs of git that put another content into files.
var rewriting = []string{"stash", "worktree", "checkout-index", "read-tree", "sparse-checkout", "switch", "checkout", "restore", "merge-file"}

// harms are deeds that say no path, so that any path named beside them counts.
func harms(v *kb.View, c *shell.Command) bool {
	return len(v.Unread)+len(c.Unread) > 0 || slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool {
		switch d.Kind {
		case sentinel.Record:
			return v.Name == "git" && v.Parse != nil && len(v.Parse.Verbs) > 0 && slices.Contains(rewriting, v.Parse.Verbs[0])
		case sentinel.Discard, sentinel.DataChange, sentinel.DataDestroy, sentinel.System, sentinel.Unread, sentinel.RewriteHistory:
			return true
		}
		return false
	})
}

// named: a program that changes what it is told in a way of its own (a
// database, a disk, an earlier state) was named one of the gate's files, or
// works in the gate's folder.
func (w *watch) named(c *shell.Command, v *kb.View) (rule, say string) {
	if !harms(v, c) {
		return "", ""
	}
	for _, word := range c.Argv[1:] {
		s, ok := word.Known()
		if !ok {
			continue
		}
		if _, value, found := strings.Cut(s, "="); found {
			s = value
		}
		if label := w.gate(c, s, paths.Delete); label != "" && s != "." {
			return "named", "changes " + s + " (" + label + ")"
		}
	}
	if label := w.gate(c, ".", paths.Write); label != "" {
		return "named", "changes files in the folder that it works in (" + label + ")"
	}
	return "", ""
}

// changing are words that code which changes files has in it.
var changing = []string{"write", "'w", "\"w", "'a'", "\"a\"", "dump", "unlink", "remove", "rename", "replace", "rmtree", "rmdir", "rm ", "chmod", "truncate",
	"delete", "move", "copy", "mkdir", "symlink", "link(", "system", "exec", "spawn", "popen", "O_WRONLY", "O_RDWR", ">"}

// code: code that cannot be followed names one of the gate's files and changes
// something.
func (w *watch) code(c *shell.Command, v *kb.View) (rule, say string) {
	if len(v.Unread)+len(c.Unread) == 0 {
		return "", ""
	}
	texts := []string{}
	for _, word := range c.Argv[1:] {
		texts = append(texts, word.String())
	}
	if s, ok := c.Stdin.Text.Known(); ok {
		texts = append(texts, s)
	}
	for _, t := range texts {
		if !slices.ContainsFunc(changing, func(word string) bool { return strings.Contains(t, word) }) {
			continue
		}
		for _, name := range quoted(t) {
			if label := w.gate(c, name, paths.Write); label != "" {
				return "code", "runs code that cannot be followed and names " + name + " (" + label + ")"
			}
		}
	}
	return "", ""
}

// maxNames bounds the names that a text is searched for.
const maxNames = 200

// quoted gives the paths that may be meant by the texts between quotes, also
// when they are put together piece by piece below the home.
func quoted(code string) []string {
	var list, out []string
	for rest := code; len(list) < maxNames; {
		i := strings.IndexAny(rest, "\"'`")
		if i < 0 {
			break
		}
		end := strings.IndexByte(rest[i+1:], rest[i])
		if end < 0 {
			break
		}
		list, rest = append(list, rest[i+1:i+1+end]), rest[i+end+2:]
	}
	for i, s := range list {
		s = strings.TrimPrefix(s, "/")
		if strings.ContainsAny(s, " \n") || s == "" {
			continue
		}
		joined := s
		out = append(out, list[i], "~/"+joined)
		for _, next := range list[i+1 : min(i+4, len(list))] {
			joined = path.Join(joined, next)
			out = append(out, "~/"+joined, joined)
		}
	}
	return out
}

// mounts: a container is given one of the gate's folders.
func (w *watch) mounts(c *shell.Command, v *kb.View) (rule, say string) {
	if v.Name != "docker" && v.Name != "nsenter" && v.Name != "bwrap" {
		return "", ""
	}
	for _, word := range c.Argv[1:] {
		for _, part := range strings.FieldsFunc(word.String(), func(r rune) bool { return r == ',' || r == ':' || r == '=' }) {
			if !strings.ContainsAny(part, "/~") {
				continue
			}
			if label := w.gate(c, part, paths.Write); label != "" {
				return "mounts", "gives " + part + " (" + label + ") to a container"
			}
		}
	}
	return "", ""
}

// debuggers steer a process that runs.
var debuggers = []string{"gdb", "lldb", "strace", "ltrace", "dtrace", "bpftrace", "ptrace", "reptyr", "criu", "gcore", "dlv", "frida"}

// looksFor: the command lists processes of the gate.
func looksFor(c *shell.Command) bool {
	name, _ := c.Program()
	switch path.Base(name) {
	case "pgrep", "pidof", "ps", "grep", "egrep", "rg", "lsof", "fuser", "awk", "pidwait", "systemctl", "jps":
	default:
		return false
	}
	return len(c.Argv) > 1 && slices.ContainsFunc(c.Argv[1:], means)
}

// means: the word stands for processes of the gate.
func means(w shell.Word) bool {
	s := strings.Trim(w.String(), "^$/\\[]()")
	s = strings.ReplaceAll(s, "[s]", "s")
	first, _, _ := strings.Cut(s, " ")
	return path.Base(first) == "sentinel" || path.Base(first) == "sentinel-hook" || s == "entinel" || strings.HasPrefix(s, "s]entinel")
}

// signals: a process of the gate is ended or stopped.
func (w *watch) signals(c *shell.Command, v *kb.View) (rule, say string) {
	ends := slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Signal || d.Kind == sentinel.SignalBroad })
	if name, _ := c.Program(); slices.Contains(debuggers, path.Base(name)) {
		ends = true
	}
	if ends && (w.names || slices.ContainsFunc(c.Argv[1:], means)) {
		return "signals", "ends or stops a process of the gate"
	}
	return "", ""
}
