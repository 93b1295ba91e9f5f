package facts

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/emptied"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/moved"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

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
	m := moved.Thing{From: src.Real, To: dst.Real, Tree: j.isTree(w, src.Real)}
	text, known := to.Known()
	m.Inside = many || strings.HasSuffix(text, "/") || dst.Real == "/tmp" || dst.Real == "/var/tmp" || disk.IsFolder(j.a.w.Place, dst.Real)
	if known && !m.Inside && !glob {
		if old := j.a.moved.At(dst.Real); old != "" && old != src.Real {
			j.lose(sentinel.Delete, old, "overwrites "+old+", which was moved there")
		}
	}
	if j.a.moved.Carry(src.Real, m) {
		return
	}
	if src.Scope != sentinel.ScopeProject && src.Scope != sentinel.ScopeWhole || j.a.scratch(src.Real) {
		return
	}
	switch {
	case m.Tree && forms.OutOfProject(dst.Scope):
		j.lose(sentinel.DeleteTree, src.Real, "moves "+w.String()+" out of the project")
	case known && glob && !m.Inside && path.Ext(text) != "" && (words.Deep(w) || strings.Contains(w.Raw, "$")):
		j.lose(sentinel.Delete, src.Real, "moves several files onto "+text+", one over the other")
	}
	j.a.moved.Add(m)
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

// replacesAll: a program such as a compressor that leaves another file in the
// place of each that it is given.
func (j *judgement) replacesAll(w shell.Word) {
	if !words.Deep(w) && !(j.v.Parse != nil && j.v.Parse.HasAny("-r", "--recursive") && j.isTree(w, "")) {
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
	case "tee", "sponge":
		for _, w := range j.v.Parse.Words("write") {
			if _, glob, ok := w.Pattern(); (glob || !ok || emptied.Input(j.c)) && !j.v.Parse.HasAny("-a", "--append") {
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
		if glob || !ok || j.loses(w, j.v.Name != "ln") {
			j.path(sentinel.Delete, w, kb.Deed{Rule: "replace", Say: "puts something else in the place of " + w.String()}, false)
		}
	}
}
