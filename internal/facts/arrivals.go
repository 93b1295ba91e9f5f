package facts

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/arrive"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/linked"
	"github.com/sentinelgate/sentinel/internal/facts/unpack"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxArchive is the largest archive that is looked into.
const maxArchive = 16 << 20

// arrivals judges what comes into a folder by the name it gets there. Words
// such as `cp x/settings.json .agent` do not say the path that is written.
func (j *judgement) arrivals() {
	if j.c.Place.Host != "" || j.c.Place.Container != "" {
		return
	}
	for _, m := range arrive.Members(j.v) {
		j.arrives(m, true)
	}
	j.unpacks()
	if dir, names := arrive.Downloads(j.v); len(names) > 0 {
		j.named = true
		j.arriveAll(dir, names, false)
	}
	c, ok := arrive.Of(j.v)
	if _, glob, known := c.To.Pattern(); !ok || glob || !known {
		return
	}
	to := j.locate(sentinel.Write, c.To)
	is, protected := disk.IsFolder(j.a.w.Place, to.Real) && !(j.v.Name == "ln" && linked.Target(j.a.read.Links, to.Real)), j.a.w.Place.Into(to).Scope != to.Scope
	if !c.Into && !is && !protected {
		return
	}
	j.named = true
	for _, t := range c.Things {
		tree := t.Tree && !j.isFile(t.From)
		if t.Name == "" || tree && !is && !c.Into {
			j.named = false // what the folder will hold is not known
		}
		if t.Name != "" {
			j.arriveAll(c.To, []string{t.Name}, tree)
		}
		if t.Like != "" {
			w := c.To
			w.Pieces = append(slices.Clone(w.Pieces), shell.Piece{Text: "/"}, shell.Piece{Origin: shell.Glob, Text: t.Like})
			j.arrives(w, tree)
		}
		if t.Name == "" || tree {
			j.arriveAll(c.To, t.Content(j.locate(sentinel.Read, t.From).Real, j.a.read.Written, j.a.w.Place.FS), t.Tree)
		}
	}
}

// unpacks judges the members of an archive by the names they get. One that
// cannot be opened may hold anything, which matters where git's own folder and
// the settings of agents lie.
func (j *judgement) unpacks() {
	u, ok := unpack.Of(j.v, j.c)
	to := j.locate(sentinel.Write, u.Dir)
	if !ok || to.Scope != sentinel.ScopeProject {
		return // elsewhere the folder alone says enough
	}
	list, sure := u.Members(j.archive, func(name string) bool {
		_, later := j.a.w.Place.Startup(path.Join(to.Real, name))
		return (later || name[0] == '.' || strings.Contains(name, "/.")) && disk.InUse(j.a.w.Place, path.Join(to.Real, unpack.Above(name)))
	})
	for _, m := range list {
		j.arrives(shell.Text(path.Join(to.Real, m.Name)), m.Link)
	}
	if !sure && (to.Real == j.a.w.Place.Root || disk.Exists(j.a.w.Place, to.Real+"/.git")) {
		j.add(sentinel.Effect{Kind: sentinel.Write, Scope: sentinel.ScopeOutside, Target: to.Real}, kb.Deed{Rule: "unpack.unread"},
			"unpacks an archive that cannot be looked into over "+to.Real+"; in a folder of its own it would not be asked about")
	}
}

// archive gives the content of an archive. One that this text writes is there
// without any.
func (j *judgement) archive(w shell.Word) ([]byte, bool) {
	loc := j.locate(sentinel.Read, w)
	if text, ok := j.a.read.Written[loc.Real]; ok {
		return []byte(text), true
	}
	if j.a.w.Place.FS == nil || loc.Real == "" || w.Unknown() {
		return nil, true
	}
	data, _ := j.a.w.Place.FS.ReadFile(loc.Real, maxArchive)
	return data, disk.Exists(j.a.w.Place, loc.Real) || unpack.Made(j.a.read.Commands, j.c)
}

func (j *judgement) arriveAll(dir shell.Word, names []string, tree bool) {
	for _, n := range names {
		w := dir
		w.Pieces = append(slices.Clone(dir.Pieces), shell.Piece{Text: "/" + n})
		j.arrives(w, tree)
	}
}

// arrives records a file that comes to lie where it means something.
func (j *judgement) arrives(w shell.Word, tree bool) {
	loc := j.locate(sentinel.Write, w)
	if dir := path.Dir(loc.Real); loc.Scope != sentinel.ScopeGate && j.a.w.Place.Judge(paths.Target{Text: dir + "/x", Dir: "/", Use: paths.Write}).Scope == sentinel.ScopeTemp {
		return
	} else if folders.Package(dir) {
		loc.Scope, loc.Label = sentinel.ScopeStartup, "a program that other commands run"
	}
	if tree {
		loc = j.a.w.Place.Into(loc)
	}
	_, later := j.a.w.Place.Startup(loc.Real)
	switch loc.Scope {
	case sentinel.ScopeSecret:
		if !later && j.a.w.Place.Root != "" && strings.HasPrefix(loc.Real, j.a.w.Place.Root+"/") {
			return // its content is what counts, and its source was judged
		}
		fallthrough
	case sentinel.ScopeStartup, sentinel.ScopeGate, sentinel.ScopeWhole:
		j.add(sentinel.Effect{Kind: sentinel.Write, Scope: loc.Scope}, kb.Deed{Rule: "arrives"}, "puts "+w.String()+" in place ("+loc.Label+")")
	}
}

// replaced judges a folder that a deed may put something else in place of. A
// link is looked at itself, not what it leads to.
func (j *judgement) replaced(kind sentinel.EffectKind, w shell.Word, d kb.Deed, loc paths.Located) paths.Located {
	if !arrive.Replaces(j.v, d, kind) || j.named && kind != sentinel.Move {
		return loc
	}
	into := loc
	if _, _, ok := w.Pattern(); !ok && kind == sentinel.Write {
		for _, l := range arrive.Listed(w) {
			into = paths.Worse(into, j.a.w.Place.Into(j.locate(kind, l)))
		}
	}
	if text, glob, ok := w.Pattern(); ok && !glob && kind == sentinel.Create {
		into = j.a.w.Place.Judge(paths.Target{Text: text, Dir: j.dirs()[0], Use: paths.Write, NoFollow: true})
	}
	if into = j.a.w.Place.Into(into); into.Scope == sentinel.ScopeStartup {
		return paths.Worse(loc, into)
	}
	return loc
}

func (j *judgement) isFile(w shell.Word) bool {
	loc := j.locate(sentinel.Read, w)
	if _, ok := j.a.read.Written[loc.Real]; ok {
		return true
	}
	if j.a.w.Place.FS == nil || loc.Real == "" {
		return false
	}
	info, err := j.a.w.Place.FS.Lstat(loc.Real)
	return err == nil && info.Kind == paths.File
}

// here judges writing unknown names into the folder that a command works in.
func (j *judgement) here(d kb.Deed) {
	dir, names, all := arrive.Here(j.v)
	j.arriveAll(dir, names, false)
	loc := j.locate(sentinel.Write, dir)
	for _, w := range arrive.Beside(j.c) {
		loc = paths.Worse(loc, j.locate(sentinel.Write, w))
	}
	if !all {
		loc = j.a.w.Place.Into(loc)
	}
	switch loc.Scope {
	case sentinel.ScopeProject, sentinel.ScopeTemp, sentinel.ScopeOutput, sentinel.ScopeUnknown:
		j.add(j.effect(d, sentinel.ScopeProject), d, d.Say)
		return
	}
	e := sentinel.Effect{Kind: d.Kind, Scope: loc.Scope}
	d.Say = "writes files into " + loc.Real
	if loc.Label != "" {
		d.Say += " (" + loc.Label + ")"
	}
	if e.Scope == sentinel.ScopeHome || e.Scope == sentinel.ScopeOutside {
		e.Target = loc.Real
	}
	j.add(e, d, d.Say)
}
