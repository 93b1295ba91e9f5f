package facts

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/gitfacts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// moved is something of the project that this text moves away: where it is
// deleted later, the project loses it.
type moved struct {
	from, to string // real paths; from may be a pattern
	inside   bool   // to is a folder in which it lies now
	tree     bool
}

// maxMoved bounds what is remembered of moves.
const maxMoved = 100

// moves looks at what a command moves: out of the project, onto what was moved
// before, or into something else that takes its name.
func (j *judgement) moves() {
	if j.c.Place.Host != "" || j.c.Place.Container != "" {
		return
	}
	var from, to []shell.Word
	for _, d := range j.v.Deeds {
		switch {
		case !d.Aimed || d.Code:
		case d.Kind == sentinel.Move:
			from = append(from, d.Target)
		case d.Kind == sentinel.Write && d.Role == "write":
			to = append(to, d.Target)
		}
	}
	for _, w := range from {
		if len(to) == 0 {
			j.replacesAll(w)
			continue
		}
		j.move(w, to[0], len(from) > 1)
	}
	j.replaces()
}

// move is one source of a move and where it goes.
func (j *judgement) move(w, to shell.Word, many bool) {
	src, dst := j.locate(sentinel.Move, w), j.locate(sentinel.Write, to)
	_, glob, _ := w.Pattern()
	m := moved{from: src.Real, to: dst.Real, tree: j.isTree(w, src.Real)}
	text, known := to.Known()
	m.inside = many || strings.HasSuffix(text, "/") || dst.Real == "/tmp" || dst.Real == "/var/tmp" || j.isFolder(dst.Real)
	if known && !m.inside && !glob {
		if old := j.a.movedTo(dst.Real); old != "" && old != src.Real {
			j.lose(sentinel.Delete, old, "overwrites "+old+", which was moved there")
		}
	}
	if j.a.carried(src.Real, m) {
		return
	}
	if src.Scope != sentinel.ScopeProject && src.Scope != sentinel.ScopeWhole || j.a.scratch(src.Real) {
		return
	}
	switch {
	case m.tree && outOfProject(dst.Scope):
		j.lose(sentinel.DeleteTree, src.Real, "moves "+w.String()+" out of the project")
	case known && glob && !m.inside && path.Ext(text) != "" && (deepWord(w) || strings.Contains(w.Raw, "$")):
		j.lose(sentinel.Delete, src.Real, "moves several files onto "+text+", one over the other")
	}
	if dst.Real != "" && len(j.a.moved) < maxMoved {
		j.a.moved = append(j.a.moved, m)
	}
}

func outOfProject(s sentinel.Scope) bool {
	switch s {
	case sentinel.ScopeTemp, sentinel.ScopeOutside, sentinel.ScopeHome:
		return true
	}
	return false
}

// lose records that the project loses something.
func (j *judgement) lose(kind sentinel.EffectKind, target, say string) {
	j.add(sentinel.Effect{Kind: kind, Scope: sentinel.ScopeProject, Target: target}, kb.Deed{Rule: "project.loses"}, say)
}

// isTree: more than a single file. What does not exist is judged by its name.
func (j *judgement) isTree(w shell.Word, real string) bool {
	if _, glob, ok := w.Pattern(); glob || !ok {
		return true
	}
	if fs := j.a.w.Place.FS; fs != nil && real != "" {
		if info, err := fs.Lstat(real); err == nil {
			return info.Kind == paths.Dir
		}
	}
	return !strings.Contains(path.Base(w.String()), ".") || strings.HasSuffix(w.String(), "/")
}

func (j *judgement) isFolder(real string) bool {
	if j.a.w.Place.FS == nil || real == "" {
		return false
	}
	info, err := j.a.w.Place.FS.Lstat(real)
	return err == nil && info.Kind == paths.Dir
}

// movedTo gives what this text has moved exactly to the file.
func (a *assessor) movedTo(real string) string {
	for _, m := range a.moved {
		if !m.tree && (m.to == real && !m.inside || m.inside && path.Join(m.to, path.Base(m.from)) == real) {
			return m.from
		}
	}
	return ""
}

// carried: what was moved before is moved on.
func (a *assessor) carried(real string, now moved) bool {
	for i, m := range a.moved {
		if real != "" && (m.to == real && !m.inside || m.inside && path.Join(m.to, path.Base(m.from)) == real) {
			a.moved[i].to, a.moved[i].inside = now.to, now.inside
			return true
		}
	}
	return false
}

// lost gives what of the project would be lost with a path, "" for nothing.
func (a *assessor) lost(real string) string {
	for _, m := range a.moved {
		if m.lostWith(real) {
			return m.from
		}
	}
	return ""
}

func (m moved) lostWith(real string) bool {
	if real == "" {
		return false
	}
	ends := []string{m.to}
	if base := path.Base(m.from); m.inside && !strings.ContainsAny(base, "*?[") {
		ends[0] = path.Join(m.to, base)
	}
	if strings.ContainsAny(real, "*?[") {
		n := strings.Count(real, "/")
		parts := strings.SplitAfter(ends[0], "/")
		if n+1 > len(parts) {
			return strings.HasPrefix(real, ends[0]+"/")
		}
		return gitfacts.Match(real, strings.TrimSuffix(strings.Join(parts[:n+1], ""), "/"))
	}
	return real == ends[0] || strings.HasPrefix(ends[0], real+"/") || strings.HasPrefix(real, ends[0]+"/")
}

// deepWord: a wildcard for all files below a folder.
func deepWord(w shell.Word) bool {
	for _, p := range w.Pieces {
		if p.Origin == shell.Glob && strings.HasPrefix(p.Text, "**") {
			return true
		}
	}
	return false
}

// replacesAll: a program such as a compressor that leaves another file in the
// place of each that it is given.
func (j *judgement) replacesAll(w shell.Word) {
	if !deepWord(w) && !(j.v.Parse != nil && j.v.Parse.HasAny("-r", "--recursive") && j.isTree(w, "")) {
		return
	}
	if loc := j.locate(sentinel.Move, w); loc.Scope == sentinel.ScopeProject || loc.Scope == sentinel.ScopeWhole {
		j.lose(sentinel.DeleteTree, loc.Real, "leaves other files in the place of "+w.String())
	}
}

// replaces: links, empty files and copies of one text that take the place of
// what is there.
func (j *judgement) replaces() {
	if j.v.Parse == nil {
		return
	}
	var words []shell.Word
	switch j.v.Name {
	case "ln":
		if j.v.Parse.HasAny("-f", "--force") {
			words = j.v.Parse.Words("create")
		}
	case "tee":
		for _, w := range j.v.Parse.Words("write") {
			if _, glob, ok := w.Pattern(); (glob || !ok) && !j.v.Parse.HasAny("-a", "--append") {
				words = append(words, w)
			}
		}
	case "cp", "install", "dd":
		for _, d := range j.v.Deeds {
			if d.Kind == sentinel.Read && d.Target.Is("/dev/null") {
				words = j.v.Parse.Words("write")
			}
		}
	}
	for _, w := range words {
		_, glob, ok := w.Pattern()
		if glob || !ok || j.fileExists(w) {
			j.path(sentinel.Delete, w, kb.Deed{Rule: "replace", Say: "puts something else in the place of " + w.String()}, false)
		}
	}
}
