package self

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/script"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// links: a second name for one of the gate's files, through which it could be
// changed later.
func (w *watch) links(c *shell.Command, v *kb.View) (rule, say string) {
	if v.Parse == nil || !(v.Name == "ln" || v.Name == "link" || v.Name == "cp" && v.Parse.HasAny("-l", "--link", "-s", "--symbolic-link")) {
		return "", ""
	}
	for _, word := range append(v.Parse.Words("read"), v.Parse.Words("link")...) {
		if s, ok := word.Known(); ok {
			if label := w.gate(c, s, paths.Write); label != "" {
				return "links", "gives " + s + " (" + label + ") a second name"
			}
		}
	}
	return "", ""
}

// timed: a timed job would run the gate or change its files.
func (w *watch) timed(c *shell.Command, v *kb.View) (rule, say string) {
	if v.Name != "crontab" || len(v.Deeds) == 0 {
		return "", ""
	}
	for _, other := range w.facts.Commands {
		texts := []string{}
		if s, ok := other.Stdin.Text.Known(); ok {
			texts = append(texts, s)
		}
		for _, word := range other.Argv[min(1, len(other.Argv)):] {
			texts = append(texts, word.String())
		}
		for _, field := range strings.Fields(script.Cron(strings.Join(texts, "\n"))) {
			if field = strings.Trim(field, "\"';&|()"); path.Base(field) == "sentinel" || strings.Contains(field, "/") && w.gate(c, field, paths.Write) != "" {
				return "timed", "arranges something against the gate to run later: " + field
			}
		}
	}
	return "", ""
}

// touched: the key is read, or a pattern for files below a folder stands for
// files of the gate, too.
func (w *watch) touched(t seen.Touch) string {
	if t.Kind == sentinel.Read || t.Kind == sentinel.List {
		if t.Kind == sentinel.Read && t.Loc.Scope == sentinel.ScopeSecret && w.place.Judge(paths.Target{Text: t.Loc.Real, Dir: "/", Use: paths.Write}).Scope == sentinel.ScopeGate {
			return "reads " + t.Loc.Real + ", with which the gate's memory is signed"
		}
		return ""
	}
	if own := w.linked(t.Loc.Real); own != "" {
		return "changes " + own + " of the gate under another name"
	}
	top, name, deep := strings.Cut(t.Target.Text, "**/")
	if !deep || !t.Target.Glob || strings.Contains(name, "/") {
		return ""
	}
	root, ok := w.place.Resolve(t.Target.Dir, top)
	if !ok {
		return ""
	}
	for _, g := range w.place.GateDirs {
		if file := w.below(root, g, name, 2); file != "" {
			return "changes files below " + root + " by a pattern, " + file + " of the gate among them"
		}
	}
	return ""
}

// maxBelow bounds the files of the gate that a pattern is compared with.
const maxBelow = 200

// below gives a file at or below dir that lies below root and has such a name.
func (w *watch) below(root, dir, name string, depth int) string {
	if w.place.FS == nil || !strings.HasPrefix(dir, strings.TrimSuffix(root, "/")+"/") {
		return ""
	}
	if info, err := w.place.FS.Lstat(dir); err != nil || info.Kind != paths.Dir {
		if fits, err := path.Match(name, path.Base(dir)); fits || err != nil {
			return dir
		}
		return ""
	}
	names, _ := w.place.FS.ReadDir(dir, maxBelow)
	for _, n := range names {
		if depth > 0 {
			if file := w.below(root, dir+"/"+n, name, depth-1); file != "" {
				return file
			}
		}
	}
	return ""
}
